import http from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDownloads, type Downloads } from '../../../../main/hosts/browser/downloads.ts';
import { type BrowserHost, serveBrowser } from '../../../../main/hosts/browser/server.ts';
import { nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { heldClock, smallPage, smallProfile } from '../common/small-profile.ts';

let clock: ReturnType<typeof heldClock>;
let downloads: Downloads;
let host: BrowserHost;
let read = 0;
const page = smallPage();

beforeEach(async () => {
  read = 0;
  clock = heldClock();
  downloads = createDownloads({ clock, random: nodeRandom });
  host = await serveBrowser(smallProfile(), { pageFolder: page, clock, downloads });
});
afterEach(() => host.close());

async function* sound() {
  read += 1;
  yield Buffer.from('RIFF');
  yield Buffer.from('rest');
}
async function offer(bytes: AsyncIterable<Uint8Array> = sound()): Promise<string> {
  const saved = await downloads.save('visit-2026.zip', 'application/zip', bytes);
  return saved.how === 'download' ? saved.ticket : '';
}
type Told = { status: number; headers: http.IncomingHttpHeaders; text: string; whole: boolean };
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Told> {
  const { hostname, port } = new URL(host.origin);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        method,
        path,
        host: hostname,
        port,
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      },
      (response) => {
        let text = '';
        const done = () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            whole: response.complete,
          });
        response
          .on('data', (piece) => (text += String(piece)))
          .on('end', done)
          .on('error', done);
      },
    );
    request.on('error', reject).end();
  });
}

test('a ticket brings the file once, as a download that nothing keeps', async () => {
  const ticket = await offer();
  expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
  const told = await get(`/take/${ticket}`);
  expect(told).toMatchObject({ status: 200, text: 'RIFFrest', whole: true });
  expect(told.headers).toMatchObject({
    'content-disposition': 'attachment; filename="visit-2026.zip"',
    'content-type': 'application/zip',
    'cache-control': 'no-store',
  });
  expect((await get(`/take/${ticket}`)).status).toBe(404);
  expect(read).toBe(1);
});

test('after 30 seconds the ticket is dead, and nothing was read', async () => {
  const ticket = await offer();
  clock.move(30_000);
  expect((await get(`/take/${ticket}`)).status).toBe(404);
  expect(read).toBe(0);
});

test('another site, a bare request, another name of this computer and a guess get nothing', async () => {
  const ticket = await offer();
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await get(`/take/${ticket}`, { 'sec-fetch-site': site })).status, site).toBe(403);
  expect((await get(`/take/${ticket}`, { host: 'evil.example' })).status).toBe(403);
  expect((await get(`/take/${'A'.repeat(43)}`)).status).toBe(404);
  expect((await get('/take/')).status).toBe(404);
  expect(read).toBe(0);
  // None of them has used the ticket up, nor does a look at it.
  expect((await get(`/take/${ticket}`, {}, 'HEAD')).status).toBe(403);
  expect((await get(`/take/${ticket}`)).status).toBe(200);
});

test('a file that cannot be read to its end is a broken download, not a short one', async () => {
  const ticket = await offer(
    (async function* () {
      yield Buffer.alloc(200_000);
      throw new Error('damaged');
    })(),
  );
  const told = await get(`/take/${ticket}`);
  expect(told.whole).toBe(false);
});

test('tickets that nobody fetches are forgotten', async () => {
  const first = await offer();
  for (let i = 0; i < 20; i += 1) await offer();
  expect(downloads.take(first)).toBeUndefined();
});
