/** What is stored of an outcome, what is not worth a write, and what came too late. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { storeOutcome, waitOf } from '../../../../main/features/outbox/store-outcome.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { VisitState } from '../../../../shared/model/visit.ts';
import { details, putState, temporaryFolder, testCipher, visit } from '../../../support/rows.ts';

/** A full minute. */
const NOW = 1_760_000_040_000;
const random = { fraction: () => 0.5, bytes: () => Buffer.alloc(0), uuid: () => '' };

function rig(state: VisitState, over: Parameters<typeof putState>[2] = {}) {
  const cipher = testCipher();
  const store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => cipher,
  });
  store.visits.insert(visit('v', { details: details() }));
  putState(store, 'v', { state, ...over });
  const row = () => store.visits.get('v')!;
  return {
    store,
    row,
    put: (outcome: Parameters<typeof storeOutcome>[2], seen = row(), now = NOW) =>
      storeOutcome({ store, random }, seen, outcome, now),
  };
}
const failed = (code: Failure['code'], tries = 0) => ({
  event: { type: 'failed' as const, failure: new Failure(code, 'm'), tries },
});

test('what was learned of a visit that was moved or erased meanwhile is dropped', () => {
  for (const meanwhile of ['processing', 'attention'] as const) {
    const { put, row, store } = rig('uploading');
    const seen = row();
    putState(store, 'v', {
      state: meanwhile,
      ...(meanwhile === 'attention' && { cameFrom: 'uploading' }),
    });
    const { rev } = row();
    expect(put(failed('offline'), seen)).toBeUndefined();
    expect(row()).toMatchObject({ state: meanwhile, rev });
  }
  const other = rig('uploading');
  const seen = other.row();
  other.store.visits.remove('v');
  expect(other.put(failed('offline'), seen)).toBeUndefined();
});

test('a look that found nothing new writes nothing, however far the next one is', () => {
  const { put, row } = rig('processing');
  const { rev } = row();
  const seen = put({ event: { type: 'working', polls: 100, elapsed: 3 * 3_600_000 } });
  expect(seen).toMatchObject({ written: false, next: { state: 'processing' } });
  expect(seen!.next.waitsUntil).toBeGreaterThan(NOW + 60_000);
  expect(row().rev).toBe(rev);
});

test('what belongs to an outcome is written also where the visit stays as it is', () => {
  const { put, row } = rig('processing');
  const seen = put({
    event: { type: 'working', polls: 1, elapsed: 1000 },
    commit: (_next, fresh) => ({ details: { ...fresh.details, sentAt: 7 } }),
  });
  expect(seen!.written).toBe(true);
  expect(row().details.sentAt).toBe(7);
});

test('a hold is written once, and again when its time is in another minute', () => {
  const { put, row } = rig('uploading');
  expect(put(failed('offline'))!.written).toBe(true);
  const { rev, waitsUntil } = row();
  expect(put(failed('offline'))!.written).toBe(false);
  expect(row()).toMatchObject({ rev, waitsUntil });
  expect(put(failed('offline', 12))!.written).toBe(true);
  expect(row().waitsUntil).toBeGreaterThan(waitsUntil!);
});

test('the time of a hold is worth a write once a minute', () => {
  const { put, row } = rig('uploading');
  put(failed('offline'), row(), NOW + 1000);
  const { rev, waitsUntil } = row();
  expect(waitsUntil).toBe(NOW + 60_000);
  expect(put(failed('offline'), row(), NOW + 50_000)!.written).toBe(false);
  expect(row().rev).toBe(rev);
  expect(put(failed('offline'), row(), NOW + 70_000)!.written).toBe(true);
  expect(row()).toMatchObject({ waitsUntil: NOW + 120_000 });
});

const WORKING = { event: { type: 'working' as const, polls: 1, elapsed: 0 } };
const ended = (code: string) => ({
  event: { type: 'ended' as const, final: false, code, message: 'm', tries: 0 },
});
const troubled = (code: string) => details({ trouble: { code, message: 'm' } });
test.each<
  [string, Parameters<typeof putState>[2], Parameters<typeof storeOutcome>[2], object | undefined]
>([
  ['a hold that ended', { hold: 'offline' }, WORKING, { hold: undefined }],
  ['attempts that count anew', { attempts: 2 }, WORKING, { attempts: 0 }],
  [
    'one more attempt of the same trouble',
    { attempts: 1, details: troubled('a'), waitsUntil: NOW + 60_000 },
    ended('a'),
    { attempts: 2 },
  ],
  [
    'another trouble',
    { attempts: 1, details: troubled('a'), waitsUntil: NOW + 60_000 },
    ended('b'),
    { details: { trouble: { code: 'b' } } },
  ],
  ['the time of a look alone', { waitsUntil: NOW + 3_600_000 }, WORKING, undefined],
])('of what changed, %s is written, or nothing', (_name, over, outcome, expected) => {
  const { put, row } = rig('processing', over);
  const { rev } = row();
  expect(put(outcome)!.written).toBe(expected !== undefined);
  expect(row().rev).toBe(expected ? rev + 1 : rev);
  if (expected) expect(row()).toMatchObject(expected);
});

test('what belongs to an event that cannot happen any more is written all the same', () => {
  const { put, row } = rig('uploading');
  const seen = put({
    event: { type: 'committed' },
    commit: (next, fresh) => ({ details: { ...fresh.details, sentAt: next.attempts + 7 } }),
  });
  expect(seen).toMatchObject({ written: true, next: { state: 'uploading' } });
  expect(row()).toMatchObject({ state: 'uploading', details: { sentAt: 7 } });
});

test('only a person ends the wait for a sign-in or for the vault', () => {
  const at = { state: 'uploading' as const, attempts: 0 };
  for (const hold of ['sign-in', 'locked'] as const)
    expect(waitOf({ ...at, hold, waitsUntil: NOW }, NOW)).toBe(Infinity);
  expect(waitOf({ ...at, hold: 'offline', waitsUntil: NOW + 5 }, NOW)).toBe(5);
  expect(waitOf({ ...at, waitsUntil: NOW - 5 }, NOW)).toBe(0);
  expect(waitOf(at, NOW)).toBe(0);
});
