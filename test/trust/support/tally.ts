/**
 * Counts of a proof while it runs, and its size; knows no test runner. `promise.ts` is its form for
 * vitest.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Level = 'mutant' | 'commit' | 'long';
/**
 * How often a proof runs: against a broken variant, in `npm run trust` and on a build machine, and
 * in `npm run trust -- --long`.
 */
type Sizes = Readonly<Record<Level, number>>;
type Worst = { readonly value: number; readonly unit: string };

/**
 * The part of a test's context that can skip it: vitest's context, or `{ skip: (note) =>
 * test.skip(true, note) }` of Playwright.
 */
type Skips = { skip(note: string): unknown };

export type PromiseDeps = {
  /** As in safekeeping.md: `P5`. */
  readonly id: string;
  readonly title: string;
  /** Promise in words and numbers, as published in TRUST.md. */
  readonly figure: string;
};

/** Contents of out/trust/<file>.json, read by scripts/trust.mjs. */
export type Proof = PromiseDeps & {
  readonly file: string;
  readonly level: Level;
  readonly seed: number;
  readonly runs: number;
  readonly failures: number;
  readonly worst: Readonly<Record<string, Worst>>;
  readonly skipped: readonly string[];
  readonly tests: number;
  readonly ms: number;
};

export type Tally = {
  readonly id: string;
  readonly level: Level;
  /**
   * How often to run here. SCRIBA_RUNS overrides all sizes; SCRIBA_SHARE=6 runs a sixth of
   * `commit`, as `npm test` does at a desk.
   */
  size(sizes: Sizes): number;
  /** One seed for the whole file; printed when a test of it fails, repeated by SCRIBA_SEED. */
  seed(): number;
  ran(times?: number): void;
  failed(times?: number): void;
  /** Keeps the largest value seen under a name, to be published beside the promise. */
  worst(figureName: string, value: number, unit: string): void;
  /** Skips the test and says so in TRUST.md: a proof that did not run is no proof. */
  skipLoudly(test: Skips, reason: string): void;
};

const levels: readonly string[] = ['mutant', 'commit', 'long'];

/**
 * Never fewer than against a broken variant. Where a larger number means less (each fourth of a
 * list), it stays.
 */
const sizeOf = (sizes: Sizes, level: Level, share: number) =>
  level !== 'commit' || sizes.commit <= sizes.mutant
    ? sizes[level]
    : Math.max(sizes.mutant, Math.ceil(sizes.commit / share));

/**
 * The counters of one promise in one test file. `write` is for the runner's glue: `tests` and
 * `broken` are its counts of tests.
 */
export function createTally(
  deps: PromiseDeps,
  env: NodeJS.ProcessEnv = process.env,
): Tally & { write(file: string, outcome: { tests: number; broken: number; ms: number }): Proof } {
  const asked = env.SCRIBA_TRUST || 'commit';
  if (!levels.includes(asked))
    throw new Error(`SCRIBA_TRUST is ${asked}; it may be ${levels.join(', ')}`);
  const level = asked as Level;
  const seed = env.SCRIBA_SEED ? Number(env.SCRIBA_SEED) : randomInt(2 ** 31);
  let runs = 0;
  let failures = 0;
  const worst: Record<string, Worst> = {};
  const skipped: string[] = [];
  return {
    id: deps.id,
    level,
    size: (sizes) =>
      env.SCRIBA_RUNS
        ? Number(env.SCRIBA_RUNS)
        : sizeOf(sizes, level, Number(env.SCRIBA_SHARE || 1)),
    seed: () => seed,
    ran: (times = 1) => {
      runs += times;
    },
    failed: (times = 1) => {
      failures += times;
    },
    worst(name, value, unit) {
      if (!worst[name] || value > worst[name].value) worst[name] = { value, unit };
    },
    skipLoudly(test, reason) {
      if (!skipped.includes(reason)) skipped.push(reason);
      console.warn(`${deps.id} NOT PROVED HERE: ${reason}`);
      // Tells the runner of mutants that nothing was judged.
      if (env.SCRIBA_MUTANT)
        writeFileSync(
          `${(JSON.parse(env.SCRIBA_MUTANT) as { seen: string }).seen}.skipped`,
          reason,
        );
      test.skip(`${deps.id} not proved here: ${reason}`);
    },
    write(file, { tests, broken, ms }) {
      const record: Proof = {
        ...deps,
        file,
        level,
        seed,
        runs,
        failures: Math.max(failures, broken),
        worst,
        skipped,
        tests,
        ms: Math.round(ms),
      };
      // A broken variant proves nothing about the promise itself.
      if (!env.SCRIBA_MUTANT) {
        const folder = path.resolve(import.meta.dirname, '../../../out/trust');
        mkdirSync(folder, { recursive: true });
        writeFileSync(
          path.join(
            folder,
            `${deps.id}-${path.basename(file).replace(/\.[^.]*\.[a-z]+$/, '')}.json`,
          ),
          `${JSON.stringify(record, null, 2)}\n`,
        );
      }
      return record;
    },
  };
}
