/** Reads files of any size piece by piece: lines, and rows of comma- or tab-separated values. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const PIECE_BYTES = 1 << 20;

/** Pieces of a UTF-8 text, without the mark at its beginning. `read` hears how many bytes each took. */
export function* piecesOf(file: string, read: (bytes: number) => void = () => {}): Generator<string> {
  const handle = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    let first = true;
    for (;;) {
      const bytes = readSync(handle, buffer, 0, PIECE_BYTES, null);
      if (bytes === 0) break;
      read(bytes);
      const text = decoder.write(buffer.subarray(0, bytes));
      yield first ? text.replace(/^\ufeff/, '') : text;
      first = false;
    }
    yield decoder.end();
  } finally {
    closeSync(handle);
  }
}

/** Lines without their ends. */
export function* linesOf(file: string, read?: (bytes: number) => void): Generator<string> {
  let rest = '';
  for (const piece of piecesOf(file, read)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest.endsWith('\r') ? rest.slice(0, -1) : rest;
}

/** Rows of comma-separated values (RFC 4180: quotes, doubled quotes, line ends within quotes). */
export function* rowsOf(file: string, read?: (bytes: number) => void): Generator<string[]> {
  let open = '';
  for (const line of linesOf(file, read)) {
    const text = open === '' ? line : `${open}\n${line}`;
    // An odd number of quotes: the row goes on in the next line.
    if ((text.split('"').length - 1) % 2 === 1) {
      open = text;
      continue;
    }
    open = '';
    if (text !== '') yield cells(text);
  }
  if (open !== '') yield cells(open);
}

export function cells(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (line[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',') {
      found.push(cell);
      cell = '';
    } else cell += letter;
  }
  found.push(cell);
  return found;
}
