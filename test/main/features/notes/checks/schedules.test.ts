/** The time of day behind a dose, in the words of notes, of speech and of Hindi-English. */
import { describe, expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string) =>
  checks({ sections: [{ id: 'one', title: 'Plan', text: note }], transcript, language: 'en' })
    .filter(({ kind }) => kind !== 'number')
    .map(({ kind }) => kind);
const often = (note: string, said: string) =>
  told(`Tab Amlodipine 5 mg ${note}`, `Doctor: amlodipine 5 mg ${said}.`);

const times = {
  morning: [
    'morning',
    'OD morning',
    'once daily (morning)',
    '- morning',
    'early morning',
    'mane',
    'AM',
    'QAM',
    '1-0-0',
    'in the morning',
    'at 8 am',
    'subah',
    'subah ko',
    'savere',
    'सुबह',
  ],
  noon: ['noon', 'once a day, afternoon', 'at noon', 'at 2 pm', '0-1-0', 'dopahar'],
  night: [
    'night',
    'once a day at night',
    'evening',
    'daily, evening',
    'at bedtime',
    'nocte',
    'HS',
    'qHS',
    'PM',
    'QPM',
    'at 9 pm',
    'raat ko',
    'sone se pehle',
    'सोते समय',
  ],
};
const all = Object.entries(times).flatMap(([part, words]) => words.map((one) => [part, one]));

test.each(all)(
  '%s: "%s" is told of each note that has another time, and of no other',
  (part, said) => {
    for (const [its = '', note = ''] of all)
      expect([note, often(note, said)]).toEqual([note, its === part ? [] : ['frequency']]);
  },
);

describe('a time behind a dose', () => {
  test.each(['OD', 'once a day', 'daily'])('is one time a day, as "%s"', (note) => {
    expect(often(note, 'morning')).toEqual([]);
    expect(often('morning', note)).toEqual([]);
  });
  test('is told where the note invented it', () =>
    expect(often('morning', 'as I told you')).toEqual(['frequency']));
  test('is one of two where another stands beside it', () => {
    expect(often('BD', 'morning and night')).toEqual([]);
    expect(often('morning, 5 mg night', 'morning and night')).toEqual([]);
  });
});

test.each([
  ['at night. Morning stiffness.', 'at night. The stiffness is there in the morning'],
  ['at night. Daily morning walk.', 'at night. Go for a walk'],
  ['at night, daily evening walk', 'at night, and walk'],
  ['at night', 'at night. I saw him kal subah'],
  ['at night', 'at night. He had it this morning'],
])('another thing has the time: %s | %s', (note, said) => expect(often(note, said)).toEqual([]));

describe('an hour of the clock', () => {
  const all = (note: string, said: string) =>
    checks({
      sections: [{ id: 'one', title: 'Plan', text: `Tab Amlodipine 5 mg ${note}` }],
      transcript: `Doctor: amlodipine 5 mg ${said}.`,
      language: 'en',
    }).map(({ kind, inNote }) => [kind, inNote]);
  test.each([
    ['at 10 pm', 'at night'],
    ['at 10 pm', 'at bedtime, every day'],
    ['at 8 am', 'in the morning'],
    ['at 10 pm', 'at 10 p.m.'],
    ['at night', 'at 10 pm'],
    ['OD at 8 am', 'once a day at eight in the morning'],
    ['OD 8 am', 'at 8 in the morning'],
    ['at 8 am', "at eight o'clock in the morning"],
    ['at 8 am', 'at eight every morning'],
    ['every morning', 'at 8 every morning'],
    ['at 10 pm', 'at ten at night'],
    ['at 10 pm', 'at ten pm'],
    ['HS', 'at ten pm'],
    ['HS', 'at nine thirty pm'],
    ['at 9:30 pm', 'at nine thirty at night'],
    ['BD', 'at nine in the morning and at nine at night'],
    ['0-1-0', 'at two pm'],
  ])('is no amount: "%s" where "%s" was said', (note, said) => expect(all(note, said)).toEqual([]));
  test('is told where another hour was said', () =>
    expect(all('at 10 pm', 'at 8 pm')).toEqual([['number', '10']]));
  test.each([
    ['at 8 pm', 'at eight in the morning', 'frequency', 'at 8 pm'],
    ['at 8 am', 'at eight in the evening', 'frequency', 'at 8 am'],
    ['in the morning', 'at ten pm', 'frequency', 'in the morning'],
    ['at 6 am', 'at eight in the morning', 'number', '6'],
  ])('is told where it is another one: "%s" for "%s"', (note, said, kind, inNote) =>
    expect(all(note, said)).toEqual([[kind, inNote]]),
  );
  test('is an amount where something is kept at it', () =>
    expect(
      checks({
        sections: [{ id: 'one', title: 'Plan', text: 'Insulin 12 units morning, 10 units night' }],
        transcript: 'Doctor: Keep the insulin at ten in the morning and twelve at night.',
        language: 'en',
      }).map(({ kind }) => kind),
    ).toEqual(['dose', 'dose']));
});
