/**
 * P12: the vault locks itself; then nothing of a patient is answered and no key is left, while a
 * recording goes on.
 */

import { spawn, spawnSync } from 'node:child_process';
import { hkdfSync, scryptSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../main/infrastructure/ports.ts';
import {
  HEADER_BYTES,
  unwrapKey,
} from '../../main/infrastructure/vault/container/container-format.ts';
import { kekIdOf } from '../../main/infrastructure/vault/keys/keys.ts';
import { fromRecoveryCode } from '../../main/infrastructure/vault/keys/recovery-code.ts';
import type { RequestName } from '../../shared/contract/contract.ts';
import { secretBytes } from '../../shared/secret-bytes.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { temporaryFolder } from '../support/rows.ts';
import { firstWrong, numberedSound } from '../support/sound/sound.ts';
import { openTestApp, type TestApp } from './support/app/test-app.ts';
import { countInMemory, memoryIsReadable } from './support/canaries/process-memory.ts';
import { p12 } from './support/promises/p12.ts';

const MINUTE = 60_000;
const state = async (app: TestApp) => (await app.ask('vault.state', undefined)).state;
const openApp = (over = {}) => openTestApp({ keyStore: memoryKeyStore().open, ...over });
const locked = expect.objectContaining({ code: 'locked' });

describe('a vault that nobody uses', () => {
  test('locks after its minutes, to the minute, and tells the page', async () => {
    const one = await openApp();
    one.clock.advance(10 * MINUTE - 1);
    expect(await state(one)).toBe('open');
    one.clock.advance(1);
    expect(await state(one)).toBe('locked');
    expect(one.notices.findLast(({ name }) => name === 'vault.changed')?.payload).toMatchObject({
      state: 'locked',
    });
    await one.close();
    p12.ran();
  });

  test('stays open while somebody is there, and its minutes are those of the settings at every moment', async () => {
    const one = await openApp();
    for (let minute = 0; minute < 60; minute += 5) {
      one.clock.advance(5 * MINUTE);
      await one.ask('vault.awake', undefined);
    }
    expect(await state(one)).toBe('open');
    const privacy = (lockAfterMinutes: number) =>
      one.ask('settings.change', {
        privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes },
      });
    await privacy(0);
    one.clock.advance(1000 * MINUTE);
    expect(await state(one)).toBe('open');
    await privacy(2);
    one.clock.advance(2 * MINUTE);
    expect(await state(one)).toBe('locked');
    await one.close();
    p12.ran();
  });

  test('counts the time that passed, not the clock on the wall', async () => {
    const one = await openApp();
    one.clock.jump(10 * 365 * 24 * 60 * MINUTE);
    one.clock.advance(9 * MINUTE);
    expect(await state(one)).toBe('open');
    one.clock.jump(-20 * 365 * 24 * 60 * MINUTE);
    one.clock.advance(MINUTE);
    expect(await state(one)).toBe('locked');
    await one.close();
    p12.ran();
  });

  test.each(['lock', 'suspend'] as const)(
    'locks with the computer (%s), opens again, and counts anew',
    async (event) => {
      const one = await openApp();
      one.clock.advance(9 * MINUTE);
      one.happen(event);
      expect(await state(one)).toBe('locked');
      one.happen('resume');
      expect(await state(one)).toBe('locked');
      await one.ask('vault.unlock', {});
      one.clock.advance(9 * MINUTE);
      expect(await state(one)).toBe('open');
      one.clock.advance(MINUTE);
      expect(await state(one)).toBe('locked');
      await one.close();
      p12.ran();
    },
  );
});

test('a locked vault answers no request with a word of a patient, and begins nothing', async () => {
  const one = await openApp();
  const { id } = await one.record(1, { name: 'Zyxwanda Canary', recordNumber: 'UHID-4711' });
  await one.ask('vault.lock', undefined);
  one.notices.length = 0;
  const inputs: Partial<Record<RequestName, unknown>> = {
    'visits.list': undefined,
    'visits.get': { id },
    'notes.get': { id },
    'recordings.unfinished': undefined,
    'recordings.goOn': { id },
    'recordings.discard': { id },
    'recordings.start': {
      patient: { name: 'x' },
      mode: 'dictation',
      modelType: 'pro',
      templates: ['t'],
      inputLanguages: ['en-IN'],
      outputLanguage: 'en-IN',
      codify: false,
    },
    'visits.rename': { id, patient: { name: 'x' } },
    'visits.consent': { id, agreed: true },
    'outbox.retry': { id },
    'visits.saveAll': { id },
    'audit.list': undefined,
    'diagnostics.get': undefined,
    'outbox.sendNow': undefined,
    'app.info': undefined,
    'settings.get': undefined,
  };
  const answers: unknown[] = [];
  for (const [name, input] of Object.entries(inputs))
    answers.push(
      await one.ask(name as RequestName, input as never).catch((error: unknown) => String(error)),
    );
  for (const name of [
    'visits.list',
    'notes.get',
    'recordings.start',
    'recordings.goOn',
    'audit.list',
    'visits.rename',
    'visits.consent',
  ] as const)
    await expect(one.ask(name, inputs[name] as never), name).rejects.toEqual(locked);
  one.clock.advance(60 * MINUTE);
  expect(JSON.stringify([answers, one.notices])).not.toMatch(/zyxwanda|canary|4711/i);
  await one.close();
  p12.ran(answers.length);
});

/** Two seconds before the lock and four after it. */
async function recordThroughLock(one: TestApp, id: string) {
  await one.feed(id, 0, 32_000);
  one.clock.advance(10 * MINUTE);
  expect(await state(one)).toBe('locked');
  await one.feed(id, 32_000, 96_000);
}
/** Read by another core, from the files alone. */
async function readBack(folder: string, keyStore: ReturnType<typeof memoryKeyStore>, id: string) {
  const core = await openRecorder(folder, heldClock(), { open: keyStore.open });
  core.recordings.recover();
  const found = {
    state: core.store.visits.get(id)?.state,
    samples: core.sound(id).length / 2,
    wrong: firstWrong(core.sound(id), 0),
    files: core.store.segments.list(id).length,
  };
  core.close();
  return found;
}

describe('a recording in progress', () => {
  test('goes on through the lock, is finished while locked, and is sealed when the vault opens', async () => {
    const keyStore = memoryKeyStore();
    const one = await openApp({ keyStore: keyStore.open });
    const { id } = await one.start({ name: 'Zyxwanda Canary', recordNumber: 'UHID-4711' });
    await recordThroughLock(one, id);
    expect(
      await one.ask('recordings.append', {
        id,
        firstSample: 96_000,
        audio: new Uint8Array(numberedSound(96_000, 100_000)),
      }),
    ).toMatchObject({ written: 100_000 });
    await expect(one.ask('recordings.finish', { id, samples: 100_001 })).rejects.toMatchObject({
      detail: 'pieces-missing',
    });
    expect((await one.ask('disk.room', undefined)).seconds).toBeGreaterThan(0);
    const finished = await one.ask('recordings.finish', { id, samples: 100_000 });
    expect(finished).toMatchObject({ id, locked: true, patient: { name: '' }, samples: 100_000 });
    expect(await one.ask('recordings.finish', { id, samples: 100_000 })).toEqual(finished);
    expect(JSON.stringify(finished)).not.toMatch(/zyxwanda/i);
    await one.ask('vault.unlock', {});
    expect(await one.ask('visits.get', { id })).toMatchObject({
      patient: { name: 'Zyxwanda Canary' },
      samples: 100_000,
    });
    expect(['sealed', 'prepared', 'uploading']).toContain(
      (await one.ask('visits.get', { id })).state,
    );
    await one.app.idle();
    await one.close();
    expect(await readBack(one.folder, keyStore, id)).toMatchObject({ samples: 100_000, wrong: -1 });
    p12.ran();
  });

  test('survives a disk fault while locked: it goes on in a new file', async () => {
    const keyStore = memoryKeyStore();
    let failing = false;
    const disk: Disk = {
      ...nodeDisk,
      datasync(file) {
        if (failing) {
          failing = false;
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        }
        nodeDisk.datasync(file);
      },
    };
    const one = await openApp({ keyStore: keyStore.open, disk });
    const { id } = await one.start();
    await recordThroughLock(one, id);
    for (let fault = 0; fault < 5; fault++) {
      failing = true;
      await one.feed(id, 96_000 + fault * 32_000, 128_000 + fault * 32_000);
      one.clock.advance(1000);
    }
    await one.ask('recordings.finish', { id, samples: 256_000 });
    await one.ask('vault.unlock', {});
    await one.app.idle();
    await one.close();
    const found = await readBack(one.folder, keyStore, id);
    expect(found).toMatchObject({ samples: 256_000, wrong: -1 });
    expect(found.files).toBeGreaterThanOrEqual(6);
    p12.ran();
  });
});

describe('a recording in progress whose page or core is lost', () => {
  test('is offered again when its page is lost, or Scriba is killed, while locked', async () => {
    for (const end of ['page', 'core'] as const) {
      const keyStore = memoryKeyStore();
      const one = await openApp({ keyStore: keyStore.open });
      const { id } = await one.start();
      await recordThroughLock(one, id);
      if (end === 'page') {
        one.app.pageLost();
        await one.ask('vault.unlock', {});
        expect(await one.ask('recordings.unfinished', undefined)).toMatchObject([
          { id, samples: 96_000 },
        ]);
      }
      await one.close();
      expect(await readBack(one.folder, keyStore, id)).toMatchObject({
        state: 'recording',
        samples: 96_000,
        wrong: -1,
      });
      p12.ran();
    }
  });
});

test('after the lock no key lies in memory but that of the file being written', async (ctx) => {
  if (!memoryIsReadable()) p12.skipLoudly(ctx, 'the memory of a process can be read on Linux only');
  const folder = temporaryFolder();
  const args = [
    '--expose-gc',
    path.join(import.meta.dirname, 'support/children/lock-child.ts'),
    folder,
  ];
  const { recoveryCode } = JSON.parse(
    spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout,
  ) as { recoveryCode: string };
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const heard = async () =>
    JSON.parse((await lines.next()).value as string) as Record<string, string>;
  const tell = (word: string) => {
    child.stdin.write(`${word}\n`);
    return heard();
  };
  try {
    const { writing } = await heard();
    expect(writing).toMatch(/^[0-9a-f]{32}\.seg$/);
    const live = `file ${writing}`;
    const kek = fromRecoveryCode(secretBytes(recoveryCode));
    const derive = (label: string, salt: Uint8Array = new Uint8Array()) =>
      Buffer.from(hkdfSync('sha256', kek, salt, `scriba/v1/${label}`, 32));
    const vault = path.join(
      folder,
      'vault',
      readdirSync(path.join(folder, 'vault')).find((name) => /^[0-9a-f]{16}$/.test(name))!,
    );
    const files = readdirSync(vault).filter((name) => /\.(seg|up)$/.test(name));
    const needles: Record<string, Buffer> = {
      kek,
      'kek as text': Buffer.from(kek.toString('base64')),
      rows: derive('db-row'),
      pseudonyms: derive('pseudonym'),
      audit: derive('audit-mac'),
    };
    for (const name of files) {
      const wrap = derive('seg-wrap', Buffer.from(name.slice(0, 32), 'hex'));
      needles[`wrap ${name}`] = wrap;
      needles[`file ${name}`] = unwrapKey(
        readFileSync(path.join(vault, name)).subarray(0, HEADER_BYTES),
        wrap,
      )!;
    }
    expect(kekIdOf(kek).toString('hex')).toBe(
      JSON.parse(readFileSync(path.join(folder, 'vault/generations.json'), 'utf8'))[0].kekId,
    );
    // The passphrase's own key, out of the salt that lies in clear.
    const { salt } = JSON.parse(readFileSync(path.join(folder, 'secrets.sealed'), 'utf8')) as {
      salt: string;
    };
    needles.passphrase = scryptSync(
      'canary passphrase of a doctor',
      Buffer.from(salt, 'base64'),
      32,
      { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 },
    );

    const before = countInMemory(child.pid!, needles);
    // Positive control: these are at hand while the vault is open.
    for (const name of ['kek', 'rows', 'pseudonyms', 'audit', 'passphrase', live])
      expect(before[name], name).toBeGreaterThan(0);

    expect(await tell('lock')).toMatchObject({ state: 'locked' });
    let after = countInMemory(child.pid!, needles);
    const found = () => Object.entries(after).filter(([name, times]) => times > 0 && name !== live);
    // SQLite and OpenSSL hold the memory of a released object until it is collected: on a busy
    // computer not at once.
    for (let looks = p12.level === 'mutant' ? 1 : 6; looks > 1 && found().length > 0; looks--) {
      await tell('settle');
      after = countInMemory(child.pid!, needles);
    }
    const left = found();
    expect(left).toEqual([]);
    expect(after[live], 'the write key').toBeGreaterThan(0);
    p12.worst('keys left in memory after the lock', left.length, '');
    expect(await tell('more')).toMatchObject({ kept: { written: 36_000 } });
    p12.ran(Object.keys(needles).length);
  } finally {
    child.kill('SIGKILL');
  }
});
