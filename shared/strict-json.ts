/**
 * Reads JSON from outside: no larger, no deeper and of no more values than was agreed, and where
 * asked no member twice.
 */
import { Failure } from './failure.ts';

export type JsonLimits = {
  /** Bytes. */
  readonly size: number;
  /** Objects and lists inside one another. */
  readonly depth: number;
  /** Values in it, those in lists and objects counted one by one, an empty one twice; `MOST_VALUES` unless said. */
  readonly values?: number;
  /** A name that stands twice in one object means one thing to us and another to somebody else. */
  readonly twice?: 'refused';
};

const MEBIBYTE = 1024 * 1024;
/**
 * A value of a few bytes takes up to fifty in memory. A day of notes of a large clinic has some ten
 * thousand, the capabilities of a FHIR server a hundred thousand.
 */
const MOST_VALUES = 250_000;
/** Promise P15: what an answer of the platform may measure. */
export const answerLimits: JsonLimits = { size: 32 * MEBIBYTE, depth: 32 };
/** Of a page; 32 s of sound as Base64 is 1.4 MB. */
export const requestLimits = { size: 4 * MEBIBYTE, depth: 32, values: 50_000 } as const;

/**
 * The same for a value that came without being JSON. Bytes count as one; a value that holds itself
 * is too deep. Throws Failure `broken` / `json-too-deep` or `json-too-many`.
 */
export function checkValue(
  value: unknown,
  { depth, values }: { readonly depth: number; readonly values: number },
): void {
  let seen = 0;
  const look = (inner: unknown, above: number): void => {
    seen += 1;
    if (seen > values) throw refused('json-too-many');
    if (typeof inner !== 'object' || inner === null || ArrayBuffer.isView(inner)) return;
    if (above >= depth) throw refused('json-too-deep');
    // A list of four thousand million holes has no members, but a length that others go through.
    if (Array.isArray(inner) && inner.length > values) throw refused('json-too-many');
    for (const one of Object.values(inner)) look(one, above + 1);
  };
  look(value, 0);
}

const QUOTE = 0x22,
  COMMA = 0x2c,
  OPEN_LIST = 0x5b,
  BACKSLASH = 0x5c,
  CLOSE_LIST = 0x5d,
  OPEN_OBJECT = 0x7b,
  CLOSE_OBJECT = 0x7d;

/**
 * The value. Throws Failure `broken` with detail `json-too-large`, `json-too-deep`, `json-too-many`,
 * `json-twice` or `json-unreadable`. Bytes that are no UTF-8, and a byte order mark
 * before it, are refused too when `twice` is; some servers write that mark.
 */
export function readJsonWithin(bytes: Uint8Array, limits: JsonLimits): unknown {
  checkJson(bytes, limits);
  const isStrict = limits.twice === 'refused';
  try {
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: isStrict, ignoreBOM: isStrict }).decode(bytes),
    );
  } catch {
    throw refused('json-unreadable');
  }
}

/**
 * Throws as `readJsonWithin`, but whether it is JSON at all is for the parser to say.
 *
 * To be called before parsing: a parser has built it all by the time it can complain.
 */
export function checkJson(bytes: Uint8Array, limits: JsonLimits): void {
  if (bytes.length > limits.size) throw refused('json-too-large');
  walk(bytes, limits);
}

function walk(bytes: Uint8Array, { depth, values = MOST_VALUES, twice }: JsonLimits): void {
  const names: (Set<string> | 'object' | 'list')[] = [];
  let nameNext = false;
  let count = 1;
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
      names.push(nameNext ? objectFor(twice) : 'list');
      count += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      names.pop();
      nameNext = false;
    } else if (byte === COMMA) {
      nameNext = names.at(-1) !== 'list' && names.length > 0;
      count += 1;
    }
    if (count > values) throw refused('json-too-many');
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

/** A set for each object would take more than the object. */
const objectFor = (twice: JsonLimits['twice']) => (twice ? new Set<string>() : 'object');

function remember(names: Set<string> | 'object' | 'list' | undefined, quoted: Uint8Array): void {
  let name: unknown;
  try {
    // Parsed, because `a` and `\u0061` are one name.
    name = JSON.parse(new TextDecoder().decode(quoted));
  } catch {
    throw refused('json-unreadable');
  }
  if (typeof name !== 'string' || !(names instanceof Set)) throw refused('json-unreadable');
  if (names.has(name)) throw refused('json-twice');
  names.add(name);
}

const refused = (detail: string) =>
  new Failure('broken', 'This came in a form that Scriba does not read.', { detail });
