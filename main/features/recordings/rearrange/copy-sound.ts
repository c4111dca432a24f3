/**
 * Writes the sound of one visit out of stretches of others: sealed anew under its own name, as a
 * recording is, with the marks that belong to it.
 */
import { PIECE_SAMPLES } from '../../../../shared/model/recording.ts';
import type { SegmentRow } from '../../../infrastructure/store/rows.ts';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import type { WriteKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import { ignoreErrors, type RecordingsDeps } from '../deps.ts';
import type { RecordingScan, SegmentFile } from '../recovery/scan-recording.ts';
import { inSlices } from '../run-in-slices.ts';
import type { Mark, SegmentMeta } from '../segments/segment-content.ts';
import { type SegmentWriter, writeSegment } from '../segments/segments.ts';
import { timeline } from '../segments/timeline.ts';
import { letGo } from '../session/disk-trouble.ts';

export type Source = { readonly files: readonly SegmentFile[]; readonly scan: RecordingScan };
/** Samples [from, to) of a source. */
export type Stretch = { readonly source: Source; readonly from: number; readonly to: number };
type Meta = Omit<
  SegmentMeta,
  | 'form'
  | 'kind'
  | 'codec'
  | 'rate'
  | 'channels'
  | 'part'
  | 'firstSample'
  | 'previous'
  | 'monotonic'
>;

export type Copy = {
  readonly rows: readonly SegmentRow[];
  readonly samples: number;
  /** Removes the files where the disk allows it. */
  abandon(): void;
};

/** The files of one copy while it is written; each is closed when the next begins. */
type CopyState = {
  readonly deps: RecordingsDeps;
  readonly meta: Meta;
  readonly keys: WriteKeys;
  readonly rows: SegmentRow[];
  /** Ids of all files that were created, also of one that was not finished. */
  readonly created: string[];
  samples: number;
  file: SegmentWriter | undefined;
};

/**
 * The files are whole and on the disk when this returns. Throws the disk's error, `locked`; nothing
 * is then left where the disk allows it.
 */
export async function copySound(
  deps: RecordingsDeps,
  meta: Meta,
  stretches: readonly Stretch[],
): Promise<Copy> {
  const copy: CopyState = {
    deps,
    meta,
    keys: deps.vault.keys().writeOnly(),
    rows: [],
    created: [],
    samples: 0,
    file: undefined,
  };
  try {
    for (const stretch of stretches) await copyStretch(copy, stretch);
    endFile(copy, 'stop');
    return { rows: copy.rows, samples: copy.samples, abandon: () => abandon(copy) };
  } catch (error) {
    if (copy.file) letGo(copy.file);
    abandon(copy);
    throw error;
  } finally {
    copy.keys.forget();
  }
}

/** Returns the present file, or begins one. */
function openFile(copy: CopyState): SegmentWriter {
  if (copy.file) return copy.file;
  const { deps, meta, keys, rows, samples } = copy;
  const last = rows.at(-1);
  const file = writeSegment({
    disk: deps.disk,
    random: deps.random,
    keys,
    meta: {
      ...meta,
      part: rows.length + 1,
      firstSample: samples,
      monotonic: deps.clock.monotonic(),
      ...(last && {
        previous: { fileId: last.fileId, lastTag: last.lastTag, verdict: last.status },
      }),
    },
  });
  copy.file = file;
  copy.created.push(file.fileId);
  return file;
}

function endFile(copy: CopyState, reason: 'rotated' | 'stop'): void {
  const file = openFile(copy);
  file.end(reason);
  copy.rows.push(file.row('sealed'));
  letGo(file);
  copy.file = undefined;
}

async function copyStretch(copy: CopyState, { source, from, to }: Stretch): Promise<void> {
  const marks = source.scan.marks
    .filter((mark) => belongs(mark, from, to))
    .sort((one, other) => one.sample - other.sample);
  const begins = copy.samples;
  const writeMarks = (upTo: number) => {
    for (let mark = marks[0]; mark && mark.sample <= upTo; mark = marks[0]) {
      openFile(copy).write({ mark: { ...mark, sample: begins + mark.sample - from } });
      marks.shift();
    }
  };
  for await (const { firstSample, audio } of inSlices(
    timeline(copy.deps.disk, source.files, source.scan),
  )) {
    const last = firstSample + audio.length / 2;
    if (firstSample >= to) break;
    for (let at = Math.max(firstSample, from); at < Math.min(last, to); ) {
      writeMarks(at);
      const upTo = Math.min(last, to, at + PIECE_SAMPLES);
      const file = openFile(copy);
      file.write({
        firstSample: copy.samples,
        audio: audio.subarray((at - firstSample) * 2, (upTo - firstSample) * 2),
      });
      copy.samples += upTo - at;
      at = upTo;
      if (file.full()) endFile(copy, 'rotated');
    }
  }
  writeMarks(to);
}

function abandon({ deps, keys, created }: CopyState): void {
  for (const fileId of created)
    ignoreErrors(() => purgeContainer(deps.disk, containerPath(keys.folder, fileId, 'seg')));
}

/**
 * The clock's own checkpoints tell of another recording's minutes. A mark on the cut goes with what
 * comes after it.
 */
const belongs = ({ kind, sample }: Mark, from: number, to: number) =>
  kind !== 'clock' && sample >= from && sample < to;
