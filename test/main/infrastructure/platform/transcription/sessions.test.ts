/**
 * Contract 11 at the client: each answer of each call, over HTTP, and what no platform should send.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { isSession } from '../../../../../main/infrastructure/platform/transcription/session-folder.ts';
import { decodeSession } from '../../../../../main/infrastructure/platform/transcription/session-result.ts';
import {
  createSessions,
  type Sessions,
} from '../../../../../main/infrastructure/platform/transcription/sessions.ts';
import type { UploadFile } from '../../../../../main/infrastructure/platform/transcription/upload.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import { languageHint, pollAnswer } from '../../../../../shared/wire/session-protocol.ts';
import { createRig, tone } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
let sessions: Sessions;
let rig: Awaited<ReturnType<typeof createRig>>;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 30 });
});
afterAll(() => sandbox.kill());
beforeEach(async () => {
  await sandbox.clearFaults();
  rig = await createRig(sandbox, { speed: 200 });
  sessions = createSessions({
    client: rig.platform.client,
    random: { uuid: () => 'never-the-same' },
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
  templates: ['clinical_notes_template', 'eka_emr_template'],
  inputLanguages: ['hi', 'en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
} as const;
const file = (bytes: Buffer, name = 'audio_0001.wav'): UploadFile => ({
  name,
  contentType: 'audio/wav',
  bytes: bytes.length,
  async *open() {
    yield Uint8Array.from(bytes);
  },
});
const begin = (files: string[]) => ({ visit, uploadUrl: '', folder: '', files, additional: {} });
let count = 0;
const idOf = () => `txn-session-client-${String(++count).padStart(4, '0')}`;

async function sent(id = idOf(), templates: readonly string[] = visit.templates) {
  const form = await sessions.presign(
    id,
    { ...visit, templates: [...templates] },
    { additional: { client_ref: 'ref' } },
  );
  await sessions.uploadFile(form, file(tone(0.7)));
  expect(await sessions.init(id, begin(['audio_0001.wav']))).toBe('accepted');
  return id;
}
async function settled(id: string) {
  for (;;) {
    const said = await sessions.status(id);
    if (said.kind !== 'working') return said;
  }
}

test('a session is opened with what the doctor chose, languages by two letters, and of the patient nothing', async () => {
  const id = idOf();
  const bodies: string[] = [];
  const net = undiciNet();
  const other = await createRig(sandbox, {
    net(request) {
      if (typeof request.body === 'string') bodies.push(request.body);
      return net(request);
    },
  });
  const form = await createSessions({
    client: other.platform.client,
    random: { uuid: () => 'u' },
  }).presign(id, { ...visit, patient: { name: 'Asha' } } as never, {
    additional: { client_ref: 'ref' },
    parts: 2,
  });
  expect(JSON.parse(bodies.at(-1)!)).toEqual({
    upload_type: 'chunked',
    session_id: id,
    templates: ['clinical_notes_template', 'eka_emr_template'],
    language_hint: ['hi', 'en'],
    transcript_language: 'en',
    model: 'pro',
    session_mode: 'consultation',
    additional_data: { mode: 'consultation', model_type: 'pro', client_ref: 'ref' },
  });
  expect(isSession(form.folder)).toBe(true);
  expect(form).toMatchObject({ goodFor: 50 * 60_000 });
  expect([languageHint('en-US'), languageHint('pa'), languageHint('auto_detect')]).toEqual([
    'en',
    'pa',
    'auto_detect',
  ]);
});

test('opened again it is the same one; somebody else’s is a conflict; what is not accepted, expired or gone is told apart', async () => {
  const id = idOf();
  const first = await sessions.presign(id, visit, {});
  expect(await sessions.presign(id, visit, {})).toMatchObject({
    folder: first.folder,
    alreadyCommitted: false,
  });
  await sent(id);
  expect(await sessions.presign(id, visit, {})).toMatchObject({ alreadyCommitted: true });
  const theirs = await createRig({ ...sandbox, ...(await sandbox.addClient()) });
  expect(
    await caught(
      createSessions({ client: theirs.platform.client, random: { uuid: () => 'u' } }).presign(
        id,
        visit,
        {},
      ),
    ),
  ).toMatchObject({ code: 'refused', detail: 'conflict' });
  expect(
    await caught(sessions.presign(idOf(), { ...visit, templates: ['a', 'b', 'c'] }, {})),
  ).toMatchObject({ code: 'invalid', detail: 'init-refused' });
  expect(await caught(sessions.presign('short', visit, {}))).toMatchObject({
    detail: 'init-refused',
  });
  await sandbox.faults({ do: 'dead', txn: id });
  expect(await caught(sessions.presign(id, visit, {}))).toMatchObject({
    detail: 'transaction-dead',
  });
  await sandbox.faults({ do: 'status', path: '/voice/v1/sessions', status: 503 });
  expect(await caught(sessions.presign(idOf(), visit, {}))).toMatchObject({ code: 'busy' });
});

test('audio: too large, of no name, to a session that is unknown, ended or expired, and not as long as it was said', async () => {
  const id = idOf();
  const form = await sessions.presign(id, visit, {});
  const small = Buffer.alloc(100, 1);
  expect(
    await caught(sessions.uploadFile(form, { ...file(small), bytes: 10 * 1024 * 1024 + 1 })),
  ).toMatchObject({ detail: 'upload-refused' });
  expect(await caught(sessions.uploadFile(form, file(small, 'a/../b.wav')))).toMatchObject({
    detail: 'file-name',
  });
  expect(await caught(sessions.uploadFile(form, { ...file(small), bytes: 101 }))).toMatchObject({
    code: 'broken',
    detail: 'part-changed',
  });
  expect(
    await caught(
      sessions.uploadFile({ ...form, fields: { session: 'txn-nobody-knows-this' } }, file(small)),
    ),
  ).toMatchObject({ detail: 'upload-expired' });
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*/audio/*',
    status: 413,
    body: { error: { code: 'chunk_too_large', message: 'too large' } },
  });
  expect(await caught(sessions.uploadFile(form, file(small)))).toMatchObject({
    detail: 'upload-refused',
  });
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*/audio/*',
    status: 400,
    body: { error: { code: 'invalid_audio_format', message: 'no sound' } },
  });
  expect(await caught(sessions.uploadFile(form, file(small)))).toMatchObject({
    detail: 'upload-refused',
  });
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*/audio/*',
    status: 429,
    retryAfter: 3,
  });
  expect(await caught(sessions.uploadFile(form, file(small)))).toMatchObject({
    code: 'busy',
    detail: 'rate-limited',
    retryAfter: 3000,
  });
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*/audio/*',
    status: 200,
    body: { session_id: id, success: false },
  });
  expect(await caught(sessions.uploadFile(form, file(small)))).toMatchObject({ code: 'busy' });
  await sent(id);
  expect(await caught(sessions.uploadFile(form, file(small)))).toMatchObject({
    detail: 'upload-expired',
  });
  await sandbox.faults({ do: 'expired-session' });
  const other = idOf();
  expect(
    await caught(sessions.uploadFile(await sessions.presign(other, visit, {}), file(small))),
  ).toMatchObject({ detail: 'transaction-dead' });
});

test('ending: accepted once, already after that, refused without audio, dead when it is gone', async () => {
  const id = await sent();
  expect(await sessions.init(id, begin(['audio_0001.wav']))).toBe('already');
  const empty = idOf();
  await sessions.presign(empty, visit, {});
  expect(await caught(sessions.init(empty, begin(['audio_0001.wav'])))).toMatchObject({
    detail: 'init-refused',
  });
  expect(await sessions.init('txn-nobody-knows-this', begin([]))).toBe('dead');
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*/end',
    status: 410,
    body: { error: { code: 'session_expired', message: 'x' } },
  });
  expect(await sessions.init(id, begin([]))).toBe('dead');
});

test('looking: unknown, created, working, done, partial, failed, dead', async () => {
  expect(await sessions.status('txn-nobody-knows-this')).toEqual({ kind: 'unknown' });
  const id = idOf();
  await sessions.presign(id, visit, {});
  expect(await sessions.status(id)).toEqual({ kind: 'unknown' });
  await sandbox.faults({ do: 'slow', ms: 60_000 });
  expect(await sessions.status(await sent())).toMatchObject({
    kind: 'working',
    additional: { client_ref: 'ref', mode: 'consultation', model_type: 'pro' },
  });
  const done = await settled(await sent());
  expect(done).toMatchObject({
    kind: 'done',
    additional: { client_ref: 'ref' },
    documents: [
      {
        templateId: 'clinical_notes_template',
        kind: 'markdown',
        status: 'success',
        documentId: expect.any(String),
      },
      {
        templateId: 'eka_emr_template',
        kind: 'emr',
        emr: { prescription: { symptoms: expect.any(Array) } },
      },
    ],
  });
  await sandbox.faults({ do: 'fail-template', template: 'eka_emr_template' });
  expect(await settled(await sent())).toMatchObject({
    kind: 'partial',
    documents: [{ status: 'success' }, { status: 'failure', errors: [expect.any(String)] }],
  });
  await sandbox.faults({ do: 'fail-all' });
  expect(await settled(await sent())).toMatchObject({
    kind: 'failed',
    final: true,
    code: 'platform-ended',
  });
  await sandbox.faults({ do: 'dead' });
  expect(await settled(await sent())).toEqual({ kind: 'dead' });
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*',
    status: 500,
    body: { error: { code: 'internal_error', message: 'oh' } },
  });
  expect(await caught(sessions.status(id))).toMatchObject({
    code: 'busy',
    detail: 'platform-error',
  });
});

test('one more document: asked for, waited for, there; no such template is missing', async () => {
  const id = await sent();
  await settled(id);
  expect(await caught(sessions.requestDocument(id, 'no_such_template'))).toMatchObject({
    code: 'missing',
  });
  const document = await sessions.requestDocument(id, 'transcript_template');
  let said = await sessions.documentStatus(id, document);
  while (said.kind === 'working') said = await sessions.documentStatus(id, document);
  expect(said).toMatchObject({
    kind: 'done',
    document: {
      templateId: 'transcript_template',
      kind: 'transcript',
      documentId: document,
      status: 'success',
    },
  });
  expect(await sessions.documentStatus(id, 'doc-nobody-knows')).toEqual({ kind: 'missing' });
});

test('cancelling before the end works and is final; after it the platform says no', async () => {
  const id = idOf();
  await sessions.presign(id, visit, {});
  await sessions.cancel(id);
  await sessions.cancel(id);
  expect(await sessions.status(id)).toMatchObject({ kind: 'failed', final: true });
  expect(await caught(sessions.cancel(await sent()))).toMatchObject({ detail: 'conflict' });
  expect(await caught(sessions.cancel('txn-nobody-knows-this'))).toMatchObject({
    detail: 'not-found',
  });
});

test('discovery: what the platform says, another protocol, none at all; remembered for three hours', async () => {
  const { discovery } = rig.platform;
  expect(discovery.known()).toBeUndefined();
  expect(await discovery.ask()).toMatchObject({ offered: true, version: '0.1' });
  await sandbox.faults({ do: 'status', path: '*well-known*', status: 404, count: 2 });
  expect(await discovery.ask()).toMatchObject({ offered: true, version: '0.1' });
  const fresh = await createRig(sandbox);
  expect(await fresh.platform.discovery.ask()).toEqual({ offered: false });
  for (const [body, offered] of [
    [{ protocol: 'other' }, false],
    [{ protocol: 'medscribealliance', capabilities: { upload_methods: ['stream'] } }, true],
    [{ protocol: 'medscribealliance', capabilities: { upload_methods: ['pigeon'] } }, false],
    [{ protocol: 'medscribealliance' }, true],
  ] as const) {
    await sandbox.faults({ do: 'status', path: '*well-known*', status: 200, body });
    expect(await (await createRig(sandbox)).platform.discovery.ask()).toMatchObject({ offered });
  }
  await sandbox.faults({ do: 'status', path: '*well-known*', status: 503 });
  expect(await caught((await createRig(sandbox)).platform.discovery.ask())).toMatchObject({
    code: 'busy',
  });
});

test('whatever stands in a result, it is read without a fall: right documents as they are, others flagged', () => {
  expect(
    decodeSession({
      templates: [{ a: { status: 'completed', data: { x: 1 }, errors: [], warnings: [] } }],
      transcript: 'said',
    }),
  ).toMatchObject([
    { templateId: 'a', kind: 'emr', emr: { x: 1 }, status: 'success' },
    { templateId: 'transcript_template', kind: 'transcript', text: 'said' },
  ]);
  fc.assert(
    fc.property(
      fc.record(
        {
          templates: fc.array(
            fc.dictionary(
              fc.string(),
              fc.record(
                {
                  status: fc.option(fc.string()),
                  data: fc.anything(),
                  document_id: fc.option(fc.string()),
                  document_type: fc.option(fc.string()),
                  errors: fc.array(fc.anything()),
                },
                { requiredKeys: [] },
              ),
            ),
          ),
          transcript: fc.option(fc.string()),
        },
        { requiredKeys: [] },
      ),
      (body) => {
        const read = pollAnswer.safeParse(JSON.parse(JSON.stringify(body)));
        if (!read.success) return;
        for (const document of decodeSession(read.data))
          expect(['success', 'partial', 'failure']).toContain(document.status);
      },
    ),
    { numRuns: 300 },
  );
});
