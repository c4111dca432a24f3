/**
 * Codes, findings, webhooks and additions through the whole core, with the real practice platform
 * and real sockets.
 */

import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { OpenProfile } from '../../../../main/hosts/common/profiles.ts';
import { openNodeProfile } from '../../../../main/hosts/node/node-profile.ts';
import type { PracticeAccess } from '../../../../main/infrastructure/ports.ts';
import { failure, failureWith } from '../../../support/failure.ts';
import { startSandbox } from '../../../support/rigs/sandbox.ts';
import { buzz } from '../../../support/sound/sound.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(dataFolder: string, practice: PracticeAccess): Promise<OpenProfile> {
  const core = await openNodeProfile({ host: 'headless', version: '0', dataFolder, practice });
  ends.push(() => core.close());
  return core;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function record({ handlers }: OpenProfile) {
  const { id } = await handlers['recordings.start']({
    patient: { name: 'Asha Rao' },
    mode: 'dictation',
    modelType: 'pro',
    templates: ['eka_emr_template'],
    inputLanguages: ['en-IN'],
    outputLanguage: 'en-IN',
    codify: true,
  });
  const sound = Int16Array.from(buzz(2), (value) => value * 32_767);
  await handlers['recordings.append']({ id, firstSample: 0, audio: new Uint8Array(sound.buffer) });
  await handlers['recordings.finish']({ id, samples: sound.length });
  return id;
}

const bytesOf = (folder: string) =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file)),
  );

/** Codes and findings are looked up on the platform. */
async function lookUp({ handlers }: OpenProfile) {
  const [linked] = await handlers['codes.link']({
    entities: [{ id: 'e', text: 'fever for three days', ontology: 'icd-10-cm' }],
  });
  expect(linked).toMatchObject({ suggested: 'R50.9', version: 'comprehend', linker: 'platform' });
  await handlers['settings.change']({
    codes: { legacyLinking: true, propertiesUnder: '/medical-db/v1' },
  });
  expect(
    await handlers['codes.link']({ entities: [{ id: 'e', text: 'dm2', ontology: 'snomed' }] }),
  ).toMatchObject([
    { linker: 'platform-legacy', candidates: [{ code: '44054006' }], suggested: undefined },
  ]);
  const [fever] = await handlers['findings.search']({ text: 'fever', kind: 'symptom' });
  expect(
    await handlers['findings.properties']({ context: 'symptoms', ids: [fever!.id] }),
  ).toMatchObject([
    {
      id: fever!.id,
      properties: [
        { name: 'Since' },
        { name: 'Severity' },
        { name: 'Laterality' },
        { name: 'Note' },
      ],
    },
  ]);
}

/** Decides one entity at the code desk, with the platform's own answers. */
async function decideAtDesk({ handlers }: OpenProfile, id: string, clientId: string) {
  const { entities } = await handlers['desk.open']({ id });
  const answers = await handlers['desk.link']({ id, by: 'usual' });
  expect(answers.map(({ entityId }) => entityId)).toEqual(entities.map((one) => one.id));
  const {
    entityId,
    answers: [sure],
  } = answers.find(
    (one) => one.answers[0]?.linker === 'platform' && one.answers[0].suggested !== undefined,
  )!;
  const decisions = [
    {
      entityId,
      verdict: 'accepted' as const,
      codes: [{ ontology: sure!.ontology, code: sure!.suggested!, name: '' }],
    },
  ];
  const decided = await handlers['desk.decide']({ id, decisions });
  expect(decided).toMatchObject({
    undo: 1,
    decisions: [
      {
        verdict: 'accepted',
        who: `practice ${clientId}`,
        seen: expect.arrayContaining([
          expect.objectContaining({ linker: 'platform', ontology: sure!.ontology }),
        ]),
      },
    ],
  });
  expect((await handlers['audit.list'](undefined))[0]).toMatchObject({ what: 'codes-decided' });
  return decided;
}

test('an event hurries the note; what is added to it is sealed and comes back; a lock closes the door', async () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'scriba-codes-'));
  ends.push(() => rmSync(dataFolder, { recursive: true, force: true }));
  const sandbox = await startSandbox();
  ends.push(() => sandbox.stop().catch(() => {}));
  const core = await open(dataFolder, sandbox);
  const { handlers } = core;
  await handlers['profile.choose']({ profile: 'practice' });
  await handlers['vault.create']({ kind: 'practice' });

  const port = await freePort();
  expect(await handlers['webhooks.listen']({ on: true, port })).toMatchObject({
    receiver: 'listening',
  });
  expect(
    await handlers['webhooks.register']({
      endpoint: `http://127.0.0.1:${port}/hook`,
      events: ['v2rx.completed'],
    }),
  ).toMatchObject([{ key: 'ours' }]);
  const id = await record(core);
  const { transactionId } = await handlers['visits.get']({ id });
  await expect
    .poll(async () => (await handlers['webhooks.state'](undefined)).delivered, { timeout: 60_000 })
    .toMatchObject([{ event: 'v2rx.completed', transactionId, times: 1 }]);
  expect(['woke', 'already-here']).toContain(
    (await handlers['webhooks.state'](undefined)).delivered[0]?.outcome,
  );
  await expect
    .poll(async () => (await handlers['visits.get']({ id })).state, { timeout: 60_000 })
    .toBe('ready');

  await lookUp(core);

  const text = 'Worse since the canary died';
  const add = (name: string, values: { id: string; label: string; text: string }[]) =>
    handlers['notes.add']({ id, section: 'symptoms', name, values });
  await add('Cough', [{ id: 'since', label: 'Since', text: '3 Day' }]);
  expect((await add('Fever', [{ id: 'note', label: 'Note', text }])).additions).toHaveLength(2);
  expect((await add('Cough', [])).additions).toMatchObject([{ name: 'Fever', values: [{ text }] }]);
  expect(bytesOf(dataFolder).includes(text)).toBe(false);

  const decided = await decideAtDesk(core, id, sandbox.clientId);

  await handlers['vault.lock'](undefined);
  await expect(handlers['desk.open']({ id })).rejects.toThrow(failure('locked'));
  await expect(fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST' })).rejects.toThrow();
  expect(await handlers['webhooks.state'](undefined)).toMatchObject({
    receiver: 'waiting',
    keys: 0,
  });
  await handlers['vault.unlock']({});
  await expect
    .poll(async () => (await handlers['webhooks.state'](undefined)).receiver, { timeout: 60_000 })
    .toBe('listening');
  expect((await handlers['visits.get']({ id })).additions).toMatchObject([{ name: 'Fever' }]);
  expect(await handlers['webhooks.list'](undefined)).toMatchObject([{ key: 'ours' }]);
  await core.close();
  const again = await open(dataFolder, sandbox);
  expect((await again.handlers['visits.get']({ id })).additions).toMatchObject([
    { name: 'Fever', values: [{ text }] },
  ]);
  expect(await again.handlers['desk.open']({ id })).toEqual({ ...decided, revision: 0 });
  expect(await again.handlers['desk.undo']({ id })).toMatchObject({
    decisions: [],
    undo: undefined,
  });
});

test('a visit without a note cannot be added to', async () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'scriba-codes-'));
  ends.push(() => rmSync(dataFolder, { recursive: true, force: true }));
  const core = await open(dataFolder, {
    url: 'http://127.0.0.1:9',
    brand: 'svc',
    clientId: 'c',
    clientSecret: 's',
  });
  await core.handlers['profile.choose']({ profile: 'practice' });
  await core.handlers['vault.create']({ kind: 'practice' });
  const id = await record(core);
  const values = [{ id: 'note', label: 'Note', text: 'x' }];
  await expect(
    (async () => core.handlers['notes.add']({ id, section: 'symptoms', name: 'Fever', values }))(),
  ).rejects.toThrow(failureWith('no-note'));
});
