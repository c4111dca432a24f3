/** One segment file of a recording, as the recorder writes it. */
import { createHash } from 'node:crypto';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { SegmentRow } from '../../../infrastructure/store/rows.ts';
import {
  type ContainerDeps,
  recordTypes,
  writeContainer,
} from '../../../infrastructure/vault/container/container.ts';
import { LARGEST_FILE } from '../../../infrastructure/vault/container/container-format.ts';
import type { WriteKeys } from '../../../infrastructure/vault/keys/keys.ts';
import {
  type End,
  encodeAudio,
  encodeEnd,
  encodeMark,
  encodeMeta,
  type Mark,
  type SegmentMeta,
} from './segment-content.ts';

/**
 * Entry that a recorder holds until it is on the disk, and writes again into a new file when a disk
 * fails.
 */
export type Entry =
  | { readonly firstSample: number; readonly audio: Uint8Array }
  | { readonly mark: Mark };

export type SegmentWriter = {
  readonly fileId: string;
  write(entry: Entry): void;
  sync(): void;
  /** Writes and syncs the last record. */
  end(reason: End['reason']): void;
  /** Whether it is time for a new file. */
  full(): boolean;
  row(status: SegmentRow['status']): SegmentRow;
  close(): void;
};

/** Leaves room for what may still have to be written: marks and the END. */
const FULL_AT = LARGEST_FILE - 4 * 1024 * 1024;

export type SegmentDeps = Omit<ContainerDeps, 'keys'> & {
  readonly keys: WriteKeys;
  /** Metadata without the codec's figures. */
  readonly meta: Omit<SegmentMeta, 'form' | 'kind' | 'codec' | 'rate' | 'channels'>;
  readonly largest?: number;
};

/** Creates the file; it is on the disk when this returns. Throws the disk's error. */
export function writeSegment({ meta, largest = FULL_AT, ...deps }: SegmentDeps): SegmentWriter {
  const fileId = deps.keys.nextFileId();
  const whole: SegmentMeta = {
    form: 1,
    kind: 'recording',
    codec: 's16le',
    rate: SAMPLE_RATE,
    channels: 1,
    ...meta,
  };
  const file = writeContainer(deps, {
    folder: deps.keys.folder,
    fileId,
    extension: 'seg',
    first: { type: recordTypes.meta, plain: encodeMeta(whole) },
  });
  const hash = createHash('sha256');
  const memory = Buffer.alloc(16 * 1024);
  let samples = 0;
  let ended = false;

  return {
    fileId,
    write(entry) {
      if (ended) throw new Error('The file has its last record.');
      if ('mark' in entry) return file.append(recordTypes.mark, encodeMark(entry.mark));
      hash.update(entry.audio);
      samples += entry.audio.length / 2;
      file.append(recordTypes.audio, encodeAudio(entry.firstSample, entry.audio, memory));
    },
    sync: file.sync,
    end(reason) {
      // Asked again after a disk error, the END that waits is completed; a second one would not be
      // the last.
      if (!ended) {
        ended = true;
        file.append(
          recordTypes.end,
          encodeEnd({ reason, records: file.records(), samples, sha256: hash.digest('hex') }),
        );
      }
      file.sync();
    },
    full: () => file.bytes() >= largest,
    row: (status) => ({
      fileId,
      visitId: meta.visitId,
      ordinal: meta.part,
      generation: deps.keys.generation,
      status,
      records: file.records(),
      samples,
      lastTag: file.tag().toString('hex'),
    }),
    close: file.close,
  };
}
