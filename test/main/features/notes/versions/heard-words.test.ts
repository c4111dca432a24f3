/** Words of which the recogniser was unsure, from the note that was written to the signed one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { certainOf, type Difference } from '../../../../../shared/model/note/checks.ts';
import type { Doubt, DoubtfulLine } from '../../../../../shared/model/note/doubts.ts';
import { failureWith } from '../../../../support/failure.ts';
import { seenIn } from '../../../../support/seen.ts';
import { document, type Rig, ready, transcript, VISIT } from '../support.ts';

const FEVER = 'Fever for thirty days.';
const TAKES = 'I take paracetamol twice daily.';
const doubts: Doubt[] = [
  { kind: 'number', words: 'thirty', line: 0, back: 12 },
  { kind: 'name', words: 'paracetamol', line: 1, back: 24, heard: 'perch tomal' },
  { kind: 'word', words: 'daily', line: 1, back: 6 },
];
const lines: DoubtfulLine[] = [
  { text: FEVER, places: [{ doubt: 0, start: 10, end: 16 }] },
  {
    text: TAKES,
    places: [
      { doubt: 1, start: 7, end: 18 },
      { doubt: 2, start: 25, end: 30 },
    ],
  },
];
const documents = () => [
  document({
    text: `## Complaints\n- ${FEVER}\n- No cough.\n\n## Medicines\n- ${TAKES}`,
    doubtfulLines: lines,
  }),
  { ...transcript(`[00:00] ${FEVER}\n[00:04] ${TAKES}`), doubts },
];
const open = () => ready({}, documents());

const noteIn = ({ notes }: Rig) => {
  const state = notes.state(VISIT);
  const found = state.branches.find(({ id }) => id === state.note);
  if (!found) throw new Error('There is no note.');
  return found;
};
const checks = (made: Rig) => {
  const { id: branch, head: version } = noteIn(made);
  return made.notes.checks(VISIT, { branch, version });
};
const write = (made: Rig, change: (text: string, section: number) => string) => {
  const { id: branch, rev, sections } = noteIn(made);
  made.notes.edit({
    id: VISIT,
    branch,
    rev,
    sections: sections.map((one, at) => ({ ...one, text: change(one.text, at) })),
  });
};
const words = (made: Rig) => checks(made).map(({ inNote }) => inNote);

test('a doubted number, and a name that was put in, are to be looked at where they stand', () => {
  const made = open();
  const found = checks(made);
  expect(found).toMatchObject([
    {
      kind: 'heard',
      inNote: 'thirty',
      text: `• ${FEVER}`.replace('• ', ''),
      inTranscript: { text: 'thirty', span: { start: 18, end: 24 } },
    },
    {
      kind: 'heard',
      inNote: 'paracetamol',
      putIn: { heard: 'perch tomal', doubt: 1 },
      inTranscript: { text: 'paracetamol' },
    },
    { kind: 'heard', inNote: 'daily', isUncertain: true },
  ]);
  const texts = new Map(noteIn(made).sections.map(({ id, text }) => [id, text]));
  for (const { section, span, inNote } of found)
    expect(texts.get(section)?.slice(span.start, span.end)).toBe(inNote);
  expect(certainOf(found)).toHaveLength(2);
});

test('the note is not signed before they are looked at, and what is signed has the words alone', () => {
  const made = open();
  const { id: branch, head: version } = noteIn(made);
  const sign = (looked: readonly string[]) =>
    made.notes.sign({
      id: VISIT,
      branch,
      version,
      seen: seenIn(made.notes.state(VISIT), branch),
      looked: [...looked],
    });
  expect(() => sign([])).toThrow(failureWith('not-looked-at'));
  const [one, other] = certainOf(checks(made)).map(({ id }) => id);
  expect(() => sign([one ?? ''])).toThrow(failureWith('not-looked-at'));
  const { note } = sign([one ?? '', other ?? '']);
  expect(note.sections.map(({ text }) => text)).toEqual([`• ${FEVER}\n• No cough.`, `• ${TAKES}`]);
  expect(JSON.stringify(note)).not.toMatch(/perch|doubt|heard/);
});

test('who words it anew has decided; who writes beside it has not', () => {
  const made = open();
  write(made, (text) => text.replace('Fever for', 'High fever for').replace('I take', 'Takes'));
  expect(words(made)).toEqual(['thirty', 'paracetamol', 'daily']);
  write(made, (text) => text.replace('thirty', 'three'));
  expect(words(made)).toEqual(['paracetamol', 'daily']);
});

test('where a doubted number was worded anew, that the transcript says another one need not be looked at', () => {
  const check = (inNote: string, text: string, start: number): Difference => ({
    id: inNote,
    kind: 'number',
    section: '1',
    span: { start: 0, end: inNote.length },
    inNote,
    inTranscript: { text, span: { start, end: start + text.length } },
    text: inNote,
  });
  const made = ready(
    { checks: () => [check('three', 'thirty days', 18), check('twice', 'twice', 50)] },
    documents(),
  );
  const certain = () => certainOf(checks(made)).map(({ inNote }) => inNote);
  // What nobody worded anew is held against the transcript as ever.
  expect(certain()).toEqual(['thirty', 'paracetamol', 'three', 'twice']);
  write(made, (text) => text.replace('thirty', 'three'));
  expect(certain()).toEqual(['paracetamol', 'twice']);
});

test('a line that is moved to another section takes its doubts along', () => {
  const made = open();
  write(made, (text, at) => (at === 0 ? text.replace(`• ${FEVER}\n`, '') : `${text}\n• ${FEVER}`));
  const found = checks(made).find(({ inNote }) => inNote === 'thirty');
  expect(found?.section).toBe(noteIn(made).sections[1]?.id);
});

test('a restart knows them as before', () => {
  const made = open();
  const before = checks(made);
  expect(checks(made.reopen())).toEqual(before);
});

const NAME = { doubt: 1, heard: 'perch tomal' };

test('a number that means other words in a transcript that came meanwhile takes nothing back', () => {
  const made = open();
  const before = made.notes.state(VISIT);
  for (const heard of ['thirty', 'perch', ''])
    expect(() => made.notes.takeBack(VISIT, { ...NAME, heard })).toThrow(
      failureWith('no-such-words'),
    );
  expect(made.notes.state(VISIT)).toEqual(before);
});

test('a name is taken back in transcript and note, once, and the other words stay doubted', () => {
  const made = open();
  const state = made.notes.takeBack(VISIT, NAME);
  const { documents: after } = made.store.notes.get(VISIT) ?? { documents: [] };
  expect(after[1]?.text).toBe(`[00:00] ${FEVER}\n[00:04] I take perch tomal twice daily.`);
  // What the machine wrote stays; the change is the doctor's.
  expect(after[0]?.text).toContain('paracetamol');
  const note = noteIn(made);
  expect(note.sections[1]?.text).toBe('• I take perch tomal twice daily.');
  expect(note.versions.at(-1)).toMatchObject({ author: 'doctor', made: 'edit' });
  expect(words(made)).toEqual(['thirty', 'daily']);
  for (const { inTranscript } of checks(made))
    expect(after[1]?.text?.slice(inTranscript?.span.start, inTranscript?.span.end)).toBe(
      inTranscript?.text,
    );
  // The answer was lost, and it is asked again.
  expect(made.notes.takeBack(VISIT, NAME)).toEqual(state);
  expect(noteIn(made).rev).toBe(note.rev);
  expect(() => made.notes.takeBack(VISIT, { ...NAME, doubt: 9 })).toThrow(
    failureWith('no-such-words'),
  );
});

test('a name that was taken back and comes again with an older version is to be looked at', () => {
  const made = open();
  made.notes.takeBack(VISIT, NAME);
  made.notes.keep({ id: VISIT, branch: noteIn(made).id });
  const { id: branch, rev } = noteIn(made);
  made.notes.restore({ id: VISIT, branch, rev, version: 1 });
  expect(certainOf(checks(made)).map(({ inNote }) => inNote)).toEqual(['thirty', 'paracetamol']);
});

test('whatever is written into the note, a doubt stands at its own words or is gone', () => {
  const made = open();
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.nat(60), fc.nat(8), (typed, at, cut) => {
      const { sections } = noteIn(made);
      write(made, (text, section) =>
        section === 0 ? text.slice(0, at) + typed + text.slice(at + cut) : text,
      );
      const texts = new Map(noteIn(made).sections.map(({ id, text }) => [id, text]));
      const found = checks(made);
      for (const { section, span, inNote } of found) {
        expect(texts.get(section)?.slice(span.start, span.end)).toBe(inNote);
        expect(['thirty', 'paracetamol', 'daily']).toContain(inNote);
      }
      // The other section is as it was.
      expect(found.map(({ inNote }) => inNote)).toEqual(
        expect.arrayContaining(['paracetamol', 'daily']),
      );
      write(made, (_text, section) => sections[section]?.text ?? '');
    }),
    { numRuns: 60 },
  );
});
