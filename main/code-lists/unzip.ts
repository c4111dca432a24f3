/**
 * Takes files out of a zip that lies on the disk, piece by piece, and checks each against its own sum. Releases come as zips of
 * several gigabytes, so nothing is held whole, and unpacking goes on in the system's own threads.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { Failure } from '../../shared/failure.ts';

/** One file in a zip: `size` and `packed` in bytes, `at` where its header begins. */
export type ZipEntry = { readonly name: string; readonly size: number; readonly packed: number; readonly crc: number; readonly method: number; readonly at: number };

const END_64_PLACE = 0x07064b50, END_64 = 0x06064b50, LISTED = 0x02014b50, LOCAL = 0x04034b50;
const LONGEST_COMMENT = 65_535;
const LARGEST_LIST = 32 * 1024 * 1024;
const FULL_16 = 0xffff, FULL_32 = 0xffffffff;
const STORED = 0, DEFLATED = 8;
const ENCRYPTED = 1;

const damaged = (cause?: unknown) => new Failure('invalid', 'The zip file is damaged or cut off. Fetch it again.', { detail: 'zip-damaged', cause });

/** Everything that is listed, folders left out. Throws Failure `invalid` (`zip-damaged`, `zip-encrypted`). The form: PKWARE APPNOTE 6.3, 4.3. */
export async function listZip(file: string): Promise<ZipEntry[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const tail = await bytesAt(handle, Math.max(0, size - LONGEST_COMMENT - 22), Math.min(size, LONGEST_COMMENT + 22));
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (end < 0 || tail.length - end < 22) throw damaged();
    let [length, from] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
    if ((length === FULL_32 || from === FULL_32 || tail.readUInt16LE(end + 10) === FULL_16) && end >= 20 && tail.readUInt32LE(end - 20) === END_64_PLACE) {
      const large = await bytesAt(handle, Number(tail.readBigUInt64LE(end - 12)), 56);
      if (large.readUInt32LE(0) !== END_64) throw damaged();
      [length, from] = [Number(large.readBigUInt64LE(40)), Number(large.readBigUInt64LE(48))];
    }
    if (length > LARGEST_LIST || from + length > size) throw damaged();
    const { entries, count } = listed(await bytesAt(handle, from, length));
    const announced = tail.readUInt16LE(end + 10);
    if (announced !== FULL_16 && announced !== count) throw damaged();
    return entries;
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error);
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  if (bytesRead < length) throw damaged();
  return bytes;
}

/** `count`: folders as well. */
function listed(list: Buffer): { entries: ZipEntry[]; count: number } {
  const entries: ZipEntry[] = [];
  let count = 0;
  for (let at = 0; at < list.length; count++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== LISTED) throw damaged();
    const [flags, method, crc] = [list.readUInt16LE(at + 8), list.readUInt16LE(at + 10), list.readUInt32LE(at + 16)];
    const [names, extras, comments] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30), list.readUInt16LE(at + 32)];
    const name = list.toString('utf8', at + 46, at + 46 + names);
    const [size, packed, place] = large(list.subarray(at + 46 + names, at + 46 + names + extras), [list.readUInt32LE(at + 24), list.readUInt32LE(at + 20), list.readUInt32LE(at + 42)]);
    at += 46 + names + extras + comments;
    if (name.endsWith('/')) continue;
    if (flags & ENCRYPTED) throw new Failure('invalid', 'The zip file is locked with a password. Unpack it first.', { detail: 'zip-encrypted' });
    if (method !== STORED && method !== DEFLATED) throw new Failure('invalid', 'The zip file is packed in a way that Scriba cannot read. Unpack it first.', { detail: 'zip-encrypted' });
    entries.push({ name, method, crc, size, packed, at: place });
  }
  return { entries, count };
}

/** What does not fit into 32 bits stands in an extra field, in this order, and only that. */
function large(extras: Buffer, values: [number, number, number]): [number, number, number] {
  for (let at = 0; at + 4 <= extras.length; at += 4 + extras.readUInt16LE(at + 2)) {
    if (extras.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    for (const [index, value] of values.entries()) {
      if (value !== FULL_32) continue;
      values[index] = Number(extras.readBigUInt64LE(next));
      next += 8;
    }
  }
  return values;
}

/**
 * Writes one file of it to `into`, which must not be there. `wrote` hears of each piece; bytes. Throws Failure `invalid` / `zip-damaged`
 * where it is not what was listed, and what the disk throws; what was written is then left to the caller.
 */
export async function unpack(file: string, { at, size, packed, method, crc }: ZipEntry, into: string, { cancel, wrote }: { cancel: AbortSignal; wrote(bytes: number): void }): Promise<void> {
  const handle = await open(file, 'r');
  let start: number;
  try {
    const header = await bytesAt(handle, at, 30);
    if (header.readUInt32LE(0) !== LOCAL) throw damaged();
    start = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await handle.close();
  }
  let [seen, sum] = [0, 0];
  const check = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      // A small zip that unpacks to no end is stopped where it said that it would end.
      if (seen > size) return done(damaged());
      sum = crc32(piece, sum);
      wrote(piece.length);
      done(null, piece);
    },
  });
  const to = createWriteStream(into, { flags: 'wx', mode: 0o600 });
  try {
    if (packed === 0) await pipeline([], check, to, { signal: cancel });
    else {
      const from = createReadStream(file, { start, end: start + packed - 1, highWaterMark: 256 * 1024 });
      await (method === DEFLATED ? pipeline(from, createInflateRaw(), check, to, { signal: cancel }) : pipeline(from, check, to, { signal: cancel }));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE' ? damaged(error) : error;
  }
  if (seen !== size || sum !== crc) throw damaged();
}
