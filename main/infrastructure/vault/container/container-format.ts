/**
 * The bytes of an SCRB1 file (safekeeping): a clear header of 96 bytes, then sealed records.
 *
 * Every record is sealed with the file's own key under its running number, and bound to the tag of
 * the record before it: nothing can be changed, swapped, repeated or taken out unseen.
 */
import { createHash } from 'node:crypto';
import { cipherOf, decipherOf, TAG_BYTES } from '../gcm.ts';
import { release } from '../release-memory.ts';

export const HEADER_BYTES = 96;
/** 4 length, 1 type, 8 running number. */
export const PREFIX_BYTES = 13;
export const OVERHEAD_BYTES = PREFIX_BYTES + TAG_BYTES;
/** Plain bytes in one record. */
export const LARGEST_RECORD = 1024 * 1024;
/** A file may not grow beyond this; the writer goes on in a new one. */
export const LARGEST_FILE = 1024 * 1024 * 1024;

export const recordTypes = { meta: 0, audio: 1, mark: 2, end: 3, pad: 4 } as const;
export type RecordType = (typeof recordTypes)[keyof typeof recordTypes];
const HIGHEST_TYPE = recordTypes.pad;

const MAGIC = Buffer.from('SCRBSEG1', 'ascii');
const FORMAT = 1;
const SUITE_AES_256_GCM = 1;

/**
 * Returns bytes 0..35: readable without opening the file, and authenticated with its wrapped key.
 */
export function clearHeader(fileId: Buffer, kekId: Buffer): Buffer {
  return Buffer.concat([MAGIC, Buffer.of(FORMAT, SUITE_AES_256_GCM, 0, 0), fileId, kekId]);
}

/** `fileKey` is 32 bytes, `nonce` 12 fresh random ones. */
export function buildHeader(deps: {
  fileId: Buffer;
  kekId: Buffer;
  wrapKey: Buffer;
  nonce: Buffer;
  fileKey: Buffer;
}): Buffer {
  const clear = clearHeader(deps.fileId, deps.kekId);
  const cipher = cipherOf(deps.wrapKey, deps.nonce).setAAD(clear);
  return Buffer.concat([
    clear,
    deps.nonce,
    cipher.update(deps.fileKey),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/**
 * Returns the file's own key, or undefined when the header was changed or was sealed with another
 * key.
 */
export function unwrapKey(header: Buffer, wrapKey: Buffer): Buffer | undefined {
  try {
    const cipher = decipherOf(wrapKey, header.subarray(36, 48));
    cipher.setAAD(header.subarray(0, 36)).setAuthTag(header.subarray(80, 96));
    // As it comes: joining it with the empty end would leave a second copy that nobody overwrites.
    const fileKey = cipher.update(header.subarray(48, 80));
    cipher.final();
    return fileKey;
  } catch {
    return undefined;
  }
}

/** Returns what stands in for "the tag before" of the first record. */
export const firstTag = (header: Buffer): Buffer =>
  createHash('sha256').update(header).digest().subarray(0, TAG_BYTES);

const nonceOf = (prefix: Buffer) =>
  Buffer.concat([Buffer.alloc(4), prefix.subarray(5, PREFIX_BYTES)]);

/** A record is bound to its own prefix, and through the tag to every record before it. */
const boundTo = (prefix: Buffer, previousTag: Buffer) => Buffer.concat([prefix, previousTag]);

export type PlainRecord = {
  /** Memory for the sealed record; its beginning is used. */
  readonly into: Buffer;
  readonly key: Buffer;
  readonly previousTag: Buffer;
  readonly type: RecordType;
  readonly seq: number;
  readonly plain: Uint8Array;
};

/**
 * Puts one whole record into the beginning of `into`, ready to be written, and returns that part;
 * its last 16 bytes are its tag.
 */
export function sealRecord({ into, key, previousTag, type, seq, plain }: PlainRecord): Buffer {
  const record = into.subarray(0, OVERHEAD_BYTES + plain.length);
  const prefix = record.subarray(0, PREFIX_BYTES);
  prefix.writeUInt32LE(plain.length, 0);
  prefix.writeUInt8(type, 4);
  prefix.writeBigUInt64LE(BigInt(seq), 5);
  const cipher = cipherOf(key, nonceOf(prefix)).setAAD(boundTo(prefix, previousTag));
  const sealed = cipher.update(plain);
  record.set(sealed, PREFIX_BYTES);
  release(sealed);
  cipher.final();
  record.set(cipher.getAuthTag(), record.length - TAG_BYTES);
  return record;
}

export type Prefix = { readonly length: number; readonly type: RecordType; readonly seq: number };

/**
 * Undefined where the bytes from `at` on cannot begin a record: an unknown type, an impossible
 * length or number. Quick, for looking at every place of a damaged file.
 */
export function readPrefix(bytes: Buffer, at: number): Prefix | undefined {
  // biome-ignore-start lint/style/noNonNullAssertion: hot loop, runs for every byte of a damaged file; the caller leaves room for a prefix
  const type = bytes[at + 4]!;
  const highHalf = bytes[at + 9]! | bytes[at + 10]! | bytes[at + 11]! | bytes[at + 12]!;
  // biome-ignore-end lint/style/noNonNullAssertion: hot loop
  if (type > HIGHEST_TYPE || highHalf !== 0) return undefined;
  const length = bytes.readUInt32LE(at);
  return length > LARGEST_RECORD
    ? undefined
    : { length, type: type as RecordType, seq: bytes.readUInt32LE(at + 5) };
}

/**
 * Returns the plain bytes of a whole record, or undefined when it is not exactly what was written
 * after `previousTag`.
 */
export function openRecord(key: Buffer, previousTag: Buffer, record: Buffer): Buffer | undefined {
  const prefix = record.subarray(0, PREFIX_BYTES);
  try {
    const cipher = decipherOf(key, nonceOf(prefix));
    cipher.setAAD(boundTo(prefix, previousTag)).setAuthTag(record.subarray(-TAG_BYTES));
    const plain = cipher.update(record.subarray(PREFIX_BYTES, -TAG_BYTES));
    // Throws when the tag does not fit; until then the plain bytes prove nothing.
    cipher.final();
    return plain;
  } catch {
    return undefined;
  }
}
