/**
 * Contract 3.7 and 3.8: sessions, user status, archive, history, documents, templates, settings.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configAnswer } from '../../../shared/wire/transcription.ts';
import { callPractice, type PracticeCaller } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz, wav } from '../../support/sound/sound.ts';

const sound = { 'audio_0001.wav': wav(buzz(1)) };
const TRANSACTION = '/voice/api/v2/transaction';
let sandbox: RunningSandbox;
let caller: PracticeCaller;
let stranger: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 100 });
  caller = await callPractice(sandbox);
  stranger = await callPractice(sandbox, await sandbox.addClient());
});
afterAll(() => sandbox.stop());

const patch = (txn: string, body: unknown) => caller.mine('PATCH', `${TRANSACTION}/${txn}`, body);
const session = (txn: string, query = '') =>
  caller.mine('GET', `/voice/api/v1/sessions/${txn}${query}`);
/** The vaded flow leaves a transaction in `init`, so that its user status can be walked. */
const begin = (txn: string) => caller.send(txn, sound, { transfer: 'vaded' });

test('a session is 202 while documents are written and 200 after, with the same document ids', async () => {
  // Long enough to be seen at work on a busy computer.
  await sandbox.faults({ do: 'slow', ms: 3000 });
  await caller.send('txn-session', sound, {
    output_format_template: [{ template_id: 'eka_emr_template' }],
  });
  const working = await session('txn-session');
  expect(working).toMatchObject({
    status: 202,
    body: {
      data: {
        session_id: 'txn-session',
        user_status: 'commit',
        status: 'processed',
        documents: [{ status: 'in-progress' }],
      },
    },
  });
  await caller.result('txn-session');
  const done = await session('txn-session');
  expect(done).toMatchObject({
    status: 200,
    body: {
      data: {
        documents: [
          {
            document_id: working.body.data.documents[0].document_id,
            status: 'success',
            presigned_url: null,
          },
        ],
      },
    },
  });
  expect((await stranger.mine('GET', '/voice/api/v1/sessions/txn-session')).status).toBe(404);
  expect((await session('txn-none')).status).toBe(404);
});

test('a document can be fetched for an hour by its address, without a token', async () => {
  await caller.send('txn-address', sound);
  await caller.result('txn-address');
  const [document] = (await session('txn-address', '?presigned=true')).body.data.documents;
  const response = await fetch(document.presigned_url);
  expect(await response.text()).toContain('## Plan');
  expect((await fetch(`${document.presigned_url}0`)).status).toBe(403);
  await sandbox.skew(3_700_000);
  expect((await fetch(document.presigned_url)).status).toBe(403);
  await sandbox.skew(0);
});

test('a document is shown, archived as often as one likes, and then gone', async () => {
  await caller.send('txn-document', sound);
  await caller.result('txn-document');
  const path = '/voice/api/v1/documents/doc-practice-txn-document-1';
  expect(await caller.mine('GET', path)).toMatchObject({
    status: 200,
    body: { data: { template_id: 'clinical_notes_template', presigned_url: expect.any(String) } },
  });
  expect((await stranger.mine('GET', path)).status).toBe(404);
  for (let times = 0; times < 2; times += 1)
    expect((await caller.mine('DELETE', path)).status).toBe(200);
  expect((await caller.mine('GET', path)).status).toBe(404);
  expect((await caller.mine('DELETE', '/voice/api/v1/documents/doc-none')).status).toBe(404);
});

const walks: [string[], string, number][] = [
  [[], 'recording_started', 200],
  [[], 'init', 200],
  [[], 'commit', 200],
  [[], 'stopped', 200],
  [[], 'cancelled', 200],
  [['recording_started'], 'commit', 200],
  [['recording_started'], 'stopped', 200],
  [['recording_started'], 'cancelled', 200],
  [['recording_started'], 'init', 409],
  [['stopped'], 'commit', 200],
  [['stopped'], 'cancelled', 200],
  [['stopped'], 'recording_started', 409],
  [['commit'], 'commit', 200],
  [['commit'], 'cancelled', 409],
  [['commit'], 'stopped', 409],
  [['cancelled'], 'cancelled', 200],
  [['cancelled'], 'commit', 409],
];
test.each(walks)('user status: after %j, %s is %i', async (before, to, status) => {
  const txn = `txn-walk-${[...before, to, status].join('-')}`;
  await begin(txn);
  for (const one of before) expect((await patch(txn, { user_status: one })).status).toBe(200);
  const answer = await patch(txn, { user_status: to });
  expect(answer.status).toBe(status);
  if (status === 409) expect(answer.body.error.code).toBe('txn_status_mismatch');
});

test('a change keeps details, refuses strangers, and does not know what is not there', async () => {
  await begin('txn-details');
  expect(
    await patch('txn-details', {
      patient_details: { oid: 'p-1' },
      additional_data: { visit: 'v' },
    }),
  ).toMatchObject({ body: { status: 'success', data: {} } });
  expect(await session('txn-details')).toMatchObject({
    body: { data: { patient_details: { oid: 'p-1' }, additional_data: { visit: 'v' } } },
  });
  expect((await patch('txn-none', {})).status).toBe(404);
  expect((await stranger.mine('PATCH', `${TRANSACTION}/txn-details`, {})).status).toBe(404);
  expect(await caller.mine('GET', `${TRANSACTION}/txn-details`)).toMatchObject({
    status: 200,
    body: { data: { txn_id: 'txn-details', user_status: 'init' } },
  });
});

test('a change that cannot be read is refused as the contract refuses a change', async () => {
  await begin('txn-unreadable');
  for (const body of [{ user_status: 'asleep' }, { mode: 7 }, [], 'text'])
    expect(await patch('txn-unreadable', body)).toMatchObject({
      status: 409,
      body: { status: 'failed', error: { code: 'invalid_request' }, txn_id: 'txn-unreadable' },
    });
});

test('a cancelled transaction is over: no result, no second init', async () => {
  await begin('txn-cancel');
  expect(
    (await patch('txn-cancel', { user_status: 'cancelled', processing_status: 'cancelled' }))
      .status,
  ).toBe(200);
  expect((await caller.status('txn-cancel')).status).toBe(500);
  expect((await caller.init('txn-cancel', {})).status).toBe(409);
});

test('the vaded flow: stop, then commit with the files, gives the result; commit knows what is missing', async () => {
  await begin('txn-vaded');
  expect((await caller.status('txn-vaded')).status).toBe(202);
  const post = (word: string, body: unknown = {}) =>
    caller.mine('POST', `${TRANSACTION}/${word}/txn-vaded`, body);
  expect((await post('stop')).status).toBe(200);
  expect((await post('commit', { audio_files: ['not-there.wav'] })).status).toBe(409);
  expect(await post('commit', { audio_files: ['audio_0001.wav'] })).toMatchObject({
    status: 200,
    body: { status: 'success', txn_id: 'txn-vaded' },
  });
  expect((await caller.result('txn-vaded')).status).toBe(200);
  expect((await post('stop')).status).toBe(409);
  expect((await caller.mine('POST', `${TRANSACTION}/commit/txn-none`, {})).status).toBe(404);
});

test('history is newest first, and leaves out what is archived or cancelled', async () => {
  const own = await callPractice(sandbox, await sandbox.addClient());
  const history = (query = '') => own.mine('GET', `${TRANSACTION}/history${query}`);
  expect(await history()).toMatchObject({
    status: 404,
    body: { status: 'failed', error: expect.any(String) },
  });
  for (const txn of ['h-1', 'h-2', 'h-3', 'h-4']) await own.send(txn, sound, { transfer: 'vaded' });
  await own.mine('PATCH', `${TRANSACTION}/h-1`, { patient_details: { oid: 'p-1' } });
  await own.mine('PATCH', `${TRANSACTION}/h-4`, { user_status: 'cancelled' });
  expect((await own.mine('DELETE', `${TRANSACTION}/h-3`)).status).toBe(200);
  expect((await history()).body).toMatchObject({
    retrieved_count: 2,
    data: [{ txn_id: 'h-2' }, { txn_id: 'h-1', oid: 'p-1' }],
  });
  expect((await history('?count=1')).body.data).toHaveLength(1);
  expect((await history('?oid=p-1')).body.data).toMatchObject([{ txn_id: 'h-1' }]);
  const nobody = await sandbox.tokenWithout('uuid');
  expect(
    (
      await caller.call('GET', `${TRANSACTION}/history`, {
        headers: { authorization: `Bearer ${nobody}` },
      })
    ).status,
  ).toBe(400);
});

test('archiving is for the owner only', async () => {
  await begin('txn-archive');
  expect((await stranger.mine('DELETE', `${TRANSACTION}/txn-archive`)).status).toBe(400);
  expect((await caller.mine('DELETE', `${TRANSACTION}/txn-archive`)).status).toBe(200);
  expect((await caller.status('txn-archive')).status).toBe(400);
  expect((await caller.mine('DELETE', `${TRANSACTION}/txn-none`)).status).toBe(404);
});

test('templates: made, listed, changed, deleted; the given three stay as they are', async () => {
  const PATH = '/voice/api/v1/template';
  expect((await caller.mine('POST', PATH, { title: 'x' })).status).toBe(422);
  const made = await caller.mine('POST', PATH, {
    title: 'Follow-up',
    desc: '## Plan',
    section_ids: [],
  });
  expect(made.status).toBe(201);
  const own = `${PATH}/${made.body.template_id}`;
  expect((await caller.mine('GET', PATH)).body.items).toMatchObject([
    { id: 'clinical_notes_template', default: true },
    { id: 'eka_emr_template' },
    { id: 'transcript_template' },
    { title: 'Follow-up', default: false },
  ]);
  expect((await stranger.mine('GET', PATH)).body.items).toHaveLength(3);
  expect((await caller.mine('PATCH', own, { title: 'New' })).status).toBe(200);
  expect((await caller.mine('GET', '/voice/api/v2/config/')).body.data.my_templates).toEqual([
    { id: made.body.template_id, name: 'New' },
  ]);
  expect((await stranger.mine('PATCH', own, { title: 'Mine' })).status).toBe(404);
  expect((await caller.mine('DELETE', `${PATH}/transcript_template`)).status).toBe(403);
  expect((await caller.mine('PATCH', `${PATH}/transcript_template`, {})).status).toBe(403);
  expect((await caller.mine('DELETE', own)).status).toBe(200);
  expect((await caller.mine('DELETE', own)).status).toBe(404);
});

test('the settings offer eleven languages, three templates, limits of two, and the practice consultations', async () => {
  const { data } = configAnswer.parse((await caller.mine('GET', '/voice/api/v2/config/')).body);
  expect(data.supported_languages.map(({ id }) => id)).toEqual([
    'en-IN',
    'en-US',
    'hi',
    'gu',
    'kn',
    'ml',
    'ta',
    'te',
    'bn',
    'mr',
    'pa',
  ]);
  expect(data.supported_output_formats.map(({ id }) => id)).toEqual([
    'clinical_notes_template',
    'eka_emr_template',
    'transcript_template',
  ]);
  expect(data.max_selection).toEqual({ supported_languages: 2, supported_output_formats: 2 });
  expect(data.practice_consultations.length).toBeGreaterThanOrEqual(8);
});
