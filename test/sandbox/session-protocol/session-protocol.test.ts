/**
 * Contract 11 on the practice platform: every status of every call, and the words of its family.
 */
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tone } from '../../support/rigs/outbox-rig.ts';
import { callPractice, type PracticeCaller } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';

const SESSIONS = '/voice/v1/sessions';
let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 20 });
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.clearFaults());

let count = 0;
const ask = (method: string, path: string, body?: unknown) =>
  caller.mine(method, path, body, { unchecked: true });
const create = async (
  more: object = {},
  id = `session-number-${String(++count).padStart(4, '0')}`,
) => ({
  id,
  answer: await ask('POST', SESSIONS, {
    upload_type: 'chunked',
    session_id: id,
    templates: ['clinical_notes_template'],
    ...more,
  }),
});
const put = async (
  id: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer> = Uint8Array.from(tone(0.7)),
) => {
  const response = await fetch(`${sandbox.url}${SESSIONS}/${id}/audio/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token()}`, 'content-type': 'audio/wav' },
    body: bytes,
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test reads the members that it expects
  return { status: response.status, body: (await response.json()) as any };
};
/** Names a size and sends nothing: a body that is too large is refused by its size alone. */
const announce = (id: string, name: string, size: number) =>
  new Promise<{ status: number | undefined; body: unknown }>((done, fail) => {
    const sent = request(`${sandbox.url}${SESSIONS}/${id}/audio/${name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.token()}`,
        'content-type': 'audio/wav',
        'content-length': size,
      },
    });
    sent.once('error', fail).once('response', async (response) => {
      const body = await json(response);
      sent.destroy();
      done({ status: response.statusCode, body });
    });
    sent.flushHeaders();
  });
const poll = async (id: string, query = '') => {
  for (;;) {
    const answer = await ask('GET', `${SESSIONS}/${id}${query}`);
    if (answer.status !== 202) return answer;
  }
};

test('discovery needs no token and names protocol, version, formats and languages', async () => {
  const { status, body } = await caller.call('GET', '/voice/v1/.well-known/medscribealliance', {
    unchecked: true,
  });
  expect([status, body]).toMatchObject([
    200,
    {
      protocol: 'medscribealliance',
      protocol_version: '0.1',
      capabilities: { upload_methods: expect.arrayContaining(['chunked']) },
      languages: { supported: expect.arrayContaining(['en', 'hi']), auto_detection: true },
    },
  ]);
});

test('opening: 201 with its times, 409 again, 422 and 400 for what is wrong, 401 in the words of the family', async () => {
  const { id, answer } = await create();
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { session_id: id, status: 'created', upload_url: expect.stringContaining(id) },
  ]);
  expect(Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at)).toBe(3600_000);
  expect((await create({}, id)).answer).toMatchObject({
    status: 409,
    body: { error: { code: 'txn_already_initialized' } },
  });
  expect((await create({ templates: ['a', 'b', 'c'] })).answer).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_request', message: expect.any(String), details: {} } },
  });
  expect((await create({ upload_type: 'pigeon' })).answer.status).toBe(422);
  expect((await create({}, 'too-short')).answer.status).toBe(422);
  expect((await create({ language_hint: ['xx'] })).answer).toMatchObject({
    status: 400,
    body: { error: { code: 'language_unsupported' } },
  });
  expect((await create({ language_hint: ['auto_detect'] })).answer.status).toBe(201);
  expect(await caller.call('POST', SESSIONS, { unchecked: true, body: {} })).toMatchObject({
    status: 401,
    body: { error: { code: 'authentication_failed' } },
  });
  const old = caller.token();
  await sandbox.faults({ do: 'expire-tokens' });
  expect(await ask('GET', `${SESSIONS}/${id}`)).toMatchObject({
    status: 401,
    body: { error: { code: 'token_expired' } },
  });
  caller = await callPractice(sandbox);
  expect(caller.token()).not.toBe(old);
});

test('audio: kept under its number, the same number replaces; refused by name, size, and when the session is gone or over', async () => {
  const { id } = await create();
  expect(await put(id, 'audio_1.wav')).toMatchObject({
    status: 200,
    body: { session_id: id, success: true, original_filename: 'audio_1.wav' },
  });
  expect((await put(id, 'audio_1.wav')).status).toBe(200);
  expect((await sandbox.transaction(id))!.files).toMatchObject([{ name: '1.wav', times: 2 }]);
  expect(await put(id, 'audio.txt')).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_audio_format' } },
  });
  expect(await announce(id, 'audio_2.wav', 10 * 1024 * 1024 + 1)).toMatchObject({
    status: 413,
    body: { error: { code: 'chunk_too_large' } },
  });
  expect(await put('session-nobody-knows', 'audio_1.wav')).toMatchObject({
    status: 404,
    body: { error: { code: 'session_not_found' } },
  });
  expect((await ask('POST', `${SESSIONS}/${id}/end`, {})).status).toBe(202);
  expect(await put(id, 'audio_2.wav')).toMatchObject({
    status: 400,
    body: { error: { code: expect.stringMatching(/^session_(ended|completed)$/) } },
  });
  const other = await create();
  await sandbox.faults({ do: 'expired-session' });
  expect(await put(other.id, 'audio_1.wav')).toMatchObject({
    status: 410,
    body: { error: { code: 'session_expired' } },
  });
  expect((await ask('GET', `${SESSIONS}/${other.id}`)).status).toBe(410);
});

test('ending counts what came, in the order of its numbers, once', async () => {
  const { id } = await create();
  expect(await ask('POST', `${SESSIONS}/${id}/end`, {})).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request' } },
  });
  for (const name of ['a_10.wav', 'a_2.wav', 'a_1.wav']) await put(id, name);
  expect(await ask('POST', `${SESSIONS}/${id}/end`, { audio_files_sent: 3 })).toMatchObject({
    status: 202,
    body: {
      status: 'processing',
      audio_files_received: 3,
      audio_files: ['1.wav', '2.wav', '10.wav'],
    },
  });
  expect((await ask('POST', `${SESSIONS}/${id}/end`, {})).status).toBe(400);
  expect((await ask('POST', `${SESSIONS}/session-nobody-knows/end`, {})).status).toBe(404);
});

async function ended(more: object = {}) {
  const { id } = await create(more);
  await put(id, 'audio_1.wav');
  await ask('POST', `${SESSIONS}/${id}/end`, {});
  return id;
}

test('looking: created, done with a list of one-key objects and a plain transcript, in part, failed, not ours', async () => {
  const { id: fresh } = await create();
  expect(await ask('GET', `${SESSIONS}/${fresh}`)).toMatchObject({
    status: 202,
    body: { status: 'initialized' },
  });
  const id = await ended({
    templates: ['eka_emr_template', 'transcript_template'],
    additional_data: { visit: 'v' },
  });
  const { body, status } = await poll(id);
  expect([status, body.status, body.additional_data]).toEqual([
    200,
    'completed',
    { visit: 'v', _protocol: {} },
  ]);
  expect(body.templates).toMatchObject([
    {
      eka_emr_template: {
        status: 'success',
        data: { prescription: {} },
        document_id: expect.any(String),
      },
    },
    { transcript_template: { data: expect.any(String) } },
  ]);
  expect(body.transcript).toBe(body.templates[1].transcript_template.data);
  await sandbox.faults({ do: 'fail-template', template: 'transcript_template' });
  expect(
    await poll(await ended({ templates: ['clinical_notes_template', 'transcript_template'] })),
  ).toMatchObject({
    status: 206,
    body: { status: 'partial', processing_errors: [{ type: expect.any(String) }] },
  });
  await sandbox.faults({ do: 'fail-all' });
  expect(await poll(await ended())).toMatchObject({
    status: 200,
    body: { status: 'failed', processing_errors: [{ message: expect.any(String) }] },
  });
  await sandbox.faults({ do: 'dead' });
  expect(await poll(await ended())).toMatchObject({ status: 410 });
  const theirs = await callPractice(sandbox, await sandbox.addClient());
  expect(
    (await theirs.mine('GET', `${SESSIONS}/${id}`, undefined, { unchecked: true })).status,
  ).toBe(404);
});

test('changing: before the end most things, after it little; a cancelled one is over', async () => {
  const { id } = await create();
  const change = (body: unknown, of = id) => ask('PATCH', `${SESSIONS}/${of}`, body);
  expect(
    (
      await change({
        templates: ['transcript_template'],
        additional_data: { a: 1 },
        session_mode: 'dictation',
        model: 'lite',
        patient_details: { oid: 'o' },
      })
    ).status,
  ).toBe(200);
  expect((await change({ templates: 7 })).status).toBe(422);
  expect((await change({ user_status: 'commit' })).status).toBe(409);
  expect((await change({}, 'session-nobody-knows')).status).toBe(404);
  await put(id, 'audio_1.wav');
  await ask('POST', `${SESSIONS}/${id}/end`, {});
  expect((await change({ templates: ['x'] })).status).toBe(409);
  expect((await change({ user_status: 'cancelled' })).status).toBe(409);
  expect((await poll(id)).body.templates).toMatchObject([{ transcript_template: {} }]);
  const { id: other } = await create();
  expect(
    (await change({ user_status: 'cancelled', processing_status: 'cancelled' }, other)).status,
  ).toBe(200);
  expect(await ask('GET', `${SESSIONS}/${other}`)).toMatchObject({ body: { status: 'failed' } });
  expect((await put(other, 'audio_1.wav')).status).toBe(400);
});

test('one more document: 202 and in progress, then there; a template that nobody has is 404', async () => {
  const id = await ended();
  await poll(id);
  expect(await ask('POST', `${SESSIONS}/${id}/process/template/nobody_has_it`, {})).toMatchObject({
    status: 404,
    body: { error: { code: 'template_not_found' } },
  });
  const made = await ask('POST', `${SESSIONS}/${id}/process/template/transcript_template`, {});
  expect(made).toMatchObject({
    status: 202,
    body: { status: 'in-progress', document_id: expect.stringContaining('practice') },
  });
  expect((await poll(id, `?document_id=${made.body.document_id}`)).body.templates).toMatchObject([
    { transcript_template: { document_id: made.body.document_id } },
  ]);
  expect((await ask('GET', `${SESSIONS}/${id}?document_id=doc-none`)).status).toBe(404);
});

test('out of contract 3, a transcript in hand or a template: 202, 400 for neither, 404 for what is not there', async () => {
  const convertPath = (id: string) => `/voice/api/v1/transaction/${id}/convert-to-template`;
  await caller.send('txn-convert', { 'audio_0001.wav': Uint8Array.from(tone(0.7)) });
  await caller.result('txn-convert');
  expect(
    (await ask('POST', convertPath('txn-convert'), { template_id: 'eka_emr_template' })).status,
  ).toBe(202);
  expect((await ask('POST', convertPath('txn-convert'), { transcript: 'said' })).status).toBe(202);
  expect((await ask('POST', convertPath('txn-convert'), {})).status).toBe(400);
  expect(
    (
      await ask('POST', convertPath('txn-convert'), {
        template_id: 'eka_emr_template',
        target_language: 'xx',
      })
    ).status,
  ).toBe(400);
  expect(
    (await ask('POST', convertPath('txn-convert'), { template_id: 'nobody_has_it' })).status,
  ).toBe(404);
  expect(
    (await ask('POST', convertPath('txn-none'), { template_id: 'eka_emr_template' })).status,
  ).toBe(404);
});
