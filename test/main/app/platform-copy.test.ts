/**
 * A signed note goes back to the platform that wrote it, over HTTP: where that is chosen, once, the
 * newest last, whatever happens on the line.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import type { Net } from '../../../main/infrastructure/ports.ts';
import { Failure } from '../../../shared/failure.ts';
import type { Receipt } from '../../../shared/model/export/exports.ts';
import type { ExportWord, Policy } from '../../../shared/model/policy.ts';
import { failure } from '../../support/failure.ts';
import { createPlatformRig } from '../../support/rigs/platform-rig.ts';
import { type PracticeApp, startPracticeApp } from '../../support/rigs/practice-app.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { memoryKeyStore } from '../../support/rigs/vault.ts';
import { temporaryFolder } from '../../support/rows.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const SAVE = '/voice/api/v1/documents';

async function house({ by = 'transactions', on = true }: { by?: string; on?: boolean } = {}) {
  const [folder, keys] = [temporaryFolder(), memoryKeyStore().open];
  const start = (net?: Net, policy?: Policy) =>
    startPracticeApp(sandbox, folder, keys, net, policy);
  const app = await start();
  await app.handlers['settings.change']({
    exportProfile: {
      ...(await app.handlers['settings.get'](undefined)).exportProfile,
      doctorName: 'Dr Practice',
    },
  });
  if (by === 'sessions') await app.bySessions();
  if (on) await app.handlers['exports.targets.set']({ platform: { on: true } });
  const id = await app.record('Zyxpatient');
  await app.until(id, ({ state }) => state === 'ready');
  return { app, id, start };
}

async function receipt(app: PracticeApp, id: string, so: (one: Receipt) => boolean) {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = (await app.handlers['exports.list']({ id })).filter(
      ({ target }) => target === 'platform',
    );
    const [newest] = found;
    if (newest && so(newest)) return { newest, all: found };
    if (Date.now() > end) throw new Error(`It is still ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const isDone = ({ state }: Receipt) => state === 'done';

/** Texts of the visit's documents as the platform has them. */
async function atPlatform({ handlers }: PracticeApp, id: string): Promise<(string | undefined)[]> {
  const visits = await handlers['visits.list'](undefined);
  const transactionId = visits.find((one) => one.id === id)?.transactionId ?? '';
  const { platform } = await createPlatformRig(sandbox);
  const { transport } = await handlers['platform.profile'](undefined);
  const folder = transport === 'sessions' ? `session:${transactionId}/x` : undefined;
  const status = await platform.transcription.status(transactionId, folder);
  if (status.kind !== 'done' && status.kind !== 'partial') throw new Error(status.kind);
  return status.documents.filter(({ kind }) => kind !== 'transcript').map(({ text }) => text);
}
const saves = async () =>
  (await sandbox.state()).requests.filter(({ path, method }) => path === SAVE && method === 'POST');

test('off until chosen: nothing goes back', async () => {
  const { app, id } = await house({ on: false });
  const before = (await saves()).length;
  await app.sign(id, 'Zyxwords of the doctor');
  await app.app.idle();
  expect(await app.handlers['exports.list']({ id })).toEqual([]);
  expect((await saves()).length).toBe(before);
  await app.app.close();
});

test.each(['transactions', 'sessions'])(
  'by %s: the signed words replace the text of the platform, without the patient, and the receipt says so',
  async (by) => {
    const { app, id } = await house({ by });
    await app.sign(id, 'Zyxwords of the doctor');
    const { newest } = await receipt(app, id, isDone);
    expect(newest).toMatchObject({ form: 'markdown', where: sandbox.url, changedSince: false });
    const texts = await atPlatform(app, id);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Zyxwords of the doctor');
    expect(texts[0]).not.toContain('Zyxpatient');
    await app.app.close();
  },
);

test('signed without a network and killed: it is saved after the next start, once', async () => {
  const { app, id, start } = await house();
  await app.app.close();
  const real = undiciNet();
  const offline = await start(async (request) => {
    if (request.url.pathname.startsWith(SAVE))
      throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
    return real(request);
  });
  await offline.sign(id, 'Zyxoffline words');
  await receipt(offline, id, ({ state, attempts }) => state === 'waiting' && attempts > 0);
  await offline.app.close();
  const again = await start();
  await receipt(again, id, isDone);
  expect((await atPlatform(again, id)).map((text) => text?.includes('Zyxoffline'))).toEqual([true]);
  await again.app.close();
});

test('the newest version wins: one that still waited is not sent after it', async () => {
  const { app, id } = await house();
  await sandbox.faults({ do: 'status', path: SAVE, method: 'POST', status: 503, count: 3 });
  await app.sign(id, 'Zyxfirst');
  await app.sign(id, 'Zyxsecond');
  const { all } = await receipt(app, id, isDone);
  expect(all.map(({ state, trouble }) => [state, trouble?.detail])).toEqual([
    ['done', undefined],
    ['failed', 'superseded'],
  ]);
  expect((await atPlatform(app, id))[0]).toContain('Zyxsecond');
  // Asked for by hand, the older one is refused all the same.
  const older = await app.handlers['exports.retry']({ receipt: all[1]?.id ?? '' });
  expect(older).toMatchObject({ state: 'failed', trouble: { detail: 'superseded' } });
  expect((await atPlatform(app, id))[0]).toContain('Zyxsecond');
  await app.app.close();
});

test('a new document whose number was lost on the way is found again, not made twice', async () => {
  const { app, id } = await house({ by: 'sessions' });
  const before = (await atPlatform(app, id)).length;
  // Its own text may not be changed there, so a document is made beside it.
  await sandbox.faults(
    { do: 'status', path: SAVE, method: 'POST', status: 403, count: 1 },
    { do: 'cut', path: SAVE, method: 'POST', when: 'after', count: 1 },
    { do: 'status', path: SAVE, method: 'POST', status: 403, count: 1 },
  );
  await app.sign(id, 'Zyxbeside');
  await receipt(app, id, isDone);
  const texts = await atPlatform(app, id);
  expect(texts).toHaveLength(before + 1);
  expect(texts.filter((text) => text?.includes('Zyxbeside'))).toHaveLength(1);
  // The next version goes into the same document.
  await app.sign(id, 'Zyxlater');
  await receipt(app, id, ({ state, version }) => state === 'done' && version > 2);
  expect((await atPlatform(app, id)).filter((text) => text?.includes('Zyxlater'))).toHaveLength(1);
  expect(await atPlatform(app, id)).toHaveLength(before + 1);
  await app.app.close();
});

test('a refusal is told with its reason, and a person can try again', async () => {
  const { app, id } = await house();
  await sandbox.faults({ do: 'status', path: SAVE, method: 'POST', status: 404, count: 2 });
  await app.sign(id, 'Zyxrefused');
  const { newest } = await receipt(app, id, ({ state }) => state === 'failed');
  expect(newest.trouble).toMatchObject({ detail: 'not-found' });
  await app.handlers['exports.retry']({ receipt: newest.id });
  await receipt(app, id, isDone);
  await app.app.close();
});

const policyOf = (...allowed: ExportWord[]): Policy => ({
  file: '/etc/scriba/policy.json',
  exports: { allowed },
  problems: [],
});

test('a policy that does not allow it: nothing goes back, what waited is refused, and the choice comes back with the rule gone', async () => {
  const { app, id, start } = await house();
  await app.app.close();
  const offline = await start(async (request) => {
    if (request.url.pathname.startsWith(SAVE))
      throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
    return undiciNet()(request);
  });
  await offline.sign(id, 'Zyxwaiting words');
  await receipt(offline, id, ({ state, attempts }) => state === 'waiting' && attempts > 0);
  await offline.app.close();
  const before = (await saves()).length;

  const under = await start(undefined, policyOf('clipboard', 'folder', 'markdown'));
  const { newest } = await receipt(under, id, ({ state }) => state === 'failed');
  expect(newest.trouble).toMatchObject({ detail: 'set-by-organisation' });
  const { handlers } = under;
  expect((await handlers['exports.targets.get'](undefined)).platform.on).toBe(false);
  await expect(handlers['exports.targets.set']({ platform: { on: true } })).rejects.toThrow(
    failure('refused', 'set-by-organisation'),
  );
  await handlers['exports.targets.set']({ platform: { on: false } });
  const other = await under.record('Zyxother');
  await under.until(other, ({ state }) => state === 'ready');
  await under.sign(other, 'Zyxother words');
  await under.app.idle();
  expect(await handlers['exports.list']({ id: other })).toEqual([]);
  expect((await saves()).length).toBe(before);
  await under.app.close();

  const allowed = await start(undefined, policyOf('platform'));
  expect((await allowed.handlers['exports.targets.get'](undefined)).platform.on).toBe(true);
  await allowed.handlers['exports.retry']({ receipt: newest.id });
  await receipt(allowed, id, isDone);
  expect((await saves()).length).toBeGreaterThan(before);
  await allowed.app.close();
});
