/**
 * Every mutant must be caught by the test of its promise. Runs after all other tests, two at a
 * time; SCRIBA_ONLY=P5 runs those of one promise.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { placesOf } from '../support/mutate.mjs';
import { enclosingName } from './enclosing-name.ts';
import type { Mutant } from './mutant.ts';
import { runMutant, type Verdict } from './run-mutant.ts';

const DAY = 24 * 60 * 60 * 1000;
const root = path.resolve(import.meta.dirname, '../..');
const only = process.env.SCRIBA_ONLY?.split(',');
const tables = globSync('p*.ts', { cwd: import.meta.dirname }).sort();
const mutants: Mutant[] = [];
for (const table of tables) {
  const { mutants: rows } = (await import(path.join(import.meta.dirname, table))) as {
    mutants: readonly Mutant[];
  };
  mutants.push(...rows);
}
/** Every run breaks each promise once, `npm run trust` in all the ways there are. */
const first = mutants.filter(
  ({ promise }, at) => mutants.findIndex((other) => other.promise === promise) === at,
);
/**
 * A build machine runs all of these; somebody who waits at a desk runs a tenth, each day another
 * one.
 */
const share = Number(process.env.SCRIBA_SHARE || 1);
const today = Math.floor(Date.now() / DAY);
const sampled = share === 1 ? first : first.filter((_, at) => at % 10 === today % 10);
const wanted = chooseMutants();

function chooseMutants(): readonly Mutant[] {
  if (only) return mutants.filter(({ promise }) => only.includes(promise));
  return process.env.SCRIBA_TRUST === undefined ? sampled : mutants;
}

const keyOf = ({ promise, name }: Mutant) => `${promise} ${name}`;
const verdicts: Record<string, Verdict & Pick<Mutant, 'promise' | 'name' | 'why'>> = {};

test('every mutant has a name of its own and its text exactly once in its file, in the function it names', () => {
  expect(new Set(mutants.map(keyOf)).size).toBe(mutants.length);
  const found = mutants.map(
    (mutant) => `${keyOf(mutant)}: in ${placeIn(mutant).join(' and ') || 'nothing'}`,
  );
  expect(found).toEqual(mutants.map((mutant) => `${keyOf(mutant)}: in ${mutant.within}`));
});

/**
 * Names of the functions in which the text of a mutant stands; one when it is neither stale nor
 * ambiguous.
 */
function placeIn({ file, find }: Mutant): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return placesOf(find, source).map(({ start, end }) => enclosingName(file, source, start, end));
}

/** None with SCRIBA_ONLY=P0, which asks only whether all rows are in their places. */
if (wanted.length > 0)
  describe.concurrent('each is caught', () => {
    test.for(wanted.map((mutant) => [keyOf(mutant), mutant] as const))(
      '%s',
      { timeout: 120_000 },
      async ([key, mutant], { skip }) => {
        const verdict = await runMutant(mutant);
        const { promise, name, why } = mutant;
        verdicts[key] = { promise, name, why, ...verdict };
        if (verdict.skipped !== undefined) skip(`not proved here: ${verdict.skipped}`);
        if (!verdict.caught) throw new Error(`${key}: ${verdict.said}`);
      },
    );
  });

afterAll(() => {
  const folder = path.join(root, 'out/trust');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'mutants.json');
  writeFileSync(file, `${JSON.stringify({ ...kept(file), ...verdicts }, null, 2)}\n`);
});

/** Returns what an earlier run found about the mutants that this one leaves out. */
function kept(file: string): Record<string, unknown> {
  try {
    const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(all).filter(([key]) => mutants.some((mutant) => keyOf(mutant) === key)),
    );
  } catch {
    return {};
  }
}
