/**
 * Reads a clinic's own list from the bytes of a file: which columns it has, and its rows as they are
 * written. Whether a code exists is `verify.ts`.
 */
import { Failure } from '../../../../shared/failure.ts';
import { LARGEST_OWN_LIST, MOST_OWN_ROWS } from '../../../../shared/model/coding/own-list.ts';
import { type Row, readRows, separatorOf } from '../../csv.ts';

/** Cells as written, without blanks around them; empty where the file has none. */
export type WrittenRow = {
  readonly line: number;
  readonly words: string;
  readonly code: string;
  readonly system: string;
  readonly name: string;
  readonly generic: string;
  readonly strength: string;
};
/** `open`: the line of a quote that is never closed; nothing from there on was read. */
export type WrittenList = { readonly rows: readonly WrittenRow[]; readonly open?: number };

type Column = Exclude<keyof WrittenRow, 'line'>;

/** Words of a header, without blanks and signs. */
const HEADERS: Readonly<Record<Column, readonly string[]>> = {
  words: ['words', 'word', 'term', 'terms', 'phrase', 'text', 'synonym', 'brand', 'शब्द'],
  code: ['code', 'codes', 'conceptid', 'sctid', 'rxcui', 'loincnum', 'कोड'],
  system: ['system', 'codesystem', 'codingsystem', 'terminology', 'ontology', 'प्रणाली', 'सूची'],
  name: ['name', 'codename', 'display', 'preferredterm', 'description', 'नाम'],
  generic: ['generic', 'genericname', 'ingredient', 'ingredients', 'composition', 'salt', 'घटक'],
  strength: ['strength', 'strengths', 'मात्रा'],
};
const WITHOUT_HEADER: readonly Column[] = ['words', 'code', 'system', 'name'];
/** What is longer is no word and no code, and is refused as it is. */
const LONGEST_CELL = 1_000;
const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Throws Failure `invalid`: `own-list-large`, `own-list-kind` (no text in UTF-8, nor marked as UTF-16),
 * `own-list-columns`, `own-list-empty`.
 */
export function readOwnList(bytes: Uint8Array): WrittenList {
  const text = textOf(bytes);
  const { rows, open } = readRows(text, separatorOf(text));
  const [first, ...rest] = rows;
  if (!first && open === undefined) throw refused('own-list-empty', 'The file is empty.');
  const columns = (first && columnsOf(first.cells)) ?? new Map<Column, number>();
  const hasHeader = columns.has('words') && (columns.has('code') || columns.has('generic'));
  if (!hasHeader && first && first.cells.length < 3)
    throw refused(
      'own-list-columns',
      'The columns are not known. The first line must name them: words, code, system; for medicines also generic and strength.',
    );
  const places = hasHeader ? columns : new Map(WITHOUT_HEADER.map((column, at) => [column, at]));
  const all = hasHeader ? rest : rows;
  if (all.length > MOST_OWN_ROWS)
    throw refused('own-list-large', `The file has more than ${MOST_OWN_ROWS} rows.`);
  if (all.length === 0 && open === undefined)
    throw refused('own-list-empty', 'The file has no row below its header.');
  return {
    rows: all.map((row) => written(row, places)),
    ...(open !== undefined && { open }),
  };
}

function written({ line, cells }: Row, places: ReadonlyMap<Column, number>): WrittenRow {
  const cell = (column: Column) => (cells[places.get(column) ?? -1] ?? '').slice(0, LONGEST_CELL);
  return {
    line,
    words: cell('words').normalize('NFC').replace(/\s+/gu, ' '),
    code: cell('code'),
    system: cell('system'),
    name: cell('name'),
    generic: cell('generic'),
    strength: cell('strength'),
  };
}

/** Of two columns with the same words the first one counts. */
function columnsOf(header: readonly string[]): Map<Column, number> {
  const words = header.map(fold);
  const columns = new Map<Column, number>();
  for (const [column, known] of Object.entries(HEADERS) as [Column, readonly string[]][]) {
    const at = words.findIndex((word) => known.includes(word));
    if (at >= 0) columns.set(column, at);
  }
  return columns;
}

function textOf(bytes: Uint8Array): string {
  if (bytes.length > LARGEST_OWN_LIST)
    throw refused('own-list-large', 'The file is larger than 4 MB.');
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw otherKind('a workbook or a zip');
  let text: string;
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    // Also Windows-1252: which of many tables of letters was meant cannot be told from the bytes.
    throw otherKind('no text in UTF-8');
  }
  // Text has tabs and ends of lines; other control characters are of a file of another kind.
  for (const letter of text) {
    const code = letter.charCodeAt(0);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) throw otherKind('no text');
  }
  return text;
}

/** Spreadsheets save "Unicode text" as UTF-16, and say so with the mark at its beginning. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

const otherKind = (what: string) =>
  refused(
    'own-list-kind',
    `The file is ${what}. Save the sheet as "CSV UTF-8", then choose that file.`,
  );

const refused = (detail: string, message: string) =>
  new Failure('invalid', `${message} Nothing was changed.`, { detail });
