/** P19: ids, paths and addresses from a platform or a person lead nowhere but where they are meant to. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { nodeClock, nodeRandom, undiciNet } from '../../main/hosts/node/node-ports.ts';
import {
  checkAddress,
  readGivenUrl,
  readUrl,
  segment,
} from '../../main/infrastructure/platform/client/address.ts';
import { createClient } from '../../main/infrastructure/platform/client/client.ts';
import { createTranscription } from '../../main/infrastructure/platform/transcription/transcription.ts';
import {
  type UploadForm,
  uploadFile,
} from '../../main/infrastructure/platform/transcription/upload.ts';
import type { Net, NetRequest } from '../../main/infrastructure/ports.ts';
import { Failure } from '../../shared/failure.ts';
import {
  goodGiven,
  hostileIds,
  neverAddresses,
  neverGiven,
} from './support/hostile/hostile-addresses.ts';
import { promise } from './support/promise.ts';

const p19 = promise({
  id: 'P19',
  title:
    'Ids, paths, addresses and redirects: no request leaves the platform it was meant for, none goes unencrypted',
  figure: `${neverAddresses.length + neverGiven.length + hostileIds.length} hostile addresses and ids, 50,000 made up at each commit: 0 followed; redirects 0 followed; the token never beside an upload`,
});

const base = 'https://platform.example';
const accepted = (read: () => URL): URL | undefined => {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return undefined;
  }
};

test.each(neverAddresses)('%j is no address of a platform', (text) => {
  p19.ran();
  expect(accepted(() => readUrl(text))?.href).toBeUndefined();
  expect(accepted(() => readGivenUrl(text, base))?.href).toBeUndefined();
  expect(() =>
    checkAddress({
      baseUrl: text.trim() === text ? text : `${text}x y`,
      brand: 'svc',
      clientId: 'c',
    }),
  ).toThrow(Failure);
});

test.each(neverGiven)('a platform on the internet may not have us upload to %j', (text) => {
  p19.ran();
  expect(accepted(() => readGivenUrl(text, base))?.href).toBeUndefined();
});

test('practice, on this very machine, may name itself', () => {
  for (const text of [
    'http://127.0.0.1:8787/blob/',
    'http://localhost:8787/blob/',
    'http://[::1]:8787/blob/',
  ])
    expect(readGivenUrl(text, 'http://127.0.0.1:8787').href).toBe(text);
});

test.each(goodGiven)('%s is a good upload address', (text) => {
  expect(readGivenUrl(text, base).protocol).toBe('https:');
});

/** What a host name means, worked out anew: as four bytes, as sixteen, or as a name. */
function meaning(url: URL): 'here' | 'elsewhere' {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (net.isIPv4(name))
    return [0, 127].includes(Number(name.split('.')[0])) || name.startsWith('169.254.')
      ? 'here'
      : 'elsewhere';
  if (net.isIPv6(name)) {
    const groups = new URL(`http://[${name}]`).hostname
      .slice(1, -1)
      .split('::')
      .map((half) => (half === '' ? [] : half.split(':'))) as string[][];
    const [left, right = []] = groups as [string[], string[]?];
    const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right].map(
      (group) => parseInt(group, 16),
    );
    if (all.slice(0, 7).every((group) => group === 0) && all[7]! < 2) return 'here';
    if ((all[0]! & 0xffc0) === 0xfe80) return 'here';
    if (all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff)
      return [0, 127].includes(all[6]! >> 8) || all[6] === 0xa9fe ? 'here' : 'elsewhere';
    return 'elsewhere';
  }
  return name === 'localhost' || name.endsWith('.localhost') ? 'here' : 'elsewhere';
}

const piece = fc.constantFrom(
  'http',
  'https',
  'HTTPS',
  'ftp',
  'javascript',
  ':',
  '://',
  '/',
  '//',
  '\\',
  '@',
  '.',
  '..',
  '#',
  '?',
  '%',
  '%2f',
  '%00',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fe80::1]',
  'evil.example',
  'platform.example',
  'xn--80ak6aa92e',
  ':80',
  ':443',
  'user:pass',
  ' ',
  '\n',
  '\t',
  '\u0000',
  '\u3002',
  '\uff0e',
  'а',
);
const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV4Extended(),
  fc.ipV6().map((ip) => `[${ip}]`),
  fc.constantFrom('localhost', 'a.localhost', '127.0.0.1.nip.io', 'platform.example'),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(String),
  fc.string(),
);
const address = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { maxLength: 8 }).map((list) => list.join('')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'https:/', 'https:\\\\', 'http:', '//', 'wss://'),
        fc.constantFrom('', '', '', 'u@', 'u:p@', '@'),
        host,
        fc.constantFrom('', ':80', ':0', ':65536', ':x'),
        fc.constantFrom('', '/', '/a/', '/../', '//x', '?q', '#h', '\\x'),
      )
      .map((list) => list.join('')),
  },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.string() },
);

test("whatever the address: what is accepted is https, or plain http on this very machine, and nobody's password is in it", () => {
  let good = 0;
  fc.assert(
    fc.property(address, (text) => {
      p19.ran();
      const url = accepted(() => readUrl(text));
      if (url) {
        good += 1;
        expect(
          url.protocol === 'https:' ||
            (url.protocol === 'http:' &&
              /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname)),
          text,
        ).toBe(true);
        expect([url.username, url.password], text).toEqual(['', '']);
        // Nothing was mended: the host stands in the text as it is meant.
        expect(text.toLowerCase().startsWith(url.protocol), text).toBe(true);
      }
      const given = accepted(() => readGivenUrl(text, base));
      if (given)
        expect([given.protocol, meaning(given), given.hostname.includes('xn--')], text).toEqual([
          'https:',
          'elsewhere',
          false,
        ]);
    }),
    { numRuns: p19.size({ mutant: 5000, commit: 50_000, long: 1_000_000 }), seed: p19.seed() },
  );
  expect(good).toBeGreaterThan(0);
}, 600_000);

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
    tokens: { current: async () => 'access-token-1' } as never,
  });
  const upload = { ...deps, baseUrl: () => base };
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
    await uploadFile(upload, form, { ...wav, stream: once('audio') });
    const [request] = asked as [NetRequest];
    expect(Object.keys(request.headers!).sort()).toEqual(['content-length', 'content-type']);
    expect(Buffer.from(request.body as Uint8Array).toString('latin1')).not.toMatch(
      /access-token-1|client-1/,
    );
    const parts = partsOf(request);
    expect(parts).toHaveLength(new Set([...Object.keys(form.fields), 'key']).size + 1);
    // The parts' own headers are one line, but for the file's two; nothing a platform says can add one.
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
      { ...wav, name, stream: once('audio') },
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
    const stream = (async function* () {
      read = true;
      yield Buffer.from('audio');
    })();
    await expect(
      uploadFile(upload, { url, folder: 'f/', fields: {} }, { ...wav, stream }),
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
      tokens: { current: async () => 'access-token-1' } as never,
    });
    const upload = { ...deps, baseUrl: () => platform };
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
        { ...wav, stream: once('audio') },
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
