/** A draft of this computer beside the note of the platform: a branch of its own, never the note. */
import { expect, test } from 'vitest';
import type { NoteBranch } from '../../../../../shared/model/note/note-versions.ts';
import { failureWith } from '../../../../support/failure.ts';
import { details, visit } from '../../../../support/rows.ts';
import { seenIn } from '../../../../support/seen.ts';
import { document, type Rig, ready, rig, transcript, VISIT } from '../support.ts';

const DRAFTED = [
  document({ text: '## Complaints\n- I have fever', writtenHere: { speech: 'small' } }),
  { ...transcript('[00:00] I have fever'), writtenHere: { speech: 'small' } },
];

const draftHere = ({ store, clock }: Rig) =>
  store.fallbackDrafts.make({
    visitId: VISIT,
    documents: DRAFTED,
    receivedAt: clock.now(),
    practice: false,
  });

/** The platform is out of reach; there is a draft. */
function waiting(over: Parameters<typeof rig>[0] = {}): Rig {
  const made = rig(over);
  made.store.visits.insert(
    visit(VISIT, {
      state: 'uploading',
      hold: 'offline',
      details: details({ samples: 160_000 }),
    }),
  );
  draftHere(made);
  return made;
}

const drafts = ({ notes }: Rig): readonly NoteBranch[] =>
  notes.state(VISIT).branches.filter(({ fallback }) => fallback);
const textOf = ({ sections }: NoteBranch) => sections.map(({ text }) => text).join();

/** As the editor does. */
function edit({ notes }: Rig, { id: branch, rev, sections }: NoteBranch, text: string): void {
  notes.edit({
    id: VISIT,
    branch,
    rev,
    sections: sections.map((section) => ({ ...section, text })),
  });
  notes.keep({ id: VISIT, branch });
}

test('a visit that waits shows its draft, what wrote it, and no note', () => {
  const made = waiting();
  const { branches, note, signed } = made.notes.state(VISIT);
  expect(note).toBeUndefined();
  expect(signed).toBeUndefined();
  expect(
    branches.map(({ purpose, document: place, fallback }) => [purpose, place, fallback]),
  ).toEqual([
    ['note', undefined, { by: { speech: 'small' }, remarks: [] }],
    ['transcript', undefined, { by: { speech: 'small' }, remarks: [] }],
  ]);
});

test('the draft’s transcript says what the recogniser was unsure of, and its note is marked there', () => {
  const made = rig();
  made.store.visits.insert(
    visit(VISIT, { state: 'uploading', hold: 'offline', details: details({ samples: 160_000 }) }),
  );
  const doubts = [{ kind: 'name', words: 'Dolo', line: 0, back: 4, heard: 'dollar' }] as const;
  made.store.fallbackDrafts.make({
    visitId: VISIT,
    documents: [
      document({
        text: '## Complaints\n- I take Dolo',
        writtenHere: { speech: 'small' },
        doubtfulLines: [{ text: 'I take Dolo', places: [{ start: 7, end: 11, doubt: 0 }] }],
      }),
      { ...transcript('[00:00] I take Dolo'), writtenHere: { speech: 'small' }, doubts },
    ],
    receivedAt: made.clock.now(),
    practice: false,
  });
  const [note, spoken] = drafts(made) as [NoteBranch, NoteBranch];
  expect(spoken.fallback?.doubts).toEqual(doubts);
  expect(note.fallback?.doubts).toBeUndefined();
  const found = made.notes.checks(VISIT, { branch: note.id, version: note.head });
  expect(found.filter(({ kind }) => kind === 'heard')).toMatchObject([{ inNote: 'Dolo' }]);
});

test('without a draft a visit that waits has no note, as ever', () => {
  const made = rig();
  made.store.visits.insert(visit(VISIT, { state: 'uploading', hold: 'offline' }));
  expect(() => made.notes.state(VISIT)).toThrow(failureWith('no-note-yet'));
});

test('the platform’s note becomes the note; the draft stays beside it as it was edited, and neither is in the other', () => {
  const made = waiting();
  edit(made, drafts(made)[0]!, 'I have fever. Asked about sleep.');
  made.receive([document(), transcript()]);
  const { branches, note } = made.notes.state(VISIT);
  const shown = branches.find(({ id }) => id === note)!;
  expect(shown.fallback).toBeUndefined();
  expect(textOf(shown)).toContain('Fever for 3 days');
  expect(textOf(shown)).not.toContain('sleep');
  expect(shown.versions).toHaveLength(1);
  const [draft] = drafts(made);
  expect(textOf(draft!)).toBe('I have fever. Asked about sleep.');
  expect(draft!.versions.map(({ author }) => author)).toEqual(['machine', 'doctor']);
  // It can be compared with the note, and edited on.
  const at = { branch: draft!.id, version: draft!.head };
  const kinds = made.notes
    .diff(VISIT, at, { branch: shown.id, version: shown.head })
    .map(({ kind }) => kind);
  expect(kinds).toContain('removed');
  edit(made, draft!, 'More.');
  expect(textOf(made.notes.state(VISIT).branches.find(({ id }) => id === note)!)).toBe(
    textOf(shown),
  );
});

test('a draft is never signed and never chosen to be the note, before and after the platform’s note', () => {
  const before = waiting();
  const after = ready();
  draftHere(after);
  for (const made of [before, after]) {
    const [{ id: branch, head: version }] = drafts(made) as [NoteBranch];
    const at = { id: VISIT, branch };
    expect(() =>
      made.notes.sign({
        ...at,
        version,
        seen: seenIn(made.notes.state(VISIT), branch),
        looked: [],
      }),
    ).toThrow(failureWith('draft-not-signed'));
    expect(made.store.signatures.list(VISIT)).toEqual([]);
  }
  const [{ id: branch }] = drafts(after) as [NoteBranch];
  expect(() => after.notes.choose({ id: VISIT, branch })).toThrow(failureWith('draft-not-signed'));
});

test('what needs the platform’s note does not take a draft for it', () => {
  const { notes } = waiting();
  expect(() => notes.draft(VISIT)).toThrow(failureWith('no-note-yet'));
  expect(() => notes.correctPatient(VISIT, { name: 'Another' })).toThrow(
    failureWith('no-note-yet'),
  );
  expect(() => notes.join(VISIT, VISIT)).toThrow(failureWith('no-note-yet'));
});

test('the platform’s note is signed as ever, and the draft changes nothing of the signature', () => {
  const made = ready();
  draftHere(made);
  const { note, branches } = made.notes.state(VISIT);
  const { id: branch, head: version } = branches.find(({ id }) => id === note)!;
  const signed = made.notes.sign({
    id: VISIT,
    branch,
    version,
    seen: seenIn(made.notes.state(VISIT)),
    looked: [],
  });
  expect(JSON.stringify(signed.note)).not.toContain('I have fever');
  edit(made, drafts(made)[0]!, 'Changed after the signature.');
  expect(made.notes.state(VISIT).signed).toMatchObject({ changedSince: false });
});

test('a draft is held against its own transcript, and the note against the platform’s', () => {
  const asked: (string | undefined)[] = [];
  const made = ready({
    checks: ({ transcript: said }) => {
      asked.push(said);
      return [];
    },
  });
  draftHere(made);
  const { note } = made.notes.state(VISIT);
  const [{ id: branch }] = drafts(made) as [NoteBranch];
  made.notes.checks(VISIT, { branch, version: 1 });
  made.notes.checks(VISIT, { branch: note!, version: 1 });
  expect(asked).toEqual([
    '[00:00] I have fever',
    'Doctor: since when? Patient: fever for three days.',
  ]);
  expect(made.notes.transcript(VISIT, branch)).toBe('[00:00] I have fever');
});

test('a draft that was edited is there also when its first words do not open', () => {
  const made = waiting();
  edit(made, drafts(made)[0]!, 'Edited.');
  made.receive([document(), transcript()]);
  made.store.fallbackDrafts.remove(VISIT);
  expect(drafts(made).map(textOf)).toEqual(['Edited.']);
  expect(made.notes.state(VISIT).note).not.toBe(drafts(made)[0]!.id);
});
