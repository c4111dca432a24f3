/** Asks the platform for newer visits, and counts those that this folder does not have. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countNewer,
  createNewerOnPlatform,
  MOST_ASKED,
  type NewerOnPlatformDeps,
} from '../../../../main/app/recovery/newer-on-platform.ts';
import type { PastVisit } from '../../../../shared/model/history.ts';
import type { Visit } from '../../../../shared/model/visit.ts';

const past = (transactionId: string, createdAt?: number): PastVisit => ({
  transactionId,
  createdAt,
  processing: 'success',
  userStatus: 'commit',
});
const knows = (...ids: string[]) => ({
  here: ids.map((transactionId) => ({ id: transactionId, transactionId, createdAt: 100 })),
  isKnown: (id: string) => ids.includes(id),
});
const listed = (ids: string) => [...ids].map((id) => past(id));

test('visits that the platform lists before the newest of this folder are newer', () => {
  expect(countNewer(listed('fedcba'), knows('d', 'c', 'b', 'a'))).toBe(2);
  expect(countNewer(listed('dcba'), knows('d', 'c', 'b', 'a'))).toBe(0);
});

test('visits from before this folder, of an earlier computer, are not newer', () => {
  expect(countNewer(listed('dcba'), knows('d', 'c'))).toBe(0);
  expect(countNewer(listed('edcba'), knows('d', 'c'))).toBe(1);
});

test('where another computer records among our visits the list tells nothing', () => {
  expect(countNewer(listed('edcba'), knows('d', 'b'))).toBe(0);
});

test('a folder without visits is a new one', () => {
  expect(countNewer(listed('ba'), knows())).toBe(0);
});

test('where the list has none of our visits the time tells, and no time tells nothing', () => {
  const list = [past('x', 300), past('y', 101), past('z', 100), past('w')];
  expect(countNewer(list, knows('a'))).toBe(2);
});

test('a copy of a folder counts exactly what was sent since, however much that is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 30 }),
      (before, since) => {
        const all = Array.from({ length: before + since }, (_, at) => past(`t${at}`, at));
        const ids = all.slice(0, before).map(({ transactionId }) => transactionId);
        expect(countNewer(all.toReversed(), knows(...ids))).toBe(since);
      },
    ),
  );
});

function rig(change: Partial<NewerOnPlatformDeps> = {}) {
  const told: (string | undefined)[] = [];
  const asked: number[] = [];
  const signedIn = { is: true };
  const visit = (transactionId: string, createdAt: number) =>
    ({ id: transactionId, transactionId, createdAt }) as Visit;
  const here = [visit('b', 20), visit('a', 10)];
  const newer = createNewerOnPlatform({
    history: {
      async list(count) {
        asked.push(count);
        return listed('dcba');
      },
    },
    visits: { current: () => [...here] },
    transactions: { get: () => undefined },
    health: {
      set: (code, notice) => void told.push(notice && `${code}: ${notice.message}`),
    },
    isSignedIn: () => signedIn.is,
    isToldByMark: async () => false,
    ...change,
  });
  return { newer, told, asked, signedIn, here, visit };
}

test('both causes are told, with what is safe and what to do', async () => {
  const { newer, told } = rig();
  await newer.start();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^platform-newer: The platform has 2 newer visits that are not on this/);
  expect(told[0]).toMatch(/They were recorded on another computer, or .* an older copy/);
  expect(told[0]).toMatch(
    /safe.*nothing is sent twice.*put the newer one back.*under Visits, On the platform/,
  );
});

test('one visit is told in the singular, and a full list as at least so many', async () => {
  const one = rig({ history: { list: async () => listed('cba') } });
  await one.newer.start();
  expect(one.told[0]).toMatch(/has 1 newer visit that is not on.*It was recorded/);
  const list = Array.from({ length: MOST_ASKED }, (_, at) => past(`x${at}`, 1000));
  const many = rig({ history: { list: async () => list } });
  await many.newer.start();
  expect(many.told[0]).toContain(`at least ${MOST_ASKED} newer visits`);
});

test('the platform is not asked where the marks tell, nor for a folder without visits', async () => {
  const marked = rig({ isToldByMark: async () => true });
  await marked.newer.start();
  const empty = rig({ visits: { current: () => [] } });
  await empty.newer.start();
  expect([marked.asked, empty.asked, marked.told, empty.told]).toEqual([[], [], [], []]);
});

test('visits recorded here since the opening say nothing about the age of the folder', async () => {
  const { newer, told, here, visit, signedIn } = rig({
    history: { list: async () => listed('edcba') },
  });
  await newer.start();
  signedIn.is = false;
  await newer.start();
  here.unshift(visit('e', 15));
  signedIn.is = true;
  newer.heard('account.changed');
  await new Promise(setImmediate);
  expect(told.map((message) => /has (\d)/.exec(message ?? '')?.[1])).toEqual(['3', '2']);
});

test('who is not signed in is asked for at the sign-in, once for each opening', async () => {
  const { newer, told, asked, signedIn } = rig();
  signedIn.is = false;
  await newer.start();
  expect(asked).toEqual([]);
  signedIn.is = true;
  newer.heard('visits.changed');
  await Promise.resolve();
  expect(asked).toEqual([]);
  newer.heard('account.changed');
  newer.heard('account.changed');
  await new Promise(setImmediate);
  newer.heard('platform.reachable');
  await new Promise(setImmediate);
  expect([asked, told.length]).toEqual([[MOST_ASKED], 1]);
  await newer.start();
  expect(asked).toHaveLength(2);
});

test('a platform that cannot be asked is asked again when it is there', async () => {
  let fails = true;
  const { newer, told } = rig({
    history: {
      async list() {
        if (fails) throw new Error('no network');
        return listed('dcba');
      },
    },
  });
  await newer.start();
  expect(told).toEqual([]);
  fails = false;
  newer.heard('platform.reachable');
  await new Promise(setImmediate);
  expect(told).toHaveLength(1);
});

test('an answer that comes after the vault was locked tells nothing', async () => {
  const answer = Promise.withResolvers<PastVisit[]>();
  const { newer, told } = rig({ history: { list: () => answer.promise } });
  const started = newer.start();
  await new Promise(setImmediate);
  newer.stop();
  answer.resolve(listed('dcba'));
  await started;
  expect(told).toEqual([]);
});

test('a vault that is locked while the marks are compared is not asked for', async () => {
  const marks = Promise.withResolvers<boolean>();
  const { newer, asked } = rig({ isToldByMark: () => marks.promise });
  const started = newer.start();
  newer.stop();
  marks.resolve(false);
  await started;
  newer.heard('account.changed');
  expect(asked).toEqual([]);
});

test('when nothing is newer any more the condition is over', async () => {
  const { newer, told } = rig({ history: { list: async () => listed('ba') } });
  await newer.start();
  expect(told).toEqual([undefined]);
});
