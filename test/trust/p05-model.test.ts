/**
 * P5, first level: the real decisions (`step.ts`) in a small world, through every schedule of three
 * faults and a million of dice.
 */
import { expect, test } from 'vitest';
import { liveModel, type Variant } from './support/model/model.ts';
import { diced, everySchedule } from './support/model/schedules.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P5',
  title: 'Every consultation reaches the platform exactly once, whole, in order',
  figure:
    '0 of 1,000,000 seeded schedules, and none of all with three faults, lose, double or mix up',
});

/** Now and then enough parts that the order of their names is not that of their numbers. */
const partsOf = (seed: number) => (seed % 50 === 0 ? 11 : 1 + (seed % 3));

test('every schedule of at most three faults', () => {
  const faults = proof.level === 'mutant' ? 2 : 3;
  const wrong: string[] = [];
  let deepest = 0;
  for (const parts of [1, 2]) {
    const count = everySchedule((choose) => {
      const { verdict, steps } = liveModel(choose, { parts, faults });
      deepest = Math.max(deepest, steps);
      if (verdict && wrong.push(verdict) > 5) throw new Error(wrong.join('; '));
    });
    proof.ran(count);
    expect(count).toBeGreaterThan(proof.level === 'mutant' ? 500 : 50_000);
  }
  proof.failed(wrong.length);
  expect(wrong).toEqual([]);
  proof.worst('steps of the model until a note', deepest, '');
}, 600_000);

test('seeded schedules of faults, crashes and lost databases', () => {
  const schedules = proof.size({ mutant: 100_000, commit: 1_000_000, long: 20_000_000 });
  const from = proof.seed();
  const wrong: string[] = [];
  let crashes = 0;
  for (let at = 0; at < schedules && wrong.length < 5; at++) {
    const seed = from + at;
    const lived = liveModel(diced(seed), { parts: partsOf(seed), faults: 12 });
    crashes += lived.crashes;
    if (lived.verdict) wrong.push(`schedule ${seed}: ${lived.verdict}`);
  }
  proof.ran(schedules);
  proof.failed(wrong.length);
  expect(wrong).toEqual([]);
  expect(crashes).toBeGreaterThan(schedules);
}, 3_600_000);

const broken: Exclude<Variant, 'right'>[] = [
  'without-stored-folder',
  'new-id-on-retry',
  '409-is-failure',
  'parts-by-name',
  'never-asks-after-loss',
  'made-anew-on-retry',
  'ids-by-chance',
];
test.each(broken)('the same judge sees a worker that is broken: %s', (variant) => {
  let seen = 0;
  for (let seed = 1; seed <= 20_000; seed++)
    if (liveModel(diced(seed), { parts: partsOf(seed), faults: 12, variant }).verdict) seen += 1;
  expect(seen).toBeGreaterThan(10);
  proof.worst(`schedules in 20,000 that betray “${variant.replaceAll('-', ' ')}”`, seen, '');
});
