/**
 * The session protocol as published: each answer of test/fixtures/platform is accepted by the
 * client, and means what the page says.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { createSessions } from '../../../../../main/infrastructure/platform/transcription/sessions.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import fixtures from '../../../../fixtures/platform/session-protocol.json' with { type: 'json' };
import { createRig } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 20 });
});
afterAll(() => sandbox.kill());

type Answer = { readonly status: number; readonly body: unknown };
type Asked = { readonly method: string; readonly path: string; readonly body: unknown };
const ID = 'txn-published-0000001';
const visit = {
  mode: 'consultation',
  modelType: 'pro',
  templates: ['soap'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
} as const;

/** A client whose calls of the voice API get these answers, in order; the last one stays. */
async function answeredBy(...answers: readonly Answer[]) {
  const real = undiciNet();
  const asked: Asked[] = [];
  const rig = await createRig(sandbox, {
    async net(request) {
      const { pathname } = request.url;
      if (!pathname.startsWith('/voice/') && !pathname.startsWith('/.well-known/'))
        return real(request);
      const given = answers[Math.min(asked.length, answers.length - 1)]!;
      const { body } = request;
      asked.push({
        method: request.method,
        path: pathname,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      });
      return {
        status: given.status,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(given.body)),
      };
    },
  });
  const { client, discovery } = rig.platform;
  const sessions = createSessions({ client, random: { uuid: () => 'u' } });
  return { sessions, discovery, client, asked };
}
const missing: Answer = { status: 404, body: { error: { code: 'session_not_found' } } };
const file = (name = 'audio_0001.wav', contentType = 'audio/wav') => ({
  name,
  contentType,
  bytes: 4,
  async *open() {
    yield new Uint8Array(4);
  },
});
const form = { url: '', folder: `session:${ID}/x`, fields: { session: ID } };
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

/** What the client makes of an answer to this call. */
const clientOf: Record<string, (answer: Answer) => Promise<unknown>> = {
  discovery: async (answer) => (await answeredBy(answer)).discovery.ask(),
  async create(answer) {
    const { sessions } = await answeredBy(missing, answer);
    return (await sessions.presign(ID, visit, {})).fields.session;
  },
  async audio(answer) {
    await (await answeredBy(answer)).sessions.uploadFile(form, file());
    return 'taken';
  },
  end: async (answer) =>
    (await answeredBy(answer)).sessions.init(ID, {
      visit,
      uploadUrl: '',
      folder: '',
      files: ['audio_0001.wav', 'audio_0002.wav'],
      additional: {},
    }),
  read: async (answer) => (await answeredBy(answer)).sessions.status(ID),
  async change(answer) {
    await (await answeredBy(answer)).sessions.cancel(ID);
    return 'changed';
  },
  template: async (answer) => (await answeredBy(answer)).sessions.requestDocument(ID, 'soap'),
};

test.each(
  fixtures.answers.map((one) => [`${one.call} ${one.status} (${one.source})`, one] as const),
)('%s is accepted', async (_name, one) => {
  const result = await clientOf[one.call]!(one);
  if (typeof one.client === 'string') expect(result).toBe(one.client);
  else expect(result).toMatchObject(one.client);
  const { documents } = one.client as { documents?: unknown[] };
  if (documents)
    expect((result as { documents: unknown[] }).documents).toHaveLength(documents.length);
});

test('of a single file any piece is enough, and none is a loss', async () => {
  const endOf = async (body: object) =>
    (await answeredBy({ status: 202, body })).sessions.init(ID, {
      visit,
      uploadUrl: '',
      folder: '',
      files: ['audio_0001.m4a'],
      additional: {},
    });
  expect(await endOf({ audio_files_received: 2, audio_files: ['1.m4a', '2.m4a'] })).toBe(
    'accepted',
  );
  expect(await endOf({ audio_files_received: 0, audio_files: [] })).toBe('dead');
  expect(await endOf({})).toBe('accepted');
});

test('the platform is asked for the session before one is opened, and an open one is taken as it is', async () => {
  const open: Answer = {
    status: 202,
    body: { session_id: ID, status: 'initialized', created_at: '2026-11-22T10:00:00Z' },
  };
  const known = await answeredBy(open);
  expect(await known.sessions.presign(ID, visit, {})).toMatchObject({
    folder: `session:${ID}/2026-11-22T10:00:00Z`,
    alreadyCommitted: false,
  });
  expect(known.asked.map(({ method }) => method)).toEqual(['GET']);
  const fresh = await answeredBy(missing, { status: 201, body: { session_id: ID } });
  await fresh.sessions.presign(ID, visit, {});
  expect(fresh.asked.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('a number that the platform gave to the session is used from then on, and found in the folder again', async () => {
  const { sessions, asked } = await answeredBy(
    missing,
    { status: 201, body: { session_id: 'ses_abc123', created_at: 1 } },
    { status: 200, body: { success: true } },
    { status: 202, body: { audio_files: ['0.wav'] } },
    { status: 202, body: { status: 'processing' } },
  );
  const opened = await sessions.presign(ID, visit, {});
  await sessions.uploadFile(opened, file());
  const { folder } = opened;
  await sessions.init(ID, {
    visit,
    uploadUrl: '',
    folder,
    files: ['audio_0001.wav'],
    additional: {},
  });
  await sessions.status(ID, folder);
  expect(asked.slice(2).map(({ path }) => path)).toEqual([
    '/voice/v1/sessions/ses_abc123/audio/audio_0.wav',
    '/voice/v1/sessions/ses_abc123/end',
    '/voice/v1/sessions/ses_abc123',
  ]);
});

test('an MP3 goes under the one type that published platforms take, and numbers begin at 0', async () => {
  const types: unknown[] = [];
  const real = undiciNet();
  const rig = await createRig(sandbox, {
    async net(request) {
      if (!request.url.pathname.includes('/audio/')) return real(request);
      types.push([request.url.pathname.split('/').at(-1), request.headers?.['content-type']]);
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    },
  });
  const sessions = createSessions({ client: rig.platform.client, random: { uuid: () => 'u' } });
  await sessions.uploadFile(form, file('audio_0012.mp3', 'audio/mpeg'));
  expect(types).toEqual([['audio_11.mp3', 'audio/mp3']]);
  expect(await caught(sessions.uploadFile(form, file('audio_0000.mp3')))).toMatchObject({
    detail: 'file-name',
  });
});

test('one part is a single upload where that is offered; languages are the platform’s own words', async () => {
  const requestOf = async (about: object, inputLanguages: readonly string[] = ['en-IN']) => {
    const { sessions, asked } = await answeredBy(missing, {
      status: 201,
      body: { session_id: ID },
    });
    await sessions.presign(ID, { ...visit, inputLanguages: [...inputLanguages] }, about);
    return asked.at(-1)!.body;
  };
  const offer = { offered: true, languages: ['en', 'en-IN', 'hi'], autoDetection: false };
  expect(await requestOf({ parts: 1, offer })).toMatchObject({
    upload_type: 'single',
    language_hint: ['en-IN'],
  });
  expect(
    await requestOf({ parts: 1, offer: { offered: true, uploadMethods: ['chunked'] } }),
  ).toMatchObject({ upload_type: 'chunked', language_hint: ['en'] });
  expect(await requestOf({ parts: 2, offer }, ['auto_detect'])).toMatchObject({
    upload_type: 'chunked',
    language_hint: ['en', 'en-IN', 'hi'],
  });
  expect(await requestOf({ parts: 2, offer }, ['mr', 'hi'])).toMatchObject({
    language_hint: ['mr', 'hi'],
  });
});

test('a bad token under 403 renews the sign-in; a call that is only for the platform’s own page ends none', async () => {
  const refused = await answeredBy(
    { status: 403, body: { detail: 'invalid_token' } },
    { status: 202, body: { status: 'processing' } },
  );
  expect(await refused.sessions.status(ID)).toMatchObject({ kind: 'working' });
  expect(refused.asked).toHaveLength(2);
  const closed = await answeredBy({ status: 401, body: { detail: 'JWT missing uuid claim' } });
  expect(await caught(closed.sessions.requestDocument(ID, 'soap'))).toMatchObject({
    code: 'refused',
    detail: 'not-offered',
  });
  expect(closed.asked).toHaveLength(1);
  const spoken = await answeredBy({ status: 400, body: { detail: 'no such thing' } });
  expect((await caught(spoken.sessions.cancel(ID))).message).toContain('no such thing');
});

test('the discovery document is looked for at the root where the voice API has none', async () => {
  const document = fixtures.answers[0]!;
  const { discovery, asked } = await answeredBy(missing, document);
  expect(await discovery.ask()).toMatchObject({ offered: true });
  expect(asked.map(({ path }) => path)).toEqual([
    '/voice/v1/.well-known/medscribealliance',
    '/.well-known/medscribealliance',
  ]);
});

test('a further document that is still being written is waited for', async () => {
  const entry = (status: string) => ({
    status: 200,
    body: { status: 'completed', templates: [{ soap: { status, data: 'x', document_id: 'd' } }] },
  });
  const working = await answeredBy(entry('in-progress'));
  expect(await working.sessions.documentStatus(ID, 'd')).toEqual({ kind: 'working' });
  const done = await answeredBy(entry('success'));
  expect(await done.sessions.documentStatus(ID, 'd')).toMatchObject({ kind: 'done' });
});
