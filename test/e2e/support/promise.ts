/**
 * The same as test/trust/support/promise.ts, for a Playwright file: counts, and a record for
 * TRUST.md at the end.
 */
import path from 'node:path';
import type { TestType } from '@playwright/test';
import { createTally, type PromiseDeps, type Tally } from '../../trust/support/tally.ts';

/**
 * `test` is the file's own; `file` its `import.meta.filename`. Skip with `tally.skipLoudly({ skip:
 * (note) => test.skip(true, note) }, reason)`.
 */
// biome-ignore lint/suspicious/noExplicitAny: the fixtures do not matter here, and differ from file to file
export function promise(test: TestType<any, any>, file: string, deps: PromiseDeps): Tally {
  const tally = createTally(deps);
  let tests = 0;
  let broken = 0;
  let ms = 0;
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands an object pattern as the first parameter
  test.afterEach(({}, info) => {
    if (info.status === 'skipped') return;
    tests += 1;
    ms += info.duration;
    if (info.status !== info.expectedStatus) broken += 1;
  });
  test.afterAll(() => {
    tally.write(
      path.relative(path.resolve(import.meta.dirname, '../../..'), file).replaceAll(path.sep, '/'),
      { tests, broken, ms },
    );
    if (broken > 0)
      console.error(`${deps.id}: seed ${tally.seed()}; again with SCRIBA_SEED=${tally.seed()}`);
  });
  return tally;
}
