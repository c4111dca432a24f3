/**
 * Finds sound that the browser lost, from the times it stamps on the frames.
 *
 * A frame that is only stamped late (a busy machine) is followed by frames that catch up; after a
 * loss every later frame stays late by the same amount. So a late frame opens a suspicion, and only
 * when all frames of the next 200 ms are late too is it a loss. Times follow the device's own clock
 * slowly, which runs up to a few hundred millionths off the computer's.
 */

/**
 * Microseconds. A shorter loss cannot be told from an unsteady stamp; browsers lose whole frames.
 */
const SHORTEST_LOSS = 6_000;
/** Of the frame's length: the other limit for a late frame. */
const LATE_PART_OF_FRAME = 0.75;
/** Microseconds of late frames after which a suspicion is certain. */
const CERTAIN_AFTER = 200_000;
const SETTLE_FRAMES = 10;
/** The part of a lateness that is taken over into `usual` at each frame. */
const FOLLOW_RATE = 1 / 500;

export type GapFinder = {
  /**
   * Takes each frame's stamp and length, in microseconds. `suspected`: keep the frame back until
   * the next answer; `lost`: so many microseconds are missing before the first frame kept back;
   * `none`: nothing is missing, frames kept back follow on.
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
  /** Stamp at which the next frame is due by the lengths of those before. */
  let due = 0;
  /** Usual lateness of frames against `due`. */
  let usual = 0;
  let suspicion: { least: number; lasted: number } | undefined;

  return {
    see(timestamp, duration) {
      if (seen === 0) due = timestamp;
      seen++;
      const late = timestamp - due - usual;
      due += duration;
      if (seen <= SETTLE_FRAMES || late < Math.max(SHORTEST_LOSS, LATE_PART_OF_FRAME * duration)) {
        suspicion = undefined;
        // Early at once, late slowly: a stamp can be late for many reasons, early only because
        // those before were late.
        usual += seen <= SETTLE_FRAMES || late < 0 ? late : late * FOLLOW_RATE;
        return { type: 'none' };
      }
      suspicion = {
        least: Math.min(late, suspicion?.least ?? Infinity),
        lasted: (suspicion?.lasted ?? 0) + duration,
      };
      if (suspicion.lasted < CERTAIN_AFTER) return { type: 'suspected' };
      const missing = suspicion.least;
      due += missing;
      suspicion = undefined;
      return { type: 'lost', missing };
    },
  };
}
