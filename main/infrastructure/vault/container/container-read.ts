/**
 * Reads an SCRB1 file record by record, in bounded memory, and finds its way on after damage.
 *
 * The tag before a record is always the 16 bytes before it in the file, so any record can be proved
 * by itself: a damaged byte costs its record, and the one after it when it hit the tag.
 */
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk } from '../../ports.ts';
import { readAt, readInto } from '../files.ts';
import { TAG_BYTES } from '../gcm.ts';
import type { FileKeys } from '../keys/keys.ts';
import {
  firstTag,
  HEADER_BYTES,
  OVERHEAD_BYTES,
  openRecord,
  PREFIX_BYTES,
  type Prefix,
  type RecordType,
  readPrefix,
  recordTypes,
} from './container-format.ts';
import { openHeader } from './container-header.ts';

export type ContainerRecord = {
  readonly type: RecordType;
  readonly seq: number;
  /** Of its first byte in the file. */
  readonly at: number;
  readonly plain: Buffer;
  /** Records that are missing just before this one. */
  readonly lost: number;
};

/** A record that was read before: reading may begin with it again. */
export type RecordPlace = Pick<ContainerRecord, 'at' | 'seq'>;

export type Verdict = {
  /**
   * `complete`: every record to the END. `truncated`: a good beginning, as after a crash.
   * `damaged`: anything else.
   */
  readonly state: 'complete' | 'truncated' | 'damaged';
  /** Good records. */
  readonly records: number;
  /** Records known to be missing between good ones. */
  readonly lost: number;
  /** Tag of the last good record; hex. Empty when there is none. */
  readonly lastTag: string;
};

export type Container = {
  readonly fileId: string;
  /**
   * The good records in order, from a place on; the generator's return value is the verdict on
   * them.
   */
  records(from?: RecordPlace): Generator<ContainerRecord, Verdict, void>;
  /** Reads the whole file for its verdict alone. */
  verdict(): Verdict;
};

const WINDOW = 64 * 1024;
const SCAN = 4 * 1024;

/** A file whose header was opened once; the key itself is held only while records are read. */
type SealedFile = {
  readonly disk: Disk;
  readonly keys: FileKeys;
  readonly name: string;
  readonly fileId: string;
  /** Mended where a byte of it was damaged: what was found by trying is not to be found again. */
  readonly header: Buffer;
  readonly repaired: boolean;
};

/** The bytes of a file that is being read, and its key. */
type Source = {
  readonly header: Buffer;
  readonly fileKey: Buffer;
  readonly size: number;
  readonly bytes: Bytes;
};

/**
 * Throws Failure `locked` / `key-wrong` (made with another key), `broken` / `header-damaged`, or
 * `missing` / `file-missing`. `name` ends in `<fileId>.<extension>`; a file under another's name is
 * refused.
 */
export function readContainer(
  { disk, keys }: { disk: Disk; keys: FileKeys },
  name: string,
): Container {
  const [fileId = ''] = path.basename(name).split('.');
  if (!disk.exists(name))
    throw new Failure('missing', 'A file of this recording is not in the vault.', {
      detail: 'file-missing',
    });
  const head = withFile(disk, name, (file) => readAt(disk, file, 0, HEADER_BYTES));
  // At once, so that the caller hears of a wrong key here.
  const { header, repaired, fileKey: unused } = openHeader(head, Buffer.from(fileId, 'hex'), keys);
  unused.fill(0);
  const sealed: SealedFile = { disk, keys, name, fileId, header, repaired };
  return {
    fileId,
    records: (from) => records(sealed, from),
    verdict() {
      const reading = records(sealed);
      for (;;) {
        const step = reading.next();
        if (step.done) return step.value;
      }
    },
  };
}

const FIRST: RecordPlace = { at: HEADER_BYTES, seq: 0 };

function* records(sealed: SealedFile, from = FIRST): Generator<ContainerRecord, Verdict, void> {
  const { disk, keys, name, fileId, header, repaired } = sealed;
  const file = disk.openToRead(name);
  let forget = () => {};
  try {
    const { fileKey } = openHeader(header, Buffer.from(fileId, 'hex'), keys);
    forget = keys.hold(fileKey);
    const size = disk.size(name);
    const source: Source = { header, fileKey, size, bytes: windowOn(disk, file, size) };
    let { at, seq: next } = from;
    let good = 0;
    let lost = 0;
    let skipped = 0;
    let ended = false;
    let lastTag: Buffer = Buffer.alloc(0);
    while (at < size) {
      keys.check();
      const found = recordFrom(source, at, next);
      if (!found) break;
      const missing = found.seq - next;
      lost += missing;
      skipped += found.at - at;
      good += 1;
      ended = found.type === recordTypes.end;
      lastTag = found.tag;
      next = found.seq + 1;
      at = found.at + found.length;
      yield {
        type: found.type,
        seq: found.seq,
        at: found.at,
        plain: found.plain,
        lost: missing,
      };
    }
    const clean = !repaired && lost === 0 && skipped === 0 && !(ended && at < size);
    const whole = ended ? 'complete' : 'truncated';
    return {
      state: clean ? whole : 'damaged',
      records: good,
      lost,
      lastTag: lastTag.toString('hex'),
    };
  } finally {
    forget();
    disk.close(file);
  }
}

type FoundRecord = {
  readonly at: number;
  readonly type: RecordType;
  readonly seq: number;
  readonly plain: Buffer;
  /** Of the whole record, with its seals. */
  readonly length: number;
  readonly tag: Buffer;
};

/**
 * Returns the next record that proves itself, at `from` or anywhere after it; numbers below `next`
 * are old ones repeated.
 */
function recordFrom(source: Source, from: number, next: number): FoundRecord | undefined {
  const { header, fileKey, size, bytes } = source;
  const fits = ({ seq, length }: Prefix, place: number) =>
    seq >= next && place + OVERHEAD_BYTES + length <= size;
  for (let start = from; ; start++) {
    const plausible = prefixFrom(start, size, fits, bytes);
    if (!plausible) return undefined;
    const { at, prefix } = plausible;
    start = at;
    const previousTag = at === HEADER_BYTES ? firstTag(header) : bytes(at - TAG_BYTES, TAG_BYTES);
    const tagBefore = Buffer.from(previousTag);
    const record = bytes(at, OVERHEAD_BYTES + prefix.length);
    const plain = openRecord(fileKey, tagBefore, record);
    if (plain)
      return {
        at,
        type: prefix.type,
        seq: prefix.seq,
        plain,
        length: record.length,
        tag: Buffer.from(record.subarray(-TAG_BYTES)),
      };
  }
}

type Bytes = (from: number, length: number) => Buffer;

/**
 * Returns the next place, at `from` or after it, where a record may begin; without damage it is the
 * first.
 */
function prefixFrom(
  from: number,
  size: number,
  fits: (prefix: Prefix, at: number) => boolean,
  bytes: Bytes,
): { at: number; prefix: Prefix } | undefined {
  for (let at = from; at + OVERHEAD_BYTES <= size; ) {
    const stretch = bytes(at, Math.min(size - at, SCAN));
    const places = stretch.length - PREFIX_BYTES + 1;
    for (let i = 0; i < places; i++) {
      const prefix = readPrefix(stretch, i);
      if (prefix && fits(prefix, at + i)) return { at: at + i, prefix };
    }
    at += places;
  }
  return undefined;
}

/**
 * Returns the bytes of a file through one window that moves along and is used again; each result is
 * good until the next call.
 */
function windowOn(disk: Disk, file: number, size: number): Bytes {
  let memory = Buffer.allocUnsafe(WINDOW);
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  return (from, length) => {
    if (from < start || from + length > start + held.length) {
      start = Math.max(0, from - TAG_BYTES);
      if (length + 2 * TAG_BYTES > memory.length)
        memory = Buffer.allocUnsafe(length + 2 * TAG_BYTES);
      held = readInto(disk, file, start, memory.subarray(0, Math.min(size - start, memory.length)));
    }
    return held.subarray(from - start, from - start + length);
  };
}

function withFile<T>(disk: Disk, name: string, run: (file: number) => T): T {
  const file = disk.openToRead(name);
  try {
    return run(file);
  } finally {
    disk.close(file);
  }
}
