/** Rows that do not open are counted behind everything else, and no look outlives its unlock. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { damagedRowsNotice } from '../../../../main/app/health.ts';
import { createDamagedRows } from '../../../../main/app/recovery/damaged-rows.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { ConditionNotice } from '../../../../shared/model/health.ts';

function rig(steps: () => Generator<readonly string[], void, void>) {
  const told: (ConditionNotice | undefined)[] = [];
  const failures: unknown[] = [];
  const waiting: (() => void)[] = [];
  const look = createDamagedRows({
    store: { visits: { damaged: steps } },
    health: {
      set(_id, notice) {
        told.push(notice);
      },
    },
    giveWay: () => new Promise<void>((resolve) => waiting.push(resolve)),
    failed: (error) => failures.push(error),
  });
  /** Lets each look take one step. */
  const turn = async () => {
    for (const go of waiting.splice(0)) go();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { look, told, failures, turn };
}

test('all damaged rows of all steps are told at once, in the end', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string(), { maxLength: 3 }), { maxLength: 6 }),
      async (steps) => {
        const { look, told, turn } = rig(function* () {
          yield* steps;
        });
        look.start();
        expect(told).toEqual([]);
        for (let at = 0; at < steps.length; at++) {
          await turn();
          expect(told).toEqual([]);
        }
        await turn();
        expect(told).toEqual([damagedRowsNotice(steps.flat().length)]);
      },
    ),
  ));

test('a lock ends the look, and opens no further row', async () => {
  let opened = 0;
  const { look, told, turn } = rig(function* () {
    for (;;) {
      opened += 1;
      yield ['a'];
    }
  });
  look.start();
  await turn();
  expect(opened).toBe(1);
  look.stop();
  await turn();
  await turn();
  expect({ opened, told }).toEqual({ opened: 1, told: [] });
});

test('a second unlock looks anew, and the first look says nothing', async () => {
  const { look, told, turn } = rig(function* () {
    yield ['a', 'b'];
  });
  look.start();
  await turn();
  look.stop();
  look.start();
  for (let at = 0; at < 4; at++) await turn();
  expect(told).toEqual([damagedRowsNotice(2)]);
});

test('a lock in the middle of a step is no fault; any other failure is told', async () => {
  const one = rig(function* () {
    yield [];
    throw new Failure('locked', 'The vault is locked.', { detail: 'passphrase-needed' });
  });
  one.look.start();
  for (let at = 0; at < 3; at++) await one.turn();
  expect({ told: one.told, failures: one.failures }).toEqual({ told: [], failures: [] });

  const broken = new Error('the disk failed');
  const other = rig(function* () {
    yield [];
    throw broken;
  });
  other.look.start();
  for (let at = 0; at < 3; at++) await other.turn();
  expect({ told: other.told, failures: other.failures }).toEqual({ told: [], failures: [broken] });
});
