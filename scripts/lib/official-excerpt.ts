/**
 * Excerpts of the official lists of codes for the tests: of ICD-10-CM the rows that the project's
 * own tables and tests need, in the form of their files; of LOINC no row, only evidence that the
 * project's own rows agree with its table. Licences and versions:
 * test/fixtures/terminologies/official/README.md.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { detectReleaseFiles } from '../../main/infrastructure/terminology/importers/detect-release-files.ts';
import {
  cells,
  linesOf,
  rowsOf,
} from '../../main/infrastructure/terminology/importers/files/lines.ts';
import { loinc as loincImporter } from '../../main/infrastructure/terminology/importers/loinc.ts';
import { starterSourced } from '../../main/infrastructure/terminology/tables/starter/starter.ts';
import type { Coding } from '../../sandbox/codes/coding.ts';
import { terms, tests } from '../../sandbox/codes/terms.ts';
import { consultations } from '../../sandbox/scribe/consultations/consultations.ts';
import { codedSentences } from '../../test/fixtures/coded-sentences.ts';
import { type Lists, readIcd, readLoinc } from './starter-check.ts';

export const excerptFolder = path.resolve(
  import.meta.dirname,
  '../../test/fixtures/terminologies/official',
);

/**
 * The folder of the whole lists: the one given, else SCRIBA_TERMINOLOGY, else the one beside the
 * project. It may not exist.
 */
export const listsFolder = (given?: string): string =>
  given ??
  process.env.SCRIBA_TERMINOLOGY ??
  path.resolve(import.meta.dirname, '../../../shared/terminology');

const ICD = {
  codes: 'icd10cm/ICD10CM_2025_codes.csv',
  index: 'icd10cm/ICD10CM_2025_Index.csv',
  composed: 'icd10cm/index_composed.csv',
  merged: 'icd10cm/icd10cm_merged.csv',
} as const;
const LOINC = ['loinc/Loinc.csv', 'loinc/ConsumerName.csv', 'loinc/Part.csv'] as const;
const EVIDENCE = 'loinc/verified.csv';
const COLUMNS = 'loinc/columns.json';
const SOURCES = 'sources.json';

/**
 * Main terms of the Index that are kept with all below them: with "see", "see also", modifiers,
 * three levels, codes that end in "-".
 */
const MAIN_TERMS = [
  'Abdominalgia',
  'Asthma, asthmatic',
  'Black',
  'Cough',
  'Headache',
  'Ileotyphus',
  'Migraine',
  'Mumps',
  'Painful',
  'Typhoid',
  'Vomiting',
  'Whooping cough',
];

export const hasWholeLists = (folder: string): boolean =>
  [...Object.values(ICD), ...LOINC].every((file) => existsSync(path.join(folder, file)));

/** Reads the excerpt that the tests use in place of the official lists. */
export const readExcerpt = (folder = excerptFolder): Required<Lists> => ({
  icd10cm: readIcd(path.join(folder, ICD.merged)),
  loinc: readLoinc(path.join(folder, EVIDENCE)),
});
/** The columns of the files of a LOINC release, by the name of the file. */
export const loincColumns = (): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(readFileSync(path.join(excerptFolder, COLUMNS), 'utf8')) as Record<string, string[]>;
export const excerptFiles = Object.values(ICD).map((file) => path.join(excerptFolder, file));

/**
 * The texts of all files of the excerpt, by their path in its folder. Throws where the project's
 * own rows differ from the lists.
 */
export function excerpt(folder: string): Map<string, string> {
  const whole = (file: string) => path.join(folder, file);
  const index = indexRows(whole(ICD.index));
  const wanted = wantedCodes(index.codes);
  const byCode = ([code = '']: string[]) =>
    wanted.has(code) || index.headers.some((header) => code.startsWith(header));
  return new Map([
    [ICD.merged, cut(whole(ICD.merged), byCode)],
    [ICD.codes, cut(whole(ICD.codes), byCode)],
    [ICD.index, cut(whole(ICD.index), (row) => index.rows.has(row[0] ?? ''))],
    [ICD.composed, cut(whole(ICD.composed), (row) => index.rows.has(row[0] ?? ''))],
    [EVIDENCE, loincEvidence(readLoinc(whole(LOINC[0])))],
    [COLUMNS, `${JSON.stringify(columnsOf(folder), undefined, 2)}\n`],
    [SOURCES, `${JSON.stringify(sources(folder), undefined, 2)}\n`],
  ]);
}

/**
 * The project's own codes of ICD-10-CM, the categories of its own sentences, what the Index rows
 * lead to, and the headers above all of them.
 */
function wantedCodes(ofIndex: readonly string[]): Set<string> {
  const own = [
    ...starterSourced().flatMap(({ row }) => (row.icd10 ? [row.icd10.code] : [])),
    ...ownCodings('icd-10-cm').map(({ code }) => code),
    ...codedSentences.flatMap(({ wanted }) => wanted.map(({ category }) => category)),
    ...ofIndex,
  ];
  const wanted = new Set<string>();
  for (const code of own)
    for (let length = code.length; length >= 3; length--)
      wanted.add(code.slice(0, length).replace(/\.$/, ''));
  return wanted;
}

/** Every code that the practice platform gives. */
function ownCodings(ontology: Coding['ontology']): Coding[] {
  const ofConsultations = consultations.flatMap(({ emr }) =>
    [
      ...emr.symptoms,
      ...emr.diagnosis,
      ...emr.medicalHistory,
      ...emr.examinations,
      ...emr.vitals,
      ...emr.medications,
      ...emr.labTests,
    ].flatMap(({ codes }) => codes ?? []),
  );
  return [
    ...terms.flatMap(({ codes }) => codes),
    ...tests.map(({ coding }) => coding),
    ...ofConsultations,
  ].filter((one) => one.ontology === ontology);
}

/**
 * The rows of the main terms, by their id, and the codes that they give; "S00.1-" stands for all
 * below S00.1, a header.
 */
function indexRows(file: string): { rows: Set<string>; codes: string[]; headers: string[] } {
  const rows = new Set<string>();
  const codes: string[] = [];
  const headers: string[] = [];
  let isKept = false;
  for (const [id = '', , level, term = '', , , , code] of rowsOf(file)) {
    if (level === '0') isKept = MAIN_TERMS.includes(term);
    if (!isKept) continue;
    rows.add(id);
    const bare = code?.replace(/[-.]+$/, '') ?? '';
    if (bare === '') continue;
    codes.push(bare);
    if (bare !== code) headers.push(bare);
  }
  return { rows, codes, headers };
}

/**
 * The first line and those that are kept, letter for letter. No row of these files goes over two
 * lines.
 */
function cut(file: string, isKept: (row: string[]) => boolean): string {
  const [head, ...lines] = [...linesOf(file)];
  return `${[head, ...lines.filter((line) => isKept(cells(line)))].join('\n')}\n`;
}

/**
 * Code, name, units and specimen are written as the project's own tables have them, after LOINC's
 * table has confirmed each.
 */
function loincEvidence(list: NonNullable<Lists['loinc']>): string {
  const rows = new Map<string, string[]>();
  const confirm = (code: string, name: string, units?: string, specimen?: string) => {
    const listed = list.get(code);
    const agrees =
      listed?.isActive === true &&
      listed.name === name &&
      (units === undefined || listed.unit === units) &&
      (specimen === undefined || listed.specimen === specimen);
    if (!agrees) throw new Error(`LOINC ${code} "${name}" is not so in LOINC's own table`);
    if (!rows.has(code)) rows.set(code, [code, name, units ?? '', specimen ?? '', 'ACTIVE']);
  };
  for (const { row, sources } of starterSourced())
    if (row.loinc && sources.includes('list'))
      confirm(row.loinc.code, row.loinc.name, row.loinc.units.join(' '), row.loinc.specimen);
  for (const { code, display } of ownCodings('loinc')) confirm(code, display);
  const head = ['LOINC_NUM', 'LONG_COMMON_NAME', 'EXAMPLE_UCUM_UNITS', 'SYSTEM', 'STATUS'];
  const sorted = [...rows.values()].sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return `${[head, ...sorted].map((row) => row.map(quoted).join(',')).join('\n')}\n`;
}
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

const columnsOf = (folder: string): Record<string, string[]> =>
  Object.fromEntries(
    LOINC.map((file) => [path.basename(file), rowsOf(path.join(folder, file)).next().value ?? []]),
  );

/** Of each whole list its rows and its digest; of LOINC also what an import of all of it gives. */
function sources(folder: string) {
  const loinc = loincImporter.read(
    detectReleaseFiles(loincImporter, [path.join(folder, 'loinc')]),
    () => {},
  );
  return {
    files: Object.fromEntries(
      [...Object.values(ICD), ...LOINC].map((file) => {
        const place = path.join(folder, file);
        const sha256 = createHash('sha256').update(readFileSync(place)).digest('hex');
        return [file, { rows: [...rowsOf(place)].length - 1, sha256 }];
      }),
    ),
    loinc: { version: loinc.version, activeTests: [...loinc.codes].length },
  };
}
