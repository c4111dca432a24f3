/** Days of the week on which a medicine is taken, left out, or taken in another dose. */
import { expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string) =>
  checks({ sections: [{ id: 'one', title: 'Plan', text: note }], transcript, language: 'en' })
    .filter(({ kind }) => ['frequency', 'dose', 'number'].includes(kind))
    .map(({ kind, inNote }) => [kind, inNote]);

const ON_MONDAY = 'Methotrexate 15 mg every Monday.';
const FOLIC = 'Doctor: Take folic acid 5 mg';

test.each([
  [
    'Folic acid 5 mg OD except methotrexate day',
    `${FOLIC} once a day except on the methotrexate day.`,
  ],
  ['Folic acid 5 mg OD except MTX day', `${FOLIC} daily, but not on the day of methotrexate.`],
  ['Folic acid 5 mg six days a week', `${FOLIC} daily, not on the methotrexate day.`],
  ['Folic acid 5 mg OD except MTX day', `${FOLIC} daily except Monday. ${ON_MONDAY}`],
  ['Folic acid 5 mg OD except Mon', `${ON_MONDAY} ${FOLIC} daily except on methotrexate day.`],
  ['Folic acid 5 mg weekly, day after MTX', `${FOLIC} the day after methotrexate.`],
  ['Furosemide 40 mg Mon-Fri', 'Doctor: Take furosemide 40 mg on weekdays.'],
  ['Furosemide 40 mg on weekdays', 'Doctor: Take furosemide 40 mg from Monday to Friday.'],
  ['Furosemide 40 mg on Sat and Sun', 'Doctor: Take furosemide 40 mg only on weekends.'],
  ['Digoxin 0.25 mg 5 days/week', 'Doctor: Digoxin 0.25 mg five days a week.'],
  ['Digoxin 0.25 mg five days a week', 'Doctor: Digoxin five days a week. The dose is 0.25 mg.'],
  [
    'Warfarin 5 mg Mon-Fri, 2.5 mg Sat/Sun',
    'Doctor: Warfarin 5 mg on weekdays, 2.5 mg on weekends.',
  ],
  [
    'Warfarin 5 mg Mon-Fri, 2.5 mg Sat/Sun',
    'Doctor: Warfarin on weekdays 5 mg, on weekends 2.5 mg.',
  ],
  ['Headaches 5 days a week', 'Patient: I have headaches about five days a week.'],
])('nothing is told: %s | %s', (note, said) => expect(told(note, said)).toEqual([]));

test.each([
  ['Folic acid 5 mg OD', `${FOLIC} once a day except on the methotrexate day.`, 'frequency'],
  ['Folic acid 5 mg OD except methotrexate day', `${FOLIC} once a day.`, 'frequency'],
  ['Folic acid 5 mg weekly', `${FOLIC} daily, except on the methotrexate day.`, 'frequency'],
  ['Folic acid 5 mg OD except Tuesday', `${FOLIC} daily except Monday. ${ON_MONDAY}`, 'frequency'],
  ['Furosemide 40 mg OD', 'Doctor: Take furosemide 40 mg on weekdays.', 'frequency'],
  ['Furosemide 40 mg on weekdays', 'Doctor: Take furosemide 40 mg every day.', 'frequency'],
  ['Furosemide 40 mg on weekends', 'Doctor: Take furosemide 40 mg on weekdays.', 'frequency'],
  ['Digoxin 0.25 mg OD', 'Doctor: Digoxin 0.25 mg five days a week.', 'frequency'],
  ['Digoxin 0.25 mg 5 days a week', 'Doctor: Digoxin 0.25 mg six days a week.', 'frequency'],
  ['Headaches 3 days a week', 'Patient: I have headaches about five days a week.', 'number'],
])('is told: %s | %s', (note, said, kind) =>
  expect(told(note, said).map(([one]) => one)).toEqual([kind]),
);

test.each([
  [
    'Warfarin 2.5 mg on weekdays, 5 mg on weekends',
    'Warfarin 5 mg on weekdays, 2.5 mg on weekends',
  ],
  ['Warfarin 2.5 mg Mon-Fri, 5 mg Sat/Sun', 'Warfarin 5 mg on weekdays and 2.5 mg on weekends'],
  [
    'Warfarin 2.5 mg Mon/Wed/Fri, 5 mg Tue/Thu',
    'Warfarin 5 mg MWF, 2.5 mg on Tuesdays and Thursdays',
  ],
])('doses that changed places between days are told: %s | %s', (note, said) =>
  expect(told(note, `Doctor: ${said}.`)).toEqual([
    ['dose', '2.5 mg'],
    ['dose', '5 mg'],
  ]),
);
