/**
 * A person who cannot reach a server is told which one, why, and what to check; what is done next
 * does not depend on it.
 */
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { notSent } from '../../../../main/hosts/node/connection-failure.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { asFailure } from '../../../../shared/failure.ts';
import { makeCertificate } from '../../../support/servers/certificate.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => (server as http.Server).closeAllConnections?.(),
    () => void server.close(),
  );
  return (server.address() as AddressInfo).port;
}

async function told(url: string, { timeout = 2000, ca }: { timeout?: number; ca?: string } = {}) {
  const ask = undiciNet({ connectTimeout: 500, ...(ca !== undefined && { ca }) });
  const error = await ask({ method: 'GET', url: new URL(url), timeout }).catch((why) => why);
  const { code, detail, message } = asFailure(error);
  expect(code).toBe('offline');
  return { detail, message };
}

test('an unknown name, a refusal and a silence are told apart, with host and port', async () => {
  const unknown = await told('https://no-such-name.invalid/');
  expect(unknown.message).toMatch(/^no-such-name\.invalid, port 443: .*name.*DNS/);

  const port = await listen(net.createServer());
  for (const close of closing.splice(0)) close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const refused = await told(`http://127.0.0.1:${port}/`);
  expect(refused.message).toMatch(new RegExp(`^127\\.0\\.0\\.1, port ${port}: .*refused`));

  const mute = await listen(net.createServer(() => {}));
  const silent = await told(`https://127.0.0.1:${mute}/`);
  expect(silent.message).toMatch(new RegExp(`port ${mute}: no connection .*in time.*firewall`));

  for (const { detail } of [unknown, refused, silent]) expect(detail).toBe('not-sent');
});

test('what is wrong with TLS is told: the authority, the name, or that there is none', async () => {
  const good = makeCertificate({ commonName: '127.0.0.1' });
  const port = await listen(
    https.createServer({ cert: good.cert, key: good.pem }, (_request, response) => response.end()),
  );
  const own = await told(`https://127.0.0.1:${port}/`);
  expect(own.message).toMatch(new RegExp(`port ${port}: its certificate .*authority`));

  const plain = await listen(http.createServer());
  const none = await told(`https://127.0.0.1:${plain}/`);
  expect(none.message).toMatch(new RegExp(`port ${plain}: no secure connection`));

  for (const { detail } of [own, none]) expect(detail).toBe('not-sent');
});

test('a connection that breaks and an answer that does not come are told apart', async () => {
  const cut = await listen(
    net.createServer((socket) => socket.once('data', () => socket.destroy())),
  );
  expect(await told(`http://127.0.0.1:${cut}/`)).toMatchObject({
    detail: 'unclear',
    message: expect.stringMatching(`127.0.0.1, port ${cut} broke`) as string,
  });
  const silent = await listen(http.createServer(() => {}));
  expect(await told(`http://127.0.0.1:${silent}/`, { timeout: 200 })).toMatchObject({
    detail: 'unclear',
    message: expect.stringMatching(`port ${silent} was connected.*in time`) as string,
  });
});

test('a certificate for another name, an unknown way and several addresses have sentences', () => {
  const peer = { hostname: 'h.example', protocol: 'http:' };
  const of = (error: object) => notSent(error, peer).message;
  expect(of({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })).toMatch(/port 80: .*another name/);
  expect(of({ code: 'CERT_HAS_EXPIRED' })).toMatch(/date and time/);
  expect(of({ code: 'ENETUNREACH' })).toMatch(/no way to it/);
  expect(of({ code: 'ECONNRESET' })).toMatch(/cut/);
  expect(of({ errors: [{ code: 'ETIMEDOUT' }, { code: 'ECONNREFUSED' }] })).toMatch(/refused/);
  expect(of({})).toBe('h.example, port 80 could not be reached. Check the network.');
});
