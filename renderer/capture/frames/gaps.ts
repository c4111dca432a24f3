/**
 * Finds sound that the browser lost, from the times it stamps on the frames.
 *
 * A frame that is only stamped late (a busy machine) is followed by frames that catch up; after a
 * loss every later frame stays late by the same amount. So a late frame opens a suspicion, and only
 * when all frames of the next 200 ms are late too is it a loss. Times follow the device's own clock
 * slowly, which runs up to a few hundred millionths off the computer's.
 */
/** Less is not told apart from shaking stamps; whole frames are what gets lost. */
const LEAST_US = 6_000;
const PART_OF_FRAME = 0.75;
const SURE_AFTER_US = 200_000;
const SETTLE_FRAMES = 10;
const FOLLOW = 1 / 500;

export type GapFinder = {
  /**
   * Takes each frame's stamp and length, in microseconds. `suspected`: keep the frame back until the
   * next answer; `lost`: so many microseconds are missing before the first frame kept back; `none`:
   * nothing is missing, frames kept back follow on.
   */
  see(
    timestamp: number,
    duration: number,
  ):
    | { readonly type: 'none' }
    | { readonly type: 'suspected' }
    | { readonly type: 'lost'; readonly missing: number };
};

export function createGapFinder(): GapFinder {
  let seen = 0;
  /** When the next frame is due by the lengths of those before. */
  let due = 0;
  /** How late frames usually are against `due`. */
  let usual = 0;
  let suspicion: { least: number; lasted: number } | undefined;

  return {
    see(timestamp, duration) {
      if (seen === 0) due = timestamp;
      seen++;
      const late = timestamp - due - usual;
      due += duration;
      if (seen <= SETTLE_FRAMES || late < Math.max(LEAST_US, PART_OF_FRAME * duration)) {
        suspicion = undefined;
        // Early at once, late slowly: a stamp can be late for many reasons, early only because those before were late.
        usual += seen <= SETTLE_FRAMES || late < 0 ? late : late * FOLLOW;
        return { type: 'none' };
      }
      suspicion = {
        least: Math.min(late, suspicion?.least ?? Infinity),
        lasted: (suspicion?.lasted ?? 0) + duration,
      };
      if (suspicion.lasted < SURE_AFTER_US) return { type: 'suspected' };
      const missing = suspicion.least;
      due += missing;
      suspicion = undefined;
      return { type: 'lost', missing };
    },
  };
}
