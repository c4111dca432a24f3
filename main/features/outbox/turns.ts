/** Shares the main thread: work of many visits in a row stops for others now and then. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../infrastructure/ports.ts';

/** Milliseconds; no person notices it. */
const LONGEST_TURN = 15;

/**
 * Returns what is to be awaited before each step. Steps that run beside one another share the turn:
 * all of them wait for the same next one.
 */
export function turnsBy({ monotonic }: Pick<Clock, 'monotonic'>): () => Promise<void> {
  let since = monotonic();
  let next: Promise<void> | undefined;
  return async () => {
    // Any wait for something outside begins a turn, too; this one only knows its own.
    if (monotonic() - since < LONGEST_TURN) return;
    next ??= nextTurn().then(() => {
      since = monotonic();
      next = undefined;
    });
    await next;
  };
}
