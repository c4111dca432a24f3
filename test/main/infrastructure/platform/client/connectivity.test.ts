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
  const timers: { at: number; run: () => void }[] = [];
  const asked = { question: request as NetRequest | undefined, times: 0 };
  const reach = createConnectivity({
    net() {
      asked.times += 1;
      return next();
    },
    clock: {
      now: () => now,
      monotonic: () => now,
      after(ms, run) {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    question: () => asked.question,
    changed: (reached) => told.push(reached),
  });
  return {
    reach,
    told,
    asked,
    at(time: number) {
      now = time;
      for (const timer of timers.filter((one) => one.at <= time)) timer.run();
    },
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

const lost = async () => {
  throw new Failure('offline', 'It did not work.', { detail: 'not-sent' });
};
/** Until the answers that are there are taken. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('who looks is never told of a connection older than two seconds: the platform is asked by itself', async () => {
  const { reach, told, asked, at, answer } = line();
  reach.look();
  // Before anybody wanted anything of it.
  expect(asked.times).toBe(0);
  await reach.net(request);
  at(2900);
  reach.look();
  expect(asked.times).toBe(1);
  at(3000);
  answer(lost);
  reach.look();
  reach.look();
  expect(asked.times).toBe(2);
  await expect.poll(() => told.at(-1)).toEqual({ reachable: false, since: 3000 });
  at(4900);
  reach.look();
  expect(asked.times).toBe(2);
  asked.question = undefined;
  at(30_000);
  reach.look();
  expect(asked.times).toBe(2);
});

test('on a line with quick answers, one that does not come within a second is told, and so is one that comes late', async () => {
  const { reach, told, at, answer } = line();
  await reach.net(request);
  at(3000);
  reach.look();
  await settled();
  const { promise, resolve } = Promise.withResolvers<NetAnswer>();
  answer(() => promise);
  at(5000);
  reach.look();
  at(5900);
  expect(told).toHaveLength(1);
  at(6000);
  expect(reach.state()).toEqual({
    reachable: false,
    since: 6000,
    why: 'platform.example does not answer.',
  });
  at(6600);
  resolve(json());
  await settled();
  expect(reach.state()).toEqual({ reachable: true, since: 6600 });
});

test('on a line with slow answers nothing is told before the question is given up', async () => {
  const { reach, told, at, answer } = line();
  await reach.net(request);
  for (const begin of [3000, 7000]) {
    const { promise, resolve } = Promise.withResolvers<NetAnswer>();
    answer(() => promise);
    at(begin);
    reach.look();
    at(begin + 1500);
    resolve(json());
    await settled();
  }
  expect(told).toHaveLength(1);
});

test('a platform that refuses the question is asked every half minute', async () => {
  const { reach, asked, at, answer } = line();
  await reach.net(request);
  answer(async () => json(429));
  at(3000);
  reach.look();
  await settled();
  at(32_900);
  reach.look();
  expect(asked.times).toBe(2);
  at(33_000);
  answer(async () => json());
  reach.look();
  await settled();
  expect(asked.times).toBe(3);
  at(35_000);
  reach.look();
  expect(asked.times).toBe(4);
  expect(reach.state()?.reachable).toBe(true);
});
