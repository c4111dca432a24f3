import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { detectReleaseFiles } from '../../../../../../main/infrastructure/terminology/importers/detect-release-files.ts';
import { icd10cm } from '../../../../../../main/infrastructure/terminology/importers/icd10cm/icd10cm.ts';
import { needsSeventh } from '../../../../../../main/infrastructure/terminology/importers/icd10cm/seventh-character.ts';
import { excerptFiles } from '../../../../../../scripts/lib/official-excerpt.ts';
import { buildSmallIndex } from '../../../../../support/terminology/small-index.ts';
import {
  codesCsv,
  indexCsv,
  indexXml,
  mergedCsv,
  orderFile,
  releaseFolder,
  tabularXml,
} from '../../../../../support/terminology/small-release.ts';

const forms: Record<string, Record<string, string>> = {
  'the CSV of codes and of the Index': { 'a.csv': codesCsv(), 'b.csv': indexCsv() },
  'the CSV with billable codes': { 'a.csv': mergedCsv(), 'b.csv': indexCsv() },
  'the order file and the Index in XML': { 'order.txt': orderFile(), 'index.xml': indexXml() },
  'both books in XML': { 'tabular.xml': tabularXml(), 'index.xml': indexXml() },
};

test.each(Object.keys(forms))('%s: the same codes, names and Index', (name) => {
  const { index, linker } = buildSmallIndex(forms[name]!);
  expect(index.facts.codes).toBe(40);
  expect(index.codeOf('M25.562')?.name).toBe('Pain in left knee');
  expect(linker.link('mumps')[0]).toMatchObject({ code: 'B26.9', billable: true });
  expect(linker.link('epidemic parotitis')[0]).toMatchObject({
    code: 'B26.9',
    why: { kind: 'see' },
  });
  expect(linker.link('gonalgia')[0]).toMatchObject({
    code: 'M25.569',
    header: false,
    billable: true,
  });
  // "see condition" leads nowhere, and nowhere is where it goes.
  expect(linker.link('abdominalgia').some(({ isLinked }) => isLinked)).toBe(false);
  index.close();
});

test('the tabular list tells other wordings and which codes take a seventh character', () => {
  const { index, linker } = buildSmallIndex({ 'tabular.xml': tabularXml() });
  expect(linker.link('painful micturition')[0]).toMatchObject({ code: 'R30.0' });
  expect(linker.link('sprain of ankle')[0]).toMatchObject({ code: 'S93.4', billable: false });
  index.close();
});

test('a code that is not complete without its seventh character is never said to be billable', () => {
  expect(['S93.401', 'T23.009', 'M80.051', 'W19', 'O31.10X', 'M1A.0110'].map(needsSeventh)).toEqual(
    [true, true, true, true, true, false],
  );
  expect(['T23.009A', 'T31.0', 'E11.9', 'I10', 'Y93.55', 'M25.561'].map(needsSeventh)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

const refused = (files: Record<string, string>, only?: string) => {
  const { folder, paths } = releaseFolder(files);
  return () =>
    icd10cm.read(detectReleaseFiles(icd10cm, only === 'folder' ? [folder] : paths), () => {});
};
const failure = (message: RegExp, code = 'invalid') =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

test('wrong files are told at once, with what was looked for', () => {
  expect(refused({ 'letter.csv': 'Dear colleague,\nthis is no terminology.\n' })).toThrow(
    failure(/letter\.csv is not one of these\. Looked for ICD-10-CM files: the order file/),
  );
  expect(refused({ 'empty.csv': '' })).toThrow(failure(/empty\.csv is empty/));
  expect(refused({}, 'folder')).toThrow(failure(/folder is empty\. Looked for/));
  expect(refused({ 'readme.txt': 'hello' }, 'folder')).toThrow(failure(/None of these files/));
  expect(refused({ 'index.csv': indexCsv() })).toThrow(failure(/Index alone names no codes/));
  expect(() => detectReleaseFiles(icd10cm, ['/nowhere/at-all.csv'])).toThrow(
    failure(/at-all\.csv/, 'missing'),
  );
  expect(refused({ 'codes.csv': 'Code,Description,ChapterID,SectionID\n' })).toThrow(
    failure(/No ICD-10-CM code/),
  );
});

test('a file that breaks off is refused, in each form', () => {
  expect(refused({ 'codes.csv': `${codesCsv()}"Z99` })).toThrow(
    failure(/codes\.csv is damaged or cut off/),
  );
  expect(refused({ 'order.txt': `${orderFile()}00099 Z9` })).toThrow(
    failure(/order\.txt is damaged or cut off/),
  );
  expect(refused({ 'tabular.xml': tabularXml().slice(0, -200) })).toThrow(
    failure(/tabular\.xml breaks off/),
  );
  expect(refused({ 'tabular.xml': tabularXml(), 'index.xml': indexXml().slice(0, -100) })).toThrow(
    failure(/index\.xml breaks off/),
  );
});

test('in a folder, what is not needed is passed over', () => {
  const { folder } = releaseFolder({
    'codes.csv': codesCsv(),
    'readme.txt': 'About these files.',
    'index.csv': indexCsv(),
  });
  expect(detectReleaseFiles(icd10cm, [folder]).map(({ role }) => role)).toEqual([
    'codes.csv',
    'index.csv',
  ]);
});

test('"in" on a line of its own is what has no other line there, in every form of the Index: hypotension is not that of hemodialysis', () => {
  const codes =
    'Code,Description,ChapterID,SectionID\nI95,Hypotension,9,A\nI95.3,Hypotension of hemodialysis,9,A\nI95.9,"Hypotension, unspecified",9,A\n';
  const lines = [
    ['Hypotension', '', 'I95.9'],
    ['Hypotension', 'due to', 'I95.3'],
    ['Hypotension', 'due to > dialysis', 'I95.3'],
  ];
  const composed = `row,level,main,subs,nonessential,code\n${lines.map(([main, subs, code], at) => `${at},${subs === '' ? 0 : 1},${main},${subs},,${code}`).join('\n')}\n`;
  const index = `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code\n${lines.map(([main, subs, code], at) => `${at},H,${subs!.split(' > ').filter(Boolean).length},${subs!.split(' > ').at(-1) || main},,,,${code}`).join('\n')}\n`;
  const forms: Record<string, string>[] = [
    { 'composed.csv': composed },
    { 'index.csv': index },
    { 'composed.csv': composed, 'index.csv': index },
  ];
  for (const form of forms) {
    const { linker, index: made } = buildSmallIndex({ 'codes_2025.csv': codes, ...form });
    expect(linker.link('hypotension')[0]).toMatchObject({
      code: expect.stringMatching(/^I95(?:\.9)?$/) as string,
      isLinked: true,
    });
    expect(linker.link('hypotension due to dialysis')[0]?.code).toBe('I95.3');
    made.close();
  }
});

test('the official files are recognised, and their release is told', () => {
  const files = detectReleaseFiles(icd10cm, excerptFiles);
  expect(files.map(({ role }) => role).sort()).toEqual([
    'codes.csv',
    'composed.csv',
    'index.csv',
    'merged.csv',
  ]);
  const read = (...names: string[]) =>
    buildSmallIndex(
      Object.fromEntries(
        excerptFiles
          .filter((file) => names.includes(path.basename(file)))
          .map((file) => [path.basename(file), readFileSync(file, 'utf8')]),
      ),
    );
  // Both ways in which the files may be brought lead to the same codes.
  for (const names of [
    ['ICD10CM_2025_codes.csv', 'ICD10CM_2025_Index.csv'],
    ['icd10cm_merged.csv', 'ICD10CM_2025_Index.csv'],
  ]) {
    const { index, linker } = read(...names);
    expect(index.facts.version).toBe('2025');
    expect(index.facts.codes).toBeGreaterThan(1_000);
    expect(linker.link('typhoid fever')[0]?.code).toMatch(/^A01\.0/);
    expect(linker.link('ileotyphus')[0]).toMatchObject({ code: 'A01.00', why: { kind: 'see' } });
    expect(linker.link('bronchial asthma')[0]?.code).toBe('J45.909');
    expect(linker.link('black eye')[0]).toMatchObject({ code: 'S00.1', header: true });
    index.close();
  }
  const composed = read('ICD10CM_2025_codes.csv', 'index_composed.csv');
  expect(composed.linker.link("grinder's asthma")[0]?.code).toBe('J62.8');
  composed.index.close();
});
