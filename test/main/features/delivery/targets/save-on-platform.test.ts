/** A signed note goes into its own document on the platform: never two, and never another's. */
import { describe, expect, test } from 'vitest';
import {
  type PlatformCopy,
  savedText,
  saveOnPlatform,
} from '../../../../../main/features/delivery/targets/save-on-platform.ts';
import { Failure } from '../../../../../shared/failure.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import { document } from '../../notes/support.ts';

const note = {
  title: 'Clinical note',
  sections: [
    { title: 'Plan', text: 'Rest' },
    { title: 'Empty', text: ' \n' },
    { title: '', text: 'Walk' },
  ],
};
const TEXT = '## Plan\n\nRest\n\nWalk\n';
const from = (documentId: string | undefined, over: Partial<NoteDocument> = {}) =>
  document({ documentId, ...over });

/** A platform in memory: what came with the result, what it has now, and what it refuses. */
function platform({
  came = [from('own')],
  now = came,
  refuses = {},
}: {
  came?: readonly NoteDocument[];
  now?: readonly NoteDocument[];
  refuses?: Record<string, unknown>;
} = {}) {
  const saved: unknown[] = [];
  const created: string[] = [];
  const copy: PlatformCopy = {
    visit: () => ({
      transactionId: 'txn-1',
      folder: undefined,
      documents: came,
      templates: ['clinical_notes_template', 'other'],
    }),
    documents: async () => now,
    async save(_visit, { documentId, templateId, name, text, created: hear }) {
      if (documentId !== undefined && refuses[documentId]) throw refuses[documentId];
      saved.push({ documentId, templateId, name, text });
      if (documentId === undefined) hear('made');
      return documentId ?? 'made';
    },
  };
  return {
    saved,
    created,
    save: (before: Parameters<typeof saveOnPlatform>[2] = {}) =>
      saveOnPlatform(copy, 'v', before, note, (id) => void created.push(id)),
  };
}
const into = (documentId: string) => [
  { documentId, templateId: undefined, name: 'Clinical note', text: TEXT },
];
const beside = [
  {
    documentId: undefined,
    templateId: 'clinical_notes_template',
    name: 'Clinical note',
    text: TEXT,
  },
];
const gone = new Failure('missing', 'It did not work.', { detail: 'not-found' });
const fixed = new Failure('refused', 'It did not work.', { detail: 'request-refused' });
const offline = new Failure('offline', 'It did not work.', { detail: 'not-sent' });
const stray = from('stray', { text: '' });

test('the text has its sections under their titles, without the empty ones', () =>
  expect(savedText(note)).toBe(TEXT));

describe('it goes', () => {
  test('into the platform’s own text, where there is exactly one', async () => {
    const made = platform({
      came: [
        from('own'),
        from('emr', { kind: 'emr' }),
        from('later', { addedAt: 5 }),
        from(undefined),
      ],
    });
    expect([await made.save(), made.saved, made.created]).toEqual(['own', into('own'), []]);
  });

  test.each<[string, readonly NoteDocument[]]>([
    ['none', []],
    ['two', [from('one'), from('two')]],
    ['none that can be named', [from(undefined)]],
  ])('beside the others where there is %s, and its number is heard of', async (_what, came) => {
    const made = platform({ came });
    expect([await made.save(), made.saved, made.created]).toEqual(['made', beside, ['made']]);
  });

  test('where an earlier signature went, before all else', async () => {
    const made = platform();
    expect([await made.save({ location: 'earlier', posted: true }), made.saved]).toEqual([
      'earlier',
      into('earlier'),
    ]);
  });

  test.each([
    ['gone', gone],
    ['not to be changed', fixed],
  ])('beside the others where its own text is %s', async (_what, failure) => {
    const made = platform({ refuses: { own: failure } });
    expect([await made.save(), made.saved]).toEqual(['made', beside]);
  });
});

describe('a document that was made when its number was lost', () => {
  test.each<[string, readonly NoteDocument[], boolean]>([
    ['without text, of this template, new', [stray], true],
    ['whose text is not told', [from('stray', { text: undefined })], true],
    ['with text', [from('stray', { text: 'of another' })], false],
    ['of another template', [from('stray', { text: '', templateId: 'other' })], false],
    ['without a number', [from(undefined, { text: '' })], false],
  ])('%s: is it taken', async (_what, now, taken) => {
    const made = platform({ came: [], now });
    expect(await made.save({ posted: true })).toBe(taken ? 'stray' : 'made');
    expect(made.saved).toEqual(taken ? into('stray') : beside);
  });

  test('is none that came with the result, and none where nothing was asked for', async () => {
    const came = [from('stray', { text: '', kind: 'emr' })];
    expect(await platform({ came }).save({ posted: true })).toBe('made');
    expect(await platform({ came: [], now: [stray] }).save()).toBe('made');
  });

  test('is taken where the own text cannot be changed', async () => {
    const made = platform({ now: [from('own'), stray], refuses: { own: fixed } });
    expect([await made.save({ posted: true }), made.saved]).toEqual(['stray', into('stray')]);
    const unasked = platform({ now: [from('own'), stray], refuses: { own: fixed } });
    expect(await unasked.save()).toBe('made');
  });
});

describe('it fails', () => {
  test.each<[string, unknown]>([
    ['a platform that is not there', offline],
    ['another refusal', new Failure('refused', 'It did not work.', { detail: 'other' })],
    [
      'another failure of that name',
      new Failure('broken', 'It did not work.', { detail: 'request-refused' }),
    ],
  ])('with %s, and makes no second document', async (_what, failure) => {
    const made = platform({ refuses: { own: failure } });
    await expect(made.save()).rejects.toBe(failure);
    expect(made.saved).toEqual([]);
  });

  test('where the document of an earlier signature is gone', async () => {
    const made = platform({ refuses: { earlier: gone } });
    await expect(made.save({ location: 'earlier', posted: true })).rejects.toBe(gone);
    expect(made.saved).toEqual([]);
  });
});
