/** Lets others have a turn during long work in the main thread: a recording may be running beside it. */
import { setImmediate as turn } from 'node:timers/promises';

/** About 15 ms of reading and opening records. Counted, not timed: this waits for others, not for a clock. */
const STEPS = 400;

/** The same items, with a pause now and then. */
export async function* unhurried<T>(items: Iterable<T>): AsyncGenerator<T, void, void> {
  let count = 0;
  for (const item of items) {
    yield item;
    if (++count % STEPS === 0) await turn();
  }
}

/** Runs a generator to its end, with a pause now and then; answers what it returns. */
export async function runUnhurried<T>(work: Generator<unknown, T, void>): Promise<T> {
  for (let count = 1; ; count++) {
    const step = work.next();
    if (step.done) return step.value;
    if (count % STEPS === 0) await turn();
  }
}
