/**
 * Cuts long work in the main thread into slices, so that a recording that runs beside it is never
 * kept waiting.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** About 15 ms of reading and opening records. Counted, not timed: no clock is needed. */
const STEPS = 400;

/** Yields the same items, with a pause now and then. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T, void, void> {
  let count = 0;
  for (const item of items) {
    yield item;
    if (++count % STEPS === 0) await nextTurn();
  }
}

/** Runs a generator to its end, with a pause now and then; returns its result. */
export async function runInSlices<T>(work: Generator<unknown, T, void>): Promise<T> {
  for (let count = 1; ; count++) {
    const step = work.next();
    if (step.done) return step.value;
    if (count % STEPS === 0) await nextTurn();
  }
}
