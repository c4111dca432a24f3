import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import {
  type UploadForm,
  uploadFile,
} from '../../../../../main/infrastructure/platform/transcription/upload.ts';
import type { NetRequest } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';

/** A sign-in that is never renewed here: for that see renewed-upload.test.ts. */
const tokens = { held: () => 'token', renew: async () => 'token', refused() {} };

async function store(status = 204, body = '') {
  const seen: {
    headers: IncomingMessage['headers'];
    bytes: number;
    sha256: string;
    head: string;
  }[] = [];
  const server = createServer((request, response) => void take(request, response).catch(() => {}));
  async function take(request: IncomingMessage, response: ServerResponse) {
    const digest = createHash('sha256');
    let bytes = 0;
    let head = Buffer.alloc(0);
    for await (const piece of request as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (head.length < 4096) head = Buffer.concat([head, piece]).subarray(0, 4096);
      digest.update(piece);
    }
    seen.push({
      headers: request.headers,
      bytes,
      sha256: digest.digest('hex'),
      head: head.toString('latin1'),
    });
    response.writeHead(status).end(body);
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const deps = {
    net: undiciNet(),
    clock: nodeClock,
    random: nodeRandom,
    tokens,
    baseUrl: () => url,
  };
  const form: UploadForm = {
    url,
    folder: 'b-1/txn/',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the store's own placeholder (contract 3.1)
    fields: { key: 'b-1/txn/${filename}', policy: 'p==', 'x-amz-meta-mode': 'dictation' },
  };
  return { deps, form, seen };
}
async function* pieces(count: number, size: number) {
  // A new one each time: the network takes their memory back.
  for (let i = 0; i < count; i++) yield Buffer.alloc(size, 7);
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

test('the fields come in their order with our key, the file last, the length said, and no sign-in', async () => {
  const { deps, form, seen } = await store();
  await uploadFile(deps, form, {
    name: 'audio_0001.mp3',
    contentType: 'audio/mpeg',
    bytes: 10,
    open: () => pieces(2, 5),
  });
  const [{ headers, head, bytes }] = seen as [(typeof seen)[0]];
  expect(headers.authorization).toBeUndefined();
  expect(Number(headers['content-length'])).toBe(bytes);
  expect(
    [
      ...head.matchAll(
        /name="([^"]+)"(?:; filename="([^"]+)")?(?:\r\ncontent-type: (\S+))?\r\n\r\n([^\r]*)/g,
      ),
    ].map((found) => found.slice(1)),
  ).toEqual([
    ['key', undefined, undefined, 'b-1/txn/audio_0001.mp3'],
    ['policy', undefined, undefined, 'p=='],
    ['x-amz-meta-mode', undefined, undefined, 'dictation'],
    ['file', 'audio_0001.mp3', 'audio/mpeg', '\x07'.repeat(10)],
  ]);
});

test.each([
  [200, 'ok'],
  [201, 'ok'],
  [403, 'upload-expired'],
  [400, 'upload-refused'],
  [413, 'upload-refused'],
  [503, 'platform-busy'],
  [302, 'not-the-platform'],
])('%i is %s', async (status, outcome) => {
  const { deps, form } = await store(status, '<Error/>');
  const sent = uploadFile(deps, form, {
    name: 'a.wav',
    contentType: 'audio/wav',
    bytes: 5,
    open: () => pieces(1, 5),
  });
  if (outcome === 'ok') await sent;
  else expect(await caught(sent)).toMatchObject({ detail: outcome });
});

test('a stream that is shorter or longer than said is never taken for the whole', async () => {
  const { deps, form, seen } = await store();
  for (const count of [1, 3])
    expect(
      await caught(
        uploadFile(deps, form, {
          name: 'a.wav',
          contentType: 'audio/wav',
          bytes: 10,
          open: () => pieces(count, 5),
        }),
      ),
    ).toMatchObject({ code: 'broken', detail: 'part-changed' });
  expect(seen).toEqual([]);
});

test('what the source throws comes out as it is', async () => {
  const { deps, form } = await store();
  async function* locked(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(5);
    throw new Failure('locked', 'no key', { detail: 'key-missing' });
  }
  expect(
    await caught(
      uploadFile(deps, form, {
        name: 'a.wav',
        contentType: 'audio/wav',
        bytes: 10,
        open: () => locked(),
      }),
    ),
  ).toMatchObject({ code: 'locked', detail: 'key-missing' });
});

test.each([
  'http://store.example.com/',
  'ftp://127.0.0.1/',
  'https://user:pw@store.example.com/',
  'http://127.0.0.1.evil.example/',
  'nonsense',
])('nothing is sent to %s', async (url) => {
  const sent: NetRequest[] = [];
  const deps = {
    async net(request: NetRequest) {
      sent.push(request);
      return { status: 204, headers: {}, body: Buffer.alloc(0) };
    },
    clock: nodeClock,
    random: nodeRandom,
    baseUrl: () => 'https://api.example.com',
    tokens,
  };
  await caught(
    uploadFile(
      deps,
      { url, folder: 'f/', fields: {} },
      { name: 'a.wav', contentType: 'audio/wav', bytes: 5, open: () => pieces(1, 5) },
    ),
  );
  expect(sent).toEqual([]);
});

test('a platform on the internet cannot point an upload at this machine', async () => {
  const { deps, form, seen } = await store();
  expect(
    await caught(
      uploadFile({ ...deps, baseUrl: () => 'https://api.example.com' }, form, {
        name: 'a.wav',
        contentType: 'audio/wav',
        bytes: 5,
        open: () => pieces(1, 5),
      }),
    ),
  ).toMatchObject({ detail: 'upload-address-refused' });
  expect(seen).toEqual([]);
});

test('field names of the platform cannot smuggle headers into the form', async () => {
  const { deps, form, seen } = await store();
  await uploadFile(
    deps,
    { ...form, fields: { 'a"\r\nx-evil: 1': 'v' } },
    { name: 'a.wav', contentType: 'audio/wav', bytes: 5, open: () => pieces(1, 5) },
  );
  expect(seen[0]!.head).not.toMatch(/^x-evil/m);
});

test('200 MB go through without being held', async () => {
  const { deps, form, seen } = await store();
  const before = process.memoryUsage().rss;
  let most = 0;
  async function* watched() {
    for await (const piece of pieces(800, 262_144)) {
      most = Math.max(most, process.memoryUsage().rss);
      yield piece;
    }
  }
  await uploadFile(deps, form, {
    name: 'a.wav',
    contentType: 'audio/wav',
    bytes: 800 * 262_144,
    open: () => watched(),
  });
  expect(seen[0]!.bytes).toBeGreaterThan(800 * 262_144);
  expect((most - before) / 1e6).toBeLessThan(120);
});
