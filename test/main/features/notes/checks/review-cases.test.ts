/** Differences that rules against false alarms must not silence, each beside what says the same. */
import { expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string) =>
  checks({ sections: [{ id: 'one', title: 'Plan', text: note }], transcript, language: 'en' }).map(
    ({ kind, inNote }) => [kind, inNote],
  );

test.each([
  ['Prednisolone 40 mg stat', 'Start prednisolone 40 mg from today, once a day.', 'frequency'],
  ['Prednisolone 40 mg stat', 'Take prednisolone 40 mg today, once a day.', 'frequency'],
  ['Prednisolone 40 mg stat', 'Take prednisolone 40 mg now.', ''],
  ['Prednisolone 40 mg stat, 20 mg OD', 'Prednisolone 40 mg now, then 20 mg once a day.', ''],
  ['Review in 1 week', 'See you in the first week of March.', 'number'],
  ['Ibuprofen 400 mg TDS for 1 week', 'Ibuprofen 400 mg three times a day for the first week.', ''],
  [
    'Levothyroxine 100 mcg Mon-Fri, 125 mcg Sat-Sun',
    'Levothyroxine 100 micrograms on weekdays and 125 on weekends.',
    '',
  ],
  [
    'Levothyroxine 125 mcg Mon-Fri, 100 mcg Sat-Sun',
    'Levothyroxine 100 micrograms on weekdays and 125 on weekends.',
    'dose',
  ],
  ['Warfarin 3 mg Mon-Sat, 5 mg Sun', 'Warfarin 3 mg daily except Sunday 5 mg.', ''],
  ['Warfarin 5 mg Mon-Sat, 3 mg Sun', 'Warfarin 3 mg daily except Sunday 5 mg.', 'dose'],
  [
    'Cataract surgery left eye',
    'There is a cataract in the right eye. Vision is 6/36 in the right and 6/6 in the left.',
    'side',
  ],
  [
    'Cataract surgery right eye',
    'There is a cataract in the right eye. Vision is 6/36 in the right and 6/6 in the left.',
    '',
  ],
  ['IOP RE 18, LE 24', 'The pressure of the right eye is 18, and 24 in the left.', ''],
  ['Pupils equal, oedema both LE', 'The pupils are equal. Oedema of both legs.', ''],
  ['Pupils equal, LE red', 'The pupils are equal. The right eye is red.', 'side'],
  ['Fever 1-2 days', 'Bukhar ek do din se hai.', ''],
  ['Fever 2-3 days', 'Fever do teen din se hai.', ''],
  ['Fever 10-15 days', 'Fever das pandrah din se hai.', ''],
  ['Fever 4-5 days', 'Fever do teen din se hai.', 'number'],
])('%s | %s: %s', (note, said, kind) => {
  const kinds = told(note, `Doctor: ${said}`).map(([its]) => its);
  if (kind === '') expect(kinds).toEqual([]);
  else expect(kinds).toContain(kind);
});

test('doses of insulin that changed places are told where the hour is none', () => {
  const said = 'Doctor: For the insulin we were at eight in the morning and six at night.';
  expect(told('Insulin 6 units mane 8 units nocte', said)).toEqual([
    ['dose', '6 units'],
    ['dose', '8 units'],
  ]);
  expect(told('Insulin 8 units mane 6 units nocte', said)).toEqual([]);
  expect(
    told('Insulin 10 units at 8 am', 'Doctor: Insulin ten units at eight in the morning.'),
  ).toEqual([]);
});

test.each(['daily (', 'daily, ', 'on ', 'the ', 'RE LE va '])(
  'a long text of “%s” is read to its end',
  (words) => {
    const long = words.repeat(Math.ceil(20_000 / words.length));
    const found = told(
      `Metformin 500 mg BD. ${long}`,
      `Doctor: Metformin 500 mg once a day. ${long}`,
    );
    expect(found.map(([kind]) => kind)).toContain('frequency');
  },
);
