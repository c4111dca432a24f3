/**
 * A time by which things may be erased: a clock that is ten years ahead must not erase a single
 * visit (P26, P27).
 */
import { DAY } from '../../../shared/time.ts';

/** A computer may be off for so long without our doubting its clock. */
const BELIEVABLE = 40 * DAY;

/**
 * Milliseconds since 1970; undefined where the clock cannot be believed until the platform was
 * heard. `offset`: how far our clock is ahead of the platform's, once heard. `seen`: the last time
 * that was trusted.
 */
export function trustedTime({
  wall,
  offset,
  seen,
}: {
  wall: number;
  offset: number | undefined;
  seen: number | undefined;
}): number | undefined {
  if (offset !== undefined) return wall - offset;
  return seen !== undefined && wall > seen + BELIEVABLE ? undefined : wall;
}
