import { expect, test } from 'vitest';
import { z } from 'zod';
import { readTable } from '../../../../../main/infrastructure/terminology/tables/read-table.ts';
import { starterFile } from '../../../../../main/infrastructure/terminology/tables/starter/row.ts';

test('a slip in a data file is named by file and row', () => {
  const rows = z.array(z.strictObject({ short: z.array(z.string()), means: z.string() }));
  const wrong = [
    { short: ['aaa'], means: 'abdominal aortic aneurysm' },
    { short: ['aki'], maens: 'acute kidney injury' },
  ];
  expect(() => readTable('abbreviations.json', rows, wrong)).toThrow(
    /^abbreviations\.json: 2 means: .*\{"short":\["aki"\],"maens":"acute kidney injury"\}$/,
  );
  expect(readTable('abbreviations.json', rows, wrong.slice(0, 1))).toEqual(wrong.slice(0, 1));
});

test('a starter row of another kind, or with a column that nobody knows, is named', () => {
  const file = (row: object) => ({ kind: 'test', groups: [{ title: 'Salts', rows: [row] }] });
  const read = (row: object) => readTable('tests.json', starterFile, file(row));
  const icd10 = { code: 'B26.9', name: 'Mumps' };
  expect(() => read({ names: ['mumps'], icd10, sources: [] })).toThrow(
    /^tests\.json: groups 1 rows 1: .*icd10.*"mumps"/,
  );
  expect(() => read({ names: 'sodium', sources: [] })).toThrow(
    /^tests\.json: groups 1 rows 1 names: .*"sodium"/,
  );
});
