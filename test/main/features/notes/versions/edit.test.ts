/** Rules of editing at their limits, and what a visit knows of its note. */
import { describe, expect, test } from 'vitest';
import { failure, failureWith } from '../../../../support/failure.ts';
import { details, visit } from '../../../../support/rows.ts';
import { seenIn } from '../../../../support/seen.ts';
import { document, OTHER, type Rig, ready, transcript, VISIT } from '../support.ts';

const THIRD = '3c9d5a10-18b2-4a6d-8f0e-2b1c7d9e4f55';
const first = ({ notes }: Rig) => notes.state(VISIT).branches[0]!;
const type = (made: Rig, text: string) => {
  const { id: branch, rev, sections } = first(made);
  const [one, ...more] = sections;
  return made.notes.edit({ id: VISIT, branch, rev, sections: [{ ...one!, text }, ...more] });
};
const versions = (made: Rig) => first(made).versions.map(({ number, kept }) => [number, kept]);

describe('a draft', () => {
  test('goes on for five minutes after the last word, and not a moment longer', () => {
    const made = ready();
    type(made, 'Fever');
    made.clock.advance(5 * 60_000);
    type(made, 'Fever and cough');
    expect(versions(made)).toEqual([
      [1, true],
      [2, false],
    ]);
    // Each word begins the five minutes anew.
    made.clock.advance(5 * 60_000);
    type(made, 'Fever and cough, dry');
    expect(versions(made)).toHaveLength(2);
    made.clock.advance(5 * 60_000 + 1);
    type(made, 'Fever and cough, at night');
    expect(versions(made)).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(first(made).versions[2]).toMatchObject({ basedOn: 2, made: 'edit', author: 'doctor' });
  });

  test('belongs to who typed last, at that time', () => {
    const made = ready();
    type(made, 'Fever');
    made.clock.advance(60_000);
    type(made, 'Fever, high');
    expect(first(made).versions[1]).toMatchObject({ at: made.clock.now(), who: 'clinic-17' });
  });

  test('that says what stood before it is dropped, and its number is free again', () => {
    const made = ready();
    const before = first(made).sections[0]!.text;
    type(made, 'x');
    type(made, before);
    const rev = first(made).rev;
    const kept = made.notes.keep({ id: VISIT, branch: first(made).id });
    expect([kept.versions.length, kept.head, kept.rev]).toEqual([1, 1, rev + 1]);
    type(made, 'Cough');
    expect(versions(made)).toEqual([
      [1, true],
      [2, false],
    ]);
  });
});

describe('those who watch a note', () => {
  test('are told of each change, and of nothing else', () => {
    const made = ready();
    const { id: branch } = first(made);
    const told = (run: () => void) => {
      made.told.length = 0;
      run();
      return made.told.length;
    };
    expect(told(() => made.notes.keep({ id: VISIT, branch }))).toBe(0);
    expect(told(() => type(made, 'Fever'))).toBe(1);
    expect(told(() => type(made, 'Fever'))).toBe(0);
    expect(told(() => made.notes.keep({ id: VISIT, branch }))).toBe(1);
    const restore = (version: number) =>
      told(() => made.notes.restore({ id: VISIT, branch, rev: first(made).rev, version }));
    expect(restore(2)).toBe(0);
    expect(restore(1)).toBe(1);
    expect(told(() => made.notes.choose({ id: VISIT, branch }))).toBe(1);
  });
});

describe('restoring', () => {
  test('of a draft’s own words makes them a version', () => {
    const made = ready();
    type(made, 'Fever');
    made.notes.keep({ id: VISIT, branch: first(made).id });
    type(made, 'Cough');
    const { id: branch, rev } = first(made);
    const found = made.notes.restore({ id: VISIT, branch, rev, version: 3 });
    expect(found.versions.map(({ made: how, kept }) => [how, kept])).toEqual([
      ['platform', true],
      ['edit', true],
      ['edit', true],
      ['restore', true],
    ]);
  });

  test('is refused for a version that is not there, a transcript, and after another window', () => {
    const made = ready();
    const [note, said] = made.notes.state(VISIT).branches;
    const restore = (branch: string, rev: number, version: number) => () =>
      made.notes.restore({ id: VISIT, branch, rev, version });
    type(made, 'Fever');
    expect(restore(note!.id, 0, 1)).toThrow(
      expect.objectContaining({
        code: 'busy',
        message: 'This note was changed in another window. Look again, then repeat what you did.',
      }),
    );
    expect(restore(note!.id, 1, 9)).toThrow(failure('missing', 'no-version'));
    expect(restore(said!.id, 0, 1)).toThrow(
      expect.objectContaining({ code: 'refused', message: 'What was said stays as it was said.' }),
    );
    expect(restore('gone', 0, 1)).toThrow(failure('missing', 'no-branch'));
  });
});

describe('a visit', () => {
  test('without a note, and one that is not there, are told apart', () => {
    const made = ready();
    made.store.visits.insert(visit(OTHER, { state: 'processing', details: details() }));
    expect(() => made.notes.state(OTHER)).toThrow(failure('refused', 'no-note-yet'));
    expect(() => made.notes.state(THIRD)).toThrow(failure('missing', 'no-consultation'));
    expect(() => made.notes.signed(THIRD)).toThrow(failure('missing', 'no-consultation'));
  });

  test('whose documents are all without a note has nothing to sign', () => {
    const made = ready({}, [transcript()]);
    expect(made.notes.state(VISIT)).toMatchObject({ hindrances: ['empty'], uncoded: [] });
    expect(made.notes.state(VISIT).note).toBeUndefined();
    expect(() => made.notes.draft(VISIT)).toThrow(failureWith('not-the-note'));
  });

  test('whose other document says the same is not signed by the signature of the first', () => {
    const made = ready({}, [document(), document(), transcript()]);
    const [one, two] = made.notes.state(VISIT).branches;
    const sign = (branch: string) =>
      made.notes.sign({
        id: VISIT,
        branch,
        version: 1,
        seen: seenIn(made.notes.state(VISIT), branch),
        looked: [],
      });
    const signed = sign(one!.id);
    expect(made.notes.state(VISIT).signed).toMatchObject({ id: signed.id, changedSince: false });
    expect(made.notes.choose({ id: VISIT, branch: two!.id }).signed).toMatchObject({
      id: signed.id,
      changedSince: true,
      sameText: false,
    });
    const again = sign(two!.id);
    expect([again.id === signed.id, again.branch]).toEqual([false, two!.id]);
    expect(made.notes.state(VISIT).signed).toMatchObject({ changedSince: false });
  });

  test('is joined with several others, and parted from one of them alone', () => {
    const made = ready();
    for (const id of [OTHER, THIRD]) {
      made.store.visits.insert(visit(id, { state: 'ready', details: details() }));
      made.receive([document()], id);
    }
    made.notes.join(VISIT, OTHER);
    expect(made.notes.join(VISIT, THIRD).joined).toEqual([OTHER, THIRD]);
    expect(made.notes.state(OTHER).joined).toEqual([VISIT]);
    made.told.length = 0;
    expect(made.notes.part(VISIT, OTHER).joined).toEqual([THIRD]);
    expect(made.told).toEqual([OTHER, VISIT]);
    expect([made.notes.state(OTHER).joined, made.notes.state(THIRD).joined]).toEqual([[], [VISIT]]);
  });

  test('shows of those it is joined with only what is still there', () => {
    const made = ready();
    made.store.visits.insert(visit(OTHER, { state: 'ready', details: details() }));
    made.receive([document()], OTHER);
    made.notes.join(VISIT, OTHER);
    made.store.notes.remove(OTHER);
    made.store.visits.remove(OTHER);
    expect(made.notes.state(VISIT).joined).toEqual([]);
  });

  test('whose patient is put right gets the new version in the document that was signed', () => {
    const made = ready({}, [document(), document(), transcript()]);
    const [one, two] = made.notes.state(VISIT).branches;
    made.notes.choose({ id: VISIT, branch: two!.id });
    made.notes.sign({
      id: VISIT,
      branch: two!.id,
      version: 1,
      seen: seenIn(made.notes.state(VISIT), two!.id),
      looked: [],
    });
    const { branches } = made.notes.correctPatient(VISIT, { name: 'Ravi Practice' });
    expect(branches.map(({ id, head }) => [id, head]).slice(0, 2)).toEqual([
      [one!.id, 1],
      [two!.id, 2],
    ]);
  });

  test('whose patient is put right keeps the draft of the signed note as a version below', () => {
    const made = ready();
    const { id: branch } = first(made);
    made.notes.sign({
      id: VISIT,
      branch,
      version: 1,
      seen: seenIn(made.notes.state(VISIT)),
      looked: [],
    });
    type(made, 'Fever for 4 days');
    made.notes.correctPatient(VISIT, { name: 'Ravi Practice' });
    expect(first(made).versions.map(({ made: how, kept }) => [how, kept])).toEqual([
      ['platform', true],
      ['edit', true],
      ['patient', true],
    ]);
    expect(first(made).sections[0]!.text).toBe('Fever for 4 days');
  });
});

describe('a draft of the note', () => {
  test('is the version in the editor as it would be signed, and says that it is a draft', () => {
    const made = ready();
    type(made, 'Fever for 4 days');
    const { branch, version, note } = made.notes.draft(VISIT);
    expect([branch, version]).toEqual([first(made).id, 2]);
    expect(note).toMatchObject({
      id: VISIT,
      draft: true,
      title: 'Clinical note',
      patient: { name: 'Asha Practice', mrn: 'P-0001' },
      practitioner: { name: 'Dr Meera Nair', id: 'KMC-12345' },
      sections: [{ text: 'Fever for 4 days' }, {}],
    });
    expect(note).not.toHaveProperty('signedAt');
  });

  test('has no title where the platform only has its own id for it', () => {
    const name = 'clinical_notes_template';
    expect(ready({}, [document({ name })]).notes.draft(VISIT).note.title).toBe('');
  });
});

describe('what keeps a note from being signed', () => {
  const refusal = (made: Rig) => {
    const { id: branch, head: version } = first(made);
    try {
      made.notes.sign({
        id: VISIT,
        branch,
        version,
        seen: seenIn(made.notes.state(VISIT), branch),
        looked: [],
      });
      return undefined;
    } catch (error) {
      return error;
    }
  };

  test('is told with what to do', () => {
    const out = ready();
    out.account = 'signed-out';
    expect(refusal(out)).toMatchObject({
      code: 'signed-out',
      message: expect.stringContaining('Sign in'),
    });
    const blank = ready();
    const { id: branch, sections } = first(blank);
    blank.notes.edit({
      id: VISIT,
      branch,
      rev: 0,
      sections: sections.map((one) => ({ ...one, text: ' \n' })),
    });
    expect(refusal(blank)).toMatchObject({
      code: 'refused',
      detail: 'note-empty',
      message: expect.stringContaining('no words'),
    });
    const nameless = ready();
    nameless.store.settings.change({
      exportProfile: { ...nameless.store.settings.get().exportProfile, doctorName: '' },
    });
    expect(refusal(nameless)).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Settings'),
    });
    const nobody = ready();
    nobody.store.visits.change(VISIT, 1, {
      details: details({ samples: 160_000, patient: { name: ' ' } }),
    });
    expect(refusal(nobody)).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Enter the name'),
    });
    const silent = ready();
    silent.store.visits.change(VISIT, 1, { details: details({ samples: 10 }) });
    expect(refusal(silent)).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('Nothing was said'),
    });
    expect(() => ready().notes.keep({ id: VISIT, branch: 'gone' })).toThrow(
      'no longer part of the note',
    );
  });
});

describe('two versions', () => {
  test('of one document are compared section by section, whatever their titles became', () => {
    const made = ready();
    const { id: branch, sections } = first(made);
    const [one, ...more] = sections;
    made.notes.edit({
      id: VISIT,
      branch,
      rev: 0,
      sections: [{ ...one!, title: 'Complaint' }, ...more],
    });
    expect(
      made.notes
        .diff(VISIT, { branch, version: 1 }, { branch, version: 2 })
        .map((each) => [each.kind, each.titleBefore]),
    ).toEqual([
      ['changed', 'Chief complaint'],
      ['same', undefined],
    ]);
  });

  test('of different documents are compared by the names of their sections', () => {
    const made = ready({}, [
      document(),
      document({ text: '## PLAN\n- Rest', templateId: 'other' }),
      transcript(),
    ]);
    const [one, two] = made.notes.state(VISIT).branches;
    const found = made.notes.diff(
      VISIT,
      { branch: one!.id, version: 1 },
      { branch: two!.id, version: 1 },
    );
    expect(found.map(({ title, kind }) => [title, kind])).toEqual([
      ['Chief complaint', 'removed'],
      ['PLAN', 'changed'],
    ]);
  });
});
