/**
 * Writes one SCRB1 file, record after record; the content of the records is decided by the caller.
 */
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk, Random } from '../../ports.ts';
import { TAG_BYTES } from '../gcm.ts';
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
} from './container-format.ts';

export { type RecordType, recordTypes } from './container-format.ts';
export {
  type ContainerRecord,
  type RecordPlace,
  readContainer,
  type Verdict,
} from './container-read.ts';

export type ContainerDeps = {
  readonly disk: Disk;
  readonly random: Random;
  readonly keys: FileKeys;
};

export type ContainerWriter = {
  readonly path: string;
  /**
   * Hands a record to the operating system. Throws the disk's error; the record then waits for
   * `flush`.
   */
  append(type: RecordType, plain: Uint8Array): void;
  /**
   * Hands over what an earlier call could not: the same bytes, never others under the same number.
   */
  flush(): void;
  /**
   * Flushes, and forces all of it onto the disk. After an error the file must be given up, not
   * synced again.
   */
  sync(): void;
  /** Of the last record; 16 bytes. */
  tag(): Buffer;
  records(): number;
  bytes(): number;
  /** Overwrites the file's key and lets go of the file; syncs nothing. */
  close(): void;
};

export type NewContainer = {
  readonly folder: string;
  /** 32 hex digits, random, never used before. */
  readonly fileId: string;
  readonly extension: 'seg' | 'up';
  readonly first: { readonly type: RecordType; readonly plain: Uint8Array };
};

export const fileIdPattern = /^[0-9a-f]{32}$/;
export const containerPath = (folder: string, fileId: string, extension: 'seg' | 'up') =>
  path.join(folder, `${fileId}.${extension}`);

type OpenFile = {
  readonly disk: Disk;
  readonly keys: FileKeys;
  readonly file: number;
  readonly fileKey: Buffer;
  /** Overwrites the file's key. */
  readonly forget: () => void;
  tag: Buffer;
  seq: number;
  /**
   * Where the next byte goes; always given to the disk, so that a half-written record is completed
   * in place.
   */
  position: number;
  waiting: Buffer;
  /**
   * Used for record after record; an eight-hour recording would otherwise leave a gigabyte to
   * collect.
   */
  memory: Buffer;
  closed: boolean;
};

/**
 * Creates the file with its first record: as `.new`, synced, renamed, folder synced. When this
 * returns, the file is there whatever happens next. Throws the disk's error; the unfinished file is
 * then removed where the disk still allows it.
 */
export function writeContainer(
  { disk, random, keys }: ContainerDeps,
  { folder, fileId, extension, first }: NewContainer,
): ContainerWriter {
  const name = containerPath(folder, fileId, extension);
  const id = Buffer.from(fileId, 'hex');
  const wrapKey = keys.wrapKey(id);
  const fileKey = random.bytes(32);
  const forget = keys.hold(fileKey);
  const header = buildHeader({
    fileId: id,
    kekId: keys.kekId,
    wrapKey,
    nonce: random.bytes(12),
    fileKey,
  });
  wrapKey.fill(0);
  const fresh = `${name}.new`;
  let file: number;
  try {
    disk.makeFolder(folder);
    file = disk.create(fresh);
  } catch (error) {
    // The key of a file that is not there would stay until the vault is locked.
    forget();
    throw error;
  }
  const open: OpenFile = {
    disk,
    keys,
    file,
    fileKey,
    forget,
    tag: firstTag(header),
    seq: 0,
    position: 0,
    waiting: header,
    memory: Buffer.alloc(0),
    closed: false,
  };
  try {
    append(open, first.type, first.plain);
    sync(open);
    disk.rename(fresh, name);
    disk.syncFolder(folder);
  } catch (error) {
    attempt(() => close(open));
    attempt(() => removeLeftover(disk, fresh));
    // It may have got its name already; nobody was told of it yet.
    attempt(() => purgeContainer(disk, name));
    throw error;
  }
  return bind(open, name);
}

const bind = (open: OpenFile, name: string): ContainerWriter => ({
  path: name,
  append: (type, plain) => append(open, type, plain),
  flush: () => flush(open),
  sync: () => sync(open),
  tag: () => open.tag,
  records: () => open.seq,
  bytes: () => Math.max(open.position + open.waiting.length, HEADER_BYTES),
  close: () => close(open),
});

function append(open: OpenFile, type: RecordType, plain: Uint8Array): void {
  if (open.closed)
    throw new Failure('broken', 'This file is closed; recording goes on in a new one.', {
      detail: 'file-closed',
    });
  open.keys.check();
  if (plain.length > LARGEST_RECORD)
    throw new Failure('broken', 'A record may hold 1 MiB at most.', {
      detail: 'record-too-large',
    });
  const free = open.waiting.length === 0;
  if (!free || open.memory.length < OVERHEAD_BYTES + plain.length)
    open.memory = Buffer.allocUnsafe(OVERHEAD_BYTES + plain.length);
  const { memory, fileKey, tag, seq } = open;
  const record = sealRecord({ into: memory, key: fileKey, previousTag: tag, type, seq, plain });
  // The number is spent now, even if the disk refuses: it may never seal other bytes.
  open.tag = Buffer.from(record.subarray(-TAG_BYTES));
  open.seq += 1;
  open.waiting = free ? record : Buffer.concat([open.waiting, record]);
  flush(open);
}

function flush(open: OpenFile): void {
  const { disk, file } = open;
  while (open.waiting.length > 0) {
    const wrote = disk.write(file, open.waiting, 0, open.waiting.length, open.position);
    if (wrote <= 0) throw Object.assign(new Error('The disk took no bytes.'), { code: 'ENOSPC' });
    open.position += wrote;
    open.waiting = open.waiting.subarray(wrote);
  }
}

function sync(open: OpenFile): void {
  flush(open);
  open.disk.datasync(open.file);
}

function close(open: OpenFile): void {
  if (open.closed) return;
  open.closed = true;
  open.forget();
  open.disk.close(open.file);
}

/** On the way out with an error, a second one must not hide the first. */
function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // The remainder is a file with no sound in it; recovery removes it.
  }
}
