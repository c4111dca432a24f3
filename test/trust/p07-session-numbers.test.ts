/**
 * P7 at a platform that numbers sessions itself: with the database lost or put back, a recording is
 * not sent a second time, and where nothing can tell, a person is asked.
 */
import { copyFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenKeyStore } from '../../main/infrastructure/ports.ts';
import type { Visit } from '../../shared/model/visit.ts';
import { startPracticeApp } from '../support/rigs/practice-app.ts';
import { type RunningSandbox, startSandbox } from '../support/rigs/sandbox.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { p7 } from './support/promises/p07-set-aside.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(async () => {
  await sandbox.clearFaults();
  await sandbox.faults({ do: 'own-session-number', count: 100 });
});

const start = (folder: string, keys: OpenKeyStore) => startPracticeApp(sandbox, folder, keys);

const isReady = ({ state }: Visit) => state === 'ready';
const databases = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('scriba.db'));
function lose(folder: string) {
  for (const name of databases(folder)) rmSync(path.join(folder, name));
}
const marksIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.session'),
  );
/** Sessions whose sound the platform took over since `before`. */
async function ended(before = 0) {
  const { transactions } = await sandbox.state();
  return transactions.filter(({ init }) => init !== undefined).length - before;
}

test('the list is lost after the session ended: its note is fetched, and no second session is made', async () => {
  const [folder, keys] = [fastFolder(), memoryKeyStore().open];
  const before = await ended();
  const first = await start(folder, keys);
  await first.bySessions();
  const id = await first.record('Zyxlost');
  await first.until(id, isReady);
  await first.app.close();
  expect(await ended(before)).toBe(1);

  lose(folder);
  const again = await start(folder, keys);
  await again.until(id, isReady);
  expect(await ended(before)).toBe(1);
  await again.app.close();
  p7.ran();
});

test('an older list is put back: a visit that was sent since then is not sent again', async () => {
  const [folder, keys, copy] = [fastFolder(), memoryKeyStore().open, fastFolder()];
  const before = await ended();
  await sandbox.faults({ do: 'status', path: '/voice/v1/sessions', status: 503, count: 100_000 });
  const first = await start(folder, keys);
  await first.bySessions();
  const id = await first.record('Zyxolder');
  await first.until(id, ({ state }) => state === 'prepared');
  await first.app.close();
  for (const name of databases(folder))
    copyFileSync(path.join(folder, name), path.join(copy, name));

  await sandbox.clearFaults();
  await sandbox.faults({ do: 'own-session-number', count: 100 });
  const second = await start(folder, keys);
  await second.until(id, isReady);
  await second.app.close();
  lose(folder);
  for (const name of databases(copy)) copyFileSync(path.join(copy, name), path.join(folder, name));

  const back = await start(folder, keys);
  await back.until(id, isReady);
  expect(await ended(before)).toBe(1);
  await back.app.close();
  p7.ran();
});

test('without the list and without the mark a person is asked before anything is sent, and decides', async () => {
  const [folder, keys] = [fastFolder(), memoryKeyStore().open];
  const before = await ended();
  const first = await start(folder, keys);
  await first.bySessions();
  const id = await first.record('Zyxdoubt');
  await first.until(id, isReady);
  await first.app.close();

  lose(folder);
  expect(marksIn(folder)).toHaveLength(1);
  for (const name of marksIn(folder)) rmSync(path.join(folder, name));
  const again = await start(folder, keys);
  await again.bySessions();
  const asked = await again.until(id, ({ state }) => state === 'attention');
  expect(asked.trouble).toMatchObject({
    code: 'perhaps-sent',
    message: expect.stringContaining('Look whether the platform has the note already'),
  });
  expect(await ended(before)).toBe(1);
  await again.app.handlers['outbox.retry']({ id });
  await again.until(id, isReady);
  expect(await ended(before)).toBe(2);
  await again.app.close();
  p7.ran();
});

test('a whole folder that is put back asks for what it does not know to be unsent', async () => {
  const [folder, keys, copy] = [fastFolder(), memoryKeyStore().open, fastFolder()];
  const before = await ended();
  const first = await start(folder, keys);
  await first.bySessions();
  const known = await first.record('Zyxknown');
  await first.until(known, isReady);
  await sandbox.faults({ do: 'status', path: '/voice/v1/sessions', status: 503, count: 100_000 });
  const id = await first.record('Zyxback');
  await first.until(id, ({ state }) => state === 'prepared');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await first.app.close();
  cpSync(folder, copy, { recursive: true });

  await sandbox.clearFaults();
  await sandbox.faults({ do: 'own-session-number', count: 100 });
  const second = await start(folder, keys);
  await second.until(id, isReady);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await second.app.close();
  expect(await ended(before)).toBe(2);
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true });

  const back = await start(folder, keys);
  const asked = await back.until(id, ({ state }) => state === 'attention' || state === 'ready');
  expect(asked.trouble?.code).toBe('perhaps-sent');
  expect(await ended(before)).toBe(2);
  await back.app.close();
  p7.ran();
});
