/** Reads files of any size piece by piece: lines, and rows of comma- or tab-separated values. */
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { failures } from '../../../../../shared/failures.ts';
import type { OnBytes } from '../port.ts';
import { unzipped, type Zipped } from './zip.ts';

const PIECE_BYTES = 1 << 20;
/** No line of a release comes near it; without it a file without an end of line fills the memory. */
const LONGEST_LINE = 1 << 20;
/** The largest text that is read whole has 10 MB. */
const LONGEST_TEXT = 1 << 26;

/** A file, or a file within a zip. */
export type Source = { readonly path: string; readonly zipped?: Zipped | undefined };

const sourceName = (file: Source | string) =>
  path.basename(typeof file === 'string' ? file : (file.zipped?.name ?? file.path));

/**
 * Pieces of a UTF-8 text, without the mark at its beginning. `onBytes` is called with the number of
 * bytes of each.
 */
export function* piecesOf(given: Source | string, onBytes: OnBytes = () => {}): Generator<string> {
  const source = typeof given === 'string' ? { path: given, zipped: undefined } : given;
  const decoder = new StringDecoder('utf8');
  let first = true;
  for (const bytes of source.zipped ? unzipped(source.path, source.zipped) : bytesOf(source.path)) {
    onBytes(bytes.length);
    const text = decoder.write(bytes);
    yield first ? text.replace(/^\ufeff/, '') : text;
    first = false;
  }
  yield decoder.end();
}

/** Yields the same piece of memory each time. */
function* bytesOf(file: string): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    for (
      let bytes = readSync(handle, buffer, 0, PIECE_BYTES, null);
      bytes > 0;
      bytes = readSync(handle, buffer, 0, PIECE_BYTES, null)
    )
      yield buffer.subarray(0, bytes);
  } finally {
    closeSync(handle);
  }
}

/** Returns all of a text. Throws Failure `invalid` / `terminology-file` for more than 64 MiB. */
export function textOf(source: Source, onBytes?: OnBytes): string {
  const pieces: string[] = [];
  let length = 0;
  for (const piece of piecesOf(source, onBytes)) {
    length += piece.length;
    if (length > LONGEST_TEXT)
      throw failures.terminologyFileDamaged(sourceName(source), 1, 'it is larger than 64 MiB');
    pieces.push(piece);
  }
  return pieces.join('');
}

/** Copies a text: a slice of a piece would keep the whole piece in memory. */
export const copyOf = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/**
 * Lines without their ends. Throws Failure `invalid` / `terminology-file` for a line of more than a
 * million letters.
 */
export function* linesOf(file: Source | string, onBytes?: OnBytes): Generator<string> {
  let rest = '';
  let at = 1;
  for (const piece of piecesOf(file, onBytes)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    at += lines.length;
    if (rest.length > LONGEST_LINE) throw tooLong(file, at);
  }
  if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
}

/** Rows of comma-separated values (RFC 4180: quotes, doubled quotes, line ends within quotes). */
export function* rowsOf(file: Source | string, onBytes?: OnBytes): Generator<string[]> {
  for (const { row } of numberedRowsOf(file, onBytes)) yield row;
}

/**
 * The same, each with the number of the line on which it ends; the first is 1. Throws Failure
 * `invalid` / `terminology-file` where a quote is never closed.
 */
export function* numberedRowsOf(
  file: Source | string,
  onBytes?: OnBytes,
): Generator<{ readonly row: string[]; readonly at: number }> {
  let open = '';
  let isOpen = false;
  let at = 0;
  for (const line of linesOf(file, onBytes)) {
    at += 1;
    const text = open === '' ? line : `${open}\n${line}`;
    // An odd number of quotes: the row goes on in the next line.
    // Of this line alone: counted anew for the whole row, a quote that is never closed takes hours.
    if (line.includes('"')) isOpen = isOpen !== (line.split('"').length % 2 === 0);
    if (isOpen) {
      if (text.length > LONGEST_LINE) throw tooLong(file, at);
      open = text;
      continue;
    }
    open = '';
    if (text !== '') yield { row: cells(text), at };
  }
  if (isOpen) throw failures.terminologyFileDamaged(sourceName(file), at, 'a quote is not closed');
}

const tooLong = (file: Source | string, at: number) =>
  failures.terminologyFileDamaged(sourceName(file), at, 'it is longer than any line of a release');

/** A cell is a slice of its line: put together letter by letter it takes thirty times the memory. */
export function cells(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  let from = 0;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charCodeAt(at);
    if (letter === QUOTE) {
      const isDoubled = quoted && line.charCodeAt(at + 1) === QUOTE;
      cell = joined(cell, line.slice(from, isDoubled ? at + 1 : at));
      if (isDoubled) at += 1;
      else quoted = !quoted;
      from = at + 1;
    } else if (letter === COMMA && !quoted) {
      found.push(joined(cell, line.slice(from, at)));
      cell = '';
      from = at + 1;
    }
  }
  found.push(joined(cell, line.slice(from)));
  return found;
}

const QUOTE = 34;
const COMMA = 44;
const joined = (before: string, after: string) => (before === '' ? after : before + after);
