/**
 * Cuts a long recording into parts for the platform: at most twenty minutes each, or as long as the
 * platform takes, in the quietest moment near the end.
 */
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { PartLimit } from '../../../../shared/model/upload-length.ts';
import type { Piece } from '../recovery/scan-recording.ts';

const MINUTE = 60 * SAMPLE_RATE;
const LONGEST_PART = 20 * MINUTE;
/** The quiet moment is looked for in this last stretch of a part, or in its second half. */
const LOOK_BACK = 20 * SAMPLE_RATE;
/** An MP3 is a little longer than its sound. */
const MP3_MARGIN = SAMPLE_RATE / 5;
const FRAME = SAMPLE_RATE / 50;
/** 200 ms. */
const QUIET_FRAMES = 10;

/** Samples of a part at most; `total`: of the whole recording. */
export const longestPart = (total: number, limit: PartLimit | undefined): number =>
  limit === undefined || (limit.single && total <= LONGEST_PART)
    ? LONGEST_PART
    : Math.min(LONGEST_PART, Math.floor(limit.seconds * SAMPLE_RATE) - MP3_MARGIN);

export type Cut = { readonly from: number; readonly to: number };

/**
 * Reads only as much of the sound as it must: nothing for a recording of one part. `total` in
 * samples.
 */
export async function cutRecording(
  total: number,
  sound: () => AsyncIterable<Piece> | Iterable<Piece>,
  longest = LONGEST_PART,
): Promise<Cut[]> {
  if (total <= longest) return total > 0 ? [{ from: 0, to: total }] : [];
  const cuts: Cut[] = [];
  let from = 0;
  let frames: number[] = [];
  const lookBack = Math.min(LOOK_BACK, Math.floor(longest / 2 / FRAME) * FRAME);
  let begins = from + longest - lookBack;
  const close = () => {
    const to = begins + quietest(frames) * FRAME;
    cuts.push({ from, to });
    from = to;
    begins = from + longest - lookBack;
    frames = [];
  };
  for await (const { firstSample, audio } of sound()) {
    for (let i = Math.max(0, begins - firstSample); i < audio.length / 2; i++) {
      const at = firstSample + i - begins;
      const frame = Math.floor(at / FRAME);
      frames[frame] = (frames[frame] ?? 0) + audio.readInt16LE(i * 2) ** 2;
      if (at + 1 >= lookBack) {
        close();
        i = Math.max(i, begins - firstSample - 1);
      }
    }
    if (total - from <= longest) break;
  }
  cuts.push({ from, to: total });
  return cuts;
}

/** The middle frame of the quietest stretch. */
function quietest(frames: readonly number[]): number {
  let sum = 0;
  let best = { at: 0, energy: Infinity };
  for (let i = 0; i < frames.length; i++) {
    sum += frames[i] ?? 0;
    if (i >= QUIET_FRAMES) sum -= frames[i - QUIET_FRAMES] ?? 0;
    if (i >= QUIET_FRAMES - 1 && sum < best.energy)
      best = { at: i - QUIET_FRAMES / 2 + 1, energy: sum };
  }
  return best.at;
}
