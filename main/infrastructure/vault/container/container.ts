/** Writes one SCRB1 file, record after record; what the records mean is for others to know. */
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk, Random } from '../../ports.ts';
import type { FileKeys } from '../keys/keys.ts';
import { purgeContainer, removeLeftover } from '../purge.ts';
import {
  buildHeader,
  firstTag,
  HEADER_BYTES,
  LARGEST_RECORD,
  OVERHEAD_BYTES,
  type RecordType,
  sealRecord,
  TAG_BYTES,
} from './container-format.ts';

export { type RecordType, recordTypes } from './container-format.ts';
export { type ContainerRecord, readContainer, type Verdict } from './container-read.ts';

export type ContainerDeps = {
  readonly disk: Disk;
  readonly random: Random;
  readonly keys: FileKeys;
};

export type ContainerWriter = {
  readonly path: string;
  /** Hands a record to the operating system. Throws the disk's error; the record then waits for `flush`. */
  append(type: RecordType, plain: Uint8Array): void;
  /** Hands over what an earlier call could not: the same bytes, never others under the same number. */
  flush(): void;
  /** Flushes, and forces all of it onto the disk. After an error the file must be given up, not synced again. */
  sync(): void;
  /** Of the last record; 16 bytes. */
  tag(): Buffer;
  records(): number;
  bytes(): number;
  /** Overwrites the file's key and lets go of the file; syncs nothing. */
  close(): void;
};

export const fileIdPattern = /^[0-9a-f]{32}$/;
export const containerPath = (folder: string, fileId: string, extension: 'seg' | 'up') =>
  path.join(folder, `${fileId}.${extension}`);

/**
 * Creates the file with its first record: as `.new`, synced, renamed, folder synced. When this
 * returns, the file is there whatever happens next. `fileId`: 32 hex digits, random, never used before.
 * Throws the disk's error; what was begun is then removed where the disk still allows it.
 */
export function writeContainer(
  { disk, random, keys }: ContainerDeps,
  {
    folder,
    fileId,
    extension,
    first,
  }: {
    folder: string;
    fileId: string;
    extension: 'seg' | 'up';
    first: { type: RecordType; plain: Uint8Array };
  },
): ContainerWriter {
  const name = containerPath(folder, fileId, extension);
  const id = Buffer.from(fileId, 'hex');
  const fileKey = random.bytes(32);
  const forget = keys.hold(fileKey);
  const wrapKey = keys.wrapKey(id);
  const header = buildHeader({
    fileId: id,
    kekId: keys.kekId,
    wrapKey,
    nonce: random.bytes(12),
    fileKey,
  });
  wrapKey.fill(0);
  const fresh = `${name}.new`;
  disk.makeFolder(folder);
  const file = disk.create(fresh);

  let tag = firstTag(header);
  let seq = 0;
  /** Where the next byte goes; always given to the disk, so that a half-written record is completed in place. */
  let position = 0;
  let waiting: Buffer = header;
  /** Used for record after record; an eight-hour recording would otherwise leave a gigabyte to collect. */
  let memory: Buffer = Buffer.alloc(0);
  let closed = false;

  function flush() {
    while (waiting.length > 0) {
      const wrote = disk.write(file, waiting, 0, waiting.length, position);
      if (wrote <= 0) throw Object.assign(new Error('The disk took no bytes.'), { code: 'ENOSPC' });
      position += wrote;
      waiting = waiting.subarray(wrote);
    }
  }

  function append(type: RecordType, plain: Uint8Array) {
    if (closed)
      throw new Failure('broken', 'This file is closed; recording goes on in a new one.', {
        detail: 'file-closed',
      });
    keys.check();
    if (plain.length > LARGEST_RECORD)
      throw new Failure('broken', 'A record may hold 1 MiB at most.', {
        detail: 'record-too-large',
      });
    const free = waiting.length === 0;
    if (!free || memory.length < OVERHEAD_BYTES + plain.length)
      memory = Buffer.allocUnsafe(OVERHEAD_BYTES + plain.length);
    const record = sealRecord(memory, fileKey, tag, type, seq, plain);
    // The number is spent now, even if the disk refuses: it may never seal other bytes.
    tag = Buffer.from(record.subarray(-TAG_BYTES));
    seq += 1;
    waiting = free ? record : Buffer.concat([waiting, record]);
    flush();
  }

  function sync() {
    flush();
    disk.datasync(file);
  }

  function close() {
    if (closed) return;
    closed = true;
    forget();
    disk.close(file);
  }

  try {
    append(first.type, first.plain);
    sync();
    disk.rename(fresh, name);
    disk.syncFolder(folder);
  } catch (error) {
    abandon(close);
    abandon(() => removeLeftover(disk, fresh));
    // It may have got its name already; nobody was told of it yet.
    abandon(() => purgeContainer(disk, name));
    throw error;
  }
  return {
    path: name,
    append,
    flush,
    sync,
    tag: () => tag,
    records: () => seq,
    bytes: () => Math.max(position + waiting.length, HEADER_BYTES),
    close,
  };
}

/** On the way out with an error, a second one must not hide the first. */
function abandon(run: () => void) {
  try {
    run();
  } catch {
    // What is left is a file with no sound in it; recovery removes it.
  }
}
