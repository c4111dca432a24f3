/** What a signature is refused for, whom a change is told to, and which codes leave with a note. */
import { describe, expect, test } from 'vitest';
import { nothingSaid, transcriptOf } from '../../../../../main/features/notes/speech.ts';
import { withoutSuperseded } from '../../../../../main/features/notes/versions/superseded.ts';
import type { NeutralEntity } from '../../../../../shared/model/export/export.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import { details, putState, visit } from '../../../../support/rows.ts';
import { seenIn } from '../../../../support/seen.ts';
import { document, OTHER, type Rig, ready, transcript, VISIT } from '../support.ts';

const noteIn = ({ notes }: Rig, id = VISIT) => {
  const state = notes.state(id);
  return state.branches.find((one) => one.id === state.note)!;
};
const sign = (made: Rig) => {
  const { id: branch, head: version } = noteIn(made);
  return made.notes.sign({
    id: VISIT,
    branch,
    version,
    seen: seenIn(made.notes.state(VISIT)),
    looked: [],
  });
};

describe('a signature', () => {
  test.each(['ready', 'partial', 'reviewed', 'purged'] as const)('is given while %s', (state) => {
    const made = ready();
    putState(made.store, VISIT, { state });
    expect(sign(made).visitId).toBe(VISIT);
  });

  test.each(['sealed', 'uploading', 'processing', 'attention', 'discarded'] as const)(
    'is refused while %s, and nothing is stored of it',
    (state) => {
      const made = ready();
      putState(made.store, VISIT, { state });
      expect(() => sign(made)).toThrow(
        expect.objectContaining({
          code: 'refused',
          message: 'The note of this visit is not whole yet. Sign it when it is here.',
        }),
      );
      expect(made.store.signatures.has(VISIT)).toBe(false);
    },
  );

  test('is told once, to those who watch the note and those who watch the visit', () => {
    const visits: string[] = [];
    const made = ready({ visitChanged: (id) => void visits.push(id) });
    made.told.length = 0;
    const first = sign(made);
    expect([made.told, visits]).toEqual([[VISIT], [VISIT]]);
    expect(sign(made).id).toBe(first.id);
    expect([made.told, visits]).toEqual([[VISIT], [VISIT]]);
  });

  test('keeps the time of the first one with the visit, and the branch of the last', () => {
    const made = ready();
    const first = sign(made);
    made.clock.advance(60_000);
    const { id: branch, rev, sections } = noteIn(made);
    made.notes.edit({ id: VISIT, branch, rev, sections: [{ ...sections[0]!, text: 'Other' }] });
    const second = sign(made);
    expect(second.id).not.toBe(first.id);
    expect(second.at).toBe(first.at + 60_000);
    expect(made.store.visits.get(VISIT)!.details).toMatchObject({
      signedAt: first.at,
      noteBranch: branch,
    });
    expect(made.notes.signed(VISIT).map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test('belongs to its own visit alone', () => {
    const made = ready();
    made.store.visits.insert(visit(OTHER, { state: 'ready', details: details() }));
    made.receive([document()], OTHER);
    const signed = sign(made);
    expect(made.notes.signed(OTHER)).toEqual([]);
    expect(made.notes.state(OTHER).signed).toBeUndefined();
    const { id: branch } = noteIn(made, OTHER);
    expect(branch).not.toBe(signed.branch);
    expect(() =>
      made.notes.sign({
        id: OTHER,
        branch: signed.branch,
        version: 1,
        seen: seenIn(made.notes.state(OTHER)),
        looked: [],
      }),
    ).toThrow();
    expect(made.store.signatures.has(OTHER)).toBe(false);
  });
});

describe('nothing was said', () => {
  const said = (documents: NoteDocument[], samples = 160_000, imported = false) =>
    !nothingSaid({ documents }, { samples, imported });

  test('in less than two seconds, unless an imported file does not tell its length', () => {
    expect(said([document()], 31_999)).toBe(false);
    expect(said([document()], 32_000)).toBe(true);
    expect(said([document()], 0, true)).toBe(true);
    expect(said([document()], 100, true)).toBe(false);
    expect(said([document()], 0, false)).toBe(false);
  });

  test('where every transcript is without a word; one that failed tells nothing', () => {
    expect(said([document(), transcript(' … \n')])).toBe(false);
    expect(said([document(), transcript('7')])).toBe(true);
    expect(said([document(), transcript(' … '), transcript('क')])).toBe(true);
    expect(said([document(), { ...transcript(' '), status: 'failure' }])).toBe(true);
    expect(said([document(), { ...transcript(), text: undefined }])).toBe(true);
    expect(said([document({ text: ' … ' })])).toBe(true);
  });

  test.each(['no_speech', 'No speech was heard', 'error: NO-SPEECH.', 'nospeech'])(
    'where the platform says so of every document: %s',
    (line) => {
      expect(said([document({ warnings: [line] })])).toBe(false);
      expect(said([document({ errors: ['other', line] }), transcript()])).toBe(true);
      expect(said([document({ errors: [line] }), document({ warnings: [line] })])).toBe(false);
    },
  );

  test('is not concluded from other words, nor from no documents', () => {
    expect(said([document({ warnings: ['casino speech', 'no speeches'] })])).toBe(true);
    expect(said([])).toBe(true);
  });

  test('the transcript is all that came of it, or undefined', () => {
    const of = (documents: NoteDocument[]) => transcriptOf({ documents });
    expect(of([document(), transcript('one'), transcript('two')])).toBe('one\ntwo');
    expect(of([document()])).toBeUndefined();
    expect(of([{ ...transcript(), text: undefined }])).toBeUndefined();
  });
});

describe('a code', () => {
  const entity = (text: string, over: Partial<NeutralEntity> = {}): NeutralEntity => ({
    kind: 'symptom',
    text,
    decision: 'accepted',
    codes: [],
    negated: false,
    suspected: false,
    performed: false,
    components: [],
    ...over,
  });
  const section = (text: string) => [{ id: 's', title: '', text }];
  const kept = (before: string, after: string, text = 'Fever') =>
    withoutSuperseded([entity(text)], section(before), section(after)).uncoded.length === 0;

  test.each([
    ['Fever for 3 days', 'Fever for 3 days'],
    ['Fever for 3 days', 'High   FEVER since Monday'],
    ['Fever', 'Cough\nFever'],
    ['No fever', 'There is no fever'],
    // Its words never stood in this document: they are those of another one of the visit.
    ['Cough', 'Cough'],
  ])('stays where its words stand as before: %s | %s', (before, after) =>
    expect(kept(before, after)).toBe(true),
  );

  test.each([
    ['Fever for 3 days', 'Cough'],
    ['Fever for 3 days', 'No fever'],
    ['Fever', 'Fever?'],
    ['Fever', 'Fever ruled out'],
    ['Fever', 'History of fever'],
    ['Fever', 'Mother had fever'],
    ['Fever', 'feverfew'],
    ['Fever', 'hayfever'],
    ['Fever', 'बुखार नहीं fever'],
    ['No fever', 'Fever'],
    ['No fever', 'No history of fever'],
  ])('waits for a person where they were taken out or turned round: %s | %s', (before, after) =>
    expect(kept(before, after)).toBe(false),
  );

  test('is known by its words, whatever blanks stand between them', () => {
    expect(kept('Chest   pain', 'Cough', 'Chest pain')).toBe(false);
    expect(kept('Chest pain', 'Cough', 'Chest \t pain')).toBe(false);
    expect(kept('Chest pain', 'Chest   pain', 'Chest pain')).toBe(true);
  });

  test('of each entity is judged by itself; one that a person left open stays open', () => {
    const all = [entity('Fever'), entity('Cough'), entity('Rash', { decision: 'rejected' })];
    const { entities, uncoded } = withoutSuperseded(
      all,
      section('Fever, cough, rash'),
      section('Cough'),
    );
    expect(entities.map(({ decision }) => decision)).toEqual(['pending', 'accepted', 'rejected']);
    expect(uncoded).toEqual(['Fever']);
    expect(
      withoutSuperseded([entity('Fever'), entity('Fever')], section('Fever'), section('')).uncoded,
    ).toEqual(['Fever']);
  });
});

describe('the patient of a visit', () => {
  const pair = (patient: { name: string; recordNumber?: string }) => {
    const made = ready();
    made.store.visits.insert(visit(OTHER, { state: 'ready', details: details({ patient }) }));
    made.receive([document()], OTHER);
    return made;
  };

  test('is the same by name and number, whatever the blanks and capitals', () => {
    expect(
      pair({ name: ' ASHA   practice ', recordNumber: 'p-0001 ' }).notes.join(VISIT, OTHER).joined,
    ).toEqual([OTHER]);
  });

  test('is the same by name alone where neither visit has a number', () => {
    const made = pair({ name: 'Asha Practice', recordNumber: ' ' });
    made.notes.correctPatient(VISIT, { name: 'Asha Practice' });
    expect(made.notes.join(VISIT, OTHER).joined).toEqual([OTHER]);
  });

  test.each([
    { name: 'Asha Practice' },
    { name: 'Asha Practice', recordNumber: 'P-0002' },
    { name: 'AshaPractice', recordNumber: 'P-0001' },
  ])('is another in %j, and may be parted all the same', (patient) => {
    const made = pair(patient);
    expect(() => made.notes.join(VISIT, OTHER)).toThrow(
      expect.objectContaining({
        detail: 'other-patient',
        message: 'These visits are not of the same patient. Correct the patient first.',
      }),
    );
    expect(made.notes.part(VISIT, OTHER).joined).toEqual([]);
  });

  test('corrected after signing is a version of its own; before, the visit alone changes', () => {
    const visits: string[] = [];
    const made = ready({ visitChanged: (id) => void visits.push(id) });
    made.told.length = 0;
    made.notes.correctPatient(VISIT, { name: 'Ravi Practice' });
    expect([made.told, visits]).toEqual([[VISIT], [VISIT]]);
    expect(noteIn(made).versions).toHaveLength(1);
    sign(made);
    made.notes.correctPatient(VISIT, { name: 'Asha Practice' });
    expect(noteIn(made).versions.at(-1)).toMatchObject({
      made: 'patient',
      author: 'doctor',
      kept: true,
      number: 2,
      basedOn: 1,
    });
    expect(made.notes.state(VISIT).signed).toMatchObject({ changedSince: true });
  });
});
