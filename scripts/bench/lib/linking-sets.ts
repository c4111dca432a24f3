/**
 * The sets of questions with their right codes, and how an answer is judged; the data lies beside
 * the project and is never copied.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rowsOf } from '../../../main/infrastructure/terminology/importers/files/lines.ts';
import { everydayPhrases } from '../../../test/fixtures/everyday-phrases.ts';

const data = path.resolve(import.meta.dirname, '../../../../shared/terminology');
const release = (name: string) => path.join(data, 'icd10cm', name);

export type Asked = {
  readonly id?: string;
  readonly query: string;
  readonly codes: readonly string[];
  readonly kind?: string;
  readonly bucket?: boolean | string;
};
export type Linked = { readonly code: string; readonly isLinked: boolean };
export type Verdict = {
  readonly rows: number;
  readonly at1: number;
  readonly at5: number;
  readonly linked: number;
  readonly precision: number;
  /** Rows whose first candidate is of another chapter of the body than every right code. */
  readonly elsewhere: number;
};

export const dataThere = () =>
  existsSync(release('ICD10CM_2025_codes.csv')) && existsSync(path.join(data, 'dev'));
/** With the seventh characters: 96,419 codes. */
export const largeReleaseFiles = () => [
  release('icd10cm_merged.csv'),
  release('ICD10CM_2025_Index.csv'),
];
export const releaseFiles = () => [
  release('ICD10CM_2025_codes.csv'),
  release('ICD10CM_2025_Index.csv'),
];

/** Rows whose code is what is left over beside the others are left out. */
export function querySets(): Record<string, Asked[]> {
  const read = (name: string) =>
    readFileSync(path.join(data, 'dev', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Asked)
      .filter(({ bucket }) => bucket !== true && bucket !== 'True');
  const terms = read('1_icd_terms.jsonl');
  return {
    'names and synonyms': terms,
    'names only': terms.filter(({ kind }) => kind === 'name'),
    'one typo': read('1b_icd_terms_typos.jsonl'),
    'symptoms, abbreviations': read('2_symptoms_abbr_typos.jsonl'),
    'phrases of clinics (ours)': everydayPhrases,
  };
}

/** Each code with its name as it is compared: without order, small words and "unspecified". */
export function codeNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const [code = '', name = ''] of rowsOf(release('ICD10CM_2025_codes.csv')))
    names.set(code, plain(name));
  return names;
}

const SMALL = new Set(['of', 'the', 'and', 'or', 'in', 'with', 'unspecified', 'nos']);
const plain = (name: string) =>
  [...new Set((name.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !SMALL.has(word)))]
    .sort()
    .join(' ');

/** The same code, or one of the same category that is called the same. */
const right = (names: ReadonlyMap<string, string>, wanted: readonly string[], code: string) =>
  wanted.some(
    (one) =>
      one === code ||
      (one.slice(0, 3) === code.slice(0, 3) &&
        names.get(one) !== undefined &&
        names.get(one) === names.get(code)),
  );

/** Chapters of ICD-10-CM by their first codes: blood is not a neoplasm, and the ear not the eye. */
const CHAPTERS =
  'A00 C00 D50 E00 F01 G00 H00 H60 I00 J00 K00 L00 M00 N00 O00 P00 Q00 R00 S00 U00 V00 Z00'.split(
    ' ',
  );
const chapterOf = (code: string) => CHAPTERS.findLast((from) => from <= code.slice(0, 3));

/** True for a first candidate of another chapter of the body than every right code. */
export const isElsewhere = (wanted: readonly string[], code: string | undefined): boolean =>
  code !== undefined && !wanted.some((one) => chapterOf(one) === chapterOf(code));

/** `answers`: what was found for each row, best first. */
export function judge(
  rows: readonly Asked[],
  names: ReadonlyMap<string, string>,
  answers: readonly (readonly Linked[])[],
): Verdict {
  let at1 = 0;
  let at5 = 0;
  let linked = 0;
  let kept = 0;
  let elsewhere = 0;
  for (const [at, { codes }] of rows.entries()) {
    const found = answers[at]?.slice(0, 5) ?? [];
    if (found[0] !== undefined && right(names, codes, found[0].code)) at1 += 1;
    if (found.some(({ code }) => right(names, codes, code))) at5 += 1;
    if (isElsewhere(codes, found[0]?.code)) elsewhere += 1;
    const promised = found.find(({ isLinked }) => isLinked);
    if (promised) linked += 1;
    if (promised && right(names, codes, promised.code)) kept += 1;
  }
  const share = (count: number) => count / rows.length;
  return {
    rows: rows.length,
    at1: share(at1),
    at5: share(at5),
    linked: share(linked),
    precision: linked === 0 ? 0 : kept / linked,
    elsewhere,
  };
}

/** The sets were split once: one half to look into, the other only to be measured. */
export const isKept = ({ id, query }: Pick<Asked, 'id' | 'query'>): boolean =>
  createHash('sha1')
    .update(id ?? query)
    .digest()
    .readUInt8(0) %
    2 ===
  1;
