/**
 * The computer's own sleep and the host's crashes, from the ports to the recording, the vault and
 * the page.
 */
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../main/hosts/node/node-ports.ts';
import type { Crash, Disk } from '../../../main/infrastructure/ports.ts';
import { memoryKeyStore } from '../../support/rigs/vault.ts';
import { numberedSound } from '../../support/sound/sound.ts';
import { openTestApp } from '../../trust/support/app/test-app.ts';

test('before the computer sleeps a recording is on the disk to its last sample, and then the vault locks', async () => {
  const log: string[] = [];
  let locked = () => false;
  const disk: Disk = {
    ...nodeDisk,
    datasync(file) {
      log.push(locked() ? 'synced too late' : 'synced while open');
      nodeDisk.datasync(file);
    },
  };
  const app = await openTestApp({ keyStore: memoryKeyStore().open, disk });
  const visit = await app.start();
  const kept = await app.ask('recordings.append', {
    id: visit.id,
    firstSample: 0,
    audio: new Uint8Array(numberedSound(0, 4000)),
  });
  expect(kept).toEqual({ written: 4000, synced: 0 });
  log.length = 0;
  locked = () =>
    app.notices.some(
      ({ name, payload }) =>
        name === 'vault.changed' && (payload as { state: string }).state === 'locked',
    );
  app.happen('suspend');
  expect(log[0]).toBe('synced while open');
  expect(locked()).toBe(true);
  app.happen('resume');
  // Recording goes on with the key that can only write; nothing was lost, and no sound from before
  // the sleep waits for a sync.
  expect(
    await app.ask('recordings.append', {
      id: visit.id,
      firstSample: 4000,
      audio: new Uint8Array(numberedSound(4000, 8000)),
    }),
  ).toEqual({ written: 8000, synced: 4000 });
  await app.close();
});

test('a crash that the host tells is told to the page, also one from before this start', async () => {
  let tell: ((crash: Crash) => void) | undefined;
  let left = false;
  const app = await openTestApp({
    keyStore: memoryKeyStore().open,
    crashes: {
      on(listener) {
        listener('app');
        tell = listener;
        return () => {
          left = true;
        };
      },
    },
  });
  tell!('page');
  expect((await app.ask('app.health', undefined)).map(({ code }) => code)).toEqual([
    'app-crashed',
    'page-crashed',
  ]);
  expect(app.notices.at(-1)?.name).toBe('app.health');
  await app.close();
  expect(left).toBe(true);
});
