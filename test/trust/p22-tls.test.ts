/**
 * P22: TLS only, 1.2 at least, and no certificate that does not verify - whatever the environment
 * says.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { toReceiver } from '../../main/features/delivery/targets/mllp/send-to-receiver.ts';
import { undiciNet } from '../../main/hosts/node/node-net.ts';
import { nodeTcp } from '../../main/hosts/node/node-tcp.ts';
import { Failure } from '../../shared/failure.ts';
import {
  type Certificate,
  type CertificateWishes,
  makeCertificate,
} from '../support/servers/certificate.ts';
import { startReceiver } from '../support/servers/hl7-receiver.ts';
import { promise } from './support/promise.ts';

const p22 = promise({
  id: 'P22',
  title:
    'TLS only, at least 1.2; a certificate that does not verify is refused whatever the environment says',
  figure:
    '0 bytes of a request reach a server with a bad certificate or an old TLS; proxies and certificate switches of the environment are not heeded',
});

const DAY = 86_400_000;
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const closing: (() => void)[] = [];
afterEach(() =>
  closing.splice(0).forEach((close) => {
    close();
  }),
);

const authority = makeCertificate({ commonName: 'Clinic test authority', authority: true });
const stranger = makeCertificate({ commonName: "Nobody's authority", authority: true });
const ours = (wishes: CertificateWishes = {}) =>
  makeCertificate({ names: ['127.0.0.1', 'localhost'], by: authority, ...wishes });

async function listen(server: net.Server, host = '127.0.0.1'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closing.push(() => {
    (server as http.Server).closeAllConnections?.();
    server.close();
  });
  return `${host}:${(server.address() as AddressInfo).port}`;
}

/** A platform with this certificate; `asked` counts the requests that got through to it. */
async function platform({ cert, pem }: Certificate, options: https.ServerOptions = {}) {
  const asked: string[] = [];
  const server = https.createServer({ cert, key: pem, ...options }, (request, response) => {
    asked.push(String(request.headers.authorization));
    response.end('patient data');
  });
  server.on('tlsClientError', () => {});
  return { host: await listen(server), asked };
}

const ask = (url: string, ca: string | undefined = authority.cert) =>
  undiciNet({ ...(ca === '' ? {} : { ca }), connectTimeout: 2000 })({
    method: 'GET',
    url: new URL(url),
    headers: { authorization: 'Bearer secret' },
    timeout: 5000,
  });
async function refused(asking: Promise<unknown>) {
  const error = await asking.then(
    () => 'answered',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  expect({ code: (error as Failure).code, detail: (error as Failure).detail }).toEqual({
    code: 'offline',
    detail: 'not-sent',
  });
  p22.ran();
}

test('a good certificate of a trusted authority is accepted, by TLS 1.2 and 1.3 (else the rest proves nothing)', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { host, asked } = await platform(ours(), { minVersion: version, maxVersion: version });
    expect((await ask(`https://${host}/`)).body.toString()).toBe('patient data');
    expect(asked).toEqual(['Bearer secret']);
  }
});

const bad: readonly (readonly [string, () => Certificate])[] = [
  ['signed by itself', () => makeCertificate({ names: ['127.0.0.1'] })],
  [
    'signed by itself under the name of the authority',
    () => makeCertificate({ names: ['127.0.0.1'], commonName: authority.name }),
  ],
  ['signed by an authority that nobody knows', () => ours({ by: stranger })],
  [
    'said to be signed by the authority, but with another key',
    () => ours({ by: { name: authority.name, key: stranger.key } }),
  ],
  [
    'expired yesterday',
    () => ours({ from: new Date(Date.now() - 30 * DAY), until: new Date(Date.now() - DAY) }),
  ],
  ['expired a minute ago', () => ours({ until: new Date(Date.now() - 60_000) })],
  [
    'not valid before tomorrow',
    () => ours({ from: new Date(Date.now() + DAY), until: new Date(Date.now() + 2 * DAY) }),
  ],
  ['for another host', () => ours({ names: ['platform.example'] })],
  ['for another address', () => ours({ names: ['127.0.0.2'] })],
  ['whose address stands as a host name', () => ours({ names: ['127.0.0.1.'] })],
  [
    'with the host only in its common name',
    () => makeCertificate({ commonName: '127.0.0.1', by: authority }),
  ],
  ['for every host there is', () => ours({ names: ['*'] })],
  ['for every address there is', () => ours({ names: ['*.0.0.1'] })],
  ['whose name goes on after a zero byte', () => ours({ names: ['localhost\u0000.evil.example'] })],
  ['issued by one that may not issue', () => ours({ by: ours() })],
  ['meant for clients only', () => ours({ use: 'clientAuth' })],
  ['signed with SHA-1', () => ours({ hash: 'sha1' })],
];
test.each(bad)('a certificate %s is refused, and the request never leaves', async (_name, make) => {
  const { host, asked } = await platform(make());
  await refused(ask(`https://${host}/`));
  expect(asked).toEqual([]);
});

/** A receiver of HL7 that offers this certificate, and the bytes that reached it. */
async function sendHl7(certificate: Certificate) {
  const receiver = await startReceiver({ key: certificate.pem, cert: certificate.cert });
  const target = { host: '127.0.0.1', port: receiver.port, secure: true, allowPlain: false };
  const sent = toReceiver(
    { tcp: nodeTcp({ ca: authority.cert }), receiver: target },
    Buffer.from('MSH|^~\\&|||||||MDM^T02|N1|P|2.5.1\r'),
  );
  const outcome = await sent.then(
    () => 'accepted',
    (error: Failure) => error.detail,
  );
  await receiver.stop();
  return { outcome, arrivals: receiver.arrivals.length };
}

test.each(bad)('an HL7 receiver with a certificate %s gets no byte', async (_name, make) => {
  expect(await sendHl7(make())).toEqual({ outcome: 'mllp-unreachable', arrivals: 0 });
});

test('an HL7 receiver with a good certificate gets the note (else the rest proves nothing)', async () => {
  expect(await sendHl7(ours())).toEqual({ outcome: 'accepted', arrivals: 1 });
});

test('with the public authorities alone, the test authority is nobody', async () => {
  const { host, asked } = await platform(ours());
  await refused(ask(`https://${host}/`, ''));
  expect(asked).toEqual([]);
});

test.each(['TLSv1', 'TLSv1.1'] as const)(
  'a server that speaks %s at most is refused',
  async (version) => {
    const { host, asked } = await platform(ours(), {
      minVersion: 'TLSv1',
      maxVersion: version,
      ciphers: 'ALL:@SECLEVEL=0',
    });
    await refused(ask(`https://${host}/`));
    expect(asked).toEqual([]);
  },
);

test('a server that offers 1.0 to 1.2 is spoken to in 1.2', async () => {
  let spoken: string | null = '';
  const good = ours();
  const open = https.createServer(
    {
      cert: good.cert,
      key: good.pem,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.2',
      ciphers: 'ALL:@SECLEVEL=0',
    },
    (request, response) => {
      spoken = (request.socket as import('node:tls').TLSSocket).getProtocol();
      response.end();
    },
  );
  await ask(`https://${await listen(open)}/`);
  expect(spoken).toBe('TLSv1.2');
});

test('a server without any certificate, and one that speaks plain http behind an https address, are refused', async () => {
  const { host } = await platform(ours(), {
    ciphers: 'aNULL:eNULL:@SECLEVEL=0',
    maxVersion: 'TLSv1.2',
  });
  await refused(ask(`https://${host}/`));
  let heard = '';
  const plain = net.createServer((socket) =>
    socket
      .on('error', () => {})
      .on('data', (data) => {
        heard += data.toString('latin1');
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }),
  );
  await refused(ask(`https://${await listen(plain)}/`));
  expect(heard).not.toContain('Bearer');
});

/** Asks in a process of its own: some of these are read only while Node starts. */
async function inEnvironment(env: Record<string, string>, url: string): Promise<unknown> {
  const options = [process.env.NODE_OPTIONS, env.NODE_OPTIONS].filter(Boolean).join(' ');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'support/children/request-child.ts'), url],
    {
      env: {
        PATH: process.env.PATH,
        SCRIBA_MUTANT: process.env.SCRIBA_MUTANT,
        ...env,
        NODE_OPTIONS: options,
      },
    },
  );
  p22.ran();
  return JSON.parse(stdout);
}

const file = (name: string, text: string) => {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
};
const caFile = file('authority.pem', authority.cert);
const environments: readonly (readonly [string, Record<string, string>])[] = [
  ['NODE_TLS_REJECT_UNAUTHORIZED=0', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ['NODE_EXTRA_CA_CERTS', { NODE_EXTRA_CA_CERTS: caFile }],
  [
    "SSL_CERT_FILE with OpenSSL's own store",
    { SSL_CERT_FILE: caFile, SSL_CERT_DIR: folder, NODE_OPTIONS: '--use-openssl-ca' },
  ],
  ["the system's store", { NODE_USE_SYSTEM_CA: '1', SSL_CERT_FILE: caFile }],
  [
    'all of them',
    {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_EXTRA_CA_CERTS: caFile,
      SSL_CERT_FILE: caFile,
      NODE_USE_SYSTEM_CA: '1',
      NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=ALL:@SECLEVEL=0 --use-system-ca',
    },
  ],
];
test('the environment cannot make a bad certificate good', async () => {
  const { host, asked } = await platform(ours());
  const said = await Promise.all(
    environments.map(([, env]) => inEnvironment(env, `https://${host}/`)),
  );
  expect(Object.fromEntries(environments.map(([name], index) => [name, said[index]]))).toEqual(
    Object.fromEntries(
      environments.map(([name]) => [name, { code: 'offline', detail: 'not-sent' }]),
    ),
  );
  expect(asked).toEqual([]);
});

test('the environment cannot bring back TLS 1.0', async () => {
  const { host } = await platform(ours(), {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'ALL:@SECLEVEL=0',
  });
  expect(
    await inEnvironment(
      {
        NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=ALL:@SECLEVEL=0',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
      `https://${host}/`,
    ),
  ).toEqual({ code: 'offline', detail: 'not-sent' });
});

test('a proxy named in the environment sees nothing, neither for http nor for https', async () => {
  const seen: string[] = [];
  const proxy = http.createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('from the proxy');
  });
  proxy.on('connect', (request, socket) => {
    seen.push(request.url ?? '');
    socket.end();
  });
  const address = `http://${await listen(proxy)}`;
  const names = [
    'http_proxy',
    'https_proxy',
    'all_proxy',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'npm_config_proxy',
    'npm_config_https_proxy',
  ];
  const env = {
    ...Object.fromEntries(names.map((name) => [name, address])),
    NO_PROXY: '',
    no_proxy: '',
    NODE_USE_ENV_PROXY: '1',
  };
  const direct = http.createServer((_request, response) => response.end('direct'));
  expect(await inEnvironment(env, `http://${await listen(direct)}/`)).toEqual({
    status: 200,
    body: 'direct',
  });
  const { host } = await platform(ours());
  expect(await inEnvironment(env, `https://${host}/`)).toEqual({
    code: 'offline',
    detail: 'not-sent',
  });
  expect(seen).toEqual([]);
});
