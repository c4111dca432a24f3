import { expect, test } from 'vitest';
import { abbreviationsAtoH } from '../../../../../main/infrastructure/terminology/tables/abbreviations-a-to-h.ts';
import { abbreviationsItoZ } from '../../../../../main/infrastructure/terminology/tables/abbreviations-i-to-z.ts';
import { everyday } from '../../../../../main/infrastructure/terminology/tables/everyday.ts';
import { readAbbreviations } from '../../../../../main/infrastructure/terminology/text/abbreviations.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const tables = [abbreviationsAtoH, abbreviationsItoZ, everyday];
const { linker } = buildSmallIndex();

test('the tables hold some hundred short forms, each line in its form, none leading to a code', () => {
  const lines = tables.flatMap((table) => table.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(500);
  for (const line of lines) {
    expect(line).toMatch(/^[^=]+ = [^=]+$/);
    expect(line.split(' = ')[1], line).not.toMatch(/\b[A-Z]\d{2}(?:\.\w+)?\b/);
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
