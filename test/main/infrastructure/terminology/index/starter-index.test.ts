import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { StarterRow } from '../../../../../main/infrastructure/terminology/tables/starter/row.ts';
import { starterRows } from '../../../../../main/infrastructure/terminology/tables/starter/starter.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import {
  codesCsv,
  indexCsv,
  releaseFolder,
} from '../../../../support/terminology/small-release.ts';
import { aFolder, build, fixture } from '../../../../support/terminology/small-terminology.ts';

const starter: readonly StarterRow[] = [
  {
    kind: 'diagnosis',
    names: ['Type 2 diabetes mellitus', 'adult onset diabetes'],
    snomed: { code: '44054006', term: 'Diabetes mellitus type 2' },
    icd10: { code: 'E11.9', name: 'Type 2 diabetes mellitus without complications' },
  },
  {
    kind: 'finding',
    names: ['Fever', 'raised temperature'],
    snomed: { code: '386661006', term: 'Fever' },
    icd10: { code: 'R50.9', name: 'Fever, unspecified' },
  },
  {
    kind: 'test',
    names: ['Serum potassium'],
    loinc: {
      code: '2823-3',
      name: 'Potassium [Moles/volume] in Serum or Plasma',
      units: ['mmol/L'],
      specimen: 'Ser/Plas',
    },
  },
  {
    kind: 'medicine',
    names: ['Paracetamol', 'acetaminophen'],
    rxnorm: { code: '161', name: 'acetaminophen' },
  },
  { kind: 'procedure', names: ['Code that could not be verified'] },
];
const fresh = (rows = starter, folder = aFolder()) => ({
  folder,
  terminology: createTerminology({ folder, starter: rows }),
});
const file = (folder: string, ontology: string) =>
  path.join(folder, `${ontology}.starter-1.sqlite`);

test('without a release the starter answers for every ontology, in the one shape', () => {
  const { folder, terminology } = fresh();
  expect(readdirSync(folder)).toEqual([]);
  expect(terminology.status()).toMatchObject([
    { ontology: 'snomed', version: 'starter-1', codes: 2 },
    { ontology: 'loinc', version: 'starter-1', codes: 1 },
    { ontology: 'medication', version: 'starter-1', codes: 1 },
    { ontology: 'icd-10-cm', version: 'starter-1', codes: 2 },
  ]);
  expect(terminology.link('snomed', 'DM2')[0]).toMatchObject({
    code: '44054006',
    name: 'Diabetes mellitus type 2',
    isLinked: true,
    about: [['semantic_tag', 'disorder']],
  });
  expect(terminology.link('icd-10-cm', 'raised temperature')[0]).toMatchObject({
    code: 'R50.9',
    isLinked: true,
  });
  // Whether it can be billed, the table does not say.
  expect(terminology.link('icd-10-cm', 'fever')[0]!.billable).toBeUndefined();
  expect(terminology.search('icd-10-cm', 'fev')).toMatchObject([{ code: 'R50.9' }]);
  expect(
    terminology.link('loinc', 'potassium', 5, { unit: 'mmol/L', specimen: 'serum' })[0],
  ).toMatchObject({ code: '2823-3', isLinked: true });
  expect(terminology.mapOf('386661006')).toEqual([]);
  terminology.close();
});

test('the starter promises less: a slip, a test without unit or specimen, a drug by its name alone are candidates', () => {
  const { terminology } = fresh();
  expect(terminology.link('snomed', 'diabtes mellitus type 2')[0]).toMatchObject({
    code: '44054006',
    isLinked: false,
  });
  expect(terminology.link('loinc', 'potassium')[0]).toMatchObject({
    isLinked: false,
    why: { lacks: ['unit_needed', 'specimen_needed'] },
  });
  expect(
    terminology.link('loinc', 'potassium', 5, { unit: 'mg/dL', specimen: 'serum' })[0],
  ).toMatchObject({ isLinked: false, why: { lacks: ['unit_mismatch'] } });
  expect(terminology.link('medication', 'paracetamol')[0]).toMatchObject({
    code: '161',
    score: null,
    isLinked: false,
    why: { lacks: ['strength_needed', 'form_needed'] },
  });
  expect(terminology.link('medication', 'paracetamol 500 mg tab')[0]).toMatchObject({
    code: '161',
    isLinked: false,
    why: { lacks: ['strength_not_in_code', 'form_not_in_code'] },
  });
  terminology.close();
});

test('tests that share a word are told apart by what they measure, by unit and by specimen', () => {
  const test_ = (
    names: string[],
    code: string,
    name: string,
    units: string[],
    specimen: string,
  ): StarterRow => ({ kind: 'test', names, loinc: { code, name, units, specimen } });
  const { terminology } = fresh([
    test_(
      ['HDL cholesterol'],
      '2085-9',
      'Cholesterol in HDL [Mass/volume] in Serum or Plasma',
      ['mg/dL'],
      'Ser/Plas',
    ),
    test_(
      ['total cholesterol', 'cholesterol'],
      '2093-3',
      'Cholesterol [Mass/volume] in Serum or Plasma',
      ['mg/dL'],
      'Ser/Plas',
    ),
    test_(
      ['platelet count', 'platelets'],
      '777-3',
      'Platelets [#/volume] in Blood by Automated count',
      ['10*3/uL'],
      'Bld',
    ),
    test_(
      ['mean platelet volume'],
      '32623-1',
      'Platelet [Entitic mean volume] in Blood by Automated count',
      ['fL'],
      'Bld',
    ),
    test_(
      ['SpO2'],
      '59408-5',
      'Oxygen saturation in Arterial blood by Pulse oximetry',
      ['%'],
      'BldA',
    ),
  ]);
  const linked = (query: string, unit: string, specimen?: string) =>
    terminology
      .link('loinc', query, 5, { unit, ...(specimen ? { specimen } : {}) })
      .filter(({ isLinked }) => isLinked)
      .map(({ code }) => code);
  expect(linked('total cholesterol', 'mg/dL', 'serum')).toEqual(['2093-3']);
  expect(linked('HDL cholesterol', 'mg/dL', 'serum')).toEqual(['2085-9']);
  expect(linked('platelets', 'lakh/cumm', 'blood')).toEqual(['777-3']);
  expect(linked('platelets', 'fL', 'blood')).not.toContain('777-3');
  // A question without a specimen is linked all the same: none is taken from the patient.
  expect(linked('SpO2', '%')).toEqual(['59408-5']);
  terminology.close();
});

test('its files are made once, and anew when its rows change or a file is damaged', () => {
  const { folder, terminology } = fresh();
  terminology.link('snomed', 'fever');
  terminology.close();
  const made = statSync(file(folder, 'snomed'));
  const again = fresh(starter, folder).terminology;
  expect(again.link('snomed', 'fever')[0]?.code).toBe('386661006');
  again.close();
  expect(statSync(file(folder, 'snomed')).ino).toBe(made.ino);
  const more = fresh(
    [
      ...starter,
      { kind: 'finding', names: ['Cough'], snomed: { code: '49727002', term: 'Cough' } },
    ],
    folder,
  ).terminology;
  expect(more.link('snomed', 'cough')[0]?.code).toBe('49727002');
  more.close();
  for (const damage of [
    () => truncateSync(file(folder, 'snomed'), 5000),
    () => writeFileSync(file(folder, 'snomed'), 'not a database'),
    () => writeFileSync(file(folder, 'snomed'), ''),
    () => overwrite(file(folder, 'snomed'), 8192),
  ]) {
    damage();
    const { terminology: mended } = fresh(starter, folder);
    expect(mended.status()[0]).toMatchObject({
      ontology: 'snomed',
      version: 'starter-1',
      codes: 2,
    });
    expect(mended.link('snomed', 'fever')[0]).toMatchObject({ code: '386661006', isLinked: true });
    mended.close();
  }
});

function pageOf(name: string, table: string): number {
  const db = new Database(name, { readonly: true });
  try {
    return db
      .prepare('SELECT rootpage FROM sqlite_master WHERE name = ?')
      .pluck()
      .get(table) as number;
  } finally {
    db.close();
  }
}

function overwrite(name: string, at: number) {
  const handle = openSync(name, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xaa), 0, 4096, at);
  closeSync(handle);
}

test('an imported release takes the place of the starter whole', async () => {
  const { folder, terminology } = fresh();
  expect(terminology.link('loinc', 'potassium', 1)[0]).toMatchObject({ code: '2823-3' });
  await terminology.import('loinc', [fixture('loinc')]);
  expect(terminology.facts('loinc')).toMatchObject({ version: '0.2', codes: 12 });
  expect(
    terminology.link('loinc', 'potassium', 5, { unit: 'mmol/L', specimen: 'urine' })[0],
  ).toMatchObject({ code: '2828-2', isLinked: true });
  expect(existsSync(path.join(folder, 'loinc.sqlite'))).toBe(true);
  terminology.close();
});

test('a damaged or outdated release is told with its trouble, and nothing answers in its place', () => {
  const { folder, terminology } = fresh();
  writeFileSync(path.join(folder, 'snomed.sqlite'), Buffer.alloc(8192, 7));
  expect(terminology.status()).toMatchObject([
    { ontology: 'snomed', codes: 0, trouble: { code: 'broken', detail: 'terminology-damaged' } },
    { ontology: 'loinc' },
    {},
    {},
  ]);
  expect(() => terminology.link('snomed', 'fever')).toThrow(
    failureWith('terminology-damaged') as Error,
  );
  expect(() => terminology.search('snomed', 'fev')).toThrow(
    failureWith('terminology-damaged') as Error,
  );
  expect(() => terminology.mapOf('386661006')).toThrow(failureWith('terminology-damaged') as Error);
  // The others go on.
  expect(terminology.link('icd-10-cm', 'fever')[0]?.code).toBe('R50.9');
  terminology.close();
});

test('damage that is met while reading is told as such, and a new import mends it', async () => {
  const folder = aFolder();
  const { paths } = releaseFolder({ 'codes_2025.csv': codesCsv(), 'index_2025.csv': indexCsv() });
  const index = build(folder, 'icd10cm', paths);
  // The index opens, since only the part read by look-ups is damaged.
  overwrite(index, (pageOf(index, 'keys') - 1) * 4096);
  const { terminology } = fresh(starter, folder);
  expect(() => terminology.link('icd-10-cm', 'mumps')).toThrow(
    failure('broken', 'terminology-damaged'),
  );
  expect(() => terminology.search('icd-10-cm', 'mum')).toThrow(
    failureWith('terminology-damaged') as Error,
  );
  expect(terminology.status().find(({ ontology }) => ontology === 'icd-10-cm')).toMatchObject({
    trouble: { detail: 'terminology-damaged' },
  });
  await terminology.import('icd10cm', paths);
  expect(terminology.link('icd-10-cm', 'mumps')[0]).toMatchObject({
    code: 'B26.9',
    isLinked: true,
    billable: true,
  });
  expect(
    terminology.status().find(({ ontology }) => ontology === 'icd-10-cm')?.trouble,
  ).toBeUndefined();
  terminology.close();
});

test('an ontology of which the table has nothing says that none is installed', () => {
  const { terminology } = fresh([]);
  expect(terminology.status()).toEqual([]);
  expect(() => terminology.link('snomed', 'fever')).toThrow(failure('missing', 'no-terminology'));
});

test('the table in the box answers', () => {
  const terminology = createTerminology({ folder: mkdtempSync(path.join(aFolder(), 'box')) });
  expect(terminology.status().length).toBe(
    new Set(
      starterRows().flatMap(({ snomed, icd10, loinc, rxnorm }) =>
        [snomed && 's', icd10 && 'i', loinc && 'l', rxnorm && 'r'].filter(Boolean),
      ),
    ).size,
  );
  expect(terminology.link('snomed', 'fever')[0]).toMatchObject({
    code: '386661006',
    isLinked: true,
  });
  terminology.close();
});
