/**
 * The commands about terminologies: no vault, no account, no lock of the data folder.
 */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from '../../../main/cli/arguments.ts';
import { questionIn } from '../../../main/cli/terminology-commands.ts';
import { failure, failureWith } from '../../support/failure.ts';
import { runCli } from '../../support/rigs/cli.ts';
import { codesCsv, indexCsv, releaseFolder } from '../../support/terminology/small-release.ts';

const data = mkdtempSync(path.join(tmpdir(), 'scriba-headless-terms-'));
const { paths } = releaseFolder({ 'codes_2025.csv': codesCsv(), 'index_2025.csv': indexCsv() });

const scriba = (args: string[], input = '') => runCli(data, args, input);

test('import, status, link: one line of JSON a question, in its order; nothing but the terminology is made', async () => {
  const before = await scriba(['terminology', 'status']);
  expect(before).toMatchObject({ code: 0, words: '' });
  expect(before.lines).toMatchObject([
    { ontology: 'snomed', version: 'gps-20200930' },
    { ontology: 'loinc', version: 'starter-1' },
    { ontology: 'medication', version: 'starter-1' },
    { ontology: 'icd-10-cm', version: '2025' },
  ]);
  expect(before.lines.every(({ trouble }) => trouble === undefined)).toBe(true);
  expect(await scriba(['terminology', 'import', 'icd10cm', ...paths])).toMatchObject({
    code: 0,
    lines: [{ ontology: 'icd-10-cm', version: '2025', codes: 40 }],
  });
  expect(await scriba(['terminology', 'status'])).toMatchObject({
    code: 0,
    lines: expect.arrayContaining([
      expect.objectContaining({ ontology: 'icd-10-cm', version: '2025', codes: 40 }),
    ]) as unknown,
  });
  const { code, lines } = await scriba(
    ['link', '--ontology', 'icd-10-cm', '--top', '2', '--local'],
    'k/c/o DM2\n\n{"query": "RA", "metadata": {}}\nzzzzqqqq\n',
  );
  expect(code).toBe(0);
  expect(lines).toMatchObject([
    {
      query: 'k/c/o DM2',
      results: [{ code: 'E11.9', isLinked: true, why: { term: expect.any(String) as string } }, {}],
    },
    // The other sense, "right atrium", has nothing but a side in common with this list.
    { query: 'RA', results: [{ code: 'M06.9', isLinked: false }] },
    { query: 'zzzzqqqq', results: [] },
  ]);
  for (const none of ['open.lock', 'profile.json', 'practice', 'clinic'])
    expect(existsSync(path.join(data, none)), none).toBe(false);
});

test("the clinic's own list is taken, shown, told in the status, answers first, and is removed", async () => {
  const file = path.join(data, 'our-words.csv');
  writeFileSync(file, 'words,code,system\nour sugar,E11.9,ICD-10-CM\nour gas,K99.9,ICD-10-CM\n');
  const own = (...args: string[]) => scriba(['terminology', 'own', ...args]);
  expect(await own(file)).toMatchObject({
    code: 1,
    lines: [
      { taken: 1, refused: [{ line: 3, words: 'our gas', code: 'K99.9', why: 'code-absent' }] },
    ],
    words: expect.stringContaining('Rows that were not taken: 1') as string,
  });
  expect(await own('--show')).toMatchObject({
    code: 0,
    lines: [{ line: 2, words: 'our sugar', ontology: 'icd-10-cm', code: 'E11.9' }],
  });
  const status = await scriba(['terminology', 'status']);
  expect(status.lines.at(-1)).toMatchObject({ own: { rows: 1, lapsed: 0 } });
  const asked = await scriba(['link', '--ontology', 'icd-10-cm', '--top', '1'], 'our sugar\n');
  expect(asked.lines).toMatchObject([
    { results: [{ code: 'E11.9', isLinked: true, why: { own: true } }] },
  ]);
  expect((await own('--remove')).code).toBe(0);
  expect(await own('--show')).toMatchObject({ code: 0, lines: [] });
  expect(await own(path.join(data, 'none.csv'))).toMatchObject({ code: 1 });
  for (const wrong of [[], ['a', 'b'], ['a', '--show'], ['--show', '--remove']])
    expect((await own(...wrong)).code, wrong.join(' ')).toBe(2);
});

test('wrong files end with 1 and say what was looked for, wrong usage with 2', async () => {
  expect(
    await scriba(['terminology', 'import', 'icd10cm', path.resolve('package.json')]),
  ).toMatchObject({ code: 1, words: expect.stringContaining('Looked for') as string });
  expect(await scriba(['link'])).toMatchObject({
    code: 2,
    words: expect.stringContaining('--ontology') as string,
  });
});

test('a question is a line, or JSON with its hints, of which only texts count', () => {
  expect(questionIn(' k/c/o DM2 ')).toEqual({ query: 'k/c/o DM2', hints: {} });
  expect(
    questionIn(
      '{"query": "potassium", "metadata": {"unit": "mmol/L", "specimen": "serum", "value": 4, "form": null}}',
    ),
  ).toEqual({ query: 'potassium', hints: { unit: 'mmol/L', specimen: 'serum' } });
  expect(questionIn('  ')).toBeUndefined();
  for (const wrong of ['{', '{"metadata": {}}', '{"query": 1}'])
    expect(() => questionIn(wrong)).toThrow(failureWith('usage') as Error);
});

test('the arguments are read into one command', () => {
  const read = (...args: string[]) => readArguments(args).command;
  expect(read('link', '--ontology', 'icd-10-cm')).toEqual({
    name: 'terminology',
    operation: { name: 'link', ontology: 'icd-10-cm', top: 5 },
  });
  expect(read('terminology', 'import', 'icd10cm', 'a', 'b')).toMatchObject({
    operation: { name: 'import', importer: 'icd10cm', files: ['a', 'b'] },
  });
  expect(read('terminology', 'import', 'snomed', 'a', '--dialect', 'gb')).toMatchObject({
    operation: { name: 'import', importer: 'snomed', files: ['a'], dialect: 'gb' },
  });
  for (const wrong of [
    ['terminology'],
    ['terminology', 'import'],
    ['terminology', 'import', 'icd10cm'],
    ['terminology', 'status', 'x'],
    ['link', '--ontology', 'x'],
    ['terminology', 'import', 'snomed', 'a', '--dialect', 'de'],
    ['link', '--ontology', 'loinc', '--top', '0'],
    ['link', '--ontology', 'loinc', 'fever'],
  ]) {
    expect(() => readArguments(wrong), wrong.join(' ')).toThrow(failure('invalid', 'usage'));
  }
});
