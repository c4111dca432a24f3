/** A note that was worked on here is signed without an account; every other rule holds. */
import { expect, test } from 'vitest';
import { failureWith } from '../../../../support/failure.ts';
import { details } from '../../../../support/rows.ts';
import { seenIn } from '../../../../support/seen.ts';
import { type Rig, ready, VISIT } from '../support.ts';

function signedOut(worksHere?: true): Rig {
  const made = ready();
  made.account = 'signed-out';
  made.store.visits.change(VISIT, 1, { details: details({ samples: 160_000, worksHere }) });
  return made;
}
const sign = ({ notes }: Rig) => {
  const state = notes.state(VISIT);
  const { branches, note } = state;
  const { id: branch, head: version } = branches.find(({ id }) => id === note)!;
  return notes.sign({ id: VISIT, branch, version, seen: seenIn(state), looked: [] });
};

test('nobody has to be signed in, and nobody signs under an account that is not open', () => {
  const made = signedOut(true);
  expect(made.notes.state(VISIT).hindrances).toEqual([]);
  expect(sign(made)).toMatchObject({ who: 'person', note: { practitioner: {} } });
});

test('an account that is open stands with the signature', () => {
  const made = signedOut(true);
  made.account = 'signed-in';
  expect(sign(made).who).toBe('clinic-17');
});

test('the doctor’s name is needed all the same', () => {
  const made = signedOut(true);
  made.store.settings.change({
    exportProfile: { ...made.store.settings.get().exportProfile, doctorName: ' ' },
  });
  expect(made.notes.state(VISIT).hindrances).toEqual(['doctor-name']);
  expect(() => sign(made)).toThrow(failureWith('export-doctor-name'));
});

test('a visit of a platform still asks for its account', () => {
  expect(signedOut().notes.state(VISIT).hindrances).toEqual(['sign-in']);
});
