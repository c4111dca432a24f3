/**
 * The sealed files that go to the platform: written once, read again for each attempt to send them
 * (D9).
 */
import { createHash } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk } from '../../../infrastructure/ports.ts';
import type { UploadPartRow } from '../../../infrastructure/store/rows.ts';
import {
  type ContainerDeps,
  containerPath,
  readContainer,
  recordTypes,
  type Verdict,
  writeContainer,
} from '../../../infrastructure/vault/container/container.ts';
import type { VaultKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import type { RecordingsDeps } from '../deps.ts';
import {
  decodeEnd,
  decodeMeta,
  encodeEnd,
  encodeMeta,
  type UploadMeta,
} from '../segments/segment-content.ts';

/** Plain bytes in one record, and in one piece of an upload. */
const PIECE_BYTES = 256 * 1024;

export type UploadWriter = {
  readonly fileId: string;
  append(bytes: Uint8Array): void;
  /** Writes the END and syncs. `sha256` in lower-case hex, of the plain bytes. */
  finish(): { bytes: number; sha256: string };
  /** Erases what was written. */
  abandon(): void;
};

/** Throws the disk's error. */
export function writeUpload(
  deps: ContainerDeps,
  meta: Omit<UploadMeta, 'form' | 'kind'>,
): UploadWriter {
  const fileId = deps.random.bytes(16).toString('hex');
  const file = writeContainer(deps, {
    folder: deps.keys.folder,
    fileId,
    extension: 'up',
    first: { type: recordTypes.meta, plain: encodeMeta({ form: 1, kind: 'upload', ...meta }) },
  });
  const hash = createHash('sha256');
  const held = Buffer.alloc(PIECE_BYTES);
  let filled = 0;
  let bytes = 0;

  function spill() {
    if (filled > 0) file.append(recordTypes.audio, held.subarray(0, filled));
    filled = 0;
  }

  return {
    fileId,
    append(more) {
      hash.update(more);
      bytes += more.length;
      for (let at = 0; at < more.length; ) {
        const take = Math.min(more.length - at, PIECE_BYTES - filled);
        held.set(more.subarray(at, at + take), filled);
        filled += take;
        at += take;
        if (filled === PIECE_BYTES) spill();
      }
    },
    finish() {
      spill();
      const sha256 = hash.digest('hex');
      file.append(
        recordTypes.end,
        encodeEnd({ reason: 'stop', records: file.records(), samples: 0, sha256 }),
      );
      file.sync();
      file.close();
      return { bytes, sha256 };
    },
    abandon() {
      file.close();
      purgeContainer(deps.disk, file.path);
    },
  };
}

/**
 * The plain bytes, in pieces of 256 KiB at most. The last piece comes only when everything before
 * it proved whole: an upload of a damaged file never completes. Throws Failure `broken` /
 * `upload-damaged`.
 */
export function* readUpload(
  disk: Disk,
  keys: VaultKeys,
  fileId: string,
  sha256: string,
): Generator<Buffer, void, void> {
  const damaged = () =>
    new Failure('broken', 'A prepared file is damaged on disk and was not sent.', {
      detail: 'upload-damaged',
    });
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  const reading = readContainer({ disk, keys }, containerPath(keys.folder, fileId, 'up')).records();
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) {
      if (step.value.state !== 'complete' || hash.digest('hex') !== sha256) throw damaged();
      break;
    }
    if (step.value.lost > 0) throw damaged();
    if (step.value.type !== recordTypes.audio) continue;
    if (held) yield held;
    held = step.value.plain;
    hash.update(held);
  }
  if (held) yield held;
}

/**
 * Reads the META of an upload file, and whether the file is whole. Throws what `readContainer`
 * throws.
 */
export function describeUpload(
  disk: Disk,
  keys: VaultKeys,
  fileId: string,
): { meta: UploadMeta; state: Verdict['state']; bytes: number; sha256: string } | undefined {
  const reading = readContainer({ disk, keys }, containerPath(keys.folder, fileId, 'up')).records();
  let meta: UploadMeta | undefined;
  let bytes = 0;
  let sha256 = '';
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return meta && { meta, state: step.value.state, bytes, sha256 };
    const { type, plain } = step.value;
    if (type === recordTypes.meta) {
      const read = decodeMeta(plain);
      if (read.kind === 'upload') meta = read;
    } else if (type === recordTypes.audio) bytes += plain.length;
    else if (type === recordTypes.end) sha256 = decodeEnd(plain).sha256;
  }
}

/** As `readUpload`, for a part that the store knows; its key is asked for with the first piece. */
export async function* openPart(
  { disk, vault }: Pick<RecordingsDeps, 'disk' | 'vault'>,
  { generation, fileId, sha256 }: UploadPartRow,
): AsyncGenerator<Uint8Array, void, void> {
  yield* readUpload(disk, vault.keys(generation), fileId, sha256);
}
