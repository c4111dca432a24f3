/**
 * Tells a whole ONNX file from one that was cut, without reading its weights: it is one message of
 * protocol buffers, whose fields with their lengths end where the file ends.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** Of protocol buffers: how a field is stored. */
const [VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES] = [0, 1, 2, 5];
/** The version of the form is the first field of a model. */
const FIRST = 0x08;
/** Fields without which it is none: what is computed, and by which operations. */
const [GRAPH, OPERATIONS] = [7, 8];
const MOST_FIELDS = 1000;

type Reader = { readonly file: number; readonly bytes: Buffer };

/** Throws what the disk throws. */
export function isWholeOnnx(path: string, size: number): boolean {
  const reader: Reader = { file: openSync(path, 'r'), bytes: Buffer.alloc(10) };
  try {
    let at = 0;
    const seen = new Set<number>();
    for (let field = 0; at < size && field < MOST_FIELDS; field += 1) {
      const tag = varintAt(reader, at);
      if (!tag || (at === 0 && tag.value !== FIRST)) return false;
      const end = endOfField(reader, tag.value & 7, tag.end);
      if (end === undefined) return false;
      seen.add(tag.value >> 3);
      at = end;
    }
    return at === size && seen.has(GRAPH) && seen.has(OPERATIONS);
  } finally {
    closeSync(reader.file);
  }
}

function endOfField(reader: Reader, kind: number, at: number): number | undefined {
  if (kind === EIGHT_BYTES) return at + 8;
  if (kind === FOUR_BYTES) return at + 4;
  const read = kind === VARINT || kind === LENGTH ? varintAt(reader, at) : undefined;
  return read && (kind === LENGTH ? read.end + read.value : read.end);
}

function varintAt({ file, bytes }: Reader, at: number) {
  const length = readSync(file, bytes, 0, bytes.length, at);
  let value = 0;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return undefined;
}
