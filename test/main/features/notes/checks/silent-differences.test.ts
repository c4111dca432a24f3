/** Differences that were once told of nothing, each beside wordings that say the same. */
import { describe, expect, test } from 'vitest';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const kinds = (note: string, transcript: string, title = 'Plan') =>
  checks({ sections: [{ id: 'one', title, text: note }], transcript, language: 'en' }).map(
    ({ kind }) => kind,
  );

describe('how often a week', () => {
  const often = (note: string, said: string) => kinds(`Tab Methotrexate 15 mg ${note}`, said);
  const weekly = [
    'once a week',
    'once in a week',
    'every week',
    'every Monday',
    'on Mondays',
    'only on Monday',
    'weekly once',
    'hafte mein ek baar',
    'har somvar',
    'हफ़्ते में एक बार',
  ];
  const daily = ['once daily', 'daily', 'OD', 'every day', '1-0-0', 'at night', 'roz'];

  test.each(weekly)('methotrexate "%s" is told of each note that has it daily', (words) => {
    for (const note of daily)
      expect([
        note,
        often(note, `Doctor: Take methotrexate 15 mg ${words}. Folic acid 5 mg daily, at night.`),
      ]).toEqual([note, expect.arrayContaining(['frequency'])]);
  });

  test.each(weekly)('methotrexate daily is told of a note that has it "%s"', (words) =>
    expect(often(words, 'Doctor: Take methotrexate 15 mg every day.')).toEqual(['frequency']),
  );

  test.each(weekly)('"%s" is weekly, in other words', (words) => {
    for (const note of weekly)
      expect([note, often(note, `Doctor: Take methotrexate 15 mg ${words}.`)]).toEqual([note, []]);
  });

  const three = [
    'every Monday, Wednesday and Friday',
    'on Mondays, Wednesdays and Fridays',
    'Mon/Wed/Fri',
    'Mon, Wed & Fri',
    'MWF',
    'three times a week',
    'thrice weekly',
  ];
  test.each(three)('"%s" is three times a week, and neither daily nor weekly', (words) => {
    for (const note of three) expect(often(note, `Methotrexate 15 mg ${words}.`)).toEqual([]);
    for (const note of ['every day', 'OD', 'weekly', 'twice a week']) {
      expect([note, often(note, `Methotrexate 15 mg ${words}.`)]).toEqual([note, ['frequency']]);
      expect([note, often(words, `Methotrexate 15 mg ${note}.`)]).toEqual([note, ['frequency']]);
    }
  });

  test.each([
    ['OD, review on Monday', 'Methotrexate 15 mg once a day. Come back next week.'],
    ['OD. Lab by Monday or Tuesday', 'Methotrexate 15 mg once a day.'],
    ['once a week on Sun', 'Methotrexate 15 mg once a week, on Sundays.'],
    ['OD', 'I saw him on Monday and he said methotrexate 15 mg, one tablet daily.'],
    ['OD, clinic Monday to Friday', 'Methotrexate 15 mg once a day, we are open Monday to Friday.'],
    ['BD', 'Methotrexate 15 mg daily twice.'],
    ['TDS', 'Methotrexate 15 mg daily thrice, the sun makes it worse.'],
  ])('nothing is told of "%s" where "%s" was said', (note, said) =>
    expect(often(note, said)).toEqual([]),
  );

  test.each([
    ['every Tuesday', 'every Friday'],
    ['Mon/Wed/Fri', 'Tuesday, Thursday and Saturday'],
    ['MWF', 'TTS'],
    ['every Wednesday', 'har guruvar'],
    ['except Sunday', 'every day except Saturday'],
    ['except Sunday', 'every day'],
    ['daily', 'every day except Sunday'],
    ['weekly, every Friday', 'weekly on Tuesday'],
    ['once a week on Friday', 'once a week, Tuesday'],
    ['once weekly (Fri)', 'every Tuesday'],
    ['every Friday', 'once a week for now, every Tuesday'],
    ['Friday, once a week', 'har hafte mangalvaar'],
    ['Mon to Fri', 'daily'],
    ['daily, Mon-Fri', 'every day'],
    ['OD Mon – Fri', 'every day'],
    ['Monday to Friday', 'Monday to Saturday'],
    ['fortnightly', 'once a week'],
    ['every two weeks', 'every week'],
    ['alternate weeks', 'once a month'],
  ])('"%s" is not "%s"', (one, other) => {
    expect(often(one, `Methotrexate 15 mg ${other}.`)).toEqual(['frequency']);
    expect(often(other, `Methotrexate 15 mg ${one}.`)).toEqual(['frequency']);
  });

  test.each([
    ['every Tuesday', 'har mangalvaar'],
    ['Tue, Thu, Sat', 'Tuesday Thursday Saturday'],
    ['Tues & Thurs', 'on Tuesdays and Thursdays'],
    ['MWF', 'Monday, Wednesday and Friday'],
    ['weekly on Tuesday', 'once a week, every Tuesday'],
    ['weekly (Tue)', 'every Tuesday'],
    ['weekly', 'weekly on Tuesday'],
    ['every Sunday', 'one day in the week, Sunday'],
    ['once a week', 'one day in the week'],
    ['Mon to Fri', 'daily, from Monday to Friday'],
    ['Mon–Fri', 'somvaar se shukravaar'],
    ['Mon to Fri', 'Monday, Tuesday, Wednesday, Thursday and Friday'],
    ['except Sunday', 'every day except on Sundays'],
    ['fortnightly', 'every two weeks'],
    ['every other week', 'alternate weeks'],
  ])('"%s" is "%s"', (one, other) => {
    expect(often(one, `Methotrexate 15 mg ${other}.`)).toEqual([]);
    expect(often(other, `Methotrexate 15 mg ${one}.`)).toEqual([]);
  });

  test('"daily twice" is not once', () =>
    expect(often('OD', 'Methotrexate 15 mg daily twice.')).toEqual(['frequency']));
});
