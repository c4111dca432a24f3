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

  test('doses of morning and night that changed places are told, also where no medicine is named', () => {
    const said = 'Doctor: Take two tablets in the morning and one tablet at night.';
    const doses = (note: string) => told(note, said).filter(([kind]) => kind === 'dose');
    expect(doses('Metformin: one tablet in the morning and two tablets at night')).toEqual([
      ['dose', 'one tablet'],
      ['dose', 'two tablets'],
    ]);
    expect(doses('Metformin: two tablets in the morning and one tablet at night')).toEqual([]);
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
