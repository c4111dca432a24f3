/**
 * The practice platform beside the published answers: each member that one of them has, ours has
 * too (test/fixtures/platform; what is left out is listed there with its reason).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import fixtures from '../../fixtures/platform/session-protocol.json' with { type: 'json' };
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

const ask = (method: string, path: string, body?: unknown) =>
  caller.mine(method, path, body, { unchecked: true });
const put = (id: string, name: string) =>
  fetch(`${sandbox.url}${SESSIONS}/${id}/audio/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token()}`, 'content-type': 'audio/wav' },
    body: Uint8Array.from(tone(0.7)),
  });

/** Members below these are the platform's or the caller's own. */
const opaque =
  /(^|\.)(data(\[\])?|additional_data|patient_details|session_details|publish|details|fields)\./;
function membersOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  // The id of a template is no member.
  const free = path === 'templates[]' || path === 'templates';
  return Object.entries(value).flatMap(([name, below]) => {
    const own = free ? 'templates{}' : `${path}${path && '.'}${name}`;
    return [own, ...membersOf(below, own)];
  });
}
const wantedOf = (call: string, status: number, word?: string) =>
  fixtures.answers
    .filter(
      (one) =>
        one.call === call &&
        one.status === status &&
        one.source !== 'ours' &&
        (word === undefined || (one.body as { status?: string }).status === word),
    )
    .flatMap(({ body }) => membersOf(body))
    .filter((member) => !opaque.test(member))
    .filter((member) =>
      Object.keys(fixtures.notOfPractice).every((one) => {
        const [of, name] = one.split(' ');
        return of !== call || (member !== name && !member.startsWith(`${name}.`));
      }),
    );
const hasAll = (body: unknown, wanted: readonly string[]) => {
  expect(wanted.length).toBeGreaterThan(0);
  const ours = new Set(membersOf(body));
  expect([...new Set(wanted)].filter((member) => !ours.has(member))).toEqual([]);
};

const details = { patient_details: { age: 40 }, session_details: { age: 40 } };
let count = 0;
async function opened(more: object = {}, query = '') {
  const id = `published-number-${++count}`;
  const answer = await ask('POST', `${SESSIONS}${query}`, {
    upload_type: 'chunked',
    session_id: id,
    templates: ['clinical_notes_template', 'transcript_template'],
    ...details,
    ...more,
  });
  expect(answer.status).toBe(201);
  return { id, body: answer.body };
}
async function result(id: string) {
  for (;;) {
    const answer = await ask('GET', `${SESSIONS}/${id}`);
    if (answer.status !== 202) return answer;
  }
}

test('discovery names a way of signing in, and that way opens a session from its creation to its note', async () => {
  const { body } = await ask('GET', '/voice/v1/.well-known/medscribealliance');
  expect(body.authentication.supported_methods).toEqual(['api_key']);
  const call = async (key: string | undefined, method: string, path: string, sent?: unknown) => {
    const response = await fetch(`${sandbox.url}${SESSIONS}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(sent instanceof Uint8Array && { 'content-type': 'audio/wav' }),
        ...(sent !== undefined &&
          !(sent instanceof Uint8Array) && { 'content-type': 'application/json' }),
      },
      ...(sent instanceof Uint8Array && { body: Uint8Array.from(sent) }),
      ...(sent !== undefined && !(sent instanceof Uint8Array) && { body: JSON.stringify(sent) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each line reads the members that it expects
    return { status: response.status, body: (await response.json()) as any };
  };
  const key = sandbox.clientSecret;
  const session_id = 'opened-with-a-key-1';
  const asked = { upload_type: 'chunked', session_id, templates: ['transcript_template'] };
  expect((await call(key, 'POST', '', asked)).status).toBe(201);
  expect((await call(key, 'POST', `/${session_id}/audio/a_0.wav`, tone(0.7))).status).toBe(200);
  expect((await call(key, 'POST', `/${session_id}/end`, {})).status).toBe(202);
  await expect.poll(async () => (await call(key, 'GET', `/${session_id}`)).status).toBe(200);
  // Of the same client, whichever way it signed in.
  expect((await ask('GET', `${SESSIONS}/${session_id}`)).status).toBe(200);

  const wrong = await call(`${key}x`, 'GET', `/${session_id}`);
  expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_api_key']);
  expect((await call('', 'GET', `/${session_id}`)).body.error.code).toBe('invalid_api_key');
  const none = await call(undefined, 'GET', `/${session_id}`);
  expect([none.status, none.body.error.code]).toEqual([401, 'authentication_failed']);
});

test('discovery: every member, nothing null, and kept for three hours', async () => {
  const { body, headers } = await caller.call('GET', '/voice/v1/.well-known/medscribealliance', {
    unchecked: true,
  });
  hasAll(body, wantedOf('discovery', 200));
  expect(JSON.stringify(body)).not.toContain('null');
  expect(headers.get('cache-control')).toBe('max-age=10800');
  expect(body.endpoints.base_url).toMatch(/\/voice\/v1$/);
  expect(body.capabilities.audio_formats).toContain('audio/mp3');
});

test('a session’s whole life: every member of each answer', async () => {
  const { id, body } = await opened();
  const plain = wantedOf('create', 201).filter((member) => !member.startsWith('upload_url.'));
  hasAll(body, plain);
  expect(body.upload_url).toMatch(new RegExp(`/voice/v1/sessions/${id}/audio$`));
  hasAll((await ask('GET', `${SESSIONS}/${id}`)).body, wantedOf('read', 202, 'initialized'));
  hasAll(await (await put(id, 'audio_0.wav')).json(), wantedOf('audio', 200));
  const changed = await ask('PATCH', `${SESSIONS}/${id}`, { additional_data: { a: 1 } });
  hasAll(changed.body, wantedOf('change', 200));
  const ended = await ask('POST', `${SESSIONS}/${id}/end`, {});
  hasAll(ended.body, wantedOf('end', 202));
  expect(ended.body.audio_files).toEqual(['0.wav']);
  const done = await result(id);
  expect([done.status, done.body.status]).toEqual([200, 'completed']);
  hasAll(done.body, wantedOf('read', 200, 'completed'));
  const further = await ask('POST', `${SESSIONS}/${id}/process/template/eka_emr_template`, {});
  hasAll(further.body, wantedOf('template', 202));
});

test('partial, failed and expired: every member', async () => {
  const end = async () => {
    const { id } = await opened();
    await put(id, 'audio_0.wav');
    await ask('POST', `${SESSIONS}/${id}/end`, {});
    return result(id);
  };
  await sandbox.faults({ do: 'fail-template', template: 'transcript_template' });
  hasAll((await end()).body, wantedOf('read', 206));
  await sandbox.faults({ do: 'fail-all' });
  const failed = await end();
  expect([failed.status, failed.body.status]).toEqual([200, 'failed']);
  hasAll(failed.body, wantedOf('read', 200, 'failed'));
  await sandbox.faults({ do: 'dead' });
  const dead = await end();
  expect(dead.status).toBe(410);
  hasAll(dead.body, wantedOf('read', 410));
});

test('the storage form, where it is asked for, takes the audio without a token', async () => {
  const { id, body } = await opened({}, '?version=v2');
  hasAll(
    body,
    wantedOf('create', 201).filter((member) => member.startsWith('upload_url')),
  );
  const { uploadData, folderPath } = body.upload_url;
  expect(uploadData.fields.key).toBe(`${folderPath}\${filename}`);
  const form = new FormData();
  for (const [name, value] of Object.entries(uploadData.fields as Record<string, string>))
    form.append(name, name === 'key' ? `${folderPath}0.wav` : value);
  form.append('file', new Blob([Uint8Array.from(tone(0.7))]), '0.wav');
  expect((await fetch(uploadData.url, { method: 'POST', body: form })).status).toBe(204);
  const ended = await ask('POST', `${SESSIONS}/${id}/end`, {});
  expect(ended.body.audio_files).toEqual(['0.wav']);
  expect((await result(id)).status).toBe(200);
});

test('by a switch the end names the audio by addresses in a store', async () => {
  const { id } = await opened();
  for (const name of ['audio_1.wav', 'audio_0000.wav']) await put(id, name);
  await sandbox.faults({ do: 'storage-names' });
  expect((await ask('POST', `${SESSIONS}/${id}/end`, {})).body).toMatchObject({
    audio_files_received: 2,
    audio_files: [
      expect.stringMatching(/^s3:\/\/.+\/0\.wav$/),
      expect.stringMatching(/^s3:\/\/.+\/1\.wav$/),
    ],
  });
});

test('refusals in the published words: a type of sound, an ended session, a change of nothing', async () => {
  const refusal = (body: unknown) => (body as { error: { code: string } }).error.code;
  const { id } = await opened();
  const again = await ask('POST', SESSIONS, { upload_type: 'chunked', session_id: id });
  expect([again.status, refusal(again.body)]).toEqual([409, 'txn_already_initialized']);
  const mpeg = await fetch(`${sandbox.url}${SESSIONS}/${id}/audio/audio_0.mp3`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token()}`, 'content-type': 'audio/mpeg' },
    body: 'x',
  });
  expect([mpeg.status, refusal(await mpeg.json())]).toEqual([400, 'invalid_audio_format']);
  expect((await ask('PATCH', `${SESSIONS}/${id}`, {})).status).toBe(400);
  expect((await ask('PATCH', `${SESSIONS}/${id}`, { surprise: 1 })).status).toBe(422);
  await put(id, 'audio_0.wav');
  await sandbox.faults({ do: 'slow', ms: 60_000 });
  await ask('POST', `${SESSIONS}/${id}/end`, {});
  const late = await put(id, 'audio_1.wav');
  expect([late.status, refusal(await late.json())]).toEqual([400, 'session_ended']);
  const mode = await ask('PATCH', `${SESSIONS}/${id}`, { session_mode: 'dictation' });
  expect([mode.status, refusal(mode.body)]).toEqual([409, 'session_already_committed']);
});
