import { expect, test } from 'vitest';
import {
  createConnectivity,
  type Reached,
} from '../../../../../main/infrastructure/platform/client/connectivity.ts';
import type { NetAnswer, NetRequest } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';

const request: NetRequest = {
  method: 'GET',
  url: new URL('https://platform.example/'),
  timeout: 1,
};
const json = (status = 200): NetAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.alloc(0),
});

function line() {
  let next: () => Promise<NetAnswer> = async () => json();
  let now = 1000;
  const told: Reached[] = [];
  const reach = createConnectivity({
    net: () => next(),
    clock: { now: () => now },
    changed: (reached) => told.push(reached),
  });
  return {
    reach,
    told,
    at: (time: number) => (now = time),
    answer: (give: () => Promise<NetAnswer>) => (next = give),
  };
}

test('the first answer is told, and then only what is new', async () => {
  const { reach, told, at, answer } = line();
  expect(reach.state()).toBeUndefined();
  await reach.net(request);
  await reach.net(request);
  answer(async () => json(503));
  await reach.net(request);
  expect(told).toEqual([{ reachable: true, since: 1000 }]);
  at(2000);
  answer(async () => {
    throw new Failure('offline', 'gone', { detail: 'not-sent' });
  });
  await expect(reach.net(request)).rejects.toThrow('gone');
  await expect(reach.net(request)).rejects.toThrow('gone');
  expect(told.at(-1)).toEqual({ reachable: false, since: 2000 });
  expect(told).toHaveLength(2);
  expect(reach.state()).toEqual({ reachable: false, since: 2000, why: 'gone' });
  answer(async () => json(200));
  await reach.net(request);
  expect(reach.state()).toEqual({ reachable: true, since: 2000 });
});

test('the sign-in page of a Wi-Fi is not the platform, and our own mistakes say nothing of the line', async () => {
  const { reach, told, answer } = line();
  answer(async () => ({ ...json(), headers: { 'content-type': 'text/html; charset=utf-8' } }));
  await reach.net(request);
  answer(async () => {
    throw new Failure('broken', 'too large');
  });
  await expect(reach.net(request)).rejects.toThrow('too large');
  expect(told).toEqual([]);
});
