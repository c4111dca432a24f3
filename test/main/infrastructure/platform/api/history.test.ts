/**
 * Contract 3.7 and 3.8 at the client: templates, history, single documents, further documents,
 * status changes; every answer over HTTP.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '../../../../../shared/failure.ts';
import { createRig } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
let rig: Awaited<ReturnType<typeof createRig>>;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 250 });
});
afterAll(() => sandbox.kill());
beforeEach(async () => {
  await sandbox.clearFaults();
  rig = await createRig(sandbox, { speed: 20 });
});
/** One visit that is written, for all of these. */
let transactionId = '';
async function written() {
  if (transactionId !== '') return;
  rig.seal('past', [0.7]);
  const outbox = rig.begin();
  ({ transactionId } = await rig.until('past', ({ state }) => state === 'ready'));
  await outbox.stop();
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

test('templates: the given ones stand, one’s own is made, changed, offered in the pickers, and removed', async () => {
  const { templates, transcription } = rig.platform;
  expect((await templates.list()).map(({ id, given }) => [id, given])).toEqual([
    ['clinical_notes_template', true],
    ['eka_emr_template', true],
    ['transcript_template', true],
  ]);
  const id = await templates.create({
    title: 'Referral',
    description: 'to cardiology',
    sections: ['a', 'b'],
  });
  expect((await templates.list()).at(-1)).toEqual({
    id,
    title: 'Referral',
    description: 'to cardiology',
    sections: ['a', 'b'],
    given: false,
  });
  await templates.change(id, { title: 'Letter', description: '', sections: ['c'] });
  expect((await templates.list()).at(-1)).toEqual({
    id,
    title: 'Letter',
    description: '',
    sections: ['c'],
    given: false,
  });
  expect((await transcription.config()).templates).toContainEqual({ id, name: 'Letter' });
  await templates.remove(id);
  await templates.remove(id);
  expect(await templates.list()).toHaveLength(3);
  expect(
    await caught(templates.change(id, { title: 'x', description: '', sections: [] })),
  ).toMatchObject({ code: 'missing', detail: 'not-found' });
  expect(await caught(templates.remove('eka_emr_template'))).toMatchObject({
    code: 'refused',
    detail: 'request-refused',
  });
  expect(
    await caught(
      templates.change('eka_emr_template', { title: 'x', description: '', sections: [] }),
    ),
  ).toMatchObject({ code: 'refused' });
  await sandbox.faults({
    do: 'status',
    path: '/voice/api/v1/template',
    method: 'POST',
    status: 422,
    body: { detail: [{ loc: ['body', 'title'], msg: 'too long', type: 'value_error' }] },
  });
  expect(
    await caught(templates.create({ title: 'x', description: '', sections: [] })),
  ).toMatchObject({ code: 'invalid', message: expect.stringContaining('too long') });
});

test('templates: an answer that was lost is not made twice; a busy platform is asked again', async () => {
  const { templates } = rig.platform;
  await sandbox.faults({
    do: 'cut',
    path: '/voice/api/v1/template',
    method: 'POST',
    when: 'after',
  });
  expect(
    await caught(templates.create({ title: 'Once', description: '', sections: [] })),
  ).toMatchObject({ code: 'offline', detail: 'unclear' });
  const made = (await templates.list()).filter(({ given }) => !given);
  expect(made).toHaveLength(1);
  await sandbox.faults({ do: 'status', path: '/voice/api/v1/template/*', status: 503, count: 2 });
  await templates.remove(made[0]!.id);
});

test('history: nothing at first, then newest first with times and words, and one by its id', async () => {
  expect(await rig.platform.history.list(10), 'a 404 is an empty history').toEqual([]);
  await written();
  const [first] = await rig.platform.history.list(5);
  expect(first).toEqual({
    transactionId,
    createdAt: expect.any(Number),
    mode: 'consultation',
    processing: 'success',
    userStatus: 'commit',
  });
  expect(await rig.platform.history.transaction(transactionId)).toEqual(first);
  expect(await caught(rig.platform.history.transaction('txn-nobody-knows'))).toMatchObject({
    code: 'missing',
  });
  await sandbox.faults({
    do: 'status',
    path: '/voice/api/v2/transaction/history',
    status: 400,
    body: {
      status: 'failed',
      error: { code: 'invalid_request', message: 'the token names no user' },
    },
  });
  expect(await caught(rig.platform.history.list(5))).toMatchObject({ code: 'invalid' });
});

test('a document by its id: its text comes from the address that is named for it, without our token', async () => {
  await written();
  const { documents } = await rig.platform.transcription.sessionDetails(transactionId);
  expect(documents[0]).toMatchObject({
    id: expect.any(String),
    templateId: 'clinical_notes_template',
    status: 'success',
  });
  const id = documents[0]!.id;
  expect(await rig.platform.history.document(id)).toMatchObject({
    documentId: id,
    kind: 'markdown',
    status: 'success',
    text: expect.stringContaining('##'),
  });
  expect(await caught(rig.platform.history.document('doc-nobody-knows'))).toMatchObject({
    code: 'missing',
  });
  await sandbox.faults({ do: 'status', path: '/practice-documents/*', status: 403 });
  expect(await caught(rig.platform.history.document(id))).toMatchObject({ code: 'missing' });
  await sandbox.faults({
    do: 'status',
    path: '/voice/api/v1/documents/*',
    status: 200,
    body: {
      status: 'success',
      data: {
        document_id: id,
        status: 'success',
        template_id: 'x',
        presigned_url: 'http://evil.example/x',
      },
    },
  });
  expect(await caught(rig.platform.history.document(id))).toMatchObject({
    detail: 'address-insecure',
  });
});

test('one more document: asked for, in progress, there; and it is removed again', async () => {
  await written();
  const { transcription, history } = rig.platform;
  const id = await transcription.requestDocument(transactionId, 'eka_emr_template', 'en-IN');
  expect(await caught(history.document(id))).toMatchObject({
    code: 'busy',
    detail: 'document-not-ready',
  });
  let said = await transcription.documentStatus(transactionId, id);
  while (said.kind === 'working') said = await transcription.documentStatus(transactionId, id);
  expect(said).toMatchObject({
    kind: 'done',
    document: { documentId: id, templateId: 'eka_emr_template', kind: 'emr' },
  });
  expect(await transcription.documentStatus(transactionId, 'doc-nobody-knows')).toEqual({
    kind: 'missing',
  });
  expect(await transcription.documentStatus('txn-nobody-knows', id)).toEqual({ kind: 'missing' });
  expect(
    await caught(transcription.requestDocument(transactionId, 'no_such_template', 'en-IN')),
  ).toMatchObject({ code: 'missing', detail: 'not-found' });
  expect(
    await caught(transcription.requestDocument(transactionId, 'eka_emr_template', 'xx')),
  ).toMatchObject({ code: 'invalid' });
  await history.removeDocument(id);
  await history.removeDocument(id);
  await history.removeDocument('doc-nobody-knows');
  expect(await caught(history.document(id))).toMatchObject({ code: 'missing' });
});

test('user status: what may follow what, over HTTP; cancelling is final, and comes too late after commit', async () => {
  await written();
  const { transcription } = rig.platform;
  const open = async (id: string) => {
    await transcription.presign(id, {
      mode: 'dictation',
      modelType: 'lite',
      templates: [],
      inputLanguages: [],
      outputLanguage: 'en-IN',
      codify: false,
    });
    return id;
  };
  const id = await open('txn-status-one');
  await transcription.setStatus(id, { user: 'recording_started' });
  await transcription.setStatus(id, { user: 'recording_started' });
  expect(await caught(transcription.setStatus(id, { user: 'init' }))).toMatchObject({
    detail: 'conflict',
  });
  await transcription.setStatus(id, { user: 'stopped' });
  await transcription.cancel(id);
  await transcription.cancel(id);
  expect(await caught(transcription.setStatus(id, { user: 'recording_started' }))).toMatchObject({
    detail: 'conflict',
  });
  expect(await caught(transcription.cancel(transactionId))).toMatchObject({ detail: 'conflict' });
  expect(await caught(transcription.cancel('txn-nobody-knows'))).toMatchObject({
    detail: 'not-found',
  });
});

test('archiving: out of the history, twice is once, and another’s is refused in words', async () => {
  await written();
  await rig.platform.history.archive(transactionId);
  await rig.platform.history.archive(transactionId);
  expect((await rig.platform.history.list(5)).map((past) => past.transactionId)).not.toContain(
    transactionId,
  );
  await rig.platform.history.archive('txn-nobody-knows');
  const theirs = await createRig({ ...sandbox, ...(await sandbox.addClient()) });
  expect(await caught(theirs.platform.history.archive(transactionId))).toMatchObject({
    code: 'refused',
    detail: 'not-owner',
  });
});
