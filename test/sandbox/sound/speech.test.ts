/**
 * With a speech server, what it heard is the transcript; the server gets the common multipart form.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPractice, type PracticeCaller, textOf } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz, stillness, wav } from '../../support/sound/sound.ts';

const came: {
  path: string;
  model: unknown;
  format: unknown;
  name: string;
  type: string;
  bytes: Buffer;
}[] = [];
let answer = (count: number) => ({
  status: 200,
  body: JSON.stringify({ text: ` heard ${count} ` }),
});
let server: Server;
let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const file = body.get('file') as File;
    came.push({
      path: `${request.method} ${request.url}`,
      model: body.get('model'),
      format: body.get('response_format'),
      name: file.name,
      type: file.type,
      bytes: Buffer.from(await file.arrayBuffer()),
    });
    const { status, body: text } = answer(came.length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  sandbox = await startSandbox({
    delay: 0,
    speechUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  });
  caller = await callPractice(sandbox);
});
afterAll(async () => {
  await sandbox.stop();
  server.close();
});

const wish = {
  output_format_template: [
    { template_id: 'transcript_template' },
    { template_id: 'clinical_notes_template' },
  ],
};

test('each file goes to the server as it was uploaded, in order, and its words become the transcript', async () => {
  const parts = { 'audio_0001.wav': wav(buzz(1)), 'audio_0002.wav': wav(buzz(2)) };
  await caller.send('txn-heard', parts, wish);
  const result = await caller.result('txn-heard');
  expect(result.status).toBe(200);
  expect(textOf(result, 'transcript_template')).toMatch(
    /^Practice note - invented patient: .+\n\nheard 1\nheard 2\n$/,
  );
  expect(textOf(result, 'clinical_notes_template')).toContain('## Plan');
  expect(came.map(({ bytes: _, ...rest }) => rest)).toEqual(
    Object.keys(parts).map((name) => ({
      path: 'POST /v1/audio/transcriptions',
      model: 'whisper-1',
      format: 'json',
      name,
      type: 'audio/wav',
    })),
  );
  expect(came.map(({ bytes }) => bytes)).toEqual(Object.values(parts));
});

test('silence is not sent to it', async () => {
  const before = came.length;
  await caller.send('txn-silent', { 'a.wav': wav(stillness(2)) }, wish);
  expect((await caller.result('txn-silent')).status).toBe(500);
  expect(came.length).toBe(before);
});

test.each([
  ['refuses', 503, '{}'],
  ['answers nonsense', 200, '{"words":1}'],
])(
  'when it %s, the transcript failed with a reason and the note is there',
  async (what, status, body) => {
    answer = () => ({ status, body });
    const txn = `txn-${what.replace(' ', '-')}`;
    await caller.send(txn, { 'a.wav': wav(buzz(1)) }, wish);
    expect(await caller.result(txn)).toMatchObject({
      status: 206,
      body: {
        data: {
          output: [
            { status: 'failure', errors: [{ code: 'speech_server' }] },
            { status: 'success' },
          ],
        },
      },
    });
  },
);
