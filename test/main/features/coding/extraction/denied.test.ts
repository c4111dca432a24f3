/** What a note denies in words that no code list has. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDeps } from '../../../../../main/app/check-deps.ts';
import { confidentCodes } from '../../../../../main/features/coding/extraction/confident-codes.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
const extraction = createExtraction({ terminology });
const denied = (text: string, title?: string) =>
  extraction
    .ofText(text, title)
    .filter(({ unlisted, status }) => unlisted && status === 'absent')
    .map(({ text: words }) => words);

test.each([
  ['No gallops, rubs or thrills.', ['gallops', 'rubs', 'thrills']],
  ['Not in any acute distress.', ['acute distress']],
  ['Abdomen soft, no palpable masses.', ['masses']],
  ['Masses: none.', ['Masses']],
  ['No foreign body in the upper pharynx.', ['foreign body in the upper pharynx']],
  [
    'Denies tobacco, recreational drugs or recent travel but has fever.',
    ['tobacco', 'recreational drugs', 'recent travel'],
  ],
  ['She was not distressed.', ['distressed']],
  ['There is no blood in the drain.', ['blood in the drain']],
])('%s', (text, words) => {
  expect(denied(text)).toEqual(words);
});

test.each([
  'Large palpable masses, gallops and rubs.',
  'No fever. Foreign body in the left ear.',
  'Possible joint laxity.',
  'His blood pressure is not checked at home.',
  'He denies concerns about hurting others.',
  'No treatment, no questions, denies medication.',
])('nothing but what is denied, and what is a finding: %s', (text) => {
  expect(denied(text)).toEqual([]);
});

test('such words are absent, or a finding for which no list has the words, whatever stands around them', () => {
  const piece = fc.constantFrom(
    ...['no', 'denies', 'has', 'masses', 'rubs', 'and', 'or', ',', '.', 'but', 'tobacco'],
    ...[
      'acute',
      'distress',
      'without',
      'if',
      'mother',
      'had',
      ':',
      'none',
      '\n',
      'in',
      'the',
      'arm',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join(' ');
      for (const one of extraction.ofText(text).filter(({ unlisted }) => unlisted)) {
        expect(one.status === 'absent' || one.concept.startsWith('unlisted ')).toBe(true);
        expect(text.slice(one.span.start, one.span.end)).toBe(one.text);
      }
    }),
  );
});

test('allergies that are denied without a substance are none of the allergies', () => {
  expect(extraction.ofText('No known drug allergies.')).toMatchObject([
    { text: 'drug allergies', kind: 'history', status: 'absent', unlisted: true },
  ]);
});

test('a finding that a list has keeps its concept, and is not denied a second time', () => {
  const found = extraction.ofText('No fever. Denies fever, chest pain.');
  expect(found.filter(({ unlisted }) => unlisted)).toEqual([]);
  expect(found.map(({ status }) => status)).toEqual(['absent', 'absent']);
});

test('it has no code, and a comparison of the note with the visit does not see it', () => {
  const [one] = extraction.ofText('No masses.');
  expect(one?.unlisted).toBe(true);
  if (one) expect(confidentCodes(terminology, one)).toEqual([]);
  expect(checkDeps(extraction, () => false).concepts('No masses.', '')).toEqual([]);
  expect(extraction.everywhereIn('No masses.')).toEqual([]);
});

test('in the entities of a note it stands with its place', () => {
  const note = {
    documents: [{ kind: 'soap', title: 'Note', text: 'Examination\nNo gallops.' }],
  } as unknown as Parameters<typeof extraction.ofNote>[0];
  const entities = extraction.ofNote(note);
  expect(entities.map(({ text, status }) => [text, status])).toContainEqual(['gallops', 'absent']);
  expect(Object.keys(entities[0] ?? {})).not.toContain('unlisted');
});

test('in a line of capitals small words are no short forms', () => {
  const shouted = extraction.ofText('THE STOMACH WALL WAS NORMAL AND ALL OF IT WAS SEEN WELL.');
  expect(shouted.map(({ text, inside }) => [text, inside])).toEqual([
    ['STOMACH WALL WAS NORMAL', true],
  ]);
});

test('everyday adjectives and plurals lead to the finding', () => {
  const concepts = (text: string) => extraction.ofText(text).map(({ concept }) => concept);
  expect(concepts('Has headaches.')).toEqual(concepts('Has headache.'));
  expect(concepts('He is nauseated.')).toEqual(concepts('Has nausea.'));
  expect(concepts('He is tachycardic.')).toEqual(concepts('Has tachycardia.'));
  expect(concepts('Has headaches.')).not.toEqual([]);
});
