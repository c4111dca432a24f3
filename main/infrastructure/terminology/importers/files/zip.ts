/** Reads the files within a zip piece by piece, so that a release need not be unpacked first. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import { Failure } from '../../../../../shared/failure.ts';

/** A file within a zip, and its place there. */
export type Zipped = {
  readonly name: string;
  readonly at: number;
  readonly packed: number;
  readonly bytes: number;
  readonly deflated: boolean;
  readonly crc: number;
};

const PIECE_BYTES = 256 * 1024;
/** Deflate makes up to 1032 bytes of one: 17 MB are in memory at once, whatever is in the zip. */
const INFLATED_AT_ONCE = 16 * 1024;
/** Real releases have some hundred files, and unpack to less than thirty times their size. */
const MOST_FILES = 2_000;
const MOST_TIMES = 200;
const ALWAYS_TAKEN = 64 * 1024 ** 2;
const MOST_UNPACKED = 64 * 1024 ** 3;
const HEADER_BYTES = 46;
const END_BYTES = 22;
const MOST_COMMENT = 0xffff;
const MAX = 0xffffffff;

const tooLarge = () =>
  new Failure(
    'invalid',
    'The zip unpacks to far more than a release has. Nothing was installed; fetch it again.',
    { detail: 'terminology-file' },
  );
const damaged = (cause?: unknown) =>
  new Failure('invalid', 'The zip is damaged or cut off. Fetch it again.', {
    detail: 'terminology-file',
    cause,
  });

export function isZip(file: string): boolean {
  return reading(
    file,
    (read, size) => size >= END_BYTES && read(0, 4).readUInt32LE(0) === 0x04034b50,
  );
}

type ReadAt = (at: number, length: number) => Buffer;

/**
 * Lists the files of a zip, by the list at its end (APPNOTE 4.3, also 64 bits). Throws Failure
 * `invalid` / `terminology-file` where that is damaged, or tells of more than a release has.
 */
export function filesIn(file: string): Zipped[] {
  return reading(file, (read, size) => {
    const { count, length, from } = endOfList(read, size);
    if (count > MOST_FILES) throw tooLarge();
    const list = read(from, length);
    const found: Zipped[] = [];
    let at = 0;
    while (found.length < count && at + HEADER_BYTES <= list.length) {
      const { zipped, next } = entryAt(list, at);
      found.push(zipped);
      at = next;
    }
    if (found.length !== count) throw damaged();
    const unpacked = found.reduce((sum, { bytes }) => sum + bytes, 0);
    if (unpacked > Math.min(MOST_UNPACKED, Math.max(ALWAYS_TAKEN, size * MOST_TIMES)))
      throw tooLarge();
    return found.filter(({ name }) => !name.endsWith('/'));
  });
}

function endOfList(read: ReadAt, size: number) {
  const tail = read(
    Math.max(0, size - END_BYTES - MOST_COMMENT),
    Math.min(size, END_BYTES + MOST_COMMENT),
  );
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== 0x06054b50) end--;
  if (end < 0) throw damaged();
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const from = tail.readUInt32LE(end + 16);
  const isOf64Bits =
    (count === 0xffff || length === MAX || from === MAX) &&
    end >= 20 &&
    tail.readUInt32LE(end - 20) === 0x07064b50;
  if (!isOf64Bits) return { count, length, from };
  const wide = read(Number(tail.readBigUInt64LE(end - 12)), 56);
  return {
    count: Number(wide.readBigUInt64LE(32)),
    length: Number(wide.readBigUInt64LE(40)),
    from: Number(wide.readBigUInt64LE(48)),
  };
}

function entryAt(list: Buffer, at: number): { zipped: Zipped; next: number } {
  if (list.readUInt32LE(at) !== 0x02014b50) throw damaged();
  const endOfName = at + HEADER_BYTES + list.readUInt16LE(at + 28);
  const endOfExtra = endOfName + list.readUInt16LE(at + 30);
  const sizes: Sizes = [
    list.readUInt32LE(at + 24),
    list.readUInt32LE(at + 20),
    list.readUInt32LE(at + 42),
  ];
  widen(sizes, list.subarray(endOfName, endOfExtra));
  if ((list.readUInt16LE(at + 8) & 1) === 1)
    throw new Failure('invalid', 'The zip is locked with a password. Unpack it first.', {
      detail: 'terminology-file',
    });
  const [bytes, packed, place] = sizes;
  const zipped = {
    name: list.toString('utf8', at + HEADER_BYTES, endOfName),
    bytes,
    packed,
    at: place,
    deflated: list.readUInt16LE(at + 10) === 8,
    crc: list.readUInt32LE(at + 16),
  };
  return { zipped, next: endOfExtra + list.readUInt16LE(at + 32) };
}

/** Bytes unpacked and packed, and the place of the file in the zip. */
type Sizes = [bytes: number, packed: number, at: number];

/** Sizes of 64 bits stand in a field of their own, those alone that did not fit. */
function widen(sizes: Sizes, extra: Buffer) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let place = at + 4;
    for (const [which, size] of sizes.entries()) {
      if (size !== MAX) continue;
      sizes[which] = Number(extra.readBigUInt64LE(place));
      place += 8;
    }
  }
}

/**
 * Yields the bytes of one file. Throws Failure `invalid` / `terminology-file` where they are not
 * what was packed.
 */
export function* unzipped(
  file: string,
  { at, packed, bytes, deflated, crc }: Zipped,
): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(30);
    if (readSync(handle, head, 0, 30, at) !== 30 || head.readUInt32LE(0) !== 0x04034b50)
      throw damaged();
    let place = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const out: Uint8Array[] = [];
    const inflate = new Inflate((piece) => void out.push(piece));
    let sum = 0;
    let total = 0;
    for (let left = packed; left > 0 || packed === 0; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, left));
      if (readSync(handle, piece, 0, piece.length, place) !== piece.length) throw damaged();
      place += piece.length;
      left -= piece.length;
      for (let done = 0; done < piece.length || packed === 0; done += INFLATED_AT_ONCE) {
        const part = piece.subarray(done, done + INFLATED_AT_ONCE);
        const isLast = left === 0 && done + part.length >= piece.length;
        if (deflated) inflate.push(part, isLast);
        else out.push(part);
        for (const one of out.splice(0)) {
          sum = crc32(one, sum);
          total += one.length;
          // What a file says of its size is what it was let in with.
          if (total > bytes) throw damaged();
          yield Buffer.from(one.buffer, one.byteOffset, one.length);
        }
        if (isLast) break;
      }
      if (left === 0) break;
    }
    if (total !== bytes || sum !== crc) throw damaged();
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error);
  } finally {
    closeSync(handle);
  }
}

function reading<T>(file: string, look: (read: ReadAt, size: number) => T): T {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    return look((at, length) => {
      if (at < 0 || length < 0 || at + length > size) throw damaged();
      const bytes = Buffer.alloc(length);
      readSync(handle, bytes, 0, length, at);
      return bytes;
    }, size);
  } finally {
    closeSync(handle);
  }
}
