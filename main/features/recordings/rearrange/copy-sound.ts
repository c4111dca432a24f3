/** Writes the sound of one visit out of stretches of others: sealed anew under its own name, as a recording is, with the marks that belong to it. */
import { PIECE_SAMPLES } from '../../../../shared/model/recording.ts';
import type { SegmentRow } from '../../../infrastructure/store/rows.ts';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import { forItself, type RecordingsDeps } from '../deps.ts';
import type { SegmentFile, Survey } from '../recovery/scan-recording.ts';
import { unhurried } from '../run-in-slices.ts';
import type { Mark, SegmentMeta } from '../segments/segment-content.ts';
import { type SegmentWriter, writeSegment } from '../segments/segments.ts';
import { timeline } from '../segments/timeline.ts';
import { letGo } from '../session/disk-trouble.ts';

export type Source = { readonly files: readonly SegmentFile[]; readonly survey: Survey };
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
  readonly samples: number /** Takes the files away again. */;
  abandon(): void;
};

/** The files are whole and on the disk when this answers. Throws the disk's error, `locked`; nothing is then left where the disk allows it. */
export async function copySound(
  { disk, random, vault, clock }: RecordingsDeps,
  meta: Meta,
  stretches: readonly Stretch[],
): Promise<Copy> {
  const keys = vault.keys().writeOnly();
  const rows: SegmentRow[] = [];
  const begun: string[] = [];
  let part = 1;
  let samples = 0;
  let file: SegmentWriter | undefined;
  const abandon = () =>
    begun.forEach((fileId) =>
      forItself(() => purgeContainer(disk, containerPath(keys.folder, fileId, 'seg'))),
    );

  function open(): SegmentWriter {
    const last = rows.at(-1);
    const fresh = writeSegment({
      disk,
      random,
      keys,
      meta: {
        ...meta,
        part,
        firstSample: samples,
        monotonic: clock.monotonic(),
        ...(last && {
          previous: { fileId: last.fileId, lastTag: last.lastTag, verdict: last.status },
        }),
      },
    });
    begun.push(fresh.fileId);
    return fresh;
  }
  function end(done: SegmentWriter, reason: 'rotated' | 'stop') {
    done.end(reason);
    rows.push(done.row('sealed'));
    letGo(done);
    part += 1;
  }

  try {
    file = open();
    for (const { source, from, to } of stretches) {
      const marks = source.survey.marks
        .filter((mark) => belongs(mark, from, to))
        .sort((one, other) => one.sample - other.sample);
      const begins = samples;
      const noteMarks = (upTo: number) => {
        for (let mark = marks[0]; mark && mark.sample <= upTo; mark = marks[0]) {
          file!.write({ mark: { ...mark, sample: begins + mark.sample - from } });
          marks.shift();
        }
      };
      for await (const { firstSample, audio } of unhurried(
        timeline(disk, source.files, source.survey),
      )) {
        const last = firstSample + audio.length / 2;
        if (firstSample >= to) break;
        for (let at = Math.max(firstSample, from); at < Math.min(last, to); ) {
          noteMarks(at);
          const upTo = Math.min(last, to, at + PIECE_SAMPLES);
          file.write({
            firstSample: samples,
            audio: audio.subarray((at - firstSample) * 2, (upTo - firstSample) * 2),
          });
          samples += upTo - at;
          at = upTo;
          if (!file.full()) continue;
          end(file, 'rotated');
          file = open();
        }
      }
      noteMarks(to);
    }
    end(file, 'stop');
    return { rows, samples, abandon };
  } catch (error) {
    if (file) letGo(file);
    abandon();
    throw error;
  } finally {
    keys.forget();
  }
}

/** The clock's own checkpoints tell of another recording's minutes. A mark on the cut goes with what comes after it. */
const belongs = ({ kind, sample }: Mark, from: number, to: number) =>
  kind !== 'clock' && sample >= from && sample < to;
