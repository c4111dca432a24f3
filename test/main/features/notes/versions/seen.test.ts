/**
 * A signature falls on what was in view or on nothing: whatever comes between the sight and the
 * click, the words, the patient, the codes and the name that are signed are those that were shown.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NeutralEntity } from '../../../../../shared/model/export/export.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import type { NoteState } from '../../../../../shared/model/note/note-versions.ts';
import { failureWith } from '../../../../support/failure.ts';
import { seenIn } from '../../../../support/seen.ts';
import { document, fever, type Rig, ready, transcript, VISIT } from '../support.ts';

type Desk = { entities: readonly NeutralEntity[] };
const open = (): { readonly made: Rig; readonly desk: Desk } => {
  const desk: Desk = { entities: [] };
  return { made: ready({ decisions: () => desk.entities }), desk };
};
const noteIn = ({ branches, note }: NoteState) => branches.find(({ id }) => id === note)!;
const sign = ({ notes }: Rig, shown: NoteState) => {
  const { id: branch, head: version } = noteIn(shown);
  return notes.sign({ id: VISIT, branch, version, seen: seenIn(shown), looked: [] });
};
/** In another window. */
const type = ({ notes }: Rig, text: string) => {
  const { id: branch, rev, sections } = noteIn(notes.state(VISIT));
  notes.edit({ id: VISIT, branch, rev, sections: sections.with(0, { ...sections[0]!, text }) });
};
const written = (text: string): NoteDocument[] => [
  document({ text: `## Chief complaint\n- ${text}` }),
  transcript(),
];
const rename = ({ notes }: Rig, name: string) => notes.correctPatient(VISIT, { name });
const nameDoctor = ({ store }: Rig, doctorName: string) => {
  const { exportProfile } = store.settings.get();
  store.settings.change({ exportProfile: { ...exportProfile, doctorName } });
};

describe('after the doctor had the note in view', () => {
  test.each<[string, (made: Rig, desk: Desk) => unknown]>([
    ['the platform sends other words under the same number', (made) => made.receive(written('B'))],
    [
      'the machine writes its document anew',
      ({ notes, store }) =>
        notes.replace({ ...store.notes.get(VISIT)!, documents: written('Cough') }),
    ],
    ['another window takes a code', (_, desk) => (desk.entities = [fever])],
    ['the patient becomes another', (made) => rename(made, 'Ravi Practice')],
    ['the signer becomes another', (made) => nameDoctor(made, 'Dr B. Rao')],
    [
      'the dictionary writes another word',
      ({ store }) =>
        store.settings.change({
          phrases: { dot: [], dictionary: [{ heard: 'Fever', written: 'Pyrexia' }] },
        }),
    ],
  ])('%s: nothing is signed before it was read again', (_, change) => {
    const { made, desk } = open();
    const shown = made.notes.state(VISIT);
    change(made, desk);
    expect(() => sign(made, shown)).toThrow();
    expect(made.store.signatures.list(VISIT)).toEqual([]);
    expect(sign(made, made.notes.state(VISIT)).visitId).toBe(VISIT);
  });

  test('a draft whose words another window replaced under the same number is not signed', () => {
    const { made } = open();
    type(made, 'Fever for 3 days');
    const shown = made.notes.state(VISIT);
    type(made, 'Fever for 30 days');
    expect(noteIn(made.notes.state(VISIT)).head).toBe(noteIn(shown).head);
    expect(() => sign(made, shown)).toThrow(failureWith('changed-since-seen'));
  });

  test('what changes nothing that is signed does not stand in the way', () => {
    const { made } = open();
    type(made, 'Fever for 4 days');
    const shown = made.notes.state(VISIT);
    const { id: branch } = noteIn(shown);
    made.notes.keep({ id: VISIT, branch });
    made.store.settings.change({ theme: 'dark' });
    expect(sign(made, shown).note.sections[0]?.text).toBe('Fever for 4 days');
  });
});

test('whatever happens between sight and click, what is signed is what was seen', () => {
  const act = fc.constantFrom('type', 'receive', 'rename', 'code', 'name', 'keep', 'look');
  const word = fc.constantFrom('A', 'B', 'C');
  fc.assert(
    fc.property(fc.array(fc.tuple(act, word), { maxLength: 8 }), (acts) => {
      const { made, desk } = open();
      let shown = made.notes.state(VISIT);
      let codes = desk.entities;
      let patient = made.store.visits.get(VISIT)?.details.patient.name;
      let doctor = made.store.settings.get().exportProfile.doctorName;
      for (const [what, text] of acts) {
        if (what === 'type') type(made, text);
        if (what === 'receive') made.receive(written(text));
        if (what === 'rename') rename(made, text);
        if (what === 'code') desk.entities = text === 'A' ? [] : [{ ...fever, text }];
        if (what === 'name') nameDoctor(made, text);
        if (what === 'keep') made.notes.keep({ id: VISIT, branch: noteIn(shown).id });
        if (what !== 'look') continue;
        shown = made.notes.state(VISIT);
        codes = desk.entities;
        patient = made.store.visits.get(VISIT)?.details.patient.name;
        doctor = made.store.settings.get().exportProfile.doctorName;
      }
      let signed: ReturnType<typeof sign>;
      try {
        signed = sign(made, shown);
      } catch (error) {
        expect(['stale', 'changed-since-seen']).toContain((error as { detail: string }).detail);
        expect(made.store.signatures.list(VISIT)).toEqual([]);
        return;
      }
      expect(signed.note.sections.map(({ text }) => text)).toEqual(
        noteIn(shown).sections.map(({ text }) => text),
      );
      expect(signed.note.entities.map(({ text }) => text)).toEqual(codes.map(({ text }) => text));
      expect(signed.note.patient.name).toBe(patient);
      expect(signed.note.practitioner.name).toBe(doctor);
    }),
    { numRuns: 150 },
  );
});

test('a patient that another window corrected while a form stood open is not written over', () => {
  const { made } = open();
  const { notes, store } = made;
  const now = () => store.visits.get(VISIT)?.details.patient;
  const was = now()!;
  const theirs = { ...was, recordNumber: 'P-0009' };
  const ours = { ...was, name: 'Asha Rao' };
  notes.correctPatient(VISIT, theirs, was);
  expect(() => notes.correctPatient(VISIT, ours, was)).toThrow(failureWith('stale'));
  expect(now()).toEqual(theirs);
  // The answer was lost, and the same is asked again.
  expect(() => notes.correctPatient(VISIT, theirs, was)).not.toThrow();
  notes.correctPatient(VISIT, { ...theirs, name: 'Asha Rao' }, theirs);
  expect(now()).toEqual({ ...theirs, name: 'Asha Rao' });
});

test('a signature stands by the same text only while words and codes are those that were signed, whoever the patient is', () => {
  const { made, desk } = open();
  const standing = () => made.notes.state(VISIT).signed;
  sign(made, made.notes.state(VISIT));
  expect(standing()).toMatchObject({ changedSince: false, sameText: true });
  rename(made, 'Ravi Practice');
  expect(standing()).toMatchObject({ changedSince: true, sameText: true });
  desk.entities = [fever];
  expect(standing()).toMatchObject({ changedSince: true, sameText: false });
  desk.entities = [];
  expect(standing()).toMatchObject({ changedSince: true, sameText: true });
  type(made, 'Fever for 30 days');
  expect(standing()).toMatchObject({ changedSince: true, sameText: false });
});
