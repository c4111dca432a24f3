/** Extensions beside the edition on which they build, and the Global Patient Set in RF2. */
import { copyFileSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import {
  ACCEPTABLE,
  CORE,
  conceptId,
  descriptionId,
  PATIENT_SET,
  type Rf2,
  writeRf2,
} from '../../../../../support/terminology/rf2.ts';
import { aFolder, build, fixture } from '../../../../../support/terminology/small-terminology.ts';

const edition = fixture('snomed');
/** Of the fixture of the International Edition. */
const [DIARRHEA, FEVER] = ['62315008', '386661006'];
const [INDIA, HOUSE_ENGLISH, HOUSE_HINDI] = [conceptId(1), conceptId(2), conceptId(3)];
const TABLET = conceptId(10);

/** An invented medicine, names of its own for concepts of the edition, and Hindi words. */
const india: Rf2 = {
  concepts: [{ id: TABLET, module: INDIA }],
  descriptions: [
    {
      id: descriptionId(1),
      concept: TABLET,
      term: 'Zorbixan 500 mg oral tablet (product)',
      full: true,
    },
    { id: descriptionId(2), concept: TABLET, term: 'Zorbixan 500 mg tablet' },
    { id: descriptionId(3), concept: DIARRHEA, term: 'Loose motions' },
    { id: descriptionId(4), concept: DIARRHEA, term: 'Runny stools' },
    { id: descriptionId(5), concept: FEVER, term: 'बुखार', language: 'hi' },
  ].map((row) => ({ ...row, module: INDIA })),
  language: [
    ...[1, 2, 3].map((item) => ({ refset: HOUSE_ENGLISH, description: descriptionId(item) })),
    { refset: HOUSE_ENGLISH, description: descriptionId(4), acceptability: ACCEPTABLE },
    { refset: HOUSE_HINDI, description: descriptionId(5) },
  ].map((row) => ({ ...row, module: INDIA })),
};
const needs = (target: string): Rf2 => ({
  ...india,
  dependencies: [{ module: INDIA, on: CORE, source: '20240401', target }],
});
const extension = (rows: Rf2 = india) => writeRf2(aFolder(), 'IN1000189', '20240401', rows);

function imported(...paths: string[]) {
  const folder = aFolder();
  build(folder, 'snomed', paths);
  return createTerminology({ folder, starter: [] });
}
const refused = (words: string) =>
  expect.objectContaining({
    code: 'invalid',
    detail: 'terminology-file',
    message: expect.stringContaining(words) as string,
  }) as Error;

/** All files below a folder in one zip, in a folder within it as in a release. */
function zipped(...folders: string[]): string {
  const file = path.join(aFolder(), 'release.zip');
  const entries = folders.flatMap((folder) =>
    globSync(path.join(folder, '**', '*.txt')).map(
      (one) =>
        [
          `Release/Snapshot/${path.relative(folder, one)}`,
          new Uint8Array(readFileSync(one)),
        ] as const,
    ),
  );
  writeFileSync(file, zipSync(Object.fromEntries(entries)));
  return file;
}

test.each([
  ['two folders', () => [edition, extension()]],
  ['the extension first', () => [extension(), edition]],
  ['two zips', () => [zipped(edition), zipped(extension())]],
  ['all in one zip', () => [zipped(edition, extension())]],
])(
  '%s: the names that the extension prefers are the names, and its medicines are there',
  (_, of) => {
    const terminology = imported(...of());
    expect(terminology.status()).toMatchObject([{ version: '20240401', codes: 10 }]);
    for (const words of ['loose motions', 'diarrhoea', 'runny stools'])
      expect(terminology.link('snomed', words)[0], words).toMatchObject({
        code: DIARRHEA,
        name: 'Loose motions',
        isLinked: true,
      });
    expect(terminology.link('snomed', 'zorbixan 500 mg')[0]).toMatchObject({
      code: TABLET,
      name: 'Zorbixan 500 mg tablet',
      about: [['semantic_tag', 'product']],
    });
    terminology.close();
  },
);

test('a term that is preferred in another language is a further word, and the name stays English', () => {
  const terminology = imported(edition, extension());
  expect(terminology.link('snomed', 'बुखार')[0]).toMatchObject({ code: FEVER, name: 'Fever' });
  terminology.close();
});

test('an extension by itself is refused: it would leave nothing but its own codes', () => {
  expect(() => imported(extension())).toThrow(refused('without the International Edition'));
});

test('an extension that builds on a later edition is refused with both days', () => {
  expect(() => imported(edition, extension(needs('20250101')))).toThrow(
    refused('of 2025-01-01; the one that was chosen is of 2024-03-01'),
  );
  expect(() => imported(edition, extension(needs('20240301'))).close()).not.toThrow();
});

test('the day of the edition is also what it says of itself where no row was changed on it', () => {
  const own = writeRf2(aFolder(), 'INT', '20250101', {
    dependencies: [
      { module: CORE, on: '900000000000012004', source: '20250101', target: '20250101' },
    ],
  });
  expect(() => imported(edition, own, extension(needs('20250101'))).close()).not.toThrow();
});

test('two releases of the International Edition are not mixed, and the same one twice does no harm', () => {
  const other = writeRf2(aFolder(), 'INT', '20250101', { concepts: [{ id: FEVER }] });
  expect(() => imported(edition, other)).toThrow(
    refused(`Two releases of the International Edition are mixed: concept ${FEVER}`),
  );
  const same = writeRf2(aFolder(), 'INT', '20240301', {
    concepts: [{ id: FEVER, day: '20020131' }],
  });
  expect(() => imported(edition, same).close()).not.toThrow();
});

test('a Delta is refused', () => {
  const folder = aFolder();
  cpSync(edition, folder, { recursive: true });
  const [concepts = ''] = globSync(path.join(folder, '**', 'sct2_Concept_*.txt'));
  const delta = path.join(aFolder(), 'sct2_Concept_Delta_INT_20240301.txt');
  copyFileSync(concepts, delta);
  const rest = globSync(path.join(folder, '**', '{sct2_Description,der2_cRefset}*.txt'));
  expect(() => imported(delta, ...rest)).toThrow(refused('This is a Delta'));
});

const GPS: Rf2 = {
  members: [
    { refset: PATIENT_SET, concept: FEVER },
    { refset: PATIENT_SET, concept: DIARRHEA },
    { refset: PATIENT_SET, concept: '22298006', active: false },
    { refset: conceptId(7), concept: '44054006' },
  ],
  descriptions: [
    { id: descriptionId(21), concept: FEVER, term: 'Fever (finding)', full: true },
    { id: descriptionId(22), concept: FEVER, term: 'Fever' },
    { id: descriptionId(23), concept: DIARRHEA, term: 'Diarrhea (finding)', full: true },
    { id: descriptionId(24), concept: DIARRHEA, term: 'Diarrhea' },
    { id: descriptionId(25), concept: '22298006', term: 'Myocardial infarction' },
    { id: descriptionId(26), concept: '44054006', term: 'Diabetes mellitus type 2' },
  ],
};
const patientSet = (rows: Rf2 = GPS) => writeRf2(aFolder(), 'GPS', '20260401', rows);

test.each([
  ['a folder', () => patientSet()],
  ['a zip', () => zipped(patientSet())],
])('the Global Patient Set in RF2, in %s, has its active members by their names', (_, of) => {
  const terminology = imported(of());
  expect(terminology.status()).toMatchObject([{ version: 'gps-20260401', codes: 2 }]);
  expect(terminology.link('snomed', 'fever')[0]).toMatchObject({
    code: FEVER,
    name: 'Fever',
    isLinked: true,
    about: [['semantic_tag', 'finding']],
  });
  expect(terminology.link('snomed', 'myocardial infarction')).toEqual([]);
  expect(terminology.link('snomed', 'diabetes mellitus type 2')).toEqual([]);
  terminology.close();
});

test('a member that the file of concepts has as taken out of use is left out', () => {
  const rows = { ...GPS, concepts: [{ id: FEVER, active: false }, { id: DIARRHEA }] };
  const terminology = imported(patientSet(rows));
  expect(terminology.status()).toMatchObject([{ codes: 1 }]);
  expect(terminology.link('snomed', 'fever')).toEqual([]);
  terminology.close();
});

test('members without names are refused, and so is a list of members alone', () => {
  const cut = { ...GPS, descriptions: GPS.descriptions?.slice(0, 2) ?? [] };
  expect(() => imported(patientSet(cut))).toThrow(
    refused('1 of the 2 concepts of the Global Patient Set have no name'),
  );
  const alone = patientSet({ members: GPS.members ?? [] });
  expect(() => imported(alone)).toThrow(refused('without their names'));
});

test('another list of concepts does not stand for the Global Patient Set', () => {
  const rows = { ...GPS, members: [{ refset: conceptId(7), concept: FEVER }] };
  expect(() => imported(patientSet(rows))).toThrow(
    refused('This is not all of a SNOMED CT release'),
  );
});

test('beside an edition the members change nothing, and the flat table counts before them', () => {
  const whole = imported(edition, patientSet({ members: GPS.members ?? [] }));
  expect(whole.status()).toMatchObject([{ version: '20240301', codes: 9 }]);
  whole.close();
  const table = path.join(aFolder(), 'SnomedCT_GPS_20260401.tsv');
  writeFileSync(table, `id\tFSN\tPT\tactive\r\n${FEVER}\tFever (finding)\tFever\t1\r\n`);
  const flat = imported(table, patientSet({ members: GPS.members ?? [] }));
  expect(flat.status()).toMatchObject([{ version: 'gps-20260401', codes: 1 }]);
  flat.close();
});
