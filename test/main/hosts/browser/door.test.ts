/** The port before its server: who comes early waits, and none is kept from closing it. */
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Door, openDoor } from '../../../../main/hosts/browser/door.ts';
import { serveBrowser } from '../../../../main/hosts/browser/server.ts';
import { heldClock, smallPage, smallProfile } from '../common/small-profile.ts';

let door: Door | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await door?.close();
  door = undefined;
});

const connections = ({ server }: Door) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

/** A connection that says these words, and what came back over it until it ended. */
async function say({ origin }: Door, words: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('error', () => {}).on('data', (piece) => (answer += String(piece)));
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(words);
  return { socket, ended, answer: () => answer };
}
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
const upgrade = (path = '/notices', ...headers: string[]) =>
  head(
    `GET ${path}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  );

test('who comes before the server is answered by it', async () => {
  const opened = await openDoor();
  door = opened;
  const early = [1, 2].map((number) => fetch(`${opened.origin}/${number}`));
  await expect.poll(() => connections(opened)).toBe(2);
  const asked: (string | undefined)[] = [];
  opened.answerWith(({ url }, response) => {
    asked.push(url);
    response.end(url);
  });
  const answers = await Promise.all(early.map(async (one) => (await one).text()));
  expect(answers).toEqual(['/1', '/2']);
  expect(await (await fetch(`${opened.origin}/3`)).text()).toBe('/3');
  expect(asked.toSorted()).toEqual(['/1', '/2', '/3']);
});

test('its address holds a code that is good once', async () => {
  door = await openDoor({ token: 'T' });
  const { origin, hash } = new URL(door.address());
  expect(origin).toBe(door.origin);
  expect(door.gate.exchange(hash.slice(1))).toBe('T');
  expect(door.gate.exchange(hash.slice(1))).toBeUndefined();
});

test('it closes while somebody waits for a server that never came', async () => {
  const opened = await openDoor();
  const waits = fetch(opened.origin).catch(() => 'cut');
  await expect.poll(() => connections(opened)).toBe(1);
  await opened.close();
  expect(await waits).toBe('cut');
});

test('a port that is taken is told', async () => {
  door = await openDoor();
  const port = Number(new URL(door.origin).port);
  await expect(openDoor({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('an upgrade that comes before the server is sent away, and keeps nobody from closing', async () => {
  door = await openDoor();
  const { ended } = await say(door, upgrade());
  expect(await ended).toBe('');
});

test('an upgrade that comes while the server is being made is sent away as well', async () => {
  const opened = await openDoor();
  door = opened;
  const page = smallPage();
  // A framework that listens already, and is not ready.
  const heard: string[] = [];
  opened.server.on('upgrade', () => heard.push('upgrade'));
  const { ended } = await say(opened, upgrade());
  expect(await ended).toBe('');
  const host = await serveBrowser(smallProfile(), { door: opened, pageFolder: page });
  const late = await say(opened, upgrade('/notices', `Origin: ${opened.origin}`));
  await expect.poll(late.answer).toMatch(/^HTTP\/1\.1 (101|403)/);
  const closing = host.close();
  await late.ended;
  await closing;
});

test('a connection that says nothing, half a head, or half a body keeps nobody from closing', async () => {
  for (const words of [
    '',
    'GET / HTTP/1.1\r\nHo',
    `${head('POST /ask', 'Content-Length: 9')}{"a`,
  ]) {
    const opened = await openDoor();
    const { ended } = await say(opened, words);
    await expect.poll(() => connections(opened)).toBe(1);
    await opened.close();
    expect(await ended).toBe('');
  }
});

test('it closes while it answers, and twice', async () => {
  const opened = await openDoor();
  opened.answerWith((_, response) => void response.write('a piece, and no end'));
  const { ended, answer } = await say(opened, head('GET /'));
  await expect.poll(answer).toContain('a piece');
  await Promise.all([opened.close(), opened.close()]);
  await ended;
});

test('a page that does not answer the end of its socket is cut off after a moment', async () => {
  const clock = heldClock();
  const opened = await openDoor({ clock });
  // Taken over as a framework does: the server counts it no more among its own.
  opened.answerWith(() => {});
  const taken = new Promise<void>((resolve) =>
    opened.server.on('upgrade', (_, socket) => {
      socket.on('error', () => {}).write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      resolve();
    }),
  );
  await say(opened, upgrade());
  await taken;
  const closing = opened.close();
  clock.move(1_000);
  await closing;
});

test('early HEAD and a body that comes in pieces are answered whole', async () => {
  door = await openDoor();
  const asked = await say(door, head('HEAD /h'));
  const sent = await say(door, `${head('POST /p', 'Content-Length: 10')}first`);
  const opened = door;
  await expect.poll(() => connections(opened)).toBe(2);
  door.answerWith(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    response.setHeader('connection', 'close');
    response.end(`${request.method} ${body}`);
  });
  sent.socket.write('after');
  expect(await sent.ended).toMatch(/POST firstafter$/);
  expect(await asked.ended).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n$/s);
});

test('requests that follow one another on one connection are answered in their order', async () => {
  door = await openDoor();
  const early = new Promise((resolve) =>
    door!.server.on('request', ({ url }) => url === '/3' && resolve(url)),
  );
  const { ended } = await say(
    door,
    head('GET /1') + head('GET /2') + head('GET /3', 'Connection: close'),
  );
  await early;
  door.answerWith(({ url }, response) => response.end(`<${url}>`));
  expect((await ended).match(/<.*?>/g)).toEqual(['</1>', '</2>', '</3>']);
});

test('nobody who has gone is answered, also of the requests behind another', async () => {
  const opened = await openDoor();
  door = opened;
  let came = 0;
  opened.server.on('request', () => (came += 1));
  const { socket } = await say(opened, head('GET /1') + head('GET /2'));
  await expect.poll(() => came).toBe(2);
  socket.destroy();
  await expect.poll(() => connections(opened)).toBe(0);
  const answered: unknown[] = [];
  opened.answerWith(({ url }) => void answered.push(url));
  expect(answered).toEqual([]);
});

test('no more wait than a browser needs; who asks beyond that is sent away', async () => {
  const opened = await openDoor();
  door = opened;
  const many = await say(opened, head('GET /many').repeat(300));
  await many.ended;
  // Those of who has gone make room.
  const page = await say(opened, head('GET /page', 'Connection: close'));
  await expect.poll(() => connections(opened)).toBe(1);
  const answered: unknown[] = [];
  opened.answerWith(({ url }, response) => {
    answered.push(url);
    response.end();
  });
  await page.ended;
  expect(answered).toEqual(['/page']);
});
