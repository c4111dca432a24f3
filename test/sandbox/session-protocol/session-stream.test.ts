/** A session whose audio comes as one stream, by a WebSocket client of others. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
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
async function create(upload_type = 'stream') {
  const id = `stream-number-${String(++count).padStart(4, '0')}`;
  const { status, body } = await ask('POST', SESSIONS, {
    upload_type,
    session_id: id,
    templates: ['clinical_notes_template'],
  });
  expect(status).toBe(201);
  return { id, url: body.upload_url as string };
}
const end = (id: string) => ask('POST', `${SESSIONS}/${id}/end`, {});
/** Resolves with the status that refused it, or the open socket. */
const connect = (url: string, token: string | undefined = caller.token()) =>
  new Promise<WebSocket | number>((done, fail) => {
    const socket = new WebSocket(url, {
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    });
    socket
      .once('open', () => done(socket))
      .once('unexpected-response', (request, { statusCode }) => {
        request.destroy();
        done(statusCode ?? 0);
      })
      .on('error', fail);
  });
async function open(url: string): Promise<WebSocket> {
  const socket = await connect(url);
  if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
  return socket;
}
const closed = (socket: WebSocket) =>
  new Promise<number>((done) => {
    socket.once('close', done);
  });
const sound = tone(1.5).subarray(44);
const filesOf = async (id: string) =>
  (await sandbox.transaction(id))!.files.map(({ name, bytes }) => [name, bytes]);

test('binary frames: the samples are one file, ended once, and the note is there', async () => {
  const { id, url } = await create();
  expect(url).toBe(`${sandbox.url.replace('http', 'ws')}${SESSIONS}/${id}/audio`);
  const socket = await open(url);
  for (let at = 0; at < sound.length; at += 9999) socket.send(sound.subarray(at, at + 9999));
  socket.close(1000);
  expect(await closed(socket)).toBe(1000);
  await expect.poll(() => filesOf(id)).toEqual([['0.wav', sound.length + 44]]);
  expect(await end(id)).toMatchObject({
    status: 202,
    body: { audio_files_received: 1, audio_files: ['0.wav'] },
  });
  await expect
    .poll(async () => (await ask('GET', `${SESSIONS}/${id}`)).status, { timeout: 10_000 })
    .toBe(200);
});

test('JSON frames: start, media and stop; the sound is the same', async () => {
  const { id, url } = await create();
  const socket = await open(url);
  socket.send(JSON.stringify({ event: 'start', start: { sample_rate: 16000 } }));
  const half = sound.length / 2;
  const text = (from: number, to: number) => sound.subarray(from, to).toString('base64');
  socket.send(JSON.stringify({ event: 'media', media: { payload: text(0, half) } }));
  socket.send(JSON.stringify({ type: 'media', payload: text(half, sound.length) }));
  socket.send(JSON.stringify({ event: 'stop' }));
  await closed(socket);
  await expect.poll(() => filesOf(id)).toEqual([['0.wav', sound.length + 44]]);
});

test('what is open is closed by the end, and what came until then counts', async () => {
  const { id, url } = await create();
  const socket = await open(url);
  const over = closed(socket);
  await new Promise((done) => socket.send(sound, done));
  await expect.poll(async () => (await end(id)).body.audio_files_received).toBe(1);
  await over;
  await expect.poll(() => filesOf(id)).toEqual([['0.wav', sound.length + 44]]);
});

test('refused: without a sign-in, a session of files, an ended one, a second connection, and frames that are none', async () => {
  const { id, url } = await create();
  expect(await connect(url, '')).toBe(401);
  expect(await connect(url, 'nobody')).toBe(401);
  const files = await create('chunked');
  expect(await connect(`${url.slice(0, url.indexOf('/stream-'))}/${files.id}/audio`)).toBe(400);
  expect(await connect(url.replace(id, 'stream-number-none'))).toBe(404);
  const socket = await open(url);
  expect(await connect(url)).toBe(409);
  socket.send('no JSON');
  expect(await closed(socket)).toBe(1003);
  // Nothing came: there is nothing to end.
  expect((await end(id)).status).toBe(400);
  const again = await open(url);
  again.send(sound);
  again.close();
  await closed(again);
  expect((await end(id)).status).toBe(202);
  expect(await connect(url)).toBe(400);
  // The address itself still tells of the copy of the sound.
  expect((await ask('GET', `${SESSIONS}/${id}/audio`)).status).not.toBe(101);
});
