import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowsOf } from '../../../../../../main/infrastructure/terminology/tables/starter/row.ts';
import {
  STARTER_VERSION,
  starterRows,
  starterSourced,
} from '../../../../../../main/infrastructure/terminology/tables/starter/starter.ts';
import { readExcerpt } from '../../../../../../scripts/lib/official-excerpt.ts';
import {
  checkStarter,
  isConceptId,
  isLoincNumber,
} from '../../../../../../scripts/lib/starter-check.ts';

test('every row of the starter table holds, as far as can be told without the lists', () => {
  const { problems, skipped } = checkStarter(starterSourced(), {});
  expect(problems).toEqual([]);
  expect(skipped).toHaveLength(2);
});

test('every row of the starter table holds against the lists of codes', () => {
  const lists = readExcerpt();
  expect(lists.icd10cm.size).toBeGreaterThan(1_000);
  expect(lists.loinc.size).toBeGreaterThan(30);
  expect(checkStarter(starterSourced(), lists)).toEqual({ problems: [], skipped: [] });
});

test('the starter table has what a clinic needs most, and each name leads to one row', () => {
  const count = (kind: string) => starterRows().filter((row) => row.kind === kind).length;
  expect(STARTER_VERSION).toBe('starter-1');
  expect(count('finding') + count('diagnosis') + count('procedure')).toBeGreaterThanOrEqual(400);
  expect(count('test')).toBeGreaterThanOrEqual(150);
  expect(count('medicine')).toBeGreaterThanOrEqual(150);
  expect(starterRows().find((row) => row.names.includes('loose motions'))).toEqual({
    kind: 'finding',
    names: expect.arrayContaining(['diarrhea', 'loose motions']),
    snomed: { code: '62315008', term: 'Diarrhea' },
    icd10: { code: 'R19.7', name: 'Diarrhea, unspecified' },
  });
  expect(starterRows().find((row) => row.names.includes('SGPT'))?.loinc).toMatchObject({
    code: '1742-6',
    units: ['U/L'],
    specimen: 'Ser/Plas',
  });
  expect(starterRows().find((row) => row.names.includes('paracetamol'))?.rxnorm).toEqual({
    code: '161',
    name: 'acetaminophen',
  });
});

test('docs/terminology.md has the figures of today', () => {
  // Columns may be padded.
  const page = readFileSync('docs/terminology.md', 'utf8').replaceAll(/ {2,}/g, ' ');
  const kinds = {
    findings: 'finding',
    diagnoses: 'diagnosis',
    procedures: 'procedure',
    tests: 'test',
    medicines: 'medicine',
    all: undefined,
  };
  for (const [words, kind] of Object.entries(kinds)) {
    const of = starterRows().filter((row) => kind === undefined || row.kind === kind);
    const counts = (['snomed', 'icd10', 'loinc', 'rxnorm'] as const).map(
      (system) => of.filter((row) => row[system] !== undefined).length,
    );
    expect(page).toContain(
      `| ${words} | ${of.length} |${counts.map((count) => (count === 0 ? ' |' : ` ${count} |`)).join('')}`,
    );
  }
  const clinical = starterRows().filter(({ kind }) => kind === 'finding' || kind === 'diagnosis');
  expect(page).toContain(
    `${clinical.filter(({ snomed }) => !snomed).length} findings and diagnoses have no SNOMED CT code`,
  );
});

test('check digits: a digit off, or two changed about, is found', () => {
  expect(['22298006', '386661006', '1003722009'].map(isConceptId)).toEqual([true, true, true]);
  expect(['22298007', '22289006', '386661', '22253001', '680011'].map(isConceptId)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(['718-7', '2823-3', '58410-2'].map(isLoincNumber)).toEqual([true, true, true]);
  expect(['718-8', '2832-3', '58410'].map(isLoincNumber)).toEqual([false, false, false]);
});

test('what must not be in the table is found', () => {
  const mumps = (code: string) => ({ code, term: 'Mumps' });
  const bad = rowsOf({
    kind: 'diagnosis',
    groups: [
      {
        title: 'Infections',
        rows: [
          {
            names: ['mumps', 'parotitis'],
            snomed: mumps('36989005'),
            icd10: { code: 'B26.9', name: 'Mumps without complication' },
            sources: ['canon', 'who'],
          },
          { names: ['parotitis'], snomed: mumps('36989006'), sources: ['canon', 'who'] },
          { names: ['twice'], snomed: mumps('36989005'), sources: ['canon', 'rkh'] },
          {
            names: ['alone'],
            snomed: { code: '38907003', term: 'Varicella' },
            sources: ['canon'],
          },
          {
            names: ['unknown'],
            snomed: { code: '14189004', term: 'Measles' },
            sources: ['canon', 'hearsay'],
          },
          { names: ['header'], icd10: { code: 'B26', name: 'Mumps' }, sources: [] },
          { names: ['misnamed'], icd10: { code: 'B26.9', name: 'Mumps' }, sources: [] },
          { names: ['nothing'], sources: [] },
        ],
      },
    ],
  });
  const icd10cm = new Map([
    ['B26', { isBillable: false, name: 'Mumps' }],
    ['B26.9', { isBillable: true, name: 'Mumps without complication' }],
  ]);
  expect(checkStarter(bad, { icd10cm, loinc: new Map() }).problems).toEqual([
    'parotitis: the clinical name parotitis stands at "mumps" already',
    'parotitis: SNOMED CT 36989006 is no concept identifier',
    'twice: SNOMED CT 36989005 stands at "mumps" already',
    'alone: SNOMED CT 38907003 is verified by one source only',
    'unknown: a source of 14189004 is not in sources.json',
    'unknown: a source of 14189004 has no SNOMED CT',
    'header: ICD-10-CM B26 is not billable',
    'misnamed: ICD-10-CM B26.9 is called "Mumps without complication"',
    'nothing: no code',
  ]);
  const test = (name: string, code: string, longName: string) => ({
    names: [name],
    loinc: { code, name: longName, units: ['mmol/L'], specimen: 'Ser/Plas' },
    sources: ['list'],
  });
  const tests = rowsOf({
    kind: 'test',
    groups: [
      {
        title: 'Salts',
        rows: [test('potassium', '2823-3', 'Potassium'), test('sodium', '2951-3', 'Sodium')],
      },
    ],
  });
  const loinc = new Map([
    [
      '2823-3',
      {
        name: 'Potassium [Moles/volume] in Serum or Plasma',
        unit: 'mmol/L',
        specimen: 'Ser/Plas',
        isActive: true,
      },
    ],
  ]);
  expect(checkStarter(tests, { icd10cm, loinc }).problems).toEqual([
    'potassium: LOINC 2823-3 is called "Potassium [Moles/volume] in Serum or Plasma"',
    'sodium: LOINC 2951-3: check digit',
    'sodium: LOINC 2951-3 is said to be in the list and is not',
  ]);
});
