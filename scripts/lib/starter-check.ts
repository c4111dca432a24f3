/** Checks every row of the starter table: its codes against the lists, their check digits, its names against the other rows, who verified it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { rowsOf } from '../../main/infrastructure/terminology/importers/files/lines.ts';
import type { SourcedRow } from '../../main/infrastructure/terminology/tables/starter/row.ts';
import { starterSources } from '../../main/infrastructure/terminology/tables/starter/sources.ts';

export type Lists = {
  readonly icd10cm?: ReadonlyMap<string, { readonly isBillable: boolean; readonly name: string }>;
  readonly loinc?: ReadonlyMap<
    string,
    {
      readonly name: string;
      readonly unit: string;
      readonly specimen: string;
      readonly isActive: boolean;
    }
  >;
};
export type Verdict = { readonly problems: readonly string[]; readonly skipped: readonly string[] };

/** The lists that are in the folder. */
export function readLists(folder: string): Lists {
  const icd10cm = path.join(folder, 'icd10cm', 'icd10cm_merged.csv');
  const loinc = path.join(folder, 'loinc', 'Loinc.csv');
  return {
    ...(existsSync(icd10cm) && { icd10cm: readIcd(icd10cm) }),
    ...(existsSync(loinc) && { loinc: readLoinc(loinc) }),
  };
}

export const readIcd = (file: string): NonNullable<Lists['icd10cm']> =>
  read(file, ['code', 'billable', 'description'], (code, billable, name) => [
    code,
    { isBillable: billable === '1', name },
  ]);

export const readLoinc = (file: string): NonNullable<Lists['loinc']> =>
  read(
    file,
    ['LOINC_NUM', 'LONG_COMMON_NAME', 'EXAMPLE_UCUM_UNITS', 'SYSTEM', 'STATUS'],
    (code, name, unit, specimen, status) => [
      code,
      { name, unit, specimen, isActive: status === 'ACTIVE' },
    ],
  );

function read<Entry>(
  file: string,
  columns: readonly string[],
  entry: (...cells: string[]) => [string, Entry],
): Map<string, Entry> {
  const rows = rowsOf(file);
  const head = rows.next().value ?? [];
  const places = columns.map((column) => head.indexOf(column));
  const found = new Map<string, Entry>();
  for (const row of rows) found.set(...entry(...places.map((place) => row[place] ?? '')));
  return found;
}

const TIMES = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const TURNED = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Verhoeff's check digit, and the two digits before it that tell a concept from a description. */
export function isConceptId(code: string): boolean {
  if (!/^[1-9]\d{5,17}$/.test(code) || !/^(00|10)$/.test(code.slice(-3, -1))) return false;
  const rest = [...code]
    .reverse()
    .reduce((sum, digit, at) => Number(TIMES[sum]![Number(TURNED[at % 8]![Number(digit)])]), 0);
  return rest === 0;
}

/** LOINC's own: modulo 10, every second digit doubled. */
export function isLoincNumber(code: string): boolean {
  const [, digits, check] = /^(\d{1,7})-(\d)$/.exec(code) ?? [];
  if (digits === undefined) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(check);
}

export function checkStarter(rows: readonly SourcedRow[], lists: Lists): Verdict {
  const problems: string[] = [];
  const seen = new Map<string, string>();
  /** One name, one row; one code, one concept. ICD-10-CM is a classification: many concepts share a code there. */
  const once = (what: string, of: string) => {
    const other = seen.get(what);
    if (other !== undefined) problems.push(`${of}: ${what} stands at "${other}" already`);
    seen.set(what, of);
  };
  for (const { row, sources } of rows) {
    const of = row.names[0] ?? '(no name)';
    const wrong = (what: string) => problems.push(`${of}: ${what}`);
    if (
      row.names.some((name) => name.trim() === '' || name !== name.trim()) ||
      row.names.length === 0
    )
      wrong('a name is empty or has blanks around it');
    for (const name of row.names)
      once(
        `the ${isClinical(row.kind) ? 'clinical ' : ''}name ${name.toLowerCase()}${isClinical(row.kind) ? '' : ` of a ${row.kind}`}`,
        of,
      );
    if (!row.snomed && !row.icd10 && !row.loinc && !row.rxnorm) wrong('no code');
    if (row.snomed) {
      once(`SNOMED CT ${row.snomed.code}`, of);
      if (!isConceptId(row.snomed.code))
        wrong(`SNOMED CT ${row.snomed.code} is no concept identifier`);
      if (row.snomed.term === '') wrong('SNOMED CT without a term');
      verified(row.snomed.code, 'SNOMED CT');
    }
    if (row.icd10 && lists.icd10cm) {
      const listed = lists.icd10cm.get(row.icd10.code);
      if (!listed) wrong(`ICD-10-CM ${row.icd10.code} is not in the list`);
      else if (!listed.isBillable) wrong(`ICD-10-CM ${row.icd10.code} is not billable`);
      else if (listed.name !== row.icd10.name)
        wrong(`ICD-10-CM ${row.icd10.code} is called "${listed.name}"`);
    }
    if (row.loinc) {
      once(`LOINC ${row.loinc.code}`, of);
      if (!isLoincNumber(row.loinc.code)) wrong(`LOINC ${row.loinc.code}: check digit`);
      if (row.loinc.name === '') wrong('LOINC without a name');
      if (
        row.loinc.specimen === '' &&
        row.loinc.units.length === 0 &&
        !/panel/i.test(row.loinc.name)
      )
        wrong('neither specimen nor unit');
      if (lists.loinc)
        atLoinc(row.loinc, lists.loinc.get(row.loinc.code), sources.includes('list'));
      verified(row.loinc.code, 'LOINC');
    }
    if (row.rxnorm) {
      once(`RxNorm ${row.rxnorm.code}`, of);
      if (!/^[1-9]\d{1,7}$/.test(row.rxnorm.code))
        wrong(`RxNorm ${row.rxnorm.code} is no identifier`);
      if (row.rxnorm.name === '') wrong('RxNorm without a name');
      verified(row.rxnorm.code, 'RxNorm');
    }

    function verified(code: string, system: 'SNOMED CT' | 'LOINC' | 'RxNorm') {
      const known = sources.map((key) => starterSources[key]);
      if (known.some((source) => source === undefined))
        wrong(`a source of ${code} is not in sources.json`);
      const fitting = known.filter((source) => source?.systems.includes(system));
      if (fitting.length !== sources.length) wrong(`a source of ${code} has no ${system}`);
      if (new Set(sources).size < 2 && !fitting.some((source) => source?.alone))
        wrong(`${system} ${code} is verified by one source only`);
    }
    function atLoinc(
      own: NonNullable<SourcedRow['row']['loinc']>,
      listed: { name: string; unit: string; specimen: string; isActive: boolean } | undefined,
      saysSo: boolean,
    ) {
      if (!listed) {
        if (saysSo) wrong(`LOINC ${own.code} is said to be in the list and is not`);
        return;
      }
      if (!saysSo) wrong(`LOINC ${own.code} is in the list, and the row does not say so`);
      if (!listed.isActive) wrong(`LOINC ${own.code} is not active`);
      if (listed.name !== own.name) wrong(`LOINC ${own.code} is called "${listed.name}"`);
      if (listed.unit !== own.units.join(' '))
        wrong(`LOINC ${own.code} has the unit "${listed.unit}"`);
      if (listed.specimen !== own.specimen)
        wrong(`LOINC ${own.code} has the specimen "${listed.specimen}"`);
    }
  }
  const skipped = [
    ...(lists.icd10cm
      ? []
      : ['ICD-10-CM codes, whether billable, and their names: the list is not here']),
    ...(lists.loinc ? [] : ["LOINC's names, units and specimens: its table is not here"]),
  ];
  return { problems, skipped };
}

const isClinical = (kind: SourcedRow['row']['kind']) =>
  kind === 'finding' || kind === 'diagnosis' || kind === 'procedure';
