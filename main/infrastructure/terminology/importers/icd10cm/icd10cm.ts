/**
 * ICD-10-CM: the code order file, the code list, the tabular list and the Alphabetic Index in XML,
 * and the CSV forms of both.
 */
import { Failure } from '../../../../../shared/failure.ts';
import type { CodeRow, TermRow } from '../../index/build.ts';
import { otherNames } from '../../tables/names/names.ts';
import { linesOf, rowsOf, textOf } from '../files/lines.ts';
import type { DetectedFile, Importer, OnBytes, ReleaseFile } from '../port.ts';
import { type Entry, formsOf, SMALL_WORDS, termsOf, treeOf } from './icd10cm-index.ts';
import { readIndexXml, readTabularXml } from './icd10cm-xml.ts';
import { needsSeventh } from './seventh-character.ts';

const ORDER_LINE = /^\d{5} ([A-Z][0-9][0-9A-Z]{1,5})\s+([01]) /;
const LIST_LINE = /^([A-Z][0-9][0-9A-Z]{1,5})\s+(\S.*)$/;
const CODE = /^[A-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?$/;

const roleOf = ({ head }: ReleaseFile): string | undefined => {
  const [line = ''] = head.split(/\r?\n/, 1);
  const first = line.trim().toLowerCase().replaceAll('"', '');
  if (first === 'code,description,chapterid,sectionid' || first.startsWith('code,description'))
    return 'codes.csv';
  if (first.startsWith('code,billable,description')) return 'merged.csv';
  if (first.startsWith('rowid,letter,level,term,see,seealso')) return 'index.csv';
  if (first.startsWith('row,level,main,subs')) return 'composed.csv';
  if (/<ICD10CM\.tabular\b/.test(head)) return 'tabular.xml';
  if (/<ICD10CM\.index\b/.test(head)) return 'index.xml';
  const lines = head
    .split(/\r?\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '');
  if (lines.length > 0 && lines.every((line) => ORDER_LINE.test(line))) return 'order.txt';
  if (lines.length > 0 && lines.every((line) => LIST_LINE.test(line))) return 'codes.txt';
  return undefined;
};

export const icd10cm: Importer = {
  ontology: 'icd-10-cm',
  name: 'icd10cm',
  looksFor:
    'ICD-10-CM files: the order file (icd10cm_order_YYYY.txt), the code list (icd10cm_codes_YYYY.txt), the tabular list (icd10cm_tabular_YYYY.xml), ' +
    'the Alphabetic Index (icd10cm_index_YYYY.xml), or CSV with the columns Code,Description or code,billable,description or RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code',
  role: roleOf,
  missingFiles: (roles) =>
    ['codes.csv', 'merged.csv', 'order.txt', 'codes.txt', 'tabular.xml'].some((role) =>
      roles.has(role),
    )
      ? undefined
      : 'The Index alone names no codes: bring a code list with it (the order file, the tabular list, or a CSV of codes).',
  read(files, onBytes) {
    const book = emptyBook();
    const entries: Entry[] = [];
    const whole = files.some(({ role }) => role === 'index.csv' || role === 'index.xml');
    for (const file of files) {
      // The Index itself has all of the composed terms, and others.
      if (whole && file.role === 'composed.csv') onBytes(file.bytes);
      else readers[file.role]?.(file, book, entries, onBytes);
    }
    if (book.names.size === 0)
      throw new Failure('invalid', 'No ICD-10-CM code was found in these files.', {
        detail: 'terminology-file',
      });
    const mains = treeOf(entries);
    const forms = formsOf(mains);
    return {
      version: versionOf(files),
      forms,
      codes: everyCode(book),
      terms: everyTerm(book, mains, forms),
    };
  },
};

/** Contents of the files, by code. */
type Book = {
  readonly names: Map<string, string>;
  readonly billable: Map<string, boolean>;
  readonly terms: Iterable<TermRow>[];
  /** The tabular list says that these and all below them take a seventh character. */
  readonly seventh: Set<string>;
};
const emptyBook = (): Book => ({
  names: new Map(),
  billable: new Map(),
  terms: [],
  seventh: new Set(),
});

type Reader = (file: DetectedFile, book: Book, entries: Entry[], onBytes: OnBytes) => void;

const readers: Readonly<Record<string, Reader>> = {
  'codes.csv'(file, { names }, _, onBytes) {
    for (const [code, description] of withoutHeader(rowsOf(file, onBytes), file.name))
      if (CODE.test(code)) names.set(code, description);
  },
  'merged.csv'(file, { names, billable }, _, onBytes) {
    for (const [code, billed, description] of withoutHeader(rowsOf(file, onBytes), file.name)) {
      if (!CODE.test(code)) continue;
      names.set(code, description ?? '');
      billable.set(code, billed === '1');
    }
  },
  'order.txt'(file, { names, billable }, _, onBytes) {
    for (const line of linesOf(file, onBytes)) {
      const [, bare, billed] = ORDER_LINE.exec(line) ?? [];
      if (bare === undefined) {
        if (line.trim() === '') continue;
        throw brokenOff(file.name, line);
      }
      const code = dotted(bare);
      // Fixed columns: the long description begins at the 78th.
      names.set(code, line.slice(77).trim() || line.slice(16, 76).trim());
      billable.set(code, billed === '1');
    }
  },
  'codes.txt'(file, { names, billable }, _, onBytes) {
    for (const line of linesOf(file, onBytes)) {
      const [, bare, description] = LIST_LINE.exec(line) ?? [];
      if (bare === undefined || description === undefined) {
        if (line.trim() === '') continue;
        throw brokenOff(file.name, line);
      }
      names.set(dotted(bare), description.trim());
      billable.set(dotted(bare), true);
    }
  },
  'index.csv'(file, _, entries, onBytes) {
    for (const [, , level, title, see, seeAlso, nonessential, code] of withoutHeader(
      rowsOf(file, onBytes),
      file.name,
    )) {
      entries.push({
        level: Number(level),
        title: title ?? '',
        see: see ?? '',
        seeAlso: seeAlso ?? '',
        nonessential: nonessential ?? '',
        code: code ?? '',
      });
    }
  },
  'composed.csv'(file, { terms }, _, onBytes) {
    terms.push(composedTerms(file, onBytes));
  },
  'tabular.xml'(file, { names, terms, seventh }, _, onBytes) {
    const includes: TermRow[] = [];
    terms.push(includes);
    readTabularXml(textOf(file, onBytes), file.name, {
      code: (code, description) => names.set(code, names.get(code) ?? description),
      includes: (code, text) => includes.push({ code, text, kind: 'synonym' }),
      seventh: (code) => seventh.add(code),
    });
  },
  'index.xml'(file, _, entries, onBytes) {
    entries.push(...readIndexXml(textOf(file, onBytes), file.name));
  },
};

/** Read when they are written: there may be a million of them. */
function* composedTerms(file: DetectedFile, onBytes: OnBytes): Generator<TermRow> {
  for (const [, , main, subs, nonessential, code] of withoutHeader(
    rowsOf(file, onBytes),
    file.name,
  )) {
    const below = (subs ?? '').split(' > ').filter(Boolean);
    if (SMALL_WORDS.test(below.at(-1) ?? '')) continue;
    const text = [main, ...below].join(', ');
    yield { code: code ?? '', text, optional: nonessential, kind: 'index' };
  }
}

function* withoutHeader(
  rows: Iterable<string[]>,
  name: string,
): Generator<[string, string, ...string[]]> {
  let width = 0;
  for (const row of rows) {
    if (width === 0) width = row.length;
    else if (row.length !== width) throw brokenOff(name, row.join(','));
    else yield row as [string, string, ...string[]];
  }
}

const brokenOff = (name: string, line: string) =>
  new Failure(
    'invalid',
    `${name} is damaged or cut off: "${line.slice(0, 60)}" is not a line of it. Fetch the file again.`,
    { detail: 'terminology-file' },
  );

const dotted = (bare: string) => (bare.length > 3 ? `${bare.slice(0, 3)}.${bare.slice(3)}` : bare);
const above = (code: string) =>
  code.length <= 3 ? undefined : code.slice(0, code.length === 5 ? 3 : -1);

/** Headers are the codes that have others below them. */
function* everyCode({ names, billable, seventh }: Book): Generator<CodeRow> {
  const headers = new Set<string>();
  // What is above a header is one already.
  for (const code of names.keys())
    for (let up = above(code); up && !headers.has(up); up = above(up)) headers.add(up);
  const takesSeventh = (code: string) => {
    if (seventh.size > 0)
      for (let up: string | undefined = code; up; up = above(up))
        if (seventh.has(up)) return code.length < 8;
    return needsSeventh(code);
  };
  for (const [code, name] of names) {
    const header = headers.has(code);
    yield {
      code,
      name,
      header,
      billable: billable.get(code) ?? (!header && !takesSeventh(code)),
    };
  }
}

function* everyTerm(
  { names, terms }: Book,
  mains: ReturnType<typeof treeOf>,
  forms: ReturnType<typeof formsOf>,
): Generator<TermRow> {
  const codeFor = (told: string) => {
    // "H16.43-" stands for all below H16.43; an Index may also be a year ahead of its list.
    const code = told.replace(/[-.\s]+$/, '');
    return code !== '' && names.has(code) ? code : undefined;
  };
  for (const [code, name] of names) {
    yield { code, text: name, kind: 'preferred' };
    // "Exanthema subitum [sixth disease]" names it twice.
    for (const [, other] of name.matchAll(/\[([^[\]]{4,})\]/g))
      if (other !== undefined) yield { code, text: other, kind: 'synonym' };
  }
  for (const rows of terms)
    for (const row of rows) {
      const code = codeFor(row.code);
      if (code !== undefined) yield { ...row, code };
    }
  yield* termsOf(mains, forms, codeFor);
  for (const [code, ...others] of otherNames())
    if (names.has(code)) for (const text of others) yield { code, text, kind: 'other' };
}

/** The release is the year that the files carry. */
function versionOf(files: readonly DetectedFile[]): string {
  const told = files.flatMap(({ head, name }) => [
    /<version>\s*(20\d\d)/.exec(head)?.[1],
    /(?:^|\D)(20\d\d)(?:\D|$)/.exec(name)?.[1],
  ]);
  return told.find((year) => year !== undefined) ?? 'unknown';
}
