import { expect, test } from 'vitest';
import { search } from '../../../../../main/infrastructure/terminology/query/search.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const { index } = buildSmallIndex();
const codes = (typed: string) => search(index, typed).map(({ code }) => code);

test.each([
  ['mu', 'B26'],
  ['mum', 'B26.9'],
  ['mumps', 'B26'],
  ['pain kn', 'M25.56'],
  ['knee p', 'M25.56'],
  ['left kn', 'M25.562'],
  ['type 2 dia', 'E11'],
  ['xylo', undefined],
  ['erect', 'N52.9'],
])('"%s" finds %s', (typed, code) =>
  code === undefined ? expect(codes(typed)).toEqual([]) : expect(codes(typed)).toContain(code),
);

test('each further letter of a name keeps it in the list', () => {
  for (const name of ['Multiple sclerosis', 'Dysuria', 'Chest pain'])
    for (let length = 3; length <= name.length; length++)
      expect(
        search(index, name.slice(0, length), 50)
          .map(({ term }) => term.toLowerCase())
          .some((term) => term.startsWith(name.toLowerCase().split(' ')[0]!)),
        name.slice(0, length),
      ).toBe(true);
});

test('a code is found by its beginning, in order', () =>
  expect(codes('M25.5')).toEqual(['M25.56', 'M25.561', 'M25.562', 'M25.569']));

test('nothing typed, or nothing that fits, is an empty list', () => {
  for (const typed of ['', '  ', 'zzzz', 'knee zzzz', '"', '*', '('])
    expect(codes(typed)).toEqual([]);
});

test('a code comes once, headers are marked', () => {
  const hits = search(index, 'pain', 50);
  expect(new Set(hits.map(({ code }) => code)).size).toBe(hits.length);
  expect(hits.find(({ code }) => code === 'M25.56')).toMatchObject({
    header: true,
    billable: false,
  });
});

test('numbers with a point are words like others', () => {
  const { index, linker } = buildSmallIndex({
    'codes_2025.csv': `Code,Description,ChapterID,SectionID\nQ93.81,Deletion 22q11.2 syndrome,17,Q90-Q99\nE11.9,Type 2 diabetes mellitus,4,E08-E13\n`,
  });
  for (const typed of ['22q11.2 ', '11.2', '11.2 ', 'deletion 11.2'])
    expect(search(index, typed)[0]?.code, typed).toBe('Q93.81');
  for (const query of ['11.2', 'deletion 22q11.2', '22q11.2', 'hba1c 8.5'])
    expect(() => linker.link(query), query).not.toThrow();
});
