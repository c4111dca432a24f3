/**
 * The whole core against the real practice platform: a report is sent sealed, read and removed;
 * keys are added, tried, changed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenProfile, openProfile } from '../../../../main/hosts/common/profiles.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import type { PatientDocument } from '../../../../shared/model/clinic/document.ts';
import type { Condition } from '../../../../shared/model/health.ts';
import { failure } from '../../../support/failure.ts';
import { hurryingClock, inTimeOf } from '../../../support/ports/clocks.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';

const canary = 'Kanari Practice';
const report = Buffer.concat([
  Buffer.from('%PDF-1.4\nstream\nBT (Potassium 4.4) Tj ET\nendstream\n'),
  Buffer.alloc(700_000, 'x'),
]);
let folder: string;
let sandbox: RunningSandbox;
let core: OpenProfile;
let saved = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'scriba-documents-'));
  sandbox = await startSandbox({ delay: 50 });
  const clock = hurryingClock(60);
  core = await openProfile({
    host: 'headless',
    version: '0',
    dataFolder: folder,
    clock,
    random: nodeRandom,
    disk: nodeDisk,
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
    net: inTimeOf(clock, undiciNet()),
    practice: sandbox,
    async save(_name, _type, bytes) {
      for await (const piece of bytes) saved += Buffer.from(piece).toString();
      return { how: 'saved' };
    },
  });
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
}, 30_000);
afterAll(async () => {
  await core.close();
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function give(name = `${canary}.pdf`): Promise<PatientDocument> {
  const { handlers } = core;
  const { uploadId } = await handlers['documents.begin']({
    name,
    size: report.length,
    task: 'smart',
    patientName: canary,
  });
  for (let at = 0; at < report.length; at += 500_000)
    await handlers['documents.append']({
      uploadId,
      offset: at,
      bytes: new Uint8Array(report.subarray(at, at + 500_000)),
    });
  return handlers['documents.send']({ uploadId });
}
const became = (id: string, state: string) =>
  expect
    .poll(async () => (await core.handlers['documents.get']({ id })).state, {
      timeout: 60_000,
      interval: 30,
    })
    .toBe(state);

test('the practice platform’s key is there, works, and its text is in no answer', async () => {
  const { handlers } = core;
  const state = await handlers['envelope.state'](undefined);
  expect(state).toEqual({
    keys: [{ kid: 'practice', inUse: true, since: expect.any(Number) }],
    families: [],
  });
  expect(await handlers['envelope.test']({ kid: 'practice' })).toEqual({ outcome: 'opened' });
  expect(JSON.stringify(state)).not.toContain(sandbox.envelopeKeys[0]!.text);
});

test('a report is sent sealed, read, saved as FHIR, removed; nothing of it lies in clear on the disk', async () => {
  const { handlers } = core;
  await handlers['envelope.seal']({ families: ['documents'] });
  const progress: number[] = [];
  const off = core.onNotice(
    (name, payload) =>
      name === 'documents.progress' && progress.push((payload as { sent: number }).sent),
  );
  const { id } = await give();
  await became(id, 'done');
  off();
  expect(progress.length).toBeGreaterThan(3);
  const read = await handlers['documents.get']({ id });
  expect(read).toMatchObject({
    sealed: true,
    practice: true,
    result: { tests: [{ name: 'Potassium', value: '4.4', loinc: '2823-3' }] },
  });
  expect(await handlers['documents.saveFhir']({ id })).toEqual({ how: 'saved' });
  expect(JSON.parse(saved)).toMatchObject({ resourceType: 'Bundle' });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (statSync(file).isFile() && statSync(file).size < 2 ** 22)
      for (const word of [canary, 'Potassium', read.documentId!])
        expect(readFileSync(file).includes(word), `${word} in ${name}`).toBe(false);
  }
  await handlers['documents.remove']({ id });
  expect(await handlers['documents.list'](undefined)).toEqual([]);
  const words = (await handlers['audit.list'](undefined)).map(({ what }) => what);
  expect(words).toEqual(
    expect.arrayContaining([
      'envelope-families-changed',
      'document-sent',
      'document-read',
      'document-exported',
      'document-removed',
    ]),
  );
});

test('another key: added, tried, used, the old one removed; without any nothing is sent', async () => {
  const { handlers } = core;
  const next = { kid: 'practice-2', text: 'another-key-0002' };
  await handlers['envelope.add']({ ...next, use: false });
  expect(await handlers['envelope.test']({ kid: 'practice-2' })).toEqual({
    outcome: 'kid-unknown',
  });
  await sandbox.setEnvelopeKeys(next);
  expect(await handlers['envelope.test']({ kid: 'practice-2' })).toEqual({ outcome: 'opened' });
  await handlers['envelope.use']({ kid: 'practice-2' });
  expect(
    (await handlers['envelope.remove']({ kid: 'practice' })).keys.map(({ kid, inUse }) => [
      kid,
      inUse,
    ]),
  ).toEqual([['practice-2', true]]);
  const { id } = await give();
  await became(id, 'done');
  await handlers['envelope.remove']({ kid: 'practice-2' });
  const unsent = await give();
  await became(unsent.id, 'not-sent');
  expect((await handlers['documents.get']({ id: unsent.id })).trouble?.code).toBe(
    'no-envelope-key',
  );
});

test('a platform that answers a sealed call in clear is told of once', async () => {
  const { handlers } = core;
  await handlers['envelope.add']({ kid: 'practice-3', text: 'another-key-0003', use: true });
  await sandbox.setEnvelopeKeys({ kid: 'practice-3', text: 'another-key-0003' });
  await sandbox.faults({
    do: 'status',
    path: '/abdm/*',
    status: 200,
    body: { ok: true },
    count: 2,
  });
  const told: string[][] = [];
  const off = core.onNotice(
    (name, payload) =>
      name === 'app.health' && told.push((payload as readonly Condition[]).map(({ code }) => code)),
  );
  expect([
    await handlers['envelope.test']({ kid: 'practice-3' }),
    await handlers['envelope.test']({ kid: 'practice-3' }),
  ]).toEqual([{ outcome: 'plain' }, { outcome: 'plain' }]);
  expect(told.filter((codes) => codes.includes('answer-not-sealed')).length).toBe(1);
  await handlers['envelope.test']({ kid: 'practice-3' });
  expect((await handlers['app.health'](undefined)).map(({ code }) => code)).not.toContain(
    'answer-not-sealed',
  );
  off();
});

test('a locked vault tells nothing of documents or keys, and changes neither', async () => {
  const { handlers } = core;
  await handlers['vault.lock'](undefined);
  for (const ask of [
    () => handlers['documents.list'](undefined),
    () => handlers['envelope.state'](undefined),
    () => handlers['envelope.seal']({ families: [] }),
    () => handlers['envelope.add']({ kid: 'x', text: 'another-key-0004', use: true }),
  ]) {
    await expect((async () => ask())()).rejects.toThrow(failure('locked'));
  }
  await handlers['vault.unlock']({});
  expect((await handlers['envelope.state'](undefined)).families).toEqual(['documents']);
});
