import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { canonical, saysTheSame } from '../../../../../main/features/notes/neutral.ts';
import type { NeutralEntity } from '../../../../../shared/model/export/export.ts';
import type { Difference } from '../../../../../shared/model/note/checks.ts';
import type { NoteState } from '../../../../../shared/model/note/note-versions.ts';
import { failureWith } from '../../../../support/failure.ts';
import { details, putState, visit } from '../../../../support/rows.ts';
import { seenIn } from '../../../../support/seen.ts';
import { document, fever, OTHER, type Rig, ready, transcript, VISIT } from '../support.ts';

const noteIn = (state: NoteState) => state.branches.find(({ id }) => id === state.note)!;
const sign = ({ notes }: Rig, looked: string[] = []) => {
  const state = notes.state(VISIT);
  const { id: branch, head: version } = noteIn(state);
  return notes.sign({ id: VISIT, branch, version, seen: seenIn(state), looked });
};
const type = ({ notes }: Rig, text: string) => {
  const { id: branch, rev, sections } = noteIn(notes.state(VISIT));
  notes.edit({
    id: VISIT,
    branch,
    rev,
    sections: sections.map((section, at) => (at === 0 ? { ...section, text } : section)),
  });
};
describe('what is signed', () => {
  test('is the version in hand with patient, doctor and decided codes, under the digest of exactly these words', () => {
    const made = ready({ decisions: () => [fever] });
    const { row } = { row: made.store.visits.get(VISIT)! };
    made.store.visits.change(VISIT, row.rev, {
      details: {
        ...row.details,
        patient: {
          name: 'Asha Practice',
          recordNumber: 'P-0001',
          birthDate: '1984-02-29',
          sex: 'female',
        },
      },
    });
    type(made, 'Fever for 4 days');
    const signed = sign(made);
    expect(signed).toMatchObject({
      visitId: VISIT,
      version: 2,
      who: 'clinic-17',
      practice: false,
      note: {
        id: signed.id,
        patient: {
          name: 'Asha Practice',
          mrn: 'P-0001',
          birthDate: '1984-02-29',
          gender: 'female',
        },
        practitioner: { name: 'Dr Meera Nair', id: 'KMC-12345' },
        sections: [
          { title: 'Chief complaint', text: 'Fever for 4 days' },
          { title: 'Plan', text: '• Paracetamol 500 mg twice a day' },
        ],
        entities: [fever],
        draft: false,
      },
    });
    expect(signed.sha256).toBe(createHash('sha256').update(canonical(signed.note)).digest('hex'));
    expect(made.store.visits.get(VISIT)).toMatchObject({
      state: 'reviewed',
      details: { signedAt: signed.at },
    });
    expect(made.notes.state(VISIT)).toMatchObject({
      signed: { id: signed.id, sha256: signed.sha256, changedSince: false },
      hindrances: [],
    });
  });

  test('has the digest of its words whatever order they were written in', () => {
    expect(canonical({ b: [1, { d: 'ज्वर', c: undefined }], a: null })).toBe(
      '{"a":null,"b":[1,{"d":"ज्वर"}]}',
    );
    expect(canonical({ a: 1, b: 2 })).toBe(canonical({ b: 2, a: 1 }));
  });

  test('is told by its EMR sections’ names', () => {
    const made = ready({}, [
      document({
        templateId: 'eka_emr_template',
        kind: 'emr',
        text: '{}',
        emr: { medications: [{ name: 'Paracetamol' }], careTeam: ['Sister Anna'] },
      }),
      transcript(),
    ]);
    expect(sign(made).note.sections).toEqual([
      { title: 'Medications', text: 'Paracetamol' },
      { title: 'Care team', text: 'Sister Anna' },
    ]);
  });

  test('keeps the draft that was signed, and the same once more is the same signature', () => {
    const made = ready();
    type(made, 'Fever for 4 days');
    const signed = sign(made);
    expect(noteIn(made.notes.state(VISIT)).versions.at(-1)).toMatchObject({
      number: 2,
      kept: true,
    });
    expect(sign(made)).toEqual(signed);
    expect(made.notes.signed(VISIT)).toEqual([signed]);
    expect(made.reopen().notes.signed(VISIT)).toEqual([signed]);
  });

  test('is signed anew where the doctor’s registration number was entered since, though the note says the same', () => {
    const made = ready();
    const first = sign(made);
    const { exportProfile } = made.store.settings.get();
    made.store.settings.change({
      exportProfile: { ...exportProfile, registrationNumber: 'KMC-99999' },
    });
    expect(made.notes.state(VISIT).signed).toMatchObject({ changedSince: false });
    const second = sign(made);
    expect(second.id).not.toBe(first.id);
    expect(second.note.practitioner).toEqual({ name: 'Dr Meera Nair', id: 'KMC-99999' });
    expect(sign(made)).toEqual(second);
  });
});

describe('a signature', () => {
  test('is never changed and never replaced: the database itself refuses, and so it does for a kept version', () => {
    const made = ready();
    type(made, 'Fever for 4 days');
    sign(made);
    const before = made.notes.signed(VISIT);
    const row = made.store.signatures.list(VISIT)[0]!;
    expect(() => made.store.signatures.add({ ...row, sha256: '0'.repeat(64) })).toThrow(
      failureWith('version-kept'),
    );
    expect(() =>
      made.store.noteVersions.put(VISIT, row.branch, {
        ...made.store.noteVersions.versions(VISIT, row.branch)[1]!,
        sections: [],
      }),
    ).toThrow(failureWith('version-kept'));
    made.store.close();
    const db = new Database(made.file);
    expect(() =>
      db.prepare('UPDATE signatures SET signature = ?').run(Buffer.from('other')),
    ).toThrow(/never changed/);
    expect(() => db.prepare('UPDATE signatures SET consultation_id = ?').run(OTHER)).toThrow(
      /never changed/,
    );
    expect(() =>
      db
        .prepare(
          "INSERT OR REPLACE INTO signatures (id, consultation_id, signature) SELECT id, consultation_id, x'00' FROM signatures",
        )
        .run(),
    ).toThrow(/never replaced/);
    expect(() =>
      db.prepare('UPDATE note_versions SET version = ? WHERE number = 2').run(Buffer.from('other')),
    ).toThrow(/never changed/);
    db.close();
    expect(made.reopen().notes.signed(VISIT)).toEqual(before);
  });

  test('has nothing of the note in clear on the disk', () => {
    const made = ready();
    type(made, 'Zyxcanary fever');
    const { sha256 } = sign(made);
    made.store.close();
    const db = new Database(made.file);
    const bytes = Buffer.from(db.serialize());
    db.close();
    expect(
      ['Zyxcanary', 'Asha', 'Paracetamol', sha256].filter((word) => bytes.includes(word)),
    ).toEqual([]);
  });

  test('goes with its visit, and with nothing less', () => {
    const made = ready();
    type(made, 'Fever for 4 days');
    const signed = sign(made);
    expect(() => made.store.visits.remove(VISIT)).toThrow();
    made.store.notes.remove(VISIT);
    made.store.visits.remove(VISIT);
    expect([
      made.store.signatures.get(signed.id),
      made.store.noteVersions.branches(VISIT),
      made.store.noteVersions.versions(VISIT, signed.branch),
    ]).toEqual([undefined, [], []]);
  });
});

describe('after signing', () => {
  test('an edit is a new version, and what was signed is told as changed since, until that is signed too', () => {
    const made = ready();
    const one = sign(made);
    type(made, 'Fever for 5 days');
    expect(made.notes.state(VISIT).signed).toMatchObject({ id: one.id, changedSince: true });
    expect(made.store.visits.get(VISIT)!.state).toBe('reviewed');
    const two = sign(made);
    expect([two.id === one.id, two.version, made.notes.state(VISIT).signed]).toEqual([
      false,
      2,
      expect.objectContaining({ id: two.id, changedSince: false }),
    ]);
    expect(made.notes.signed(VISIT).map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(made.notes.signed(VISIT)[1]).toEqual(one);
    expect(made.store.visits.get(VISIT)!.details.signedAt).toBe(one.at);
  });

  test('a code whose words the doctor took out, or turned into their contrary, does not leave with the note, and is told', () => {
    const plan: NeutralEntity = {
      ...fever,
      kind: 'diagnosis',
      text: 'Diabetes of another document',
    };
    const made = ready({ decisions: () => [fever, plan] });
    const decisionAfter = (text: string) => {
      type(made, text);
      const { uncoded } = made.notes.state(VISIT);
      return [sign(made).note.entities.map(({ decision }) => decision), uncoded];
    };
    expect(decisionAfter('Fever for 4 days, high')).toEqual([['accepted', 'accepted'], []]);
    expect(decisionAfter('No fever')).toEqual([['pending', 'accepted'], ['Fever']]);
    expect(decisionAfter('Feverish child')).toEqual([['pending', 'accepted'], ['Fever']]);
    expect(decisionAfter('Mother had fever')).toEqual([['pending', 'accepted'], ['Fever']]);
    expect(decisionAfter('Cough.\nfever  since Monday')).toEqual([['accepted', 'accepted'], []]);
    expect(decisionAfter('Cough')).toEqual([['pending', 'accepted'], ['Fever']]);
  });

  test('another decision about a code is a change, too; the hour and the doctor’s name are none', () => {
    let codes = [fever];
    const made = ready({ decisions: () => codes });
    const one = sign(made);
    made.clock.advance(3600_000);
    made.store.settings.change({
      exportProfile: { ...made.store.settings.get().exportProfile, doctorName: 'Dr M. Nair' },
    });
    expect(made.notes.state(VISIT).signed!.changedSince).toBe(false);
    codes = [{ ...fever, decision: 'rejected', codes: [] }];
    expect(made.notes.state(VISIT).signed!.changedSince).toBe(true);
    expect(saysTheSame(sign(made).note, one.note)).toBe(false);
  });

  test('the right patient is a new version of the same words, to be signed again', () => {
    const made = ready();
    const one = sign(made);
    const state = made.notes.correctPatient(VISIT, { name: 'Asha Rao', recordNumber: 'P-0002' });
    expect(noteIn(state)).toMatchObject({
      head: 2,
      versions: [{ made: 'platform' }, { number: 2, made: 'patient', kept: true }],
    });
    expect(state.signed).toMatchObject({ id: one.id, changedSince: true });
    expect(sign(made).note.patient).toEqual({ name: 'Asha Rao', mrn: 'P-0002' });
    expect(made.notes.signed(VISIT)[1]!.note.patient.name).toBe('Asha Practice');
  });

  test('a visit whose sound is erased is signed all the same, and stays erased', () => {
    const made = ready();
    made.store.visits.apply(VISIT, 1, 'sound-erased');
    sign(made);
    expect(made.store.visits.get(VISIT)).toMatchObject({
      state: 'purged',
      cameFrom: 'reviewed',
    });
  });
});

describe('nothing is signed', () => {
  const refusal = (made: Rig) => {
    try {
      sign(made);
      return 'signed';
    } catch (error) {
      return (error as { detail: string }).detail;
    }
  };
  const withSamples = (
    samples: number,
    documents = [document(), transcript()],
    imported = false,
  ) => {
    const made = ready({}, documents);
    made.store.visits.change(VISIT, 1, { details: details({ samples, imported }) });
    return made;
  };

  test('out of silence: no sound worth a word, an empty transcript, or a platform that heard no speech', () => {
    expect(refusal(withSamples(16_000))).toBe('no-speech');
    expect(refusal(withSamples(160_000, [document(), transcript(' … \n')]))).toBe('no-speech');
    expect(
      refusal(withSamples(160_000, [document({ warnings: ['no_speech: Nothing can be heard.'] })])),
    ).toBe('no-speech');
    expect(withSamples(16_000).notes.state(VISIT).hindrances).toEqual(['no-speech']);
    expect(refusal(withSamples(0, [document()], true))).toBe('signed');
    expect(refusal(withSamples(160_000, [document()]))).toBe('signed');
  });

  test('by nobody, by a doctor without a name, for nobody, or without a word', () => {
    const made = ready();
    made.account = 'signed-out';
    expect([refusal(made), made.notes.state(VISIT).hindrances]).toEqual([
      'sign-in-needed',
      ['sign-in'],
    ]);
    const nameless = ready();
    nameless.store.settings.change({
      exportProfile: { ...nameless.store.settings.get().exportProfile, doctorName: ' ' },
    });
    expect(refusal(nameless)).toBe('export-doctor-name');
    const empty = ready({}, [document({ text: 'x' }), transcript()]);
    type(empty, '');
    expect(refusal(empty)).toBe('note-empty');
    const nobody = ready();
    nobody.store.visits.change(VISIT, 1, {
      details: details({ samples: 160_000, patient: { name: '' } }),
    });
    expect(refusal(nobody)).toBe('export-patient-name');
    expect([made, nameless, empty, nobody].flatMap(({ notes }) => notes.signed(VISIT))).toEqual([]);
  });

  test('before every difference was looked at', () => {
    const difference = (id: string): Difference => ({
      id,
      kind: 'dose',
      section: '2',
      span: { start: 0, end: 1 },
      inNote: '500 mg',
      text: 'Paracetamol 500 mg',
    });
    const seen: unknown[] = [];
    const made = ready({
      checks: ({ transcript }) => {
        seen.push(transcript);
        return [difference('a'), difference('b'), { ...difference('c'), isUncertain: true }];
      },
    });
    expect(() => sign(made, ['a'])).toThrow(failureWith('not-looked-at'));
    // What is less certain need not be looked at, and is kept where it was.
    expect(sign(made, ['a', 'b', 'b']).looked).toEqual(['a', 'b']);
    expect(new Set(seen)).toEqual(new Set(['Doctor: since when? Patient: fever for three days.']));
  });

  test('that is not the newest version, not the note, or not whole yet', () => {
    const made = ready();
    const { id: branch } = noteIn(made.notes.state(VISIT));
    type(made, 'newer');
    const state = made.notes.state(VISIT);
    const first = { id: VISIT, version: 1, looked: [] };
    expect(() => made.notes.sign({ ...first, branch, seen: seenIn(state) })).toThrow(
      failureWith('stale'),
    );
    const said = state.branches[1]!.id;
    expect(() => made.notes.sign({ ...first, branch: said, seen: seenIn(state, said) })).toThrow(
      failureWith('not-the-note'),
    );
    putState(made.store, VISIT, { state: 'processing' });
    expect(refusal(made)).toBe('no-note-yet');
  });
});

test('two visits of one patient are joined by name, each knows the other, and it can be taken back', () => {
  const made = ready();
  made.store.visits.insert(
    visit(OTHER, {
      state: 'ready',
      details: details({
        samples: 160_000,
        patient: { name: 'asha  practice', recordNumber: 'P-0001' },
      }),
    }),
  );
  made.receive([document()], OTHER);
  expect(made.notes.join(VISIT, OTHER).joined).toEqual([OTHER]);
  expect(made.notes.join(VISIT, OTHER).joined).toEqual([OTHER]);
  expect(made.notes.state(OTHER).joined).toEqual([VISIT]);
  expect([made.notes.part(OTHER, VISIT).joined, made.notes.state(VISIT).joined]).toEqual([[], []]);
  made.notes.correctPatient(OTHER, { name: 'Ravi Practice' });
  expect(() => made.notes.join(VISIT, OTHER)).toThrow(failureWith('other-patient'));
  expect(() => made.notes.join(VISIT, VISIT)).toThrow(failureWith('same-visit'));
});
