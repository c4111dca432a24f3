/**
 * P7: a list that is gone or newer is told of and taken up again; what was discarded stays unsent
 * whatever is lost.
 */
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../main/infrastructure/ports.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder, type Recorder, visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { numberedSound } from '../support/sound/sound.ts';
import { openTestApp } from './support/app/test-app.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import {
  codes,
  DAY,
  house,
  noteOf,
  p7,
  SAMPLES,
  states,
} from './support/promises/p07-set-aside.ts';

test('a list that is gone is told of; a first start is not', async () => {
  const { folder, start } = await house();
  rmSync(path.join(folder, 'scriba.db'));
  const app = await start();
  const [told] = await app.ask('app.health', undefined);
  expect(told).toMatchObject({
    code: 'database-rebuilt',
    message: expect.stringContaining('was missing'),
  });
  expect(await states(app)).toMatchObject({ Zyxlate: 'sealed' });
  await app.close();
  const first = await openTestApp({ keyStore: memoryKeyStore().open });
  expect(await codes(first)).toEqual([]);
  await first.close();
  p7.ran();
});

test('a newer list is told of as long as it cannot be read, and is taken up after the upgrade; what was discarded in between stays away', async () => {
  const { folder, clock, ids, start, inDatabase, asides } = await house();
  inDatabase((db) => void db.pragma('user_version = 99'));
  const app = await start();
  expect(await codes(app)).toEqual(['database-newer']);
  // Sound that is there is a visit again; offline it waits to be asked for.
  expect(await states(app)).toEqual({
    Zyxlate: expect.stringMatching(/sealed|prepared/),
    Zyxdropped: expect.stringMatching(/sealed|prepared/),
  });
  await app.app.idle();
  await app.ask('recordings.discard', { id: ids.dropped });
  await app.ask('settings.change', {
    privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 0 },
  });
  await app.close();
  const still = await start();
  expect(await codes(still)).toEqual(['database-newer']);
  expect(asides()).toHaveLength(1);
  clock.advance(2 * DAY);
  expect(await states(still)).toEqual({ Zyxlate: expect.stringMatching(/sealed|prepared/) });
  await still.close();

  inDatabase((db) => void db.pragma('user_version = 2'), asides()[0]);
  const asked: string[] = [];
  const upgraded = await start({
    net: async ({ url }: { url: URL }) => {
      asked.push(url.pathname);
      throw new Error('offline');
    },
  });
  expect(await codes(upgraded)).toEqual(['database-joined']);
  expect((await upgraded.ask('app.health', undefined))[0]!.message).toContain('2 visits');
  expect(await states(upgraded)).toEqual({ Zyxold: 'purged', Zyxlate: 'ready' });
  expect([await noteOf(upgraded, ids.old), await noteOf(upgraded, ids.late)]).toEqual([
    'Zyxold has a fever',
    'Zyxlate has a fever',
  ]);
  // Settings that the doctor changed since then are respected.
  expect((await upgraded.ask('settings.get', undefined)).privacy.keepAudioDays).toBe(7);
  await upgraded.app.idle();
  expect(asked.filter((name) => /transaction|file-upload|status/.test(name))).toEqual([]);
  await upgraded.close();
  expect(readdirSync(folder).filter((name) => name.includes('looked-at'))).toEqual([]);
  const next = await start();
  expect(await codes(next)).toEqual([]);
  await next.close();
  p7.ran();
});

describe('a visit that was discarded', () => {
  /** All that is left are the vault's files. */
  const lose = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('scriba.db'))
      .forEach((name) => {
        rmSync(path.join(folder, name));
      });
  const record = (core: Recorder) => {
    const { id } = core.recordings.start(visit());
    core.recordings.append(id, 0, numberedSound(0, SAMPLES));
    return id;
  };
  const stateAfterLoss = async (
    folder: string,
    open: ReturnType<typeof memoryKeyStore>['open'],
    id: string,
  ) => {
    lose(folder);
    const core = await openRecorder(folder, heldClock(), { open });
    core.recordings.recover();
    const state = core.store.visits.get(id)?.state;
    core.close();
    return state;
  };

  test('stays so when the list is lost: while it was recorded, when it was sealed, after it was made ready', async () => {
    const keys = memoryKeyStore();
    const folder = fastFolder();
    const core = await openRecorder(folder, heldClock(), { open: keys.open });
    const live = record(core);
    core.recordings.discard(live);
    const sealed = record(core);
    core.recordings.finish(sealed, SAMPLES);
    core.recordings.discard(sealed);
    const prepared = record(core);
    core.recordings.finish(prepared, SAMPLES);
    await core.recordings.prepare(prepared);
    core.recordings.discard(prepared);
    const back = record(core);
    core.recordings.finish(back, SAMPLES);
    core.recordings.discard(back);
    core.recordings.undoDiscard(back);
    core.close();
    for (const id of [live, sealed, prepared])
      expect(await stateAfterLoss(folder, keys.open, id)).toBe('discarded');
    // One that was taken back is not.
    expect(await stateAfterLoss(folder, keys.open, back)).toBe('sealed');
    p7.ran(4);
  });

  test('stays so when the disk did not take it at first, and where a later key was lost', async () => {
    const keys = memoryKeyStore();
    const folder = fastFolder();
    let full = false;
    const disk: Disk = {
      ...nodeDisk,
      create(name) {
        if (full && name.includes('.discarded'))
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        return nodeDisk.create(name);
      },
    };
    const core = await openRecorder(folder, heldClock(), { open: keys.open, disk });
    const id = record(core);
    core.recordings.finish(id, SAMPLES);
    full = true;
    core.recordings.discard(id);
    full = false;
    core.close();
    const next = await openRecorder(folder, heldClock(), { open: keys.open });
    next.recordings.recover();
    next.close();
    expect(await stateAfterLoss(folder, keys.open, id)).toBe('discarded');

    // Put down in the folder of the newest key, and that key is not at hand any more.
    const [generation] = readdirSync(path.join(folder, 'vault')).filter((name) =>
      /^[0-9a-f]{16}$/.test(name),
    );
    const other = path.join(folder, 'vault', '00112233445566aa');
    nodeDisk.makeFolder(other);
    const name = `${id}.discarded`;
    copyFileSync(path.join(folder, 'vault', generation!, name), path.join(other, name));
    rmSync(path.join(folder, 'vault', generation!, name));
    expect(await stateAfterLoss(folder, keys.open, id)).toBe('discarded');
    expect(existsSync(path.join(other, name))).toBe(true);
    p7.ran(2);
  });
});
