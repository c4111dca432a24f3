/** Brands in lines of prescriptions: found by their whole names, never by a name that is near. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandRows } from '../../../../../main/infrastructure/terminology/tables/brands/brands.ts';
import {
  ingredientWords,
  readBrands,
} from '../../../../../main/infrastructure/terminology/text/brands.ts';
import { brandLines, strangerLines } from '../../../../fixtures/brand-lines.ts';

const brands = readBrands(brandRows);
const read = (text: string) =>
  brands.in(text).map((one) => `${one.written}: ${ingredientWords(one)}`);

describe('a brand in a line', () => {
  test.each([
    ['Tab Dolo 650 TDS x 3 days', 'Dolo 650: paracetamol 650 mg'],
    ['Telma-AM OD', 'Telma-AM: telmisartan + amlodipine'],
    ['telma 40 am 1-0-0', 'telma 40 am: telmisartan 40 mg + amlodipine 5 mg'],
    ['TelmaAM', 'TelmaAM: telmisartan + amlodipine'],
    ['Glycomet GP1 BBF', 'Glycomet GP1: metformin 500 mg + glimepiride 1 mg'],
    ['Tab Glycomet GP 2 forte 1-0-1', 'Glycomet GP 2 forte: metformin 1000 mg + glimepiride 2 mg'],
    ['Augmentin 625 Duo BD', 'Augmentin 625 Duo: amoxicillin 500 mg + clavulanic acid 125 mg'],
    ['Ecosprin AV 75/10 HS', 'Ecosprin AV 75/10: aspirin 75 mg + atorvastatin 10 mg'],
    ['Pan D BBF', 'Pan D: pantoprazole + domperidone'],
    ['telma at night', 'telma: telmisartan'],
  ])('“%s” is %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test.each([
    ['Tab Telma 40 H/S', 'Telma 40: telmisartan 40 mg'],
    ['Tab Telma 40 1-0-0 AM', 'Telma 40: telmisartan 40 mg'],
    ['Tab Telma 40 1 - 0 - 0 h', 'Telma 40: telmisartan 40 mg'],
    ['Tab Telma 40 + Tab Amlodipine 5', 'Telma 40: telmisartan 40 mg'],
    ['Tab Crocin Pain Relief', 'Crocin Pain Relief: paracetamol + caffeine'],
    ['Azithral 500 x 3 days', 'Azithral 500: azithromycin 500 mg'],
    ['Acitrom 1 x 5 days', 'Acitrom: acenocoumarol'],
    ['take Dolo six fifty thrice a day', 'Dolo: paracetamol'],
    ['Ecosprin off since two days', 'Ecosprin: aspirin'],
  ])('words of the time, or of another product, are read as such: “%s”', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test.each([
    'Tab Ultracet Semi',
    'Tab Telma 40 + H',
    'Cardace Meto 5',
    'Celin Thomas, 34',
    'Mrs Allegra Rossi',
    'He works at Covance.',
  ])('“%s” is none of the table', (text) => {
    expect(read(text)).toEqual([]);
  });

  test('a count, an hour or a day is no strength', () => {
    for (const text of ['Amaryl 1 tab BD', 'Amaryl 1-0-1', 'Amaryl 2 times', 'Emeset 4 hrly'])
      expect(brands.in(text)[0]?.strengths, text).toEqual([]);
  });

  test('another unit than that of the brand leaves the strength open', () => {
    expect(read('Thyronorm 50 mcg')).toEqual(['Thyronorm 50: levothyroxine 50 mcg']);
    expect(read('Thyronorm 50 mg')).toEqual(['Thyronorm 50: levothyroxine']);
  });

  test('each brand of a text has its place', () => {
    const text = 'Continue Telma 40, add Ecosprin-AV 75/10 and Pan 40.';
    const found = brands.in(text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Telma 40',
      'Ecosprin-AV 75/10',
      'Pan 40',
    ]);
  });
});

describe('words stay words', () => {
  test.each([
    ['a product of the same house with another suffix', 'Telma 40 XY'],
    ['another product after a hyphen', 'Celin-X 500'],
    ['atenolol in the name', 'Amlodac AT'],
    ['a word of the kitchen', 'The pan was hot'],
    ['oxygen', 'O2 95 %'],
    ['the name of a patient', 'Diane, 35 years old'],
    ['a number that the drug does not have', 'pan 17'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([]);
  });

  test('names that are words count where a drug is written', () => {
    for (const text of ['Tab Pan', 'Tab. O2 BD', 'Syp Alex 5 ml', 'Candid cream', 'Pan 40 OD'])
      expect(read(text), text).toHaveLength(1);
  });

  test('names that nobody sells are no brand', () => {
    expect(strangerLines.flatMap(({ query }) => read(query))).toEqual([]);
  });

  const names = new Set(
    brandRows.flatMap((row) =>
      row.names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')),
    ),
  );
  const slip = fc.record({
    row: fc.constantFrom(...brandRows),
    at: fc.nat(),
    letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    how: fc.constantFrom('change', 'insert', 'leave out', 'swap'),
  });
  test('a name with a slip of one letter is never read as a brand that it is not', () => {
    fc.assert(
      fc.property(slip, ({ row, at, letter, how }) => {
        const [word = '', ...others] = (row.names[0] ?? '').toLowerCase().split(' ');
        const place = at % word.length;
        const [before, here, after] = [word.slice(0, place), word[place], word.slice(place + 1)];
        const slipped = {
          change: before + letter + after,
          insert: before + letter + here + after,
          'leave out': before + after,
          swap: before + (after[0] ?? '') + here + after.slice(1),
        }[how];
        const written = [slipped, ...others].join(' ').trim();
        for (const found of brands.in(`Tab ${written} 10 BD`)) {
          const key = found.written.toLowerCase().replace(/[^a-z0-9]/g, '');
          const exact = [...names].some((name) => key === name || key === `${name}10`);
          expect(exact, written).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the table', () => {
  test('each name has one row', () => {
    const all = brandRows.flatMap((row) =>
      row.names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  test('each brand is found by each of its names behind a form', () => {
    const lost = brandRows.flatMap(({ names, of }) =>
      names.filter((name) => brands.in(`Tab ${name}`)[0]?.ingredients.join() !== of.join()),
    );
    expect(lost).toEqual([]);
  });

  test('lines of prescriptions are read', () => {
    const sorted = (words: readonly string[] = []) => [...words].sort().join(' + ');
    const wrong = brandLines.filter(
      ({ query, ingredients }) => sorted(brands.in(query)[0]?.ingredients) !== sorted(ingredients),
    );
    expect(wrong).toEqual([]);
  });

  test('a later row with the same name wins: the own list of a clinic', () => {
    const own = readBrands([...brandRows, { names: ['Dolo'], of: ['ibuprofen'] }]);
    expect(own.in('Tab Dolo 650')[0]?.ingredients).toEqual(['ibuprofen']);
  });
});
