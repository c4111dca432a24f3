import path from 'node:path';
import { expect, test } from 'vitest';
import { readUsage } from '../../../main/app/usage.ts';
import { createStore } from '../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../shared/failure.ts';
import { DAY, MINUTE } from '../../../shared/time.ts';
import {
  decided,
  details,
  putState,
  temporaryFolder,
  testCipher,
  visit,
} from '../../support/rows.ts';

const NOW = new Date(2026, 10, 22, 18, 30).getTime();
const open = (isLocked = () => false) => {
  const cipher = testCipher();
  return createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => {
      if (isLocked()) throw new Failure('locked', 'locked', { detail: 'vault-closed' });
      return cipher;
    },
  });
};
type Rig = ReturnType<typeof open>;
const put = (store: Rig, id: string, over: Parameters<typeof details>[0]) =>
  store.visits.insert(visit(id, { details: details(over) }));

test('visits, minutes, signatures and accepted codes are counted by the day, days without a visit too', async () => {
  const store = open();
  const sealedAt = NOW - DAY;
  put(store, 'old', { createdAt: NOW - 9 * DAY, samples: 99 });
  put(store, 'a', { createdAt: NOW - DAY, samples: 16_000, sealedAt, signedAt: sealedAt + MINUTE });
  put(store, 'b', {
    createdAt: NOW - DAY,
    samples: 32_000,
    sealedAt,
    signedAt: sealedAt + 5 * MINUTE,
  });
  put(store, 'c', { createdAt: NOW - MINUTE, samples: 0 });
  store.decisions.add('a', [decided('fever'), decided('cough', { verdict: 'rejected' })]);
  store.decisions.add('a', [decided('cough'), decided('fever', { verdict: 'rejected' })]);
  const { days, toSignature } = await readUsage(store, 3, NOW);
  expect(days).toEqual([
    { day: '2026-11-20', visits: 0, samples: 0, signed: 0, codes: 0 },
    { day: '2026-11-21', visits: 2, samples: 48_000, signed: 2, codes: 1 },
    { day: '2026-11-22', visits: 1, samples: 0, signed: 0, codes: 0 },
  ]);
  expect(toSignature).toBe(3 * MINUTE);
  store.close();
});

test('a discarded visit is not counted, and hundreds of visits are all counted', async () => {
  const store = open();
  for (let at = 0; at < 230; at += 1)
    put(store, `v${at}`, { createdAt: NOW - (230 - at) * MINUTE, samples: 1 });
  putState(store, 'v7', { state: 'discarded' });
  const { days, toSignature } = await readUsage(store, 1, NOW);
  expect(days).toEqual([{ day: '2026-11-22', visits: 229, samples: 229, signed: 0, codes: 0 }]);
  expect(toSignature).toBeUndefined();
  store.close();
});

test('a locked vault counts nothing', async () => {
  let locked = false;
  const store = open(() => locked);
  put(store, 'a', { createdAt: NOW, samples: 1 });
  locked = true;
  await expect(readUsage(store, 7, NOW)).rejects.toThrow('locked');
  store.close();
});
