/**
 * Checks every row of the starter table: its codes against the lists, their check digits, its names
 * against the other rows, its sources.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { rowsOf } from '../../main/infrastructure/terminology/importers/files/lines.ts';
import type { SourcedRow } from '../../main/infrastructure/terminology/tables/starter/row.ts';
import { starterSources } from '../../main/infrastructure/terminology/tables/starter/sources.ts';

export type Lists = {
  readonly icd10cm?: ReadonlyMap<string, { readonly isBillable: boolean; readonly name: string }>;
  readonly loinc?: ReadonlyMap<string, LoincListed>;
};
type LoincListed = {
  readonly name: string;
  readonly unit: string;
  readonly specimen: string;
  readonly isActive: boolean;
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

const digitAt = (rows: readonly string[], row: number, column: number) =>
  Number(rows[row]?.charAt(column));

/** Verhoeff's check digit, and the two digits before it that tell a concept from a description. */
export function isConceptId(code: string): boolean {
  if (!/^[1-9]\d{5,17}$/.test(code) || !/^(00|10)$/.test(code.slice(-3, -1))) return false;
  const rest = [...code]
    .reverse()
    .reduce((sum, digit, at) => digitAt(TIMES, sum, digitAt(TURNED, at % 8, Number(digit))), 0);
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

type Check = {
  readonly lists: Lists;
  readonly problems: string[];
  /** Names and codes, and the first name of the row that has each. */
  readonly seen: Map<string, string>;
};

export function checkStarter(rows: readonly SourcedRow[], lists: Lists): Verdict {
  const check: Check = { lists, problems: [], seen: new Map() };
  for (const row of rows) {
    checkNames(check, row);
    checkSnomed(check, row);
    checkIcd10(check, row);
    checkLoinc(check, row);
    checkRxnorm(check, row);
  }
  const skipped = [
    ...(lists.icd10cm
      ? []
      : ['ICD-10-CM codes, whether billable, and their names: the list is not here']),
    ...(lists.loinc ? [] : ["LOINC's names, units and specimens: its table is not here"]),
  ];
  return { problems: check.problems, skipped };
}

const nameOf = ({ row }: SourcedRow) => row.names[0] ?? '(no name)';

function problem({ problems }: Check, row: SourcedRow, what: string): void {
  problems.push(`${nameOf(row)}: ${what}`);
}

/**
 * One name, one row; one code, one concept. ICD-10-CM is a classification: many concepts share a
 * code there.
 */
function once(check: Check, row: SourcedRow, what: string): void {
  const other = check.seen.get(what);
  if (other !== undefined) problem(check, row, `${what} stands at "${other}" already`);
  check.seen.set(what, nameOf(row));
}

function checkNames(check: Check, sourced: SourcedRow): void {
  const { names, kind, snomed, icd10, loinc, rxnorm } = sourced.row;
  if (names.some((name) => name.trim() === '' || name !== name.trim()) || names.length === 0)
    problem(check, sourced, 'a name is empty or has blanks around it');
  for (const name of names) {
    const lower = name.toLowerCase();
    const what = isClinical(kind) ? `clinical name ${lower}` : `name ${lower} of a ${kind}`;
    once(check, sourced, `the ${what}`);
  }
  if (!snomed && !icd10 && !loinc && !rxnorm) problem(check, sourced, 'no code');
}

function checkSnomed(check: Check, sourced: SourcedRow): void {
  const { snomed } = sourced.row;
  if (!snomed) return;
  once(check, sourced, `SNOMED CT ${snomed.code}`);
  if (!isConceptId(snomed.code))
    problem(check, sourced, `SNOMED CT ${snomed.code} is no concept identifier`);
  if (snomed.term === '') problem(check, sourced, 'SNOMED CT without a term');
  checkSources(check, sourced, snomed.code, 'SNOMED CT');
}

function checkIcd10(check: Check, sourced: SourcedRow): void {
  const { icd10 } = sourced.row;
  if (!icd10 || !check.lists.icd10cm) return;
  const listed = check.lists.icd10cm.get(icd10.code);
  const code = `ICD-10-CM ${icd10.code}`;
  if (!listed) problem(check, sourced, `${code} is not in the list`);
  else if (!listed.isBillable) problem(check, sourced, `${code} is not billable`);
  else if (listed.name !== icd10.name)
    problem(check, sourced, `${code} is called "${listed.name}"`);
}

function checkLoinc(check: Check, sourced: SourcedRow): void {
  const { loinc } = sourced.row;
  if (!loinc) return;
  once(check, sourced, `LOINC ${loinc.code}`);
  if (!isLoincNumber(loinc.code)) problem(check, sourced, `LOINC ${loinc.code}: check digit`);
  if (loinc.name === '') problem(check, sourced, 'LOINC without a name');
  if (loinc.specimen === '' && loinc.units.length === 0 && !/panel/i.test(loinc.name))
    problem(check, sourced, 'neither specimen nor unit');
  if (check.lists.loinc) checkListed(check, sourced, loinc, check.lists.loinc.get(loinc.code));
  checkSources(check, sourced, loinc.code, 'LOINC');
}

function checkListed(
  check: Check,
  sourced: SourcedRow,
  own: NonNullable<SourcedRow['row']['loinc']>,
  listed: LoincListed | undefined,
): void {
  const code = `LOINC ${own.code}`;
  const saysSo = sourced.sources.includes('list');
  if (!listed) {
    if (saysSo) problem(check, sourced, `${code} is said to be in the list and is not`);
    return;
  }
  if (!saysSo) problem(check, sourced, `${code} is in the list, and the row does not say so`);
  if (!listed.isActive) problem(check, sourced, `${code} is not active`);
  if (listed.name !== own.name) problem(check, sourced, `${code} is called "${listed.name}"`);
  if (listed.unit !== own.units.join(' '))
    problem(check, sourced, `${code} has the unit "${listed.unit}"`);
  if (listed.specimen !== own.specimen)
    problem(check, sourced, `${code} has the specimen "${listed.specimen}"`);
}

function checkRxnorm(check: Check, sourced: SourcedRow): void {
  const { rxnorm } = sourced.row;
  if (!rxnorm) return;
  once(check, sourced, `RxNorm ${rxnorm.code}`);
  if (!/^[1-9]\d{1,7}$/.test(rxnorm.code))
    problem(check, sourced, `RxNorm ${rxnorm.code} is no identifier`);
  if (rxnorm.name === '') problem(check, sourced, 'RxNorm without a name');
  checkSources(check, sourced, rxnorm.code, 'RxNorm');
}

/** Two sources that have the system verify a code, or one that is enough alone. */
function checkSources(
  check: Check,
  sourced: SourcedRow,
  code: string,
  system: 'SNOMED CT' | 'LOINC' | 'RxNorm',
): void {
  const { sources } = sourced;
  const known = sources.map((key) => starterSources[key]);
  if (known.some((source) => source === undefined))
    problem(check, sourced, `a source of ${code} is not in sources.json`);
  const fitting = known.filter((source) => source?.systems.includes(system));
  if (fitting.length !== sources.length)
    problem(check, sourced, `a source of ${code} has no ${system}`);
  if (new Set(sources).size < 2 && !fitting.some((source) => source?.alone))
    problem(check, sourced, `${system} ${code} is verified by one source only`);
}

const isClinical = (kind: SourcedRow['row']['kind']) =>
  kind === 'finding' || kind === 'diagnosis' || kind === 'procedure';
