/** The port before its server: who comes early waits, and none is kept from closing it. */
import { afterEach, expect, test } from 'vitest';
import { type Door, openDoor } from '../../../../main/hosts/browser/door.ts';

let door: Door | undefined;
afterEach(async () => {
  await door?.close();
  door = undefined;
});

test('who comes before the server is answered by it', async () => {
  const opened = await openDoor();
  door = opened;
  const early = [1, 2].map((number) => fetch(`${opened.origin}/${number}`));
  await expect
    .poll(
      () => new Promise((resolve) => opened.server.getConnections((_, count) => resolve(count))),
    )
    .toBe(2);
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
  await expect
    .poll(
      () => new Promise((resolve) => opened.server.getConnections((_, count) => resolve(count))),
    )
    .toBe(1);
  await opened.close();
  expect(await waits).toBe('cut');
});

test('a port that is taken is told', async () => {
  door = await openDoor();
  const port = Number(new URL(door.origin).port);
  await expect(openDoor({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
