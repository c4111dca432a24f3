/**
 * P19: hostile ids, forms and redirects. Each request goes only where it is meant to, and takes the
 * token nowhere else.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { undiciNet } from '../../main/hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { segment } from '../../main/infrastructure/platform/client/address.ts';
import { createClient } from '../../main/infrastructure/platform/client/client.ts';
import type { Tokens } from '../../main/infrastructure/platform/client/tokens.ts';
import { createTranscription } from '../../main/infrastructure/platform/transcription/transcription.ts';
import {
  type UploadForm,
  uploadFile,
} from '../../main/infrastructure/platform/transcription/upload.ts';
import type { Net, NetRequest } from '../../main/infrastructure/ports.ts';
import { Failure } from '../../shared/failure.ts';
import { hostileIds, neverAddresses, neverGiven } from './support/hostile/hostile-addresses.ts';
import { base, p19 } from './support/promises/p19.ts';

const tokens = {
  current: async () => 'access-token-1',
  held: () => 'access-token-1',
} as unknown as Tokens;

/** A platform that answers the same to everything; what it was asked is kept. */
function recorded(body: unknown, status = 200) {
  const asked: NetRequest[] = [];
  const answering: Net = async (request) => {
    const bytes: Uint8Array[] = [];
    if (request.body && typeof request.body === 'object' && !(request.body instanceof Uint8Array))
      for await (const part of request.body) bytes.push(part);
    asked.push(bytes.length ? { ...request, body: Buffer.concat(bytes) } : request);
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  };
  const deps = { net: answering, clock: nodeClock, random: nodeRandom };
  const address = () => ({ baseUrl: base, brand: 'svc', clientId: 'client-1' });
  const client = createClient({
    ...deps,
    address,
    tokens,
  });
  const upload = { ...deps, tokens, baseUrl: () => base };
  return {
    asked,
    client,
    upload,
    transcription: createTranscription({
      client,
      address,
      upload: (form, file) => uploadFile(upload, form, file),
    }),
  };
}
const visit = {
  mode: 'dictation',
  modelType: 'pro',
  templates: ['x'],
  inputLanguages: ['hi'],
  outputLanguage: 'hi',
  codify: false,
} as const;

test.each(hostileIds)('the id %j stays one step of the path, or is not sent at all', async (id) => {
  const { asked, transcription } = recorded({ data: { output: [] } });
  const form: UploadForm = { url: `${base}/up/`, folder: 'f/', fields: {} };
  const calls: (() => Promise<unknown>)[] = [
    () => transcription.status(id),
    () => transcription.sessionDetails(id),
    () => transcription.cancel(id),
    () =>
      transcription.init(id, {
        visit,
        uploadUrl: form.url,
        folder: form.folder,
        files: ['a'],
        additional: {},
      }),
  ];
  for (const call of calls) {
    await call().catch((error: unknown) => expect(error).toBeInstanceOf(Failure));
    p19.ran();
  }
  expect([0, 4]).toContain(asked.length);
  for (const [index, { url }] of asked.entries()) {
    const steps = [
      '/voice/api/v3/status/',
      '/voice/api/v1/sessions/',
      '/voice/api/v2/transaction/',
      '/voice/api/v2/transaction/init/',
    ];
    expect([url.origin, url.hash, url.search]).toEqual([
      base,
      '',
      index === 1 ? '?presigned=false' : '',
    ]);
    expect(url.pathname.startsWith(steps[index]!)).toBe(true);
    expect(decodeURIComponent(url.pathname.slice(steps[index]!.length))).toBe(id);
    expect(url.pathname.slice(steps[index]!.length)).not.toContain('/');
  }
  const presigning = recorded({
    uploadData: { url: `${base}/up/`, fields: {} },
    folderPath: 'f/',
    txn_id: id,
  });
  await presigning.transcription.presign(id, visit).catch(() => {});
  for (const { url } of presigning.asked)
    expect([url.origin, url.pathname, [...url.searchParams.keys()]]).toEqual([
      base,
      '/v1/file-upload',
      ['txn_id', 'action'],
    ]);
});

test.each(['..', '.', '', '\ud800'])('%j cannot stand in a path', (id) =>
  expect(() => segment(id)).toThrow(Failure),
);

test('a path that would leave the platform is not asked, and the token stays here', async () => {
  for (const path of [
    '.evil.example/x',
    '@evil.example/x',
    ':80@evil.example',
    'x',
    '',
    '\\\\evil.example',
    '?x',
    '#x',
  ]) {
    const { asked, client } = recorded({});
    await expect(client.send({ method: 'GET', path }), path).rejects.toBeInstanceOf(Failure);
    expect(asked).toEqual([]);
    p19.ran();
  }
  const { asked, client } = recorded({});
  await client.send({ method: 'GET', path: '//evil.example/x' });
  expect(asked[0]!.url.origin).toBe(base);
});

async function* once(text: string) {
  yield Buffer.from(text);
}
const wav = { name: 'audio_0001.wav', contentType: 'audio/wav', bytes: 5 };
/** The parts of a form as its reader would see them: by the boundary that stands in the header. */
function partsOf({ headers = {}, body }: NetRequest): string[] {
  const boundary = /boundary=(.+)$/.exec(headers['content-type']!)![1]!;
  return Buffer.from(body as Uint8Array)
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1);
}

const hostileForms: readonly (readonly [string, Partial<UploadForm>])[] = [
  [
    'fields that are headers of ours',
    { fields: { Authorization: 'x', authorization: 'y', cookie: 'z', 'x-amz-signature': 's' } },
  ],
  [
    'a field that ends its own header',
    {
      fields: {
        'a"\r\ncontent-type: text/html\r\n\r\n<script>': 'v',
        'b"; filename="evil.html': 'w',
      },
    },
  ],
  [
    'a value that looks like a boundary',
    {
      fields: {
        a: '\r\n--scriba-000000000000000000000000000000000000\r\ncontent-disposition: form-data; name="key"\r\n\r\nevil',
        b: '\r\n----\r\n',
      },
    },
  ],
  [
    'a file field of its own, and a second key',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of the object store's form
    { fields: { file: 'evil', key: 'evil/${filename}', Key: 'evil' } },
  ],
  [
    'prototype names',
    {
      fields: JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}') as Record<
        string,
        string
      >,
    },
  ],
  ['a folder that climbs', { folder: '../../../' }],
  ['a folder that is an address', { folder: 'https://evil.example/' }],
  ['a folder with line ends', { folder: 'a\r\n\r\nb/' }],
];
test.each(hostileForms)(
  '%s: the upload says no more than it must, and never who we are',
  async (_name, more) => {
    const { asked, upload } = recorded({}, 204);
    const form: UploadForm = {
      url: 'https://store.example/',
      folder: 'f/',
      fields: { policy: 'p' },
      ...more,
    };
    await uploadFile(upload, form, { ...wav, open: () => once('audio') });
    const [request] = asked as [NetRequest];
    expect(Object.keys(request.headers!).sort()).toEqual(['content-length', 'content-type']);
    expect(Buffer.from(request.body as Uint8Array).toString('latin1')).not.toMatch(
      /access-token-1|client-1/,
    );
    const parts = partsOf(request);
    expect(parts).toHaveLength(new Set([...Object.keys(form.fields), 'key']).size + 1);
    // The parts' own headers are one line, but for the file's two; nothing a platform says can add
    // one.
    expect(parts.map((part) => part.split('\r\n\r\n')[0]!.trim().split('\r\n').length)).toEqual([
      ...parts.slice(1).map(() => 1),
      2,
    ]);
    expect(parts.at(-1)).toContain('name="file"; filename="audio_0001.wav"');
    expect(
      parts.filter((part) => part.startsWith('\r\ncontent-disposition: form-data; name="key"\r\n')),
    ).toHaveLength(1);
    expect(request.url.href).toBe('https://store.example/');
    p19.ran();
  },
);

test.each([
  '../x.wav',
  '..',
  '.',
  'a/b.wav',
  'a\\b.wav',
  'a"b',
  'a\r\nb',
  '',
  'x'.repeat(81),
  'नाम.wav',
  'a b',
  '\u0000',
])('a file is never sent under the name %j', async (name) => {
  const { asked, upload } = recorded({}, 204);
  await expect(
    uploadFile(
      upload,
      { url: 'https://store.example/', folder: 'f/', fields: {} },
      { ...wav, name, open: () => once('audio') },
    ),
  ).rejects.toMatchObject({ detail: 'file-name' });
  expect(asked).toEqual([]);
  p19.ran();
});

test('an upload address that is refused is refused before a byte of sound is read', async () => {
  for (const url of [...neverAddresses, ...neverGiven]) {
    const { asked, upload, transcription } = recorded({
      uploadData: { url: url || 'x', fields: {} },
      folderPath: 'f/',
      txn_id: 't',
    });
    let read = false;
    async function* open() {
      read = true;
      yield Buffer.from('audio');
    }
    await expect(
      uploadFile(upload, { url, folder: 'f/', fields: {} }, { ...wav, open }),
      url,
    ).rejects.toBeInstanceOf(Failure);
    expect([asked.length, read]).toEqual([0, false]);
    await expect(transcription.presign('t', visit), url).rejects.toBeInstanceOf(Failure);
  }
});

async function listen(respond: http.RequestListener): Promise<string> {
  const server = http.createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([300, 301, 302, 303, 304, 305, 307, 308])(
  'a redirect (%i) is followed by nobody: no call, no sign-in, no upload',
  async (status) => {
    const reached: string[] = [];
    const elsewhere = await listen((request, response) => {
      reached.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.end('{}');
    });
    let asked = 0;
    const platform = await listen((request, response) => {
      asked += 1;
      request.resume().on('end', () =>
        response
          .writeHead(status, {
            location: `${elsewhere}/taken`,
            refresh: `0;url=${elsewhere}/taken`,
            'content-location': `${elsewhere}/taken`,
          })
          .end(),
      );
    });
    const deps = { net: undiciNet(), clock: nodeClock, random: nodeRandom };
    const address = () => ({ baseUrl: platform, brand: 'svc', clientId: 'c' });
    const client = createClient({
      ...deps,
      address,
      tokens,
    });
    const upload = { ...deps, tokens, baseUrl: () => platform };
    await expect(client.send({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      detail: 'not-the-platform',
    });
    await expect(client.send({ method: 'POST', path: '/x', body: {} })).rejects.toMatchObject({
      detail: 'not-the-platform',
    });
    await expect(
      uploadFile(
        upload,
        { url: `${platform}/up/`, folder: 'f/', fields: {} },
        { ...wav, open: () => once('audio') },
      ),
    ).rejects.toMatchObject({ detail: 'not-the-platform' });
    const { createAuthentication } = await import(
      '../../main/infrastructure/platform/client/authentication.ts'
    );
    await expect(createAuthentication(deps).login(address(), 'secret')).rejects.toBeInstanceOf(
      Failure,
    );
    expect([asked, reached]).toEqual([4, []]);
    p19.ran(4);
  },
);
