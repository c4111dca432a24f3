/**
 * P31: whatever comes in by a door of Scriba, nothing hangs, crashes, grows without an end or is
 * spoilt by it. A case that fails is made small and kept in corpus/, which is run first.
 */
import { describe, expect, test } from 'vitest';
import { keepCase, keptCases } from './support/fuzz/corpus.ts';
import type { Case, Verdict } from './support/fuzz/door.ts';
import { type DoorName, doorNames } from './support/fuzz/doors.ts';
import { MOST_MB, MOST_MS, type RunningDoor, runDoor } from './support/fuzz/run-door.ts';
import { shrink } from './support/fuzz/shrink.ts';
import { promise } from './support/promise.ts';

const p31 = promise({
  id: 'P31',
  title: 'No door lets a bad input hang, crash, exhaust or spoil Scriba',
  figure: `${doorNames.length} doors, 24 to 96 seeded inputs each at each commit and all that ever failed: 0 without a clear answer, 0 beyond ${MOST_MS / 1000} s of work (of the outbox: more than a usual visit takes) or ${MOST_MB} MB, 0 that change anything though refused`,
});

const RUNS = p31.size({ mutant: 12, commit: 96, long: 5000 });
/** An import takes a thread, a delivery a database, and a visit a whole app of its own: so many times longer. */
const COSTS: Partial<Record<DoorName, number>> = {
  terminology: 4,
  outbox: 4,
  drop: 2,
  fhir: 2,
  words: 2,
};
const SHRINKING = 150;
/** Each takes as long as a hang is watched. */
const SHRINKING_HANGS = 8;

/** A slow or large one is run again: another program may have taken the time, or the memory. */
const TRIES = 3;

function problemsOf({ problems, ms, mb }: Verdict): string[] {
  return [
    ...problems,
    ...(ms > MOST_MS ? [`slow: ${Math.round(ms)} ms of work`] : []),
    ...(mb > MOST_MB ? [`memory: ${Math.round(mb)} MB more`] : []),
  ];
}

async function judged(door: RunningDoor, one: Case): Promise<Verdict> {
  let verdict = await door.run(one);
  const isLimit = () => verdict.problems.length === 0 && problemsOf(verdict).length > 0;
  for (let tries = 1; tries < TRIES && isLimit(); tries += 1) {
    await door.close();
    verdict = await door.run(one);
  }
  return verdict;
}

/** Fails of the same kind; the rest of the words may be another. */
const kindOf = (problem: string | undefined) => problem?.split(':', 1)[0];

async function hold(door: RunningDoor, name: string, one: Case, file?: string): Promise<Verdict> {
  const verdict = await judged(door, one);
  p31.ran();
  const [problem] = problemsOf(verdict);
  if (problem === undefined) return verdict;
  if (file !== undefined) throw new Error(`${name}: ${problem} (corpus/${file})`);
  if (process.env.SCRIBA_MUTANT) throw new Error(`${name}: ${problem}`);
  const small = await shrink(
    one,
    async (next) =>
      problemsOf(await judged(door, next))
        .map(kindOf)
        .includes(kindOf(problem)),
    kindOf(problem) === 'hang' ? SHRINKING_HANGS : SHRINKING,
  );
  throw new Error(`${name}: ${problem} (now corpus/${keepCase(name, small, problem)})`);
}

describe.concurrent('each door holds', () => {
  test.for(doorNames)('%s', { timeout: 3_600_000 }, async (name) => {
    const door = runDoor(name);
    const failed: string[] = [];
    const outcomes = new Map<string, number>();
    const note = async (one: Case, file?: string) => {
      try {
        const { outcome, ms, mb } = await hold(door, name, one, file);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        p31.worst('work for one input', ms, 'ms');
        p31.worst('memory for one input', mb, 'MB');
      } catch (error) {
        p31.failed();
        failed.push((error as Error).message);
      }
    };
    try {
      for (const { file, case: one } of keptCases(name)) await note(one, file);
      for (let run = 0; run < RUNS / (COSTS[name] ?? 1) && failed.length < 5; run += 1)
        await note(await door.make(p31.seed() + run));
    } finally {
      await door.close();
    }
    expect(failed).toEqual([]);
    // Inputs that are all refused, or all taken, would prove little.
    expect([...outcomes.keys()].length, JSON.stringify([...outcomes])).toBeGreaterThan(1);
  });
});
