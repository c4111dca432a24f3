/** Names of medicines are found; words that count, measure, time or abbreviate are none. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drugs } from '../../../../../main/features/notes/checks/drugs.ts';
import frequencies from '../../../../../main/features/notes/checks/vocabulary/frequencies.json' with {
  type: 'json',
};
import numberWords from '../../../../../main/features/notes/checks/vocabulary/number-words.json' with {
  type: 'json',
};
import times from '../../../../../main/features/notes/checks/vocabulary/times-of-day.json' with {
  type: 'json',
};
import units from '../../../../../main/features/notes/checks/vocabulary/units.json' with {
  type: 'json',
};
import { shortFormTables } from '../../../../../main/infrastructure/terminology/tables/short-forms.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks, isDrug } = checksRig();

/** Words that a pattern of a vocabulary is made of: all of its plain readings. */
function readings(pattern: string): string[] {
  const inner = /\(\?:([^()]*)\)(\??)/.exec(pattern);
  if (inner) {
    const [whole, choices = '', optional] = inner;
    const rest = (one: string) =>
      pattern.slice(0, inner.index) + one + pattern.slice(inner.index + whole.length);
    return [...choices.split('|'), ...(optional ? [''] : [])].flatMap((one) => readings(rest(one)));
  }
  const plain = pattern.replace(/\(\?[=!<][^)]*\)/g, '').replace(/\\s\??|\[- \]\??/g, ' ');
  return [plain.replace(/(.)\?/g, '$1'), plain.replace(/(.)\?/g, '')];
}
const wordsOf = (patterns: readonly string[]) =>
  patterns
    .flatMap(readings)
    .flatMap((one) => one.split(/\s+/))
    .filter((word) => /^[\p{L}\p{M}]{4,}$/u.test(word));

const unitWords = wordsOf(units.flatMap(({ written }) => written));
const timeWords = wordsOf([
  ...frequencies.wordings.flatMap(({ written }) => written),
  ...frequencies.conditions,
  ...Object.keys(frequencies.days),
  ...Object.values(times.parts).flat(),
  ...Object.values(times.meals).flat(),
]);
const numbers = Object.values(numberWords.kinds).flatMap((values) => Object.keys(values));
const abbreviations = Object.values(shortFormTables())
  .flat()
  .flatMap(({ written }) => written.map((one) => one.replace(/[!*^]/, '')))
  .filter((word) => /^\p{L}{4,}$/u.test(word) && !isDrug(word));
const others = [
  'mmHg',
  'weeks',
  'NKDA',
  'nkfa',
  'bpm',
  'tablets',
  'daily',
  'review',
  'such',
  'from',
];

test('the vocabularies have words to try', () => {
  expect(unitWords).toEqual(expect.arrayContaining(['milligrams', 'weeks', 'tablets']));
  expect(timeWords).toEqual(expect.arrayContaining(['weekly', 'night', 'tomorrow']));
  expect(abbreviations.length).toBeGreaterThan(100);
});

test('no unit, time, number word or abbreviation is taken for a medicine, wherever it stands', () => {
  const words = [...unitWords, ...timeWords, ...numbers, ...abbreviations, ...others];
  const forms = ['', 'Tab ', 'tablets ', 'Inj. ', 'drops ', 'cream ', '1. ', '2 '];
  const cases = [(word: string) => word, (word: string) => word.toUpperCase()];
  fc.assert(
    fc.property(
      fc.constantFrom(...words),
      fc.constantFrom(...forms),
      fc.constantFrom(...cases),
      fc.boolean(),
      (word, form, write, isList) => {
        const found = drugs(`${form}${write(word)} 5 mg`, isDrug, isList);
        expect(found.map(({ name }) => name)).not.toContain(word.toLowerCase());
      },
    ),
    { numRuns: 5000 },
  );
});

test('a name of a list, and one that only a form or a list of medicines tells, are found', () => {
  expect(drugs('Tab Azithral 500 mg', isDrug, false)).toMatchObject([
    { name: 'azithral', isNamed: true },
  ]);
  expect(drugs('Zincovit once a day', isDrug, true)).toMatchObject([{ name: 'zincovit' }]);
  expect(drugs('continue metformin for weeks', isDrug, false)).toMatchObject([
    { name: 'metformin', isNamed: true },
  ]);
});

describe('two names of one substance', () => {
  const told = (note: string, said: string) =>
    checks({
      sections: [{ id: 'one', title: 'Plan', text: note }],
      transcript: `Doctor: ${said}.`,
      language: 'en',
    }).map(({ kind, inNote }) => [kind, inNote]);
  test.each([
    ['Furosemide 40 mg OD', 'Take frusemide 40 mg once a day'],
    ['Levothyroxine 100 mcg AC', 'Take thyroxine 100 micrograms before breakfast'],
    ['Paracetamol 500 mg PRN', 'Take acetaminophen 500 mg if needed'],
    ['PCM 500 mg TDS', 'Paracetamol 500 mg three times a day'],
    ['MTX 15 mg weekly', 'Continue methotrexate 15 mg once a week'],
  ])('are one: %s | %s', (note, said) => expect(told(note, said)).toEqual([]));
  test('have one dose', () =>
    expect(told('Furosemide 80 mg OD', 'Take frusemide 40 mg once a day')).toEqual([
      ['dose', '80 mg'],
    ]));
  test('are not those of another one that is like it', () =>
    expect(told('Furosemide 10 mg OD', 'Take torsemide 10 mg once a day')).toContainEqual([
      'drug',
      'Furosemide',
    ]));
});

test('a line that says that there is none names no medicine, and one that does still does', () => {
  const named = (text: string) => drugs(text, isDrug, true).map(({ name }) => name);
  for (const none of ['Not recorded.', '- Not recorded.', 'No regular medicines.', 'Nil regular.'])
    expect(named(none), none).toEqual([]);
  expect(named('Tab Invented 5 mg')).toEqual(['invented']);
  expect(named('1. Inventedol nightly')).toEqual(['inventedol']);
  expect(named('No paracetamol.')).toEqual(['paracetamol']);
  expect(named('Nor Inventedol\nNorinvented 5 mg')).toEqual(['inventedol', 'norinvented']);
});
