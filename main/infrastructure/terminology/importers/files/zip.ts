/** Reads the files within a zip piece by piece, so that a release need not be unpacked first. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import { Failure } from '../../../../../shared/failure.ts';

/** Where a file lies within a zip. */
export type Zipped = {
  readonly name: string;
  readonly at: number;
  readonly packed: number;
  readonly bytes: number;
  readonly deflated: boolean;
  readonly crc: number;
};

const PIECE_BYTES = 256 * 1024;
const END_BYTES = 22;
const MOST_COMMENT = 0xffff;
const MAX = 0xffffffff;

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

/** What is in it, by the list at its end (APPNOTE 4.3, also 64 bits). Throws Failure `invalid` / `terminology-file` where that is damaged. */
export function filesIn(file: string): Zipped[] {
  return reading(file, (read, size) => {
    const tail = read(
      Math.max(0, size - END_BYTES - MOST_COMMENT),
      Math.min(size, END_BYTES + MOST_COMMENT),
    );
    let end = tail.length - END_BYTES;
    while (end >= 0 && tail.readUInt32LE(end) !== 0x06054b50) end--;
    if (end < 0) throw damaged();
    let count = tail.readUInt16LE(end + 10);
    let length = tail.readUInt32LE(end + 12);
    let from = tail.readUInt32LE(end + 16);
    if (
      (count === 0xffff || length === MAX || from === MAX) &&
      end >= 20 &&
      tail.readUInt32LE(end - 20) === 0x07064b50
    ) {
      const more = read(Number(tail.readBigUInt64LE(end - 12)), 56);
      count = Number(more.readBigUInt64LE(32));
      length = Number(more.readBigUInt64LE(40));
      from = Number(more.readBigUInt64LE(48));
    }
    const list = read(from, length);
    const found: Zipped[] = [];
    for (let at = 0; found.length < count && at + 46 <= list.length; ) {
      if (list.readUInt32LE(at) !== 0x02014b50) throw damaged();
      const [nameLength, extra, comment] = [28, 30, 32].map((place) =>
        list.readUInt16LE(at + place),
      ) as [number, number, number];
      const name = list.toString('utf8', at + 46, at + 46 + nameLength);
      const sizes = [
        list.readUInt32LE(at + 24),
        list.readUInt32LE(at + 20),
        list.readUInt32LE(at + 42),
      ];
      widen(sizes, list.subarray(at + 46 + nameLength, at + 46 + nameLength + extra));
      if ((list.readUInt16LE(at + 8) & 1) === 1)
        throw new Failure('invalid', 'The zip is locked with a password. Unpack it first.', {
          detail: 'terminology-file',
        });
      found.push({
        name,
        bytes: sizes[0]!,
        packed: sizes[1]!,
        at: sizes[2]!,
        deflated: list.readUInt16LE(at + 10) === 8,
        crc: list.readUInt32LE(at + 16),
      });
      at += 46 + nameLength + extra + comment;
    }
    if (found.length !== count) throw damaged();
    return found.filter(({ name }) => !name.endsWith('/'));
  });
}

/** Sizes of 64 bits stand in a field of their own, those alone that did not fit. */
function widen(sizes: number[], extra: Buffer) {
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

/** The bytes of one file. Throws Failure `invalid` / `terminology-file` where they are not what was packed. */
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
      if (deflated) inflate.push(piece, left === 0);
      else out.push(piece);
      for (const one of out.splice(0)) {
        sum = crc32(one, sum);
        total += one.length;
        yield Buffer.from(one.buffer, one.byteOffset, one.length);
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

function reading<T>(
  file: string,
  look: (read: (at: number, length: number) => Buffer, size: number) => T,
): T {
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
