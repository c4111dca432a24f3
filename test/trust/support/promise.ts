/**
 * A promise of safekeeping.md as a vitest file proves it: sizes, a seed, counts, and a record for
 * TRUST.md at the end.
 */
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createTally, type PromiseDeps, type Tally } from './tally.ts';

type Task = {
  readonly type: string;
  readonly tasks?: readonly Task[];
  readonly result?: { readonly state?: string } | undefined;
};

/** To be called once at the top of a test file for each promise it proves. */
export function promise(deps: PromiseDeps): Tally {
  const tally = createTally(deps);
  let began = 0;
  beforeAll(() => {
    began = performance.now();
  });
  // biome-ignore lint/correctness/noEmptyPattern: vitest demands an object pattern as the first parameter
  afterAll(({}, suite) => {
    const { filepath } = (suite as unknown as { file: { filepath: string } }).file;
    const tests = testsOf((suite as unknown as { file: Task }).file);
    const broken = tests.filter(({ result }) => result?.state === 'fail').length;
    const ran = tests.filter(
      ({ result }) => result?.state === 'pass' || result?.state === 'fail',
    ).length;
    const file = path
      .relative(path.resolve(import.meta.dirname, '../../..'), filepath)
      .replaceAll(path.sep, '/');
    tally.write(file, { tests: ran, broken, ms: performance.now() - began });
    if (broken > 0)
      console.error(`${deps.id}: seed ${tally.seed()}; again with SCRIBA_SEED=${tally.seed()}`);
  });
  return tally;
}

const testsOf = (task: Task): Task[] =>
  task.type === 'test' ? [task] : (task.tasks ?? []).flatMap(testsOf);
