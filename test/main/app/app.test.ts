/**
 * The whole core on real SQLite, a real folder and the real practice platform over HTTP: from a
 * sample to a note.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { OpenProfile } from '../../../main/hosts/common/profiles.ts';
import { openNodeProfile } from '../../../main/hosts/node/node-profile.ts';
import { defaultOffer } from '../../../main/infrastructure/platform/api/platform-config.ts';
import type { PracticeAccess } from '../../../main/infrastructure/ports.ts';
import type { Consent } from '../../../shared/model/consent.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';
import { secretBytes } from '../../../shared/secret-bytes.ts';
import { failure, failureWith } from '../../support/failure.ts';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz } from '../../support/sound/sound.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'scriba-app-'));
  ends.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

async function platform(options = {}) {
  const started = await startSandbox(options);
  ends.push(() => started.stop().catch(() => {}));
  return started;
}

async function open(dataFolder: string, practice?: PracticeAccess): Promise<OpenProfile> {
  const core = await openNodeProfile({ host: 'headless', version: '0', dataFolder, practice });
  ends.push(() => core.close());
  return core;
}

const setup: VisitSetup = {
  patient: { name: 'Asha Rao' },
  mode: 'dictation',
  modelType: 'pro',
  templates: ['clinical_notes_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
};
const asked = {
  ...setup,
  templates: [...setup.templates],
  inputLanguages: [...setup.inputLanguages],
};

async function record({ handlers }: OpenProfile, seconds = 3) {
  const { id } = await handlers['recordings.start'](asked);
  const sound = Int16Array.from(buzz(seconds), (value) => value * 32_767);
  for (let at = 0; at < sound.length; at += 4000) {
    await handlers['recordings.append']({
      id,
      firstSample: at,
      audio: new Uint8Array(sound.slice(at, at + 4000).buffer),
    });
  }
  await handlers['recordings.finish']({ id, samples: sound.length });
  return id;
}

const ready = ({ handlers }: OpenProfile, id: string) =>
  expect
    .poll(async () => (await handlers['visits.get']({ id })).state, {
      timeout: 60_000,
      interval: 100,
    })
    .toBe('ready');

test('before a profile is chosen only the choice of a profile answers', async () => {
  const core = await open(folder());
  expect(await core.handlers['app.info'](undefined)).toMatchObject({
    profile: undefined,
    practiceOffered: false,
  });
  await expect(core.handlers['visits.list'](undefined)).rejects.toThrow(failureWith('no-profile'));
});

test('consent is noted in the middle of a recording, taken back, and noted again; it is there after the finish', async () => {
  const core = await open(folder());
  await core.handlers['profile.choose']({ profile: 'practice' });
  if ((await core.handlers['vault.state'](undefined)).state === 'none')
    await core.handlers['vault.create']({ kind: 'practice' });
  const { id } = await core.handlers['recordings.start'](asked);
  const consent = async (agreed: boolean) =>
    (await core.handlers['visits.consent']({ id, agreed })).consentAt;
  expect(await consent(true)).toBeTypeOf('number');
  expect(await consent(false)).toBeUndefined();
  const at = await consent(true);
  await core.handlers['recordings.append']({ id, firstSample: 0, audio: new Uint8Array(8000) });
  expect(await core.handlers['recordings.finish']({ id, samples: 4000 })).toMatchObject({
    consentAt: at,
  });
});

test('an answer is kept whole; declined makes it a dictation, and a later yes makes it a visit again', async () => {
  const core = await open(folder());
  await core.handlers['profile.choose']({ profile: 'practice' });
  if ((await core.handlers['vault.state'](undefined)).state === 'none')
    await core.handlers['vault.create']({ kind: 'practice' });
  const { id } = await core.handlers['recordings.start'](asked);
  const declined = { kind: 'declined', at: 7, wording: 'Do you agree?', language: 'en' } as const;
  const answer = async (consent: Consent) =>
    core.handlers['visits.consent']({ id, agreed: false, consent });
  const refused = await answer(declined);
  expect(refused).toMatchObject({ mode: 'dictation', consent: declined });
  expect(refused.consentAt).toBeUndefined();
  const guardian = { name: 'Meena Rao', relation: 'mother' };
  expect(await answer({ kind: 'guardian', at: 9, guardian })).toMatchObject({
    mode: 'consultation',
    consentAt: 9,
    consent: { kind: 'guardian', guardian },
  });
});

test('a platform that has no settings to offer leaves the usual choice', async () => {
  const running = await platform();
  const core = await open(folder(), running);
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  await running.faults({
    do: 'status',
    path: '/voice/api/v2/config/',
    status: 404,
    body: { detail: 'Not Found' },
    count: 9,
  });
  expect(await core.handlers['account.state'](undefined)).toMatchObject({ state: 'signed-in' });
  expect(await core.handlers['account.offer'](undefined)).toEqual(defaultOffer);
  await running.clearFaults();
  await core.handlers['recordings.start'](asked);
});

test('whether the platform answers is told at the start, and to a page that comes later', async () => {
  const running = await platform();
  const core = await open(folder(), running);
  const told: unknown[] = [];
  core.onNotice((name, payload) => name === 'platform.reachable' && told.push(payload));
  await core.handlers['profile.choose']({ profile: 'practice' });
  expect(await core.handlers['platform.reachable'](undefined)).toBeUndefined();
  await core.handlers['vault.create']({ kind: 'practice' });
  expect(told).toMatchObject([{ reachable: true }]);
  expect(await core.handlers['platform.reachable'](undefined)).toEqual(told[0]);
  await running.kill();
  await core.handlers['account.offer'](undefined);
  expect(told).toMatchObject([{ reachable: true }, { reachable: false }]);
});

test('a sample goes in, a note comes out, and the practice account needed nobody', async () => {
  const core = await open(folder(), await platform());
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  expect(await core.handlers['account.state'](undefined)).toMatchObject({
    profile: 'practice',
    state: 'signed-in',
  });
  const id = await record(core);
  await ready(core, id);
  const note = await core.handlers['notes.get']({ id });
  expect(note).toMatchObject({
    practice: true,
    documents: [{ templateId: 'clinical_notes_template', status: 'success' }],
  });
  expect(core.hasUnsentAudio()).toBe(false);
}, 30_000);

test('audio is unsent from the start of a recording until the platform has it, also behind a lock', async () => {
  const core = await open(folder());
  expect(core.hasUnsentAudio()).toBe(false);
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  expect(core.hasUnsentAudio()).toBe(false);
  const { id } = await core.handlers['recordings.start'](asked);
  await core.handlers['recordings.append']({ id, firstSample: 0, audio: new Uint8Array(8000) });
  expect(core.hasUnsentAudio()).toBe(true);
  await core.handlers['recordings.finish']({ id, samples: 4000 });
  expect([core.isRecording(), core.hasUnsentAudio()]).toEqual([false, true]);
  await core.handlers['vault.lock'](undefined);
  expect(core.hasUnsentAudio()).toBe(true);
});

test('the practice platform comes up late: the queue signs in by itself and the note arrives', async () => {
  const data = folder();
  const first = await platform({ data });
  const { url, brand, clientId, clientSecret } = first;
  await first.stop();
  const core = await open(folder(), { url, brand, clientId, clientSecret });
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  const id = await record(core);
  await platform({ data, port: Number(new URL(url).port), clientId, clientSecret });
  await ready(core, id);
}, 40_000);

test('practice refuses a real address, and a clinic refuses a key in a plain file', async () => {
  const practice = await platform();
  const core = await open(folder(), practice);
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  await expect(
    core.handlers['account.signIn']({
      baseUrl: 'https://api.example.com',
      brand: 'svc',
      clientId: 'c',
      clientSecret: 's',
    }),
  ).rejects.toThrow(failureWith('practice-only'));
  await core.handlers['profile.choose']({ profile: 'clinic' });
  await expect(core.handlers['vault.create']({ kind: 'practice' })).rejects.toThrow(
    failureWith('practice-only'),
  );
});

test('practice and clinic never see one another, and the choice is remembered', async () => {
  const dataFolder = folder();
  const practice = await platform();
  const core = await open(dataFolder, practice);
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  await record(core, 1);
  await core.handlers['profile.choose']({ profile: 'clinic' });
  await core.handlers['vault.create']({
    kind: 'passphrase',
    passphrase: secretBytes('a long enough passphrase'),
  });
  expect(await core.handlers['visits.list'](undefined)).toEqual([]);
  await core.close();
  const again = await open(dataFolder, practice);
  expect(await again.handlers['app.info'](undefined)).toMatchObject({ profile: 'clinic' });
  expect(await again.handlers['vault.state'](undefined)).toMatchObject({
    state: 'locked',
    cause: 'passphrase-needed',
  });
  expect(
    await again.handlers['vault.unlock']({ passphrase: secretBytes('a long enough passphrase') }),
  ).toMatchObject({ state: 'open' });
}, 30_000);

test('a second Scriba on the same folder is told that one is open', async () => {
  const dataFolder = folder();
  const core = await open(dataFolder);
  await core.handlers['profile.choose']({ profile: 'clinic' });
  await expect(
    openNodeProfile({ host: 'headless', version: '0', dataFolder, practice: undefined }),
  ).rejects.toThrow(failure('busy', 'already-open'));
});
