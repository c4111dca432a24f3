/** Contract 3.1 to 3.4: permits, uploads, and beginning the work. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPractice, type PracticeCaller } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz, wav } from '../../support/sound/sound.ts';

const LIMIT = 300_000;
const sound = wav(buzz(1));
let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox({ maxUpload: LIMIT });
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.stop());

test('a permit names one folder for a transaction, however often it is asked for', async () => {
  const first = await caller.presign('txn-permit', { mode: 'dictation', uhid: 'U1', visit: 'v' });
  const second = await caller.presign('txn-permit', { mode: 'dictation' });
  expect(first.folderPath).toMatch(/^b-practice-1\/txn-permit\/\d{8}\/$/);
  expect(second.folderPath).toBe(first.folderPath);
  expect(first.uploadData.url).toBe(`${sandbox.url}/blob/`);
  expect(first.uploadData.fields).toMatchObject({
    key: `${first.folderPath}\${filename}`,
    'x-amz-meta-mode': 'dictation',
    'x-amz-meta-uhid': 'U1',
    policy: expect.any(String),
    'x-amz-signature': expect.any(String),
  });
  expect(first.uploadData.fields).not.toHaveProperty('x-amz-meta-visit');
});

test('a permit is refused without a token, for a malformed id, a foreign action, a foreign transaction', async () => {
  expect(await caller.call('POST', '/v1/file-upload?txn_id=t1', { body: {} })).toMatchObject({
    status: 401,
    body: { error: expect.any(String), message: expect.any(String) },
  });
  expect((await caller.mine('POST', '/v1/file-upload?txn_id=a%2Fb', {})).status).toBe(400);
  expect((await caller.mine('POST', '/v1/file-upload', {})).status).toBe(400);
  expect(
    (await caller.mine('POST', '/v1/file-upload?txn_id=t1&action=otherscribe-v2', {})).status,
  ).toBe(400);
  await caller.presign('txn-owned');
  const stranger = await callPractice(sandbox, await sandbox.addClient());
  expect((await stranger.mine('POST', '/v1/file-upload?txn_id=txn-owned', {})).status).toBe(403);
});

test('what is uploaded is kept byte for byte, and the same key again replaces it', async () => {
  const permit = await caller.presign('txn-bytes');
  expect(await caller.upload(permit, 'audio_0001.wav', sound)).toEqual({ status: 204, body: '' });
  const other = randomBytes(200_000);
  await caller.upload(permit, 'audio_0001.wav', other);
  expect((await sandbox.audioOf('txn-bytes')).map((bytes) => bytes.equals(other))).toEqual([true]);
  expect((await sandbox.transaction('txn-bytes'))?.files).toMatchObject([
    {
      name: 'audio_0001.wav',
      bytes: other.length,
      times: 2,
      sha256: createHash('sha256').update(other).digest('hex'),
      contentType: 'audio/wav',
    },
  ]);
});

test('an upload is refused when its policy has ended, was changed, or names another folder', async () => {
  const permit = await caller.presign('txn-policy');
  expect(
    (await caller.upload(permit, 'a.wav', sound, { policy: Buffer.from('{}').toString('base64') }))
      .status,
  ).toBe(403);
  expect((await caller.upload(permit, 'a.wav', sound, { 'x-amz-date': 'changed' })).status).toBe(
    403,
  );
  expect(
    (await caller.upload(permit, 'a.wav', sound, { key: 'b-practice-1/other/20260101/a.wav' }))
      .status,
  ).toBe(403);
  await sandbox.skew(16 * 60_000);
  expect(await caller.upload(permit, 'a.wav', sound)).toMatchObject({
    status: 403,
    body: expect.stringContaining('AccessDenied'),
  });
  await sandbox.skew(0);
  expect((await caller.upload(permit, 'a.wav', sound)).status).toBe(204);
});

test.each(['../../escape.wav', '..', 'a/b.wav', 'with space.wav', ''])(
  'the file name "%s" is refused',
  async (name) => {
    const permit = await caller.presign('txn-names');
    expect((await caller.upload(permit, name, sound)).status).toBe(400);
  },
);

test('a file over the limit is refused, also a much larger one, and nothing is kept of it', async () => {
  const permit = await caller.presign('txn-large');
  expect((await caller.upload(permit, 'a.wav', Buffer.alloc(LIMIT + 1))).status).toBe(400);
  expect((await caller.upload(permit, 'a.wav', Buffer.alloc(20 * LIMIT))).status).toBe(400);
  expect((await caller.upload(permit, 'b.wav', Buffer.alloc(LIMIT))).status).toBe(204);
  expect((await sandbox.transaction('txn-large'))?.files.map(({ name }) => name)).toEqual([
    'b.wav',
  ]);
});

test('the companion file is taken and never counts as audio', async () => {
  const permit = await caller.presign('txn-companion');
  await caller.upload(permit, 'audio_0001.wav', sound);
  expect(
    (await caller.upload(permit, 'txn-companion.json', Buffer.from('{"transfer":"non-vaded"}')))
      .status,
  ).toBe(204);
  expect(await sandbox.audioOf('txn-companion')).toHaveLength(1);
  expect(
    (
      await caller.init(
        'txn-companion',
        caller.initBody(permit, { client_generated_files: ['txn-companion.json'] }),
      )
    ).status,
  ).toBe(422);
});

test('init begins the work once; a second one is 409, whatever its body', async () => {
  const permit = await caller.presign('txn-init');
  await caller.upload(permit, 'audio_0001.wav', sound);
  expect(await caller.init('txn-init', caller.initBody(permit))).toMatchObject({
    status: 201,
    body: { status: 'success', txn_id: 'txn-init', b_id: 'b-practice-1' },
  });
  expect(await caller.init('txn-init', caller.initBody(permit))).toMatchObject({
    status: 409,
    body: { status: 'error' },
  });
  expect((await caller.init('txn-init', {})).status).toBe(409);
  expect(await sandbox.transaction('txn-init')).toMatchObject({
    inits: 3,
    started: true,
    userStatus: 'commit',
  });
});

test('init takes the published forms: an s3 folder, full addresses, unknown members, several languages', async () => {
  const permit = await caller.presign('txn-forms');
  await caller.upload(permit, 'audio_0001.wav', sound);
  const answer = await caller.init(
    'txn-forms',
    caller.initBody(permit, {
      batch_s3_url: `s3://bucket/${permit.folderPath}`,
      client_generated_files: [`s3://bucket/${permit.folderPath}audio_0001.wav`],
      s3_url: 'x',
      Section: 'y',
      input_language: ['hi', 'auto_detect'],
      output_language: 'or',
      output_format_template: [{ template_id: 'own-template', language_output: 'ta' }],
    }),
  );
  expect(answer.status).toBe(201);
});

const permitFor = async () => {
  const permit = await caller.presign('txn-422');
  await caller.upload(permit, 'audio_0001.wav', sound);
  return permit;
};
test.each<[string, Record<string, unknown>, string]>([
  ['an unknown mode', { mode: 'singing' }, 'mode'],
  ['no files', { client_generated_files: [] }, 'client_generated_files'],
  [
    'a file that was not uploaded',
    { client_generated_files: ['audio_0001.wav', 'audio_0002.wav'] },
    'client_generated_files',
  ],
  ['another folder', { batch_s3_url: 'http://127.0.0.1/blob/elsewhere/' }, 'batch_s3_url'],
  ['an unknown model', { model_type: 'max' }, 'model_type'],
  ['three input languages', { input_language: ['hi', 'ta', 'te'] }, 'input_language'],
  ['an unknown input language', { input_language: ['xx'] }, 'input_language'],
  ['detection as output language', { output_language: 'auto_detect' }, 'output_language'],
  [
    'an unknown language of a template',
    { output_format_template: [{ template_id: 'a', language_output: 'xx' }] },
    'output_format_template',
  ],
  [
    'three templates',
    { output_format_template: ['a', 'b', 'c'].map((template_id) => ({ template_id })) },
    'output_format_template',
  ],
  ['a template without id', { output_format_template: [{}] }, 'output_format_template'],
])('init is refused with 422 for %s, and says where', async (_what, change, where) => {
  const answer = await caller.init('txn-422', caller.initBody(await permitFor(), change));
  expect(answer.status).toBe(422);
  expect(answer.body.details[0].loc.slice(0, 2)).toEqual(['body', where]);
});

test('init of a transaction that was never presigned is refused with 422, and an unreadable body too', async () => {
  const permit = await permitFor();
  expect((await caller.init('txn-never', caller.initBody(permit))).status).toBe(422);
  const response = await fetch(`${sandbox.url}/voice/api/v2/transaction/init/txn-422`, {
    method: 'POST',
    body: '{broken',
    headers: { authorization: `Bearer ${caller.token()}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(422);
});
