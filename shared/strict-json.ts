/**
 * Reads JSON from outside: no larger, no deeper than was agreed, and where asked no member twice.
 */
import { Failure } from './failure.ts';

export type JsonLimits = {
  /** Bytes. */
  readonly size: number;
  /** Objects and lists inside one another. */
  readonly depth: number;
  /** A name that stands twice in one object means one thing to us and another to somebody else. */
  readonly twice?: 'refused';
};

const MEBIBYTE = 1024 * 1024;
/** Promise P15: what an answer of the platform may measure. */
export const answerLimits: JsonLimits = { size: 32 * MEBIBYTE, depth: 32 };

const QUOTE = 0x22,
  COMMA = 0x2c,
  OPEN_LIST = 0x5b,
  BACKSLASH = 0x5c,
  CLOSE_LIST = 0x5d,
  OPEN_OBJECT = 0x7b,
  CLOSE_OBJECT = 0x7d;

/**
 * The value. Throws Failure `broken` with detail `json-too-large`, `json-too-deep`, `json-twice` or
 * `json-unreadable`. Bytes that are no UTF-8 are refused too when `twice` is.
 */
export function readJsonWithin(bytes: Uint8Array, limits: JsonLimits): unknown {
  if (bytes.length > limits.size) throw refused('json-too-large');
  // Before parsing: a parser would have built it all by the time it could complain.
  walk(bytes, limits);
  try {
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: limits.twice === 'refused', ignoreBOM: true }).decode(
        bytes,
      ),
    );
  } catch {
    throw refused('json-unreadable');
  }
}

/** One pass over the bytes; whether it is JSON at all is for the parser to say. */
function walk(bytes: Uint8Array, { depth, twice }: JsonLimits): void {
  const names: (Set<string> | undefined)[] = [];
  let nameNext = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (nameNext && twice) remember(names.at(-1), bytes.subarray(at, end + 1));
      nameNext = false;
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (names.length >= depth) throw refused('json-too-deep');
      nameNext = byte === OPEN_OBJECT;
      names.push(nameNext ? new Set() : undefined);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      names.pop();
      nameNext = false;
    } else if (byte === COMMA) {
      nameNext = names.at(-1) !== undefined;
    }
  }
}

/**
 * Returns the position of the quote that closes the string beginning here; the end of the bytes if
 * there is none.
 */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function remember(names: Set<string> | undefined, quoted: Uint8Array): void {
  let name: unknown;
  try {
    // Parsed, because `a` and `\u0061` are one name.
    name = JSON.parse(new TextDecoder().decode(quoted));
  } catch {
    throw refused('json-unreadable');
  }
  if (typeof name !== 'string' || !names) throw refused('json-unreadable');
  if (names.has(name)) throw refused('json-twice');
  names.add(name);
}

const refused = (detail: string) =>
  new Failure('broken', 'This came in a form that Scriba does not read.', { detail });
