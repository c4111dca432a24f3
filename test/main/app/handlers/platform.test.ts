/**
 * The requests about the platform itself, asked as a page asks them, of the whole core with a real
 * practice platform.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type OpenProfile, openProfile } from '../../../../main/hosts/common/profiles.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { Failure } from '../../../../shared/failure.ts';
import { hurryingClock, inTimeOf } from '../../../support/ports/clocks.ts';
import { startSandbox } from '../../../support/rigs/sandbox.ts';
import { memoryKeyStore } from '../../../support/rigs/vault.ts';
import { buzz } from '../../../support/sound/sound.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
const caught = (promise: unknown) =>
  Promise.resolve(promise).then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

async function clinic() {
  const sandbox = await startSandbox({ delay: 50 });
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-platform-'));
  const saved: { name: string; text: string }[] = [];
  const notices: string[] = [];
  const clock = hurryingClock(20);
  const core: OpenProfile = await openProfile({
    host: 'browser',
    version: '0',
    dataFolder: folder,
    clock,
    random: nodeRandom,
    disk: nodeDisk,
    openKeyStore: memoryKeyStore().open,
    net: inTimeOf(clock, undiciNet()),
    async save(name, _type, bytes) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      saved.push({ name, text: Buffer.concat(pieces).toString() });
      return { how: 'saved' };
    },
  });
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => sandbox.kill(),
    () => core.close(),
  );
  const { handlers } = core;
  await handlers['profile.choose']({ profile: 'clinic' });
  await handlers['vault.create']({ kind: 'keychain' });
  core.onNotice((name) => void notices.push(name));
  const address = { baseUrl: sandbox.url, brand: sandbox.brand, clientId: sandbox.clientId };
  const signIn = () =>
    handlers['account.signIn']({ ...address, clientSecret: sandbox.clientSecret });

  async function record(templates = ['clinical_notes_template']): Promise<string> {
    const { id } = await handlers['recordings.start']({
      patient: { name: 'Canary Zyxwanda' },
      mode: 'dictation',
      modelType: 'pro',
      templates,
      inputLanguages: ['en-IN'],
      outputLanguage: 'en-IN',
      codify: true,
    });
    const sound = Int16Array.from(buzz(1), (value) => value * 32_767);
    for (let at = 0; at < sound.length; at += 4000)
      await handlers['recordings.append']({
        id,
        firstSample: at,
        audio: new Uint8Array(sound.slice(at, at + 4000).buffer),
      });
    await handlers['recordings.finish']({ id, samples: sound.length });
    return id;
  }
  const until = (id: string, state: string) =>
    expect
      .poll(async () => (await handlers['visits.get']({ id })).state, {
        timeout: 60_000,
        interval: 50,
      })
      .toBe(state);
  return { sandbox, folder, handlers, address, signIn, record, until, saved, notices };
}

test('a day with a platform: profile, template, history, one more document, archive', async () => {
  const { sandbox, folder, handlers, address, signIn, record, until, saved, notices } =
    await clinic();
  expect(await caught(handlers['templates.list'](undefined))).toMatchObject({ code: 'signed-out' });
  await signIn();
  expect(await handlers['platform.profile'](undefined)).toMatchObject({
    environment: 'production',
    production: address.baseUrl,
    brand: address.brand,
  });
  expect(await handlers['account.who'](undefined)).toMatchObject({ userName: expect.any(String) });
  expect(await handlers['platform.discover'](undefined)).toMatchObject({ offered: true });
  expect(await caught(handlers['platform.changeProfile']({ brand: 'other' }))).toMatchObject({
    detail: 'sign-out-first',
  });
  expect(
    await handlers['platform.changeProfile']({ transport: 'sessions', companionFile: true }),
  ).toMatchObject({ transport: 'sessions' });
  expect(notices).toContain('settings.changed');
  await handlers['platform.exportProfile'](undefined);
  expect(saved[0]!.text).not.toContain(sandbox.clientId);
  expect(await handlers['platform.importProfile']({ text: saved[0]!.text })).toMatchObject({
    transport: 'sessions',
    companionFile: true,
  });
  expect(await caught(handlers['platform.importProfile']({ text: 'no' }))).toMatchObject({
    detail: 'profile-unreadable',
  });

  const made = (
    await handlers['templates.create']({ title: 'Referral', description: '', sections: ['a'] })
  ).find(({ given }) => !given)!;
  await handlers['settings.change']({
    visit: {
      mode: 'dictation',
      modelType: 'pro',
      templates: [made.id],
      inputLanguages: ['en-IN'],
      outputLanguage: 'en-IN',
      codify: true,
    },
  });

  expect(await handlers['history.list']({ count: 5 })).toEqual([]);
  const id = await record();
  await until(id, 'ready');
  const [past] = await handlers['history.list']({ count: 5 });
  expect(past).toMatchObject({ id, processing: 'success', userStatus: 'commit' });
  const details = await handlers['history.details']({ transactionId: past!.transactionId });
  expect(details).toMatchObject({ files: 1, documents: [{ status: 'success' }] });
  expect(
    await handlers['history.document']({ documentId: details.documents[0]!.id }),
  ).toMatchObject({ kind: 'markdown', text: expect.stringContaining('##') });

  expect(await handlers['notes.ask']({ id, template: made.id })).toEqual([
    { templateId: made.id, askedAt: expect.any(Number), trouble: undefined },
  ]);
  await expect
    .poll(async () => (await handlers['notes.get']({ id }))!.documents.length, { timeout: 60_000 })
    .toBe(2);
  expect(await handlers['notes.asked']({ id })).toEqual([]);
  expect(notices).toContain('notes.changed');

  await handlers['templates.change']({
    id: made.id,
    title: 'Letter',
    description: 'x',
    sections: [],
  });
  await handlers['templates.remove']({ id: made.id });
  expect(
    (await handlers['settings.get'](undefined)).visit.templates,
    'a template that is gone begins no visit',
  ).toEqual(['clinical_notes_template', 'transcript_template']);

  await handlers['history.archive']({ transactionId: past!.transactionId });
  expect(await handlers['history.list']({ count: 5 })).toEqual([]);
  expect(await handlers['notes.get']({ id }), 'what is here stays').toBeDefined();
  const words = (await handlers['audit.list'](undefined)).map(({ what }) => what);
  for (const word of [
    'platform-changed',
    'template-changed',
    'document-asked',
    'platform-read',
    'visit-archived',
  ] as const)
    expect(words).toContain(word);
  const bytes = Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile())
      .map((found) => readFileSync(path.join(found.parentPath, found.name))),
  );
  expect(bytes.includes('Zyxwanda')).toBe(false);
});

test('a token of the console and a business token: told, never answered, wiped by signing out', async () => {
  const { sandbox, handlers, address } = await clinic();
  const token = await sandbox.tokenWithout();
  expect(await caught(handlers['account.setBusinessToken']({ token: 'b' }))).toMatchObject({
    detail: 'not-signed-in',
  });
  const state = await handlers['account.signInWithToken']({ ...address, token });
  expect(state).toMatchObject({ state: 'signed-in', by: 'token', baseUrl: address.baseUrl });
  const more = await handlers['account.setBusinessToken']({ token: 'business-canary' });
  expect(more).toMatchObject({ business: true });
  expect(JSON.stringify([state, more])).not.toMatch(/business-canary|eyJ/);
  await handlers['vault.lock'](undefined);
  await handlers['vault.unlock']({});
  expect(await handlers['account.state'](undefined)).toMatchObject({ by: 'token', business: true });
  expect(await handlers['account.signOut'](undefined)).toMatchObject({ state: 'signed-out' });
  expect((await handlers['account.state'](undefined)).business).toBeUndefined();
});

test('a visit is taken back on its way, told to the platform, discarded here, and sent anew when it is brought back', async () => {
  const { sandbox, handlers, signIn, record, until } = await clinic();
  await signIn();
  await sandbox.faults({ do: 'status', path: '/blob/', status: 503, count: 1000 });
  const id = await record();
  await until(id, 'uploading');
  const { transactionId } = await handlers['visits.get']({ id });
  expect(await caught(handlers['history.archive']({ transactionId }))).toMatchObject({
    detail: 'still-on-its-way',
  });
  expect(await handlers['outbox.cancel']({ id })).toMatchObject({
    state: 'discarded',
    discardedAt: expect.any(Number),
  });
  expect(await sandbox.transaction(transactionId)).toMatchObject({
    userStatus: 'cancelled',
    started: false,
  });
  await sandbox.clearFaults();
  expect(await handlers['recordings.undoDiscard']({ id })).toMatchObject({ state: 'sealed' });
  await until(id, 'ready');
  const after = (await sandbox.state()).transactions.filter(({ started }) => started);
  expect(after.map(({ txnId }) => txnId)).toEqual([
    (await handlers['visits.get']({ id })).transactionId,
  ]);
  expect(await caught(handlers['outbox.cancel']({ id }))).toMatchObject({
    detail: 'nothing-to-cancel',
  });
});
