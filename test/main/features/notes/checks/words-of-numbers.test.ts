/** Numbers in words, headings of examinations, and general findings: the rarer of their words. */
import { expect, test } from 'vitest';
import { drugs } from '../../../../../main/features/notes/checks/drugs.ts';
import { examined } from '../../../../../main/features/notes/checks/examined.ts';
import {
  isGeneral,
  namedFinding,
} from '../../../../../main/features/notes/checks/finding-names.ts';
import { spelledNumerals } from '../../../../../main/features/notes/checks/number-words.ts';
import { quantities } from '../../../../../main/features/notes/checks/quantities.ts';
import type { Quantity } from '../../../../../main/features/notes/checks/quantity.ts';
import { anyNukta, plainNukta } from '../../../../../main/features/notes/checks/script.ts';
import { sides } from '../../../../../main/features/notes/checks/sides.ts';
import { sameAmount } from '../../../../../main/features/notes/checks/units.ts';

test.each<[string, number[]]>([
  ['twenty one fifty', [21, 50]],
  ['twenty one hundred', [2100]],
  ['zero hundred', [0, 100]],
  ['one oh hundred', [1, 100]],
  ['two point oh five', [2.05]],
  ['two point zero five', [2.05]],
  ['two . oh five', [2.05]],
  ['two . zero five', [2.05]],
  ['two . hundred', [2, 100]],
  ['two.five', [2, 5]],
  ['nine oh nine', [909]],
  ['ten oh nine', [10, 9]],
  ['half past', [0.5]],
  ['one half', [0.5]],
  ['three half', [1.5]],
  ['two half', [2, 0.5]],
  ['five and six', [5, 6]],
  ['a hundred and six', [106]],
  ['a hundred and twelve', [112]],
  ['a hundred and a half', [100.5]],
])('%s', (text, values) => {
  expect(spelledNumerals(text).map(({ value }) => value)).toEqual(values);
});

test.each<[string, number[]]>([
  ['twenty eighteen', [2018]],
  ['nineteen fifty', [1950]],
  ['nineteen eighty four', [1984]],
  ['twenty twenty', [2020]],
  ['twenty forty', [20, 40]],
  ['eighteen fifty', [18, 50]],
  // Only those two centuries are said so, and only with two figures behind them.
  ['twenty five', [25]],
  ['thirty eighteen', [30, 18]],
  ['a . five', [0.5]],
  ['two hundreds', [200]],
  ['in the sixties', [60]],
])('“%s”', (text, values) => {
  expect(spelledNumerals(text).map(({ value }) => value)).toEqual(values);
});

test.each<[string, Partial<Quantity>[]]>([
  ['for a year and a half', [{ bare: 1.5, dimension: 'months', value: 18 }]],
  ['a pack and a quarter', [{ bare: 1.25, dimension: 'packs' }]],
  ['a beer or two', [{ bare: 1, upTo: 2 }]],
  ['a beer or twosome', []],
  ['half a tablet', [{ bare: 0.5, dimension: 'pieces', end: 13 }]],
  // More than one is never counted with the article.
  ['two a tablet', [{ bare: 2, kind: 'number' }]],
  ['3 on a 0-10 scale', [{ bare: 3 }]],
  ['pain 7 (scale of 10; 0 = no pain)', [{ bare: 7 }, { bare: 10 }]],
  ['pain 7 out of ten (10 = worst)', [{ bare: 7, second: 10, end: 17 }]],
  ['potassium 6.9 = high', [{ bare: 6.9 }]],
  ['2nd toe', [{ value: 2, dimension: 'ordinal', vague: false }]],
  ['the second toe', [{ value: 2, dimension: 'ordinal', vague: true }]],
  ['the twelfth rib', [{ value: 12, dimension: 'ordinal', vague: true }]],
  // Not in pounds, nor in stones.
  ['2nd lb', [{ value: 2, dimension: 'ordinal' }]],
  ['150 over over 70', [{ dimension: 'blood pressure', value: 150, second: 70 }]],
])('%s', (text, wanted) => {
  expect(quantities(text)).toEqual(wanted.map((one) => expect.objectContaining(one)));
});

test.each([
  ['3-3 days', 2],
  ['3-4 days', 1],
  ['4-3 days', 2],
  ['3 to 4 to 5 days', 2],
])('“%s” has %d amounts', (text, count) => expect(quantities(text)).toHaveLength(count));

test('a nukta is read apart, in one character, and left out', () => {
  for (const [letter, composed] of [
    ['क', '\u0958'],
    ['ख', '\u0959'],
    ['ग', '\u095a'],
    ['ज', '\u095b'],
    ['ड', '\u095c'],
    ['ढ', '\u095d'],
    ['फ', '\u095e'],
    ['य', '\u095f'],
  ] as const) {
    const pattern = new RegExp(`^${anyNukta(`${letter}\u093cx`)}$`, 'u');
    for (const form of [`${letter}\u093cx`, `${letter}x`, `${composed}x`])
      expect([form, pattern.test(form)]).toEqual([form, true]);
    expect(plainNukta(`${composed}x`)).toBe(`${letter}x`);
  }
});

test.each([
  ['overall right knee', ['right knee']],
  ['all right knee', []],
  ["that's right knee", []],
  ['that’s right knee', []],
  ['that is right knee', []],
  ['you’re right knee', []],
  ["you're right knee", []],
  ['quite right knee', []],
  ['mosquite right knee', ['right knee']],
])('sides in “%s”', (text, expected) => {
  const found = sides(text, { abbreviations: false }).filter(({ of }) => of === 'knee');
  expect(found.map(({ side, of }) => `${side} ${of}`)).toEqual(expected);
});

test.each([
  ['38 °C', '100.9 °F', true],
  ['38 °C', '101.4 °F', false],
  ['37.0 °C', '98.6 °F', true],
  ['36.6 °C', '98 °F', true],
])('%s and %s are the same: %s', (one, other, expected) => {
  const amount = (text: string) => quantities(text)[0]!;
  expect(sameAmount(amount(one), amount(other), '')).toBe(expected);
});

const others =
  'history|hpi|pmh|complaint|complaints|assessment|plan|impression|diagnosis|diagnoses|review of system|review of systems|ros|medication|medications|medicines|allergies|instructions|subjective|counseling|counselling|follow-up|follow up|treatment|advice';
test.each(others.split('|'))('under the heading “%s” nothing was examined', (heading) => {
  expect(examined(`${heading}\nx`, 'Examination')(heading.length + 1)).toBe(false);
  expect(examined(`${heading}x y\nx`, 'Examination')(heading.length + 4)).toBe(
    // "Complaintsx" is no complaint.
    true,
  );
});
test.each('present past medical surgical family social drug current chief presenting'.split(' '))(
  '“%s history” is no examination',
  (word) => {
    const heading = `${word} past history`;
    expect(examined(`${heading}\nx`, 'Examination')(heading.length + 1)).toBe(false);
  },
);
test.each(
  'exam|exams|examination|examinations|o/e|objective|on examination|physical exam|clinical examination|general physical exam|systemic examination|local exam'.split(
    '|',
  ),
)('under the heading “%s” it was', (heading) => {
  expect(examined(`${heading}\nx`, 'History')(heading.length + 1)).toBe(true);
});

test.each([
  ['pain', true],
  ['tenderness', true],
  ['knee pain', false],
  ['cough', false],
  ['pain and cough', false],
])('%s is told without a place: %s', (text, general) =>
  expect(isGeneral(namedFinding(text))).toBe(general),
);

test.each<[string, number[]]>([
  ['twenty  five', [25]],
  ['twenty - five', [25]],
  ['twenty\nfive', [25]],
  ['twenty, five', [20, 5]],
  ['twenty.five', [20, 5]],
])('between two words of one number stand blanks and hyphens alone: %j', (text, values) => {
  expect(spelledNumerals(text).map(({ value }) => value)).toEqual(values);
});

test.each(
  'tab|tabs|tablet|tablets|cap|caps|capsule|capsules|inj|injection|syp|syr|syrup'.split('|'),
)('behind “%s” stands the name of a medicine', (form) => {
  expect(drugs(`${form} Zincovit daily`, () => false, false).map(({ name }) => name)).toEqual([
    'zincovit',
  ]);
  expect(drugs(`${form}. Zincovit daily`, () => false, false).map(({ name }) => name)).toEqual([
    'zincovit',
  ]);
  expect(drugs(`x${form} Zincovit daily`, () => false, false)).toEqual([]);
});
