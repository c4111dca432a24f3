/**
 * A text of our own beside a session's documents, and the platform's copy of its audio (session
 * protocol 9), over HTTP.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { createSessions } from '../../../../../main/infrastructure/platform/transcription/sessions.ts';
import type { NetRequest } from '../../../../../main/infrastructure/ports.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import { createRig, tone } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
let rig: Awaited<ReturnType<typeof createRig>>;
let sent: NetRequest[];
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 20 });
});
afterAll(() => sandbox.kill());
beforeEach(async () => {
  await sandbox.clearFaults();
  const real = undiciNet();
  sent = [];
  rig = await createRig(sandbox, {
    net(request) {
      sent.push(request);
      return real(request);
    },
  });
});

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );
const visit = {
  mode: 'consultation',
  modelType: 'pro',
  templates: ['clinical_notes_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
} as const;
let count = 0;
const nextId = () => `txn-saved-document-${++count}`;
const sessions = () => createSessions({ client: rig.platform.client, random: { uuid: () => 'u' } });
async function finished(sound: Buffer) {
  const id = nextId();
  const form = await sessions().presign(id, visit, {});
  await sessions().uploadFile(form, {
    name: 'audio_0001.wav',
    contentType: 'audio/wav',
    bytes: sound.length,
    async *open() {
      yield Uint8Array.from(sound);
    },
  });
  const files = ['audio_0001.wav'];
  await sessions().init(id, { visit, uploadUrl: '', folder: '', files, additional: {} });
  while ((await sessions().status(id)).kind === 'working');
  return id;
}

test('a text is saved as a new document and changed under its id; its address is given no token', async () => {
  const { sessionDocuments } = rig.platform;
  const id = await finished(tone(0.7));
  const text = '## Cough\n\nThree days, dry. ✓';
  const documentId = await sessionDocuments.save(id, { name: 'Note', text });
  expect(await sessions().documentStatus(id, documentId)).toMatchObject({
    kind: 'done',
    document: { documentId, text },
  });
  expect(await sessionDocuments.save(id, { documentId, text: 'changed' })).toBe(documentId);
  expect(await sessions().documentStatus(id, documentId)).toMatchObject({
    document: { text: 'changed' },
  });
  const puts = sent.filter(({ method }) => method === 'PUT');
  expect(puts).toHaveLength(2);
  for (const { headers } of puts) expect(Object.keys(headers ?? {})).not.toContain('authorization');
  expect(await rig.platform.history.document(documentId)).toMatchObject({ text: 'changed' });
});

test('no such session, no such document, and an address whose time is over are told apart', async () => {
  const { sessionDocuments } = rig.platform;
  expect(await caught(sessionDocuments.save('txn-nobody-knows-this', { text: 'x' }))).toMatchObject(
    { code: 'missing' },
  );
  const id = await finished(tone(0.7));
  expect(
    await caught(sessionDocuments.save(id, { documentId: 'doc-none', text: 'x' })),
  ).toMatchObject({ code: 'missing' });
  await sandbox.faults({ do: 'status', path: '/practice-uploads/*', status: 403 });
  expect(await caught(sessionDocuments.save(id, { text: 'x' }))).toMatchObject({
    code: 'busy',
    detail: 'upload-expired',
  });
});

test('the copy of the audio: not yet, here and equal, not kept, and no such session', async () => {
  const { sessionDocuments } = rig.platform;
  const open = nextId();
  await sessions().presign(open, visit, {});
  expect(await sessionDocuments.audio(open)).toEqual({ kind: 'not-yet' });
  const sound = tone(0.7);
  const copy = await sessionDocuments.audio(await finished(sound));
  if (copy.kind !== 'here') return expect.unreachable();
  expect(copy.expiresAt! - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const bytes = Buffer.from(await (await fetch(copy.url)).arrayBuffer());
  expect(bytes.equals(sound)).toBe(true);
  expect((await fetch(`${copy.url.href}0`)).status).toBe(403);
  for (const [status, body, expected] of [
    [403, { error: { code: 'audio_not_enabled' } }, { kind: 'not-kept' }],
    [404, { detail: 'Not Found' }, { kind: 'not-kept' }],
  ] as const) {
    await sandbox.faults({ do: 'status', path: '/voice/v1/sessions/*/audio', status, body });
    expect(await sessionDocuments.audio(open)).toEqual(expected);
  }
  expect(await caught(sessionDocuments.audio('txn-nobody-knows-this'))).toMatchObject({
    code: 'missing',
  });
});
