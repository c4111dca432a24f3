/** Single wordings that the larger sets of this folder happen not to hold. */
import { describe, expect, test } from 'vitest';
import { impliedActions } from '../../../../../main/features/notes/checks/actions.ts';
import { drugs } from '../../../../../main/features/notes/checks/drugs.ts';
import { quantities } from '../../../../../main/features/notes/checks/quantities.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const told = (note: string, transcript: string, title = 'Plan') =>
  checks({ sections: [{ id: 'one', title, text: note }], transcript, language: 'en' }).map(
    ({ kind, inNote }) => [kind, inNote],
  );
const never = () => false;

describe('names of medicines', () => {
  test('a dose that begins with a point makes a word behind a form a named medicine', () => {
    expect(drugs('Tab Zolmist .5 mg', never, false)).toEqual([
      { name: 'zolmist', isNamed: true, start: 4, end: 11 },
    ]);
    expect(drugs('Tab Zolmist at night', never, false)).toMatchObject([{ isNamed: false }]);
  });

  test.each(['Captopril', 'Tabrecta', 'Injectafer', 'Syrosingopine', 'Capsaicin'])(
    'in a list, %s is a medicine although it begins as a form does',
    (name) => {
      expect(drugs(`${name} 25`, never, true)).toMatchObject([{ name: name.toLowerCase() }]);
      expect(drugs(`Tab ${name} 25`, never, true)).toMatchObject([{ name: name.toLowerCase() }]);
    },
  );

  test('a name that the note writes one letter short is not missing from it', () => {
    const said = 'Doctor: Take amlodipine 5 mg once a day.';
    expect(told('Amlodipin once a day', said)).toEqual([]);
    expect(told('Walks once a day', said)).not.toEqual([]);
  });
});

describe('amounts', () => {
  test.each(['uh', 'uhh', 'uhhh', 'um', 'ummm', 'er', 'erm'])(
    '"every %s, six hours" is four times a day',
    (sound) => {
      expect(quantities(`Take it every ${sound}, six hours`)).toMatchObject([
        { kind: 'frequency', value: 4 },
      ]);
    },
  );

  test('"750 mL of ORS" counts beside what is said behind the name', () => {
    const said = 'Doctor: Give 750 mL of ORS now, 200 mL after each stool.';
    expect(told('ORS 750 mL now, 200 mL after each stool', said)).toEqual([]);
    expect(told('ORS 700 mL now, 200 mL after each stool', said)).not.toEqual([]);
  });

  test.each([
    ['GCS 15/15', 'GCS 13 out of 15', 'GCS fifteen out of fifteen'],
    ['Pain 10/10', 'the pain is eight out of ten', 'How bad is it? Ten.'],
    ['Power 5/5', 'power is 3/5', 'power is five by five'],
  ])('the best of a score is no value: %s', (note, other, same) => {
    expect(told(note, other, 'Exam').map(([kind]) => kind)).toEqual(['number']);
    expect(told(note, same, 'Exam')).toEqual([]);
  });

  test('the volume of a syrup’s strength is not the amount that is given', () => {
    const said = (strength: string, amount: string) =>
      `Doctor: Amoxicillin ${strength}, give ${amount} three times a day.`;
    const note = 'Amoxicillin 250 mg/5 ml, 5 ml three times a day';
    expect(told(note, said('250 milligrams per 5 ml', '5 ml'))).toEqual([]);
    expect(told(note, said('250 mg in 5 ml', '5 ml'))).toEqual([]);
    expect(told(note, said('250 milligrams per 5 ml', '10 ml'))).toEqual([['dose', '5 ml']]);
    expect(told(note, said('250 milligrams per 10 ml', '5 ml'))).toEqual([['number', '5 ml']]);
    expect(told(note, said('125 milligrams per 5 ml', '5 ml'))).toEqual([['dose', '250 mg']]);
  });

  test('doses of morning and night that changed places are told, also where no medicine is named', () => {
    const said = 'Doctor: Take two tablets in the morning and one tablet at night.';
    const doses = (note: string) => told(note, said).filter(([kind]) => kind === 'dose');
    expect(doses('Metformin: one tablet in the morning and two tablets at night')).toEqual([
      ['dose', 'one tablet'],
      ['dose', 'two tablets'],
    ]);
    expect(doses('Metformin: two tablets in the morning and one tablet at night')).toEqual([]);
  });

  test.each(['30 units AM, 16 units PM', '30 IU a.m. and 16 IU p.m.', '30-0-16', '30-0-16 units'])(
    'insulin that changed its times is told of "%s"',
    (note) => {
      const swapped = '16 units in the morning and 30 units at night';
      const same = 'thirty units before breakfast and sixteen units before dinner';
      expect(told(`Inj insulin ${note}`, `Take insulin ${swapped}.`)).toContainEqual([
        'dose',
        /^30(?:-0-16| units| IU)/.exec(note)?.[0],
      ]);
      expect(told(`Inj insulin ${note}`, `Take insulin ${same}.`)).toEqual([]);
    },
  );

  test('three amounts of a day are told from a date by a zero or their unit', () => {
    const parts = (text: string) => quantities(text).flatMap((one) => one.parts ?? []);
    expect(parts('20-0-10')).toEqual([20, 0, 10]);
    expect(parts('10 - 6 - 12 units')).toEqual([10, 6, 12]);
    for (const date of ['10-6-12', '20-10-2026', '2026-10-20', '20-0-10-5', '98-0-10/2', '4-0-2.5'])
      expect([date, parts(date)]).toEqual([date, []]);
  });
});

describe('a medicine that is named without a word of what is done with it', () => {
  const acts = (before: string) => {
    const text = `${before} ibuprofen`;
    const start = text.length - 'ibuprofen'.length;
    return impliedActions(text, [{ name: 'ibuprofen', start, end: text.length }], []);
  };
  const words = `no not nor never nil without stop stopped stopping avoid avoided avoiding off allergic
    allergy instead rather replace replaced replacing change changed changing switch switched
    switching discontinue discontinued held hold previous previously past used tried was were`;

  test.each(words.split(/\s+/))('is not taken behind "%s"', (word) => {
    expect(acts(`${word} the`)).toEqual([]);
    expect(acts(`She ${word.toUpperCase()} her`)).toEqual([]);
  });

  test.each(['Nocturnal pain:', 'The household has', 'Paste,', 'A knot and', 'Coffee,', 'Casino,'])(
    'is taken behind "%s", which only holds the letters of such a word',
    (before) => {
      expect(acts(before)).toMatchObject([{ act: 'take', isImplied: true }]);
    },
  );

  test.each(['No fever. Then', 'No fever; then', 'No fever\nThen'])(
    'is taken behind "%s": the sentence with such a word has ended',
    (before) => {
      expect(acts(before)).toMatchObject([{ act: 'take' }]);
    },
  );
});

describe('an allergy that is asked for behind another one', () => {
  const asked = 'Doctor: Are you allergic to penicillin?\nPatient: No.\n';
  const kinds = (note: string, said: string) =>
    told(note, said, 'Allergies').filter(([kind]) => kind === 'allergy');

  test.each([
    'Doctor: And sulfa?\nPatient: Yes, I get a rash.',
    'Doctor: What about sulfa drugs? Patient: Yes.',
    'Doctor: Sulfa? Patient: Yeah.',
  ])('is told where it is missing: %s', (more) =>
    expect(kinds('NKDA', asked + more)).toContainEqual(['allergy', 'NKDA']),
  );

  test.each([
    'Doctor: And sulfa?\nPatient: No.',
    'Doctor: Metformin? Patient: Yes, 500 mg.',
    'Doctor: And sulfa?\nPatient: I do not know.',
    `${'Doctor: Now let us talk of your knee. '.repeat(6)}Metformin? Patient: Yes.`,
  ])('is none here: %s', (more) => expect(kinds('NKDA', asked + more)).toEqual([]));

  test('is no part of the answer before it', () =>
    expect(
      kinds('Allergies: penicillin, sulfa', 'Are you allergic to penicillin? Yes. And sulfa? No.'),
    ).toEqual([['allergy', 'sulfa']]));

  test('and what makes somebody swell or itch', () => {
    expect(kinds('NKDA', 'Penicillin makes me swell up.')).toContainEqual(['allergy', 'NKDA']);
    expect(kinds('NKDA', 'Penicillin does not make me itch.')).toEqual([]);
  });
});
