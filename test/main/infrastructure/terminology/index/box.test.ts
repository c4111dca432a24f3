/** The whole lists that come with Scriba, as they are committed, and how they are opened. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isConceptId } from '../../../../../main/infrastructure/terminology/importers/snomed/snomed-ids.ts';
import {
  boxContents,
  createBox,
  packedName,
} from '../../../../../main/infrastructure/terminology/index/box.ts';
import { INDEX_FORM } from '../../../../../main/infrastructure/terminology/index/index-file.ts';
import contents from '../../../../../main/infrastructure/terminology/tables/box/contents.json' with {
  type: 'json',
};
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { NORMALISER } from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import { aFolder } from '../../../../support/terminology/small-terminology.ts';

const box = path.resolve('main/infrastructure/terminology/tables/box');
const ontologies = ['snomed', 'icd-10-cm'] as const;

test('the committed files are the recorded ones, of the present form, and are shipped with their licence', () => {
  expect(contents).toMatchObject({ form: INDEX_FORM, normaliser: NORMALISER });
  expect(contents.lists).toMatchObject({
    snomed: { version: 'gps-20200930', codes: 26_158, terms: 26_157 },
    'icd-10-cm': { version: '2025', codes: 46_498, terms: 211_251 },
  });
  let packed = 0;
  for (const ontology of ontologies) {
    const file = readFileSync(path.join(box, packedName(ontology)));
    packed += file.length;
    const { bytes, crc32: sum } = contents.lists[ontology];
    const index = zstdDecompressSync(file);
    expect([index.length, crc32(index)]).toEqual([bytes, sum]);
  }
  expect(packed).toBeLessThan(13_000_000);
  const licence = readFileSync(path.join(box, 'LICENSE.txt'), 'utf8');
  expect(licence).toContain('https://creativecommons.org/licenses/by/4.0/');
  expect(licence).toMatch(/neither\s+endorses/);
});

test('a list is unpacked once, and again where its file is cut, spoilt or of an earlier version', () => {
  const folder = aFolder();
  const open = () => {
    const { index, metadata } = createBox(folder).open('snomed');
    const { codes } = index.facts;
    const { semantic_tag } = metadata.detail('386661006') ?? {};
    index.close();
    metadata.close();
    return [codes, semantic_tag];
  };
  const older = path.join(folder, 'snomed.box-1.sqlite');
  const other = path.join(folder, 'icd-10-cm.box-1.sqlite');
  for (const file of [older, other]) writeFileSync(file, 'an earlier list');
  expect(open()).toEqual([26_158, 'finding']);
  expect([statSync(older).size, statSync(other).size > 0]).toEqual([0, true]);
  const file = createBox(folder).file('snomed');
  const made = statSync(file).ino;
  open();
  expect(statSync(file).ino).toBe(made);
  const whole = readFileSync(file);
  for (const damage of [
    () => truncateSync(file, 4096),
    () => writeFileSync(file, ''),
    () => writeFileSync(file, Buffer.from(whole).fill(0, 8192, 12_288)),
  ]) {
    damage();
    expect(open()).toEqual([26_158, 'finding']);
    expect(readFileSync(file).equals(whole)).toBe(true);
  }
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test('from the first start both lists answer, each with its own name and the starter as further names', () => {
  const folder = aFolder();
  const terminology = createTerminology({ folder });
  expect(terminology.status()).toMatchObject([
    { ontology: 'snomed', version: 'gps-20200930', codes: 26_158, boxed: true },
    { ontology: 'loinc', version: 'starter-1' },
    { ontology: 'medication', version: 'starter-1' },
    { ontology: 'icd-10-cm', version: '2025', codes: 46_498, boxed: true },
  ]);
  // No row of the starter has it.
  expect(terminology.link('snomed', 'pituitary adenoma')[0]).toMatchObject({
    code: '254956000',
    isLinked: true,
    about: [['semantic_tag', 'disorder']],
  });
  // A name of the starter leads to a concept of the set, by whose name it is called.
  expect(terminology.link('snomed', 'peshab me jalan')[0]).toMatchObject({
    code: '49650001',
    name: 'Dysuria',
    isLinked: true,
  });
  expect(terminology.link('icd-10-cm', 'khansi')[0]).toMatchObject({
    code: 'R05.9',
    isLinked: true,
    billable: true,
  });
  terminology.close();
});

test('an imported release takes the place of a list in the box, and a broken one is told', () => {
  const folder = aFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'snomed.sqlite'), 'no index');
  const terminology = createTerminology({ folder });
  expect(terminology.status()[0]).toMatchObject({
    ontology: 'snomed',
    trouble: { detail: 'terminology-damaged' },
  });
  expect(() => terminology.link('snomed', 'fever')).toThrow();
  expect(terminology.link('icd-10-cm', 'fever')[0]?.code).toBe('R50.9');
  terminology.close();
});

test('every code of the Global Patient Set has the check digit of a concept', () => {
  const { index, metadata } = createBox(aFolder()).open('snomed');
  const codes = index.codesFrom('', boxContents.snomed?.codes ?? 0);
  expect(codes).toHaveLength(26_158);
  expect(codes.filter(({ code }) => !isConceptId(code))).toEqual([]);
  expect(codes.filter(({ code }) => metadata.detail(code) === undefined)).toEqual([]);
  index.close();
  metadata.close();
});
