/**
 * P23: the promise, and a loopback host that is served for the tests of the file that imports this.
 */
import http from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import WebSocket from 'ws';
import { createDownloads } from '../../../../main/hosts/browser/downloads.ts';
import { type BrowserHost, serveBrowser } from '../../../../main/hosts/browser/server.ts';
import { nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { encode } from '../../../../shared/encoding.ts';
import { heldClock, smallPage, smallProfile } from '../../../main/hosts/common/small-profile.ts';
import { promise } from '../promise.ts';

export const p23 = promise({
  id: 'P23',
  title: 'The loopback host answers the page that it opened itself and nobody else',
  figure:
    'some 250 attempts of other origins, names, processes and users at each commit, and a hostile page in Chromium: 0 served',
});

const page = smallPage();
export const clock = heldClock();
export let house: ReturnType<typeof smallProfile>;
export let host: BrowserHost;
export let port = '';
export let token = '';
let reopened = 0;

beforeAll(async () => {
  house = smallProfile();
  host = await serveBrowser(house, {
    pageFolder: page,
    clock,
    downloads: createDownloads({ clock, random: nodeRandom }),
    reopen: () => (reopened += 1),
  });
  port = new URL(host.origin).port;
  token = (
    JSON.parse((await send('POST', '/session', ours(), JSON.stringify({ code: code() }))).text) as {
      token: string;
    }
  ).token;
});
afterAll(() => host.close());
beforeEach(() => {
  house.asked.length = 0;
  reopened = 0;
});
/**
 * Checks after each test that the house got no request and has no listener, and that no window was
 * opened, whatever the answer looked like.
 */
afterEach(() => expect([house.asked, house.listening(), reopened]).toEqual([[], 0, 0]));

export type Told = { status: number; headers: http.IncomingHttpHeaders; text: string };
/** Raw, so that every header can be forged. */
export function send(
  method: string,
  at: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        method,
        path: at,
        host: '127.0.0.1',
        port,
        headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
      },
      (response) => {
        let text = '';
        response
          .on('data', (piece) => (text += String(piece)))
          .on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, text }),
          );
      },
    );
    request.on('error', reject).end(body);
  });
}
/** Headers that our own page would send. */
export const ours = (): Record<string, string> => ({
  'content-type': 'application/json',
  origin: host.origin,
  'sec-fetch-site': 'same-origin',
});
export const code = () => new URL(host.address()).hash.slice(1);
export const question = encode({ name: 'app.info' });
export const leaving = (code = 'A'.repeat(43)) => JSON.stringify({ code, recording: true });
export const withToken = (): Record<string, string> => ({ ...ours(), 'x-scriba-token': token });

export function refused({ status, headers, text }: Told, statuses: readonly number[]) {
  p23.ran();
  expect(statuses).toContain(status);
  expect(text).toBe('');
  expect(
    Object.keys(headers).filter(
      (name) => name.startsWith('access-control-') || name === 'set-cookie',
    ),
  ).toEqual([]);
}
/** Opens a socket for notices; what became of it. */
export const knock = (headers: Record<string, string>, at = '/notices') =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${at}`, { headers });
    socket
      .once('open', () => {
        resolve('opened');
        socket.terminate();
      })
      .once('error', () => resolve('refused'));
  });
