/** The codes of the tables are held against the lists in the box: none is a guess. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  languageConcepts,
  languageTables,
  pairConcepts,
  signConcepts,
} from '../../../../../../main/infrastructure/terminology/tables/languages/languages.ts';
import { starterRows } from '../../../../../../main/infrastructure/terminology/tables/starter/starter.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());

test('every code stands in a list of the box, or verified in the starter, under the name of its row', () => {
  const inBox = (ontology: 'snomed' | 'icd-10-cm', code: string) =>
    terminology.search(ontology, code, 5).find((one) => one.code === code)?.name;
  const inStarter = new Map(
    starterRows().flatMap(({ snomed, icd10 }) => [
      [snomed?.code, snomed?.term] as const,
      [icd10?.code, icd10?.name] as const,
    ]),
  );
  const wrong: string[] = [];
  for (const { key, snomed, icd10 } of languageConcepts.values()) {
    if (snomed && (inBox('snomed', snomed.code) ?? inStarter.get(snomed.code)) !== snomed.term)
      wrong.push(`${key} ${snomed.code}`);
    if (icd10 && (inBox('icd-10-cm', icd10.code) ?? inStarter.get(icd10.code)) !== icd10.name)
      wrong.push(`${key} ${icd10.code}`);
  }
  expect(wrong).toEqual([]);
  expect(languageConcepts.size).toBeGreaterThan(170);
});

test('every key of a table is a concept, a part or a sign that leads to one', () => {
  const keys = (at: 0 | 1) => new Set([...pairConcepts.keys()].map((pair) => pair.split(' ')[at]));
  const unknown = languageTables.flatMap(({ language, parts, signs, concepts }) => [
    ...Object.keys(concepts).filter((key) => !languageConcepts.has(key)),
    ...Object.keys(parts).filter((key) => !keys(0).has(key)),
    ...Object.keys(signs)
      .filter((key) => !keys(1).has(key))
      .map((key) => `${language} ${key}`),
  ]);
  expect(unknown).toEqual([]);
  for (const key of [...pairConcepts.values(), ...signConcepts.values()])
    expect(languageConcepts.has(key), key).toBe(true);
});

test('nine languages, each with more than a hundred concepts, and each says that no speaker reviewed it', () => {
  expect(languageTables.map(({ language }) => language).sort()).toEqual([
    'bn',
    'gu',
    'hi',
    'kn',
    'ml',
    'or',
    'pa',
    'ta',
    'te',
  ]);
  for (const { reviewed, parts, signs, concepts } of languageTables) {
    expect(reviewed).toBe('not yet reviewed by a speaker');
    const pairs = [...pairConcepts].filter(([pair]) => {
      const [part = '', sign = ''] = pair.split(' ');
      return (part in parts || part in concepts) && sign in signs;
    });
    const reached = new Set([...Object.keys(concepts), ...pairs.map(([, key]) => key)]);
    expect(reached.size).toBeGreaterThan(120);
  }
});

test('the tables are small: under a quarter of a megabyte in all', () => {
  const folder = path.resolve(
    import.meta.dirname,
    '../../../../../../main/infrastructure/terminology/tables/languages',
  );
  const bytes = readdirSync(folder).map((file) => statSync(path.join(folder, file)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});
