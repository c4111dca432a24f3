import { expect, test } from 'vitest';
import { shortFormTables } from '../../../../../main/infrastructure/terminology/tables/short-forms.ts';
import { readAbbreviations } from '../../../../../main/infrastructure/terminology/text/abbreviations.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const { linker } = buildSmallIndex();

test('the tables hold some hundred short forms, each line in its form, none leading to a code', () => {
  const rows = ['abbreviations-a-to-h.json', 'abbreviations-i-to-z.json', 'everyday.json'].flatMap(
    (file) => shortFormTables()[file]!,
  );
  expect(rows.length).toBeGreaterThan(500);
  for (const { written, meaning } of Object.values(shortFormTables()).flat()) {
    const senses = typeof meaning === 'string' ? [meaning] : meaning.map(([words]) => words);
    for (const words of [...written, ...senses]) expect(words).toMatch(/^[^=;,]+$/);
    expect(senses.join(' '), written.join()).not.toMatch(/\b[A-Z]\d{2}(?:\.\w+)?\b/);
  }
});

test.each(['RA', 'ED', 'PE', 'MS', 'AGE', 'sugar', 'bp'])(
  '%s has several senses: candidates, and no promise',
  (query) => {
    expect(readAbbreviations().of(query.toLowerCase())?.senses.length).toBeGreaterThan(1);
    const found = linker.link(query);
    expect(found.length).toBeGreaterThan(0);
    expect(found.some(({ isLinked }) => isLinked)).toBe(false);
  },
);

test.each([
  ['k/c/o DM2', 'E11.9'],
  ['T2DM', 'E11.9'],
  ['HTN', 'I10'],
  ['c/o burning micturition since 3 days', 'R30.0'],
  ['loose motions', 'R19.7'],
  ['MI', 'I21.9'],
])('%s is %s, and is promised', (query, code) => {
  expect(linker.link(query)[0]).toMatchObject({
    code,
    isLinked: true,
    why: { expanded: expect.anything() as object },
  });
});

test('capitals make an abbreviation of a common word', () => {
  expect(linker.link('AGE')[0]).toMatchObject({ code: 'K52.9', isLinked: false });
  expect(linker.link('age')[0]).toMatchObject({ code: 'R54' });
});
