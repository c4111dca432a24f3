import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confidentCodes } from '../../../../../../main/features/coding/extraction/confident-codes.ts';
import { createExtraction } from '../../../../../../main/features/coding/extraction/extraction.ts';
import unlisted from '../../../../../../main/features/coding/extraction/unlisted/unlisted.json' with {
  type: 'json',
};
import { unlistedIn } from '../../../../../../main/features/coding/extraction/unlisted/unlisted.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const words = (text: string) =>
  unlistedIn(text).map(({ start, end, named }) => [
    text.slice(start, end),
    named ? 'named' : 'described',
  ]);

test.each([
  [
    'a modifier before a finding',
    'There are bilateral pulmonary nodules.',
    'bilateral pulmonary nodules',
  ],
  ['a finding in its place', 'Stenosis in the sigmoid colon.', 'Stenosis in the sigmoid colon'],
  ['change of a thing of medicine', 'Came with mental status changes.', 'mental status changes'],
])('%s is a finding', (_, text, found) => {
  expect(words(text)).toEqual([[found, 'named']]);
});

test.each([
  ['Left atrial size is normal.', 'Left atrial size is normal'],
  ['Neck supple.', 'Neck supple'],
  ['The aortic valve is thickened and calcified.', 'aortic valve is thickened and calcified'],
  ['Has an enlarged prostate gland.', 'enlarged prostate gland'],
  ['She has a poor appetite.', 'poor appetite'],
  ['Pupils are equal, round and reactive to light.', 'Pupils are equal, round and reactive'],
  ['The patient remained afebrile.', 'afebrile'],
  ['He is hemodynamically stable.', 'hemodynamically stable'],
  ['Normal esophagus.', 'Normal esophagus'],
])('%s tells how something is', (text, found) => {
  expect(words(text)).toEqual([[found, 'described']]);
});

test.each([
  'Pain came on while he was walking.',
  'An x-ray of the low back.',
  'She came for a normal visit.',
  'Changes of diet were discussed.',
  'The mass was said at nine.',
  'Cold feet.',
  'Keep your leg elevated.',
])('nothing of this: %s', (text) => {
  expect(words(text)).toEqual([]);
});

const terminology = createTerminology({ folder: folderWithLists() });
const extraction = createExtraction({ terminology });

test('a finding without a code is read with its status, and no code is told for it', () => {
  const [found, denied] = [
    'There are bilateral carotid plaques.',
    'No bilateral carotid plaques.',
  ].map((text) => extraction.ofText(text)[0]);
  expect(found).toMatchObject({ status: 'present', kind: 'symptom', inside: true });
  expect(denied).toMatchObject({ status: 'absent', unlisted: true });
  expect(denied).not.toHaveProperty('inside');
  if (found) expect(confidentCodes(terminology, found)).toEqual([]);
});

test('of these, and of how parts are, only what is denied is an entity of a note', () => {
  const text = 'Examination\nLungs are clear. There is mild septal thickening. No carotid bruits.';
  expect(extraction.ofText(text).map((one) => [one.text, one.inside])).toEqual([
    ['Lungs are clear', true],
    ['mild septal thickening', true],
    ['carotid bruits', undefined],
  ]);
  const note = {
    documents: [{ kind: 'soap', title: 'Note', text }],
  } as unknown as Parameters<typeof extraction.ofNote>[0];
  const entities = extraction.ofNote(note);
  expect(entities.map((one) => one.text)).toEqual(['carotid bruits']);
  expect(entities[0]).not.toHaveProperty('inside');
});

test('phrases are inside the text and lie over no other, whatever the words', () => {
  const some = Object.values(unlisted)
    .flatMap((entry) => (typeof entry === 'string' || Array.isArray(entry) ? [entry].flat() : []))
    .flatMap((entry) => entry.split(' ').slice(0, 3));
  const piece = fc.constantFrom(...some, ',', '.', ':', '\n', 'and', 'is', 'of', 'x', '(', '12');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join(' ');
      let last = 0;
      for (const { start, end } of unlistedIn(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
        expect(text.slice(start, end)).not.toContain('.');
        last = end;
      }
    }),
  );
});
