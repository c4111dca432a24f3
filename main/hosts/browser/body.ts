/**
 * Turns the body of a request into a value and an answer into a body. Bytes among them never become
 * text on the way: a passphrase or a key as text could not be overwritten (P12), and sound would
 * be copied four times. What was read and sent is overwritten.
 */
import type { Readable } from 'node:stream';
import { fromBase64, toBase64 } from '../../../shared/base64.ts';
import { decode, encode } from '../../../shared/encoding.ts';
import { checkJson, type JsonLimits } from '../../../shared/strict-json.ts';

/** As `encode` writes bytes; within a string the quotation marks would have a backslash. */
const BEFORE = '{"$bytes":"';
const QUOTE = 0x22;
const CLOSE = 0x7d;
/** Stands where bytes were taken out; no Base64 has it. */
const MARK = '#';

/** Throws an error with `statusCode` 413 for more than `limit` bytes, and what the stream throws. */
export function readBody(stream: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    stream
      .on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > limit) {
          reject(Object.assign(new Error('too large'), { statusCode: 413 }));
          stream.removeAllListeners('data').resume();
        } else pieces.push(piece);
      })
      .on('error', reject)
      .on('end', () => {
        const whole = Buffer.concat(pieces);
        for (const piece of pieces) piece.fill(0);
        resolve(whole);
      });
  });
}

/**
 * The value; `body` is overwritten. Throws what `checkJson` throws, and a SyntaxError for what is no
 * JSON.
 */
export function decodeBody(body: Buffer, limits: JsonLimits): unknown {
  try {
    checkJson(body, limits);
    const found: Uint8Array[] = [];
    const text: string[] = [];
    let at = 0;
    for (;;) {
      const start = body.indexOf(BEFORE, at);
      const end = start < 0 ? -1 : body.indexOf(QUOTE, start + BEFORE.length);
      if (end < 0) break;
      const bytes =
        body[end + 1] === CLOSE ? fromBase64(body.subarray(start + BEFORE.length, end)) : undefined;
      const until = bytes ? start + BEFORE.length : end;
      text.push(body.toString('utf8', at, until));
      if (bytes) text.push(`${MARK}${found.push(bytes) - 1}`);
      at = end;
    }
    text.push(body.toString('utf8', at));
    return decode(text.join(''), (marked) => {
      const bytes = marked.startsWith(MARK) ? found[Number(marked.slice(1))] : undefined;
      if (!bytes) throw new SyntaxError('not the bytes of a page');
      return bytes;
    });
  } finally {
    body.fill(0);
  }
}

/** The caller overwrites it when it has been sent. */
export function encodeBody(value: unknown): Buffer {
  const found: Uint8Array[] = [];
  const text = Buffer.from(
    encode(value, (bytes) => `${MARK}${found.push(bytes) - 1}`),
    'utf8',
  );
  if (found.length === 0) return text;
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const [index, bytes] of found.entries()) {
    const mark = `${BEFORE}${MARK}${index}`;
    const start = text.indexOf(mark, at);
    pieces.push(text.subarray(at, start + BEFORE.length), toBase64(bytes));
    at = start + mark.length;
  }
  pieces.push(text.subarray(at));
  const whole = Buffer.concat(pieces);
  for (const piece of pieces) piece.fill(0);
  return whole;
}
