/**
 * The Global Patient Set of SNOMED International as one flat table: a concept a row, its fully
 * specified name, and in newer releases its preferred term and whether it is active. No file of
 * descriptions or languages stands beside it.
 */

import { failures } from '../../../../../shared/failures.ts';
import type { CodeRow, TermRow } from '../../index/build.ts';
import type { MetadataRow } from '../../index/code-metadata.ts';
import { NO_FORMS } from '../../text/normalise.ts';
import { linesOf } from '../files/lines.ts';
import type { DetectedFile, OnBytes, ReleaseFile, ReleaseRows } from '../port.ts';
import { isConceptId } from './snomed-ids.ts';

export const PATIENT_SET = 'patient-set';

/** "Pneumonia (disorder)": the last brackets name the kind of thing. */
export const TAG = /\s*\(([a-z][a-z /+-]*)\)\s*$/i;

type Columns = {
  readonly code: number;
  readonly full: number;
  readonly preferred: number;
  readonly active: number;
  /** True where the first line names the columns. */
  readonly named: boolean;
};

/** Names of columns, in small letters and without blanks, hyphens and underscores. */
const NAMES = {
  code: /^(?:conceptid|id|sctid|snomedctid|code)$/,
  full: /^(?:fullyspecifiedname|fsn)$/,
  preferred: /^(?:preferredterm|pt|term)$/,
  active: /^(?:active|activestatus|status|conceptstatus)$/,
} as const;

/** A release without names of columns: id, full name, preferred term, active. */
const UNNAMED: Columns = { code: 0, full: 1, preferred: 2, active: 3, named: false };

/** Undefined where the beginning of a file is not that of such a table. */
function columnsOf(head: string): Columns | undefined {
  const [first = ''] = head.split(/\r?\n/, 1);
  const cells = first.split('\t');
  const [code = '', full = ''] = cells;
  if (cells.length === 4 && isConceptId(code) && TAG.test(full)) return UNNAMED;
  const names = cells.map((cell) => cell.toLowerCase().replace(/[\s_-]/g, ''));
  const at = (name: RegExp) => names.findIndex((one) => name.test(one));
  const columns = {
    code: at(NAMES.code),
    full: at(NAMES.full),
    preferred: at(NAMES.preferred),
    active: at(NAMES.active),
    named: true,
  };
  return columns.code >= 0 && columns.full >= 0 ? columns : undefined;
}

export const isPatientSet = ({ head }: Pick<ReleaseFile, 'head'>): boolean =>
  columnsOf(head) !== undefined;

type Concept = { readonly name: string; readonly full: string; readonly tag: string };

export function readPatientSet(files: readonly DetectedFile[], onBytes: OnBytes): ReleaseRows {
  const concepts = new Map<string, Concept>();
  for (const file of files) readInto(concepts, file, onBytes);
  return {
    version: versionOf(files),
    forms: NO_FORMS,
    codes: codesOf(concepts),
    terms: termsOf(concepts),
    metadata: tagsOf(concepts),
  };
}

const ACTIVE: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['active', true],
  ['0', false],
  ['false', false],
  ['inactive', false],
]);

/** Throws Failure `invalid` / `terminology-file` with the number of the line that is damaged. */
function readInto(concepts: Map<string, Concept>, file: DetectedFile, onBytes: OnBytes): void {
  const columns = columnsOf(file.head) ?? UNNAMED;
  let at = 0;
  let width = 0;
  const wrong = (why: string) => failures.terminologyFileDamaged(file.name, at, why);
  for (const line of linesOf(file, onBytes)) {
    at += 1;
    const cells = line.split('\t');
    if (at === 1) width = cells.length;
    if (line === '' || (at === 1 && columns.named)) continue;
    if (cells.length !== width)
      throw wrong(`${cells.length} columns, where the first line has ${width}`);
    const cell = (column: number) => (cells[column] ?? '').trim();
    const code = cell(columns.code);
    const full = cell(columns.full);
    if (!isConceptId(code)) throw wrong(`${code} is not the identifier of a concept`);
    const active = columns.active < 0 ? true : ACTIVE.get(cell(columns.active).toLowerCase());
    if (active === undefined) throw wrong('it does not say whether the concept is active');
    if (concepts.has(code)) throw wrong(`concept ${code} is told twice`);
    const tag = TAG.exec(full)?.[1] ?? '';
    const plain = full.replace(TAG, '');
    // What was taken out of use is not proposed, and a name without words names nothing.
    if (active && plain !== '')
      concepts.set(code, { name: cell(columns.preferred) || plain, full: plain, tag });
  }
}

function* codesOf(concepts: ReadonlyMap<string, Concept>): Generator<CodeRow> {
  for (const [code, { name }] of concepts) yield { code, name, billable: false, header: false };
}

function* termsOf(concepts: ReadonlyMap<string, Concept>): Generator<TermRow> {
  for (const [code, { name, full }] of concepts) {
    yield { code, text: name, kind: 'preferred' };
    if (full !== name) yield { code, text: full, kind: 'synonym' };
  }
}

function* tagsOf(concepts: ReadonlyMap<string, Concept>): Generator<MetadataRow> {
  for (const [code, { tag }] of concepts)
    if (tag !== '') yield { kind: 'detail', code, detail: { semantic_tag: tag } };
}

/** The rows have no date: the day in the name of the file, as `20200930`. */
function versionOf(files: readonly DetectedFile[]): string {
  const days = files.map(({ name }) => /(20\d\d)-?([01]\d)-?([0-3]\d)/.exec(name));
  const [day] = days.filter((one) => one !== null);
  return `gps-${day ? day.slice(1, 4).join('') : 'unknown'}`;
}
