/** How documents of the platform and versions of the doctor become branches of one note. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  assemble,
  noteOf,
  presentBranch,
  type StoredBranch,
} from '../../../../../main/features/notes/versions/branches.ts';
import type { VersionRow } from '../../../../../main/infrastructure/store/tables/note-versions.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import { document, type Rig, ready, transcript, VISIT } from '../support.ts';

const branchesOf = (
  documents: readonly NoteDocument[],
  stored: readonly StoredBranch[] = [],
  over: Partial<Parameters<typeof assemble>[2]> = {},
) =>
  assemble({ visitId: VISIT, documents, receivedAt: 1000, practice: false }, stored, {
    language: 'en-IN',
    dictionary: [],
    ...over,
  });
const emr = (over: Partial<NoteDocument> = {}) =>
  document({
    templateId: 'eka_emr_template',
    kind: 'emr',
    text: '{}',
    emr: { symptoms: [{ name: 'Fever' }] },
    ...over,
  });
const asked = (over: Partial<NoteDocument> = {}) => document({ addedAt: 5, ...over });
const [first] = branchesOf([document()]);
/** The branch of `document()` with these versions of it. */
const kept = (...versions: Partial<VersionRow>[]): StoredBranch => ({
  row: { branch: first!.branch, rev: 3, root: first!.root },
  versions: versions.map((one, at) => ({ ...first!.versions[0]!, number: at + 1, ...one })),
});

describe('a document stays the same branch', () => {
  const ids = (...documents: NoteDocument[]) => branchesOf(documents).map(({ branch }) => branch);

  test('when it comes with other words, another name or among others', () => {
    expect(ids(document({ text: 'other', name: 'Other' }))).toEqual([first!.branch]);
    expect(ids(transcript(), document(), asked())[1]).toBe(first!.branch);
  });

  test('and others are other branches: the second of its template, and each that was asked for', () => {
    const found = ids(
      document(),
      document(),
      document({ templateId: 'other' }),
      asked({ documentId: 'd-1' }),
      asked({ documentId: 'd-2' }),
      asked(),
      asked({ addedAt: 6 }),
      asked({ templateId: 'other' }),
    );
    expect(new Set(found).size).toBe(8);
    expect(found[0]).toBe(first!.branch);
    // The platform's own id is enough, whatever else changes.
    expect(ids(asked({ documentId: 'd-1', addedAt: 9, templateId: 'other' }))).toEqual([found[3]]);
  });

  test('that a document without words is skipped leaves the next one where it was', () => {
    expect(ids(document({ text: undefined }), document())).toEqual([
      ids(document(), document())[1],
    ]);
  });

  test('of another visit it is another branch', () => {
    const [elsewhere] = assemble(
      { visitId: 'other', documents: [document()], receivedAt: 1000, practice: false },
      [],
      { language: 'en-IN', dictionary: [] },
    );
    expect(elsewhere!.branch).not.toBe(first!.branch);
  });
});

test('the id of a branch is the one under which its versions are stored, whatever changes here', () => {
  const id = (origin: unknown[]) =>
    createHash('sha256')
      .update(`${VISIT}\n${JSON.stringify(origin)}`)
      .digest('hex')
      .slice(0, 32);
  const found = branchesOf([document(), document(), asked({ documentId: 'd' }), asked()]);
  const template = 'clinical_notes_template';
  expect(found.map(({ branch }) => branch)).toEqual([
    id(['first', template, 1]),
    id(['first', template, 2]),
    id(['further', 'd']),
    id(['further', [template, 5]]),
  ]);
});

describe('versions of the machine', () => {
  test('have the time at which the document came, and are kept', () => {
    expect(first!.versions).toEqual([
      {
        number: 1,
        author: 'machine',
        made: 'platform',
        at: 1000,
        who: '',
        kept: true,
        source: expect.stringMatching(/^[0-9a-f]{64}$/),
        sections: first!.head.sections,
      },
    ]);
    expect(branchesOf([asked()])[0]!.head.at).toBe(5);
  });

  test('are added where the words of the platform are others than those that came last', () => {
    const same = branchesOf([document()], [kept({}, { made: 'edit', author: 'doctor' })])[0]!;
    expect(same.fresh).toEqual([]);
    expect(same.head.number).toBe(2);
    for (const change of [{ text: 'other' }, { kind: 'text' as const }, { emr: {} }])
      expect(branchesOf([document(change)], [kept({}, {})])[0]!.fresh).toEqual([3]);
    // Words of before that come once more are new words.
    const back = branchesOf([document()], [kept({}, { made: 'platform', source: 'other' })])[0]!;
    expect(back.fresh).toEqual([3]);
  });

  test('put the dictionary’s words in a version of their own, and never in what was said', () => {
    const dictionary = [{ heard: 'fever', written: 'pyrexia' }];
    const found = branchesOf([document(), transcript()], [], { dictionary });
    expect(found.map(({ versions }) => versions.map(({ made }) => made))).toEqual([
      ['platform', 'dictionary'],
      ['platform'],
    ]);
    expect(found[0]!.versions[1]).toMatchObject({ number: 2, basedOn: 1, author: 'machine' });
    expect(found[0]!.head.sections[0]!.text).toBe('• pyrexia for 3 days');
    expect(found[0]!.fresh).toEqual([1, 2]);
    expect(found[1]!.head.sections[0]!.text).toContain('fever');
  });

  test('hold the doctor’s additions only of an EMR document that nobody edited', () => {
    const additions = [
      { section: 'symptoms', name: 'Fever', values: [{ id: 'p', label: 'Since', text: '2 days' }] },
    ];
    const [one] = branchesOf([emr()], [], { additions });
    expect(one!.head).toMatchObject({ made: 'details', author: 'doctor', number: 2, basedOn: 1 });
    expect(one!.head.sections[0]!.text).toBe('Fever; Since: 2 days');
    const row = { branch: one!.branch, rev: 1, root: one!.root };
    const again = branchesOf(
      [emr({ emr: { symptoms: [{ name: 'Cough' }] } })],
      [{ row, versions: one!.versions }],
      { additions },
    )[0]!;
    expect(again.versions.map(({ made }) => made)).toEqual(['platform', 'details', 'platform']);
    expect(branchesOf([document()], [], { additions })[0]!.versions).toHaveLength(1);
  });
});

describe('a branch', () => {
  test.each<[string, Partial<NoteDocument>, Record<string, unknown>]>([
    ['a note', {}, { purpose: 'note', editable: true, language: 'en-IN' }],
    ['a leaflet', { leaflet: true, language: 'hi' }, { purpose: 'leaflet', language: 'hi' }],
    ['a transcript', { kind: 'transcript' }, { purpose: 'transcript', editable: false }],
  ])('of %s is told as one', (_what, over, expected) =>
    expect(presentBranch(branchesOf([document(over)])[0]!)).toMatchObject(expected),
  );

  test('stays what it was when its rows were made, whatever the document becomes', () => {
    const [found] = branchesOf(
      [document({ leaflet: true, name: 'Other', language: 'hi' })],
      [kept({})],
    );
    expect(found!.root).toEqual(first!.root);
    expect(found!.rev).toBe(3);
  });

  test('without a document comes last, and is none without a version', () => {
    const gone = { ...kept({}), row: { ...kept({}).row, branch: 'gone' } };
    const empty = { row: { ...kept({}).row, branch: 'empty' }, versions: [] };
    expect(
      branchesOf([document()], [gone, empty]).map(({ branch, document: place }) => [branch, place]),
    ).toEqual([
      [first!.branch, 0],
      ['gone', undefined],
    ]);
  });

  test('is none where the text is longer than a visit can produce', () => {
    expect(branchesOf([document({ text: 'x'.repeat(200_001) })])).toEqual([]);
    expect(branchesOf([document({ text: 'x'.repeat(200_000) })])).toHaveLength(1);
  });

  test('tells of newer words of the platform until the doctor’s version is made of them', () => {
    const arrived = (...versions: Partial<VersionRow>[]) =>
      presentBranch(branchesOf([], [kept(...versions)])[0]!).arrived;
    const doctor = { author: 'doctor', made: 'edit' } as const;
    expect(arrived({})).toBeUndefined();
    expect(arrived({}, { ...doctor, basedOn: 1 })).toBeUndefined();
    expect(arrived({}, { ...doctor, basedOn: 1 }, { source: 'x' })).toBe(3);
    expect(arrived({}, { ...doctor, basedOn: 1 }, {}, { ...doctor, basedOn: 3 })).toBeUndefined();
    // Over another version of the doctor.
    expect(arrived({}, {}, { ...doctor, basedOn: 2 }, { ...doctor, basedOn: 3 })).toBeUndefined();
    expect(arrived({}, { ...doctor, basedOn: 1 }, {}, { ...doctor, basedOn: 2 })).toBe(3);
    // A row that names itself leads nowhere.
    expect(arrived({}, { ...doctor, basedOn: 2 })).toBeUndefined();
  });

  test('shows its versions without their words', () => {
    const [info] = presentBranch(first!).versions;
    expect(info).toEqual({
      number: 1,
      author: 'machine',
      made: 'platform',
      at: 1000,
      who: '',
      kept: true,
    });
  });
});

describe('the note among the branches', () => {
  const [note, leaflet, second] = branchesOf([
    document(),
    document({ leaflet: true, templateId: 'leaflet' }),
    document({ templateId: 'other' }),
  ]);

  test('is the chosen one, else the first that is a note', () => {
    const all = [leaflet!, note!, second!];
    expect(noteOf(all, undefined)).toBe(note);
    expect(noteOf(all, second!.branch)).toBe(second);
    expect(noteOf(all, 'gone')).toBe(note);
    expect(noteOf([leaflet!], undefined)).toBeUndefined();
  });

  test('is never a leaflet, whatever was stored', () => {
    expect(noteOf([leaflet!, note!], leaflet!.branch)).toBe(note);
  });
});

describe('additions to lines of the machine’s note', () => {
  const addition = {
    section: 'symptoms',
    name: 'Fever',
    values: [{ id: 'p', label: 'Since', text: '2 days' }],
  };
  const add = ({ store, notes }: Rig) => {
    const { rev, details } = store.visits.get(VISIT)!;
    store.visits.change(VISIT, rev, { details: { ...details, additions: [addition] } });
    notes.added(VISIT, addition, undefined);
  };
  const edit = ({ notes }: Rig, at: number) => {
    const { id: branch, rev, sections } = notes.state(VISIT).branches[at]!;
    const [one, ...more] = sections;
    notes.edit({ id: VISIT, branch, rev, sections: [{ ...one!, text: 'Fever, high' }, ...more] });
  };

  test('go into the machine’s note alone: a note in prose and a leaflet stay as they are', () => {
    const made = ready({}, [
      emr(),
      document(),
      emr({ leaflet: true, templateId: 'leaflet', addedAt: 6 }),
      transcript(),
    ]);
    for (const at of [0, 1, 2]) edit(made, at);
    add(made);
    expect(
      made.notes
        .state(VISIT)
        .branches.slice(0, 3)
        .map((one) => one.sections[0]!.text),
    ).toEqual(['Fever, high; Since: 2 days', 'Fever, high', 'Fever, high']);
  });
});
