/** The other names of diseases: each code is one of the list, and each name leads to its code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherNames } from '../../../../../../main/infrastructure/terminology/tables/names/names.ts';
import {
  createTerminology,
  type Terminology,
} from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { casesOfToday } from '../../../../../support/portion.ts';
import { buildSmallIndex } from '../../../../../support/terminology/small-index.ts';

const rows = otherNames();
let folder: string;
let terminology: Terminology;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scriba-names-'));
  terminology = createTerminology({ folder });
});
afterAll(() => {
  terminology.close();
  rmSync(folder, { recursive: true, force: true });
});
const first = (name: string) => terminology.link('icd-10-cm', name, 1)[0];
const asWritten = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

test('no name stands twice, and none has two codes', () => {
  const names = rows.flatMap(([, ...others]) => others.map(asWritten));
  expect(rows.length).toBeGreaterThan(3_000);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a name leads to its code, or to what the release itself calls so, and is never promised', () => {
  const wrong: string[] = [];
  for (const [code, ...others] of casesOfToday(rows, 4))
    for (const name of others) {
      const found = first(name);
      const isOwn = found?.code === code;
      const isOfRelease =
        found !== undefined && found.why.kind !== 'other' && (found.score ?? 0) > 0.9;
      if (!isOwn && !isOfRelease) wrong.push(`${code} ${name}: ${found?.code} ${found?.why.term}`);
      if (found?.isLinked && found.why.kind === 'other') wrong.push(`${code} ${name}: promised`);
    }
  expect(wrong).toEqual([]);
});

test('every code is in the list, and can be signed or has a seventh character to come', () => {
  const unknown = rows.filter(([code]) => {
    const [found] = terminology.search('icd-10-cm', code, 1);
    return found?.code !== code || found.header;
  });
  expect(unknown).toEqual([]);
});

const [[code, name]] = rows as unknown as readonly [readonly [string, string]];

test('the reason says that it is another name', () => {
  expect(first(name)).toMatchObject({ code, isLinked: false, why: { kind: 'other', term: name } });
});

test('a release that does not have the code does not get the name', () => {
  const header = 'Code,Description,ChapterID,SectionID\n';
  const other = 'Z00.8,Encounter for other general examination,21,Z00-Z13\n';
  const having = buildSmallIndex({ 'a.csv': `${header}${other}${code},Something,1,A00-B99\n` });
  const lacking = buildSmallIndex({ 'a.csv': `${header}${other}` });
  expect(having.linker.link(name)[0]).toMatchObject({ code, why: { kind: 'other' } });
  expect(lacking.linker.link(name)).toEqual([]);
  having.index.close();
  lacking.index.close();
});

test('words of other names do not keep a question from what the release has', () => {
  // "Plexopathy" is a word of other names alone, and a form of one that the release has.
  expect(first('brachial plexopathy')).toMatchObject({ code: 'G54.0', isLinked: true });
  // The release says the same of the code above.
  expect(first('PIH')).toMatchObject({ code: 'O13.9', isLinked: true });
});

test('a name with a hyphen is found, although the words beside it are read as one', () =>
  expect(first('post-surgical pain')).toMatchObject({ code: 'G89.18', why: { kind: 'other' } }));

test('a short form in capitals that was corrected is not promised', () => {
  expect(first('CARASIL')).toMatchObject({ code: 'I67.858', isLinked: false });
  expect(first('DIABTES')).toMatchObject({ code: 'E11.9', isLinked: false });
  expect(first('diabtes')).toMatchObject({ code: 'E11.9', isLinked: true });
});

test('in a text another name is no finding', () => {
  const found = terminology.phrases('icd-10-cm', 'Takes 75 mg daily, on aspirin.');
  expect(found.flatMap(({ codes }) => codes)).not.toContain('Z79.82');
});
