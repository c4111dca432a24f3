/** The retry table of contract 0, row by row; and the client that keeps it. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  ATTEMPTS,
  type Outcome,
  type RetryKind,
  retryDelay,
  shouldRetry,
} from '../../../../../main/infrastructure/platform/client/retry.ts';
import { createRig } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

/** Outcome, then whether a safe call and any other POST are asked again. */
const table: readonly (readonly [Outcome, boolean, boolean])[] = [
  ['not-sent', true, true],
  ['unclear', true, false],
  [408, true, false],
  [425, true, false],
  [429, true, true],
  [502, true, false],
  [503, true, true],
  [504, true, false],
  [500, true, false],
  [401, false, false],
  [400, false, false],
  [403, false, false],
  [404, false, false],
  [409, false, false],
  [410, false, false],
  [422, false, false],
  [200, false, false],
];

test.each(table)('%s: a safe call %s, any other post %s', (outcome, safe, post) => {
  expect([shouldRetry('safe', outcome, 1), shouldRetry('post', outcome, 1)]).toEqual([safe, post]);
  expect(shouldRetry('safe', outcome, ATTEMPTS)).toBe(false);
});

test('500 is asked twice again and no more', () => {
  expect([1, 2, 3, 4].map((attempt) => shouldRetry('safe', 500, attempt))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('waits are never longer than a minute, never negative, and the platform’s own wish comes first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, fraction) => {
        const wait = retryDelay(attempt, fraction, undefined)!;
        expect(wait >= 0 && wait < 60_000).toBe(true);
        expect(retryDelay(attempt, fraction, 3000)).toBe(3000);
        expect(retryDelay(attempt, fraction, 3_600_000)).toBeUndefined();
      },
    ),
  );
});

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const WHOAMI = '/connect-auth/v1/account/whoami';
async function asked(retry: RetryKind | undefined) {
  const { platform } = await createRig(sandbox, { signedIn: true, speed: 1000 });
  const before = (await sandbox.state()).requests.length;
  const answer = await platform.client
    .ask({ method: 'GET', path: WHOAMI, ...(retry && { retry }) }, z.unknown())
    .then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
  return {
    answer,
    attempts: (await sandbox.state()).requests.slice(before).filter(({ path }) => path === WHOAMI)
      .length,
  };
}

test('a safe call outlives two bad gateways; any other does not', async () => {
  await sandbox.faults({ do: 'status', path: WHOAMI, status: 502, count: 2 });
  expect(await asked('safe')).toEqual({ answer: 'answered', attempts: 3 });
  await sandbox.faults({ do: 'status', path: WHOAMI, status: 502, count: 2 });
  expect(await asked('post')).toEqual({ answer: 'busy', attempts: 1 });
  await sandbox.clearFaults();
  await sandbox.faults({ do: 'status', path: WHOAMI, status: 502, count: 2 });
  expect(await asked(undefined)).toEqual({ answer: 'busy', attempts: 1 });
});

test('a wish to wait an hour is told, not waited for', async () => {
  await sandbox.faults({ do: 'status', path: WHOAMI, status: 429, retryAfter: 3600, count: 2 });
  expect(await asked('safe')).toEqual({ answer: 'busy', attempts: 1 });
});
