/** P7: an older copy of the data folder that is put back tells so, and says what to do. */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../main/infrastructure/vault/keystores/keystore.ts';
import { DAY } from '../../shared/time.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { startPracticeApp } from '../support/rigs/practice-app.ts';
import { startSandbox } from '../support/rigs/sandbox.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { temporaryFolder } from '../support/rows.ts';
import { openTestApp } from './support/app/test-app.ts';
import { codes, p7 } from './support/promises/p07-set-aside.ts';

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function day(
  folder: string,
  keyStore: ReturnType<typeof memoryKeyStore>,
  clock = heldClock(),
) {
  const app = await openTestApp({ folder, keyStore: keyStore.open, clock });
  await settled();
  return {
    app,
    async visit() {
      const { id } = await app.start();
      await app.feed(id, 0, 8000);
      await app.ask('recordings.finish', { id, samples: 8000 });
      clock.advance(5000);
      await settled();
    },
    async found() {
      const found = await codes(app);
      await app.close();
      return found;
    },
  };
}

test('a folder that goes on is never called older; one put back from a copy is, for a day', async () => {
  const root = temporaryFolder();
  const [folder, copy] = [path.join(root, 'data'), path.join(root, 'copy')];
  const keyStore = memoryKeyStore();
  const first = await day(folder, keyStore);
  await first.visit();
  expect(await first.found()).toEqual([]);
  cpSync(folder, copy, { recursive: true });
  const second = await day(folder, keyStore);
  await second.visit();
  expect(await second.found()).toEqual([]);

  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true });
  const clock = heldClock();
  const back = await day(folder, keyStore, clock);
  const [condition] = await back.app.ask('app.health', undefined);
  expect(String(condition?.message)).toMatch(
    /older copy.*nothing is sent twice.*put it back.*look under Visits/,
  );
  await back.visit();
  expect(await back.found()).toEqual(['folder-older']);
  // Over restarts, and not for ever.
  expect(await (await day(folder, keyStore, clock)).found()).toEqual(['folder-older']);
  clock.advance(DAY);
  expect(await (await day(folder, keyStore, clock)).found()).toEqual([]);
  p7.ran();
});

test('a list that was lost is told as lost, not as older', async () => {
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const first = await day(folder, keyStore);
  await first.visit();
  await first.found();
  for (const end of ['', '-wal', '-shm'])
    rmSync(path.join(folder, `scriba.db${end}`), { force: true });
  expect(await (await day(folder, keyStore)).found()).toEqual(['database-rebuilt']);
});

test('a key store that fails stops nothing', async () => {
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const first = await day(folder, keyStore);
  keyStore.failing.set = 'keychain-locked';
  await first.visit();
  expect(await first.found()).toEqual([]);
  keyStore.failing.set = undefined as never;
  expect(await (await day(folder, keyStore)).found()).toEqual([]);
});

test('with the key store in the folder: the platform has newer visits, and both causes are told', async () => {
  const root = temporaryFolder();
  const [folder, copy] = [path.join(root, 'data'), path.join(root, 'copy')];
  const sandbox = await startSandbox({ delay: 0 });
  const keys = openKeyStore({ disk: nodeDisk, random: nodeRandom });
  const live = async (...names: string[]) => {
    const one = await startPracticeApp(sandbox, folder, keys);
    try {
      for (const name of names)
        await one.until(await one.record(name), ({ state }) => state === 'ready');
      // Of the platform's list nothing is told before it was asked.
      for (let turn = 0; turn < 100; turn += 1) {
        // The clock of this rig hurries: on a busy machine it is minutes ahead of the platform's.
        const told = (await one.handlers['app.health'](undefined)).filter(
          ({ code }) => code !== 'clock-wrong',
        );
        if (told.length > 0) return told;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return [];
    } finally {
      await one.app.close();
    }
  };
  try {
    expect(await live('One', 'Two')).toEqual([]);
    cpSync(folder, copy, { recursive: true });
    expect(await live('Three', 'Four', 'Five')).toEqual([]);
    rmSync(folder, { recursive: true });
    cpSync(copy, folder, { recursive: true });
    const [told, ...others] = await live();
    expect(others).toEqual([]);
    expect(told?.code).toBe('platform-newer');
    expect(told?.message).toMatch(
      /has 3 newer visits that are not on this computer.*another computer, or .*older copy.*safe/,
    );
  } finally {
    await sandbox.stop();
  }
  p7.ran();
});
