/**
 * When a new version is looked for, fetched, offered and installed; with a clock and an updater of
 * the test's own. The real updater is driven by test/packed/updates.ts.
 */
import { expect, test } from 'vitest';
import { FeedNotSigned } from '../../../../../main/hosts/electron/updates/signed-feed.ts';
import {
  ASK_AGAIN,
  FIRST_LOOK,
  NEXT_LOOK,
  startUpdates,
  TRY_AGAIN,
} from '../../../../../main/hosts/electron/updates/updates.ts';

function stage({ version = '2.0.0' as string | undefined } = {}) {
  const log: string[] = [];
  const state = {
    busy: false,
    answer: true,
    failing: undefined as unknown,
    version,
    whileAsked() {},
  };
  let due: { ms: number; run: () => void } | undefined;
  const updates = startUpdates({
    updater: {
      async check() {
        log.push('check');
        if (state.failing) throw state.failing;
        return state.version;
      },
      download: async () => void log.push('download'),
      install: async () => {
        log.push('installer');
        return new Promise<never>(() => {});
      },
    },
    isBusy: async () => state.busy,
    async ask(offered) {
      log.push(`ask ${offered}`);
      state.whileAsked();
      return state.answer;
    },
    install: () => void log.push('install'),
    clock: {
      after(ms, run) {
        due = { ms, run };
        return () => {
          due = undefined;
        };
      },
    },
    log: { note: (event) => void log.push(event) },
  });
  return {
    log,
    state,
    updates,
    waits: () => due?.ms,
    /** The time that it waits for has come. */
    async pass() {
      const { run } = due!;
      due = undefined;
      run();
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

test('a newer version is fetched, asked about and installed', async () => {
  const { log, waits, pass } = stage();
  expect([waits(), log]).toEqual([FIRST_LOOK, []]);
  await pass();
  expect(log).toEqual([
    'check',
    'download',
    'update-ready',
    'ask 2.0.0',
    'update-agreed',
    'install',
  ]);
  expect(waits()).toBeUndefined();
});

test('where nothing is newer, nothing is fetched, and it looks again in six hours', async () => {
  const { log, state, waits, pass } = stage();
  state.version = undefined;
  await pass();
  expect([log, waits()]).toEqual([['check'], NEXT_LOOK]);
});

test('while a visit is under way it does not even ask the feed', async () => {
  const { log, state, waits, pass } = stage();
  state.busy = true;
  await pass();
  await pass();
  expect([log, waits()]).toEqual([[], TRY_AGAIN]);
  state.busy = false;
  await pass();
  expect(log.at(-1)).toBe('install');
});

test('a visit that begins while the feed is asked has the line to itself', async () => {
  const { log, state, waits, pass } = stage();
  const looking = pass();
  state.busy = true;
  await looking;
  expect([log, waits()]).toEqual([['check'], TRY_AGAIN]);
});

test('a visit that begins while the question stands there is not cut off by a late yes', async () => {
  const { log, state, waits, pass } = stage();
  state.whileAsked = () => {
    state.busy = true;
  };
  await pass();
  expect([log.at(-1), waits()]).toEqual(['ask 2.0.0', TRY_AGAIN]);
  await pass();
  expect([log.at(-1), waits()]).toEqual(['ask 2.0.0', TRY_AGAIN]);
});

test('after "Later" nothing is installed; the next day it looks again, and offers what is newest then', async () => {
  const { log, state, waits, pass } = stage();
  state.answer = false;
  await pass();
  expect([log.at(-1), waits()]).toEqual(['ask 2.0.0', ASK_AGAIN]);
  state.answer = true;
  state.version = '2.0.1';
  await pass();
  expect(log).toContain('ask 2.0.1');
  expect(log.at(-1)).toBe('install');
});

test('a feed that cannot be reached is noted and asked again in six hours; one that nobody signed is noted as refused', async () => {
  const { log, state, waits, pass } = stage();
  state.failing = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), {
    code: 'ECONNREFUSED',
  });
  await pass();
  expect([log, waits()]).toEqual([['check', 'update-failed'], NEXT_LOOK]);
  state.failing = new FeedNotSigned();
  await pass();
  state.failing = Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' });
  await pass();
  expect(log.filter((word) => word === 'update-refused')).toHaveLength(2);
  expect(log.some((word) => word.startsWith('ask'))).toBe(false);
});

test('once stopped it looks no more', async () => {
  const { updates, waits } = stage();
  updates.stop();
  expect(waits()).toBeUndefined();
});
