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
  const asked = { question: request as NetRequest | undefined, times: 0 };
  const reach = createConnectivity({
    net() {
      asked.times += 1;
      return next();
    },
    clock: { now: () => now, monotonic: () => now },
    question: () => asked.question,
    changed: (reached) => told.push(reached),
  });
  return {
    reach,
    told,
    asked,
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
    throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
  });
  await expect(reach.net(request)).rejects.toThrow('It did not work.');
  await expect(reach.net(request)).rejects.toThrow('It did not work.');
  expect(told.at(-1)).toEqual({ reachable: false, since: 2000 });
  expect(told).toHaveLength(2);
  expect(reach.state()).toEqual({ reachable: false, since: 2000, why: 'It did not work.' });
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

test('who looks is never told of a connection older than ten seconds: the platform is asked by itself', async () => {
  const { reach, told, asked, at, answer } = line();
  reach.look();
  // Before anybody wanted anything of it.
  expect(asked.times).toBe(0);
  await reach.net(request);
  at(9000);
  reach.look();
  expect(asked.times).toBe(1);
  at(11_000);
  answer(async () => {
    throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
  });
  reach.look();
  reach.look();
  expect(asked.times).toBe(2);
  await expect.poll(() => told.at(-1)).toEqual({ reachable: false, since: 11_000 });
  at(20_000);
  reach.look();
  expect(asked.times).toBe(2);
  asked.question = undefined;
  at(30_000);
  reach.look();
  expect(asked.times).toBe(2);
});
