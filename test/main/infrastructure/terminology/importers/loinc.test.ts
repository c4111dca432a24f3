import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cells,
  numberedRowsOf,
} from '../../../../../main/infrastructure/terminology/importers/files/lines.ts';
import { isLoincNumber } from '../../../../../main/infrastructure/terminology/importers/loinc.ts';
import { starterRows } from '../../../../../main/infrastructure/terminology/tables/starter/starter.ts';
import {
  specimensIn,
  systemsOf,
} from '../../../../../main/infrastructure/terminology/text/specimens.ts';
import {
  dimensionOf,
  unitFits,
} from '../../../../../main/infrastructure/terminology/text/units.ts';
import { loincColumns } from '../../../../../scripts/lib/official-excerpt.ts';
import {
  aFolder,
  build,
  fixture,
  smallTerminology,
} from '../../../../support/terminology/small-terminology.ts';

const loinc = smallTerminology('loinc');
const link = (query: string, hints: Record<string, string> = {}) =>
  loinc.link('loinc', query, 10, hints);
const linked = (query: string, hints: Record<string, string> = {}) =>
  link(query, hints)
    .filter(({ isLinked }) => isLinked)
    .map(({ code }) => code);

test('only active tests are in it; its version is that of its newest row', () => {
  expect(loinc.status()).toMatchObject([{ ontology: 'loinc', version: '0.2', codes: 12 }]);
  for (const withdrawn of ['2947-0', '2955-3'])
    expect(
      link('sodium', { unit: 'mmol/L' }).some(({ code }) => code === withdrawn),
      withdrawn,
    ).toBe(false);
});

test.each([
  ['potassium', { unit: 'mmol/L', specimen: 'serum' }, '2823-3'],
  ['serum potassium', { unit: 'mEq/L' }, '2823-3'],
  ['K+', { unit: 'mmol/L', specimen: 'plasma' }, '2823-3'],
  ['potassium', { unit: 'mmol/L', specimen: 'urine' }, '2828-2'],
  ['potassium 24 hour urine', { unit: 'mmol/24h' }, '2829-0'],
  ['glucose', { unit: 'mg/dL', specimen: 'whole blood' }, '2339-0'],
  ['potassium 4.1 mmol/L', { specimen: 'arterial blood' }, '32713-0'],
  ['creatinine', { unit: 'mg/dl', specimen: 'urine' }, '2161-8'],
])('%s %o is %s', (query, hints, code) => {
  expect(linked(query, hints)).toEqual([code]);
  expect(link(query, hints)[0]).toMatchObject({ code, isLinked: true });
  expect(link(query, hints)[0]!.why.lacks).toBeUndefined();
});

test.each([
  ['without unit and specimen', 'potassium', {}, ['unit_needed', 'specimen_needed']],
  ['without a unit', 'potassium', { specimen: 'urine' }, ['unit_needed']],
  ['without a specimen', 'potassium', { unit: 'mmol/L' }, ['specimen_needed']],
  ['mass for substance', 'potassium', { unit: 'mg/dL', specimen: 'serum' }, ['unit_mismatch']],
  [
    'a concentration for what is passed in a day',
    'potassium 24 hour urine',
    { unit: 'mmol/L' },
    ['time_mismatch'],
  ],
  ['a unit of nothing', 'potassium', { unit: 'frobs', specimen: 'serum' }, ['unit_unknown']],
  [
    '"blood", which may be serum',
    'potassium',
    { unit: 'mmol/L', specimen: 'blood' },
    ['specimen_needed'],
  ],
  [
    'a specimen that nobody knows',
    'potassium',
    { unit: 'mmol/L', specimen: 'moon dust' },
    ['specimen_mismatch'],
  ],
  ['a misspelt name', 'potasium', { unit: 'mmol/L', specimen: 'serum' }, ['spelling']],
  [
    'a result in words for a number',
    'potassium',
    { value: 'positive', specimen: 'serum' },
    ['unit_needed', 'value_mismatch'],
  ],
])('%s: candidates, none linked, and why', (_, query, hints, lacks) => {
  expect(linked(query, hints)).toEqual([]);
  expect([...new Set(link(query, hints)[0]!.why.lacks)].sort()).toEqual(
    expect.arrayContaining([...lacks].sort().slice(-1)),
  );
  expect(link(query, hints).length).toBeGreaterThan(3);
  expect(link(query, hints).every(({ why }) => (why.lacks ?? []).length > 0)).toBe(true);
});

test('whatever is said, at most one test is linked, and only one that unit and specimen agree with', () => {
  const units = ['', 'mmol/L', 'mEq/L', 'mg/dL', 'g/L', '%', 'mmol/24h', 'mL/min', 'U/L'];
  const specimens = [
    '',
    'serum',
    'plasma',
    'blood',
    'whole blood',
    'urine',
    'CSF',
    'arterial blood',
    'venous blood',
    'gastric fluid',
    'nonsense',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(
        'potassium',
        'glucose',
        'creatinine',
        'urea nitrogen',
        'urine potassium',
        'K+',
      ),
      fc.constantFrom(...units),
      fc.constantFrom(...specimens),
      (query, unit, specimen) => {
        const found = link(query, { unit, specimen });
        const sure = found.filter(({ isLinked }) => isLinked);
        expect(sure.length).toBeLessThanOrEqual(1);
        for (const { about } of sure) {
          const told = Object.fromEntries(about!);
          expect(unitFits(unit, { property: told.property!, units: told.unit!.split(', ') })).toBe(
            true,
          );
          const said = specimensIn(specimen === '' ? query : specimen).systems;
          expect([...systemsOf(told.specimen!)].some((system) => said.has(system))).toBe(true);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('units by what they measure, as laboratories write them', () => {
  const groups: Record<string, string[]> = {
    'mass/volume': [
      'mg/dL',
      'g/L',
      'gm/dl',
      'mg%',
      'ng/mL',
      'µg/mL',
      'mcg/dL',
      'ng/mL{FEU}',
      'pg/mL',
    ],
    'substance/volume': ['mmol/L', 'mEq/L', 'umol/l', 'nmol/L'],
    'unit/volume': ['U/L', 'IU/L', 'mIU/L', 'uIU/mL', '[IU]/mL'],
    'number/volume': [
      '/uL',
      '10*3/uL',
      'x10^9/L',
      'cells/cumm',
      'lakh/cumm',
      'K/uL',
      'million/cumm',
      'copies/mL',
    ],
    'volume/area/time': ['mL/min/1.73m2', 'mL/min/{1.73_m2}'],
    'number/time': ['/min', 'bpm', 'beats/min', 'breaths/min'],
    'mass/time': ['mg/24 h', 'mg/(24.h)', 'g/day'],
    'length/time': ['mm/hr', 'mm/h'],
    share: ['%'],
    pressure: ['mmHg', 'mm[Hg]', 'mm Hg'],
    volume: ['fL', 'mL'],
    mass: ['pg', 'kg', 'g'],
    length: ['cm', 'in'],
    temperature: ['°C', 'Cel', '°F', 'degF'],
    'mass/area': ['kg/m2'],
    number: ['{INR}', 'ratio'],
    'mass/mass': ['mg/g', 'mg/g creatinine'],
    'substance/substance': ['mmol/mol'],
  };
  for (const [dimension, units] of Object.entries(groups))
    for (const unit of units) expect(dimensionOf(unit), unit).toBe(dimension);
  for (const none of ['', 'frobs', 'mg/frob', '???'])
    expect(dimensionOf(none), none).toBeUndefined();
  // HbA1c in percent and in mmol/mol are two tests.
  expect(unitFits('%', { property: 'SFr', units: ['mmol/mol'] })).toBe(false);
  expect(unitFits('g/L', { property: 'MCnc', units: [] })).toBe(true);
  fc.assert(fc.property(fc.string(), (text) => void dimensionOf(text)));
});

test('a specimen is read out of a name, and what stands beside it is left', () => {
  expect(specimensIn('Serum Potassium')).toMatchObject({ rest: 'Potassium' });
  expect(specimensIn('24 hr urine protein')).toMatchObject({ rest: 'protein', time: '24H' });
  expect([...systemsOf('Ser/Plas')]).toEqual(['Ser/Plas']);
  expect(systemsOf('^Patient').size).toBe(0);
  // A fetus is somebody else.
  expect(systemsOf('Urine^Fetus').has('Urine')).toBe(false);
});

function spoilt(change: (text: string) => string): string {
  const file = path.join(aFolder(), 'a.csv');
  writeFileSync(file, change(readFileSync(path.join(fixture('loinc'), 'Loinc.csv'), 'utf8')));
  return file;
}
const failure = (sentence: string) =>
  expect.objectContaining({
    code: 'invalid',
    detail: 'terminology-file',
    message: expect.stringContaining(sentence) as string,
  }) as Error;

test('a damaged table stops the import loudly, with its line; a wrong one says what was looked for', () => {
  expect(() =>
    build(aFolder(), 'loinc', [spoilt((text) => text.replace('"2823-3"', '"2823-4"'))]),
  ).toThrow(failure('2823-4 is not a LOINC number'));
  expect(() =>
    build(aFolder(), 'loinc', [
      spoilt((text) => text.replace('"Potassium","SCnc"', '"Potassium"')),
    ]),
  ).toThrow(failure('Line'));
  expect(() =>
    build(aFolder(), 'loinc', [spoilt((text) => text.slice(0, text.length - 20))]),
  ).toThrow(failure('a quote is not closed'));
  expect(() =>
    build(aFolder(), 'loinc', [spoilt((text) => text.slice(0, text.lastIndexOf('","') + 1))]),
  ).toThrow(failure('13 columns, where the first line names 14'));
  expect(() => build(aFolder(), 'loinc', [spoilt((text) => text.split('\n')[0]!)])).toThrow(
    failure('No active test'),
  );
  expect(() =>
    build(aFolder(), 'loinc', [spoilt((text) => text.replace('"STATUS"', '"STATE"'))]),
  ).toThrow(failure('Looked for the LOINC table'));
});

test('numbers of LOINC: any digit changed is found out', () => {
  for (const code of ['2823-3', '6298-4', '32713-0', '2829-0'])
    expect(isLoincNumber(code)).toBe(true);
  fc.assert(
    fc.property(
      fc.constantFrom('2823-3', '32713-0'),
      fc.nat(5),
      fc.integer({ min: 1, max: 9 }),
      (code, place, more) => {
        const at = place % code.length;
        fc.pre(code[at] !== '-');
        expect(
          isLoincNumber(
            code.slice(0, at) + String((Number(code[at]) + more) % 10) + code.slice(at + 1),
          ),
        ).toBe(false);
      },
    ),
  );
});

test('the rows here are tests of the starter table, which were verified: code, name, unit and specimen', () => {
  const [head, ...rows] = [...numberedRowsOf(path.join(fixture('loinc'), 'Loinc.csv'))].map(
    ({ row }) => row,
  );
  const own = new Map(
    starterRows().flatMap(({ names, loinc: test }) =>
      test ? [[test.code, { ...test, names }]] : [],
    ),
  );
  for (const row of rows.map((cells) =>
    Object.fromEntries(cells.map((cell, at) => [head![at]!, cell])),
  )) {
    const { name, units, specimen, names } = own.get(row.LOINC_NUM!)!;
    expect([row.LONG_COMMON_NAME, row.EXAMPLE_UCUM_UNITS, row.SYSTEM]).toEqual([
      name,
      units.join(';'),
      specimen,
    ]);
    expect(names).toContain(row.DisplayName);
  }
});

/**
 * Rows of the fixture under the columns that the files of a release have, with names for patients
 * and parts beside the table.
 */
function inOfficialForm(): string {
  const folder = aFolder();
  const [head, ...rows] = [...numberedRowsOf(path.join(fixture('loinc'), 'Loinc.csv'))].map(
    ({ row }) => row,
  );
  const columns = loincColumns();
  const file = (name: string, lines: readonly (readonly string[])[]) =>
    writeFileSync(
      path.join(folder, name),
      [columns[name]!, ...lines]
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\n'),
    );
  file(
    'Loinc.csv',
    rows.map((row) => columns['Loinc.csv']!.map((column) => row[head!.indexOf(column)] ?? '')),
  );
  file('ConsumerName.csv', [['2829-0', 'Salt of bananas, a whole day']]);
  file('Part.csv', [['LP0000-0', 'COMPONENT', 'Made up', 'Made up', 'ACTIVE']]);
  return folder;
}

test("files in LOINC's own form are imported as they are: all columns of the table, names for patients, parts passed over", () => {
  expect(loincColumns()['Loinc.csv']!.length).toBeGreaterThan(35);
  const whole = smallTerminology('loinc', [inOfficialForm()]);
  expect(whole.status()).toMatchObject([{ ontology: 'loinc', version: '0.2', codes: 12 }]);
  expect(
    whole
      .link('loinc', 'potassium', 5, { unit: 'mmol/L', specimen: 'serum' })
      .filter(({ isLinked }) => isLinked)
      .map(({ code }) => code),
  ).toEqual(['2823-3']);
  expect(whole.link('loinc', 'salt of bananas', 10, {}).map(({ code }) => code)).toContain(
    '2829-0',
  );
  expect(link('salt of bananas')).toEqual([]);
  expect(cells('"a, b",c')).toEqual(['a, b', 'c']);
});
