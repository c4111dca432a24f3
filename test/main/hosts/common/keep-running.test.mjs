/** What is common to both parents of a core: how often it is started again, and when not. */
import { expect, test } from 'vitest';
import { keepRunning } from '../../../../main/hosts/common/keep-running.mjs';

function stage() {
  let time = 0;
  let isOver = false;
  let end;
  let resume;
  const told = [];
  const pauses = [];
  let starts = 0;
  const start = () => {
    starts += 1;
    return { ended: new Promise((resolve) => (end = resolve)) };
  };
  const running = start();
  const over = keepRunning({
    running,
    start,
    isOver: () => isOver,
    tell: (one) => told.push(one),
    pause(ms) {
      pauses.push(ms);
      return new Promise((resolve) => (resume = resolve));
    },
    now: () => time,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    over,
    told,
    pauses,
    starts: () => starts,
    after: (ms) => (time += ms),
    stop: () => (isOver = true),
    async end(how) {
      end(how);
      await settle();
    },
    async resume() {
      resume();
      await settle();
    },
  };
}

test('three ends within a minute are each followed by a start at once, the fourth by a pause of a minute', async () => {
  const made = stage();
  for (let times = 1; times <= 3; times++) {
    await made.end('SIGKILL');
    expect(made.starts()).toBe(times + 1);
  }
  await made.end('SIGKILL');
  expect([made.starts(), made.pauses]).toEqual([4, [60_000]]);
  expect(made.told.map(({ pause }) => pause)).toEqual([0, 0, 0, 60_000]);
  await made.resume();
  expect(made.starts()).toBe(5);
  // Counted anew.
  await made.end(1);
  expect([made.starts(), made.pauses.length]).toEqual([6, 1]);
});

test('ends that lie further apart are never followed by a pause', async () => {
  const made = stage();
  for (let times = 0; times < 8; times++) {
    made.after(20_001);
    await made.end(1);
  }
  expect([made.starts(), made.pauses]).toEqual([9, []]);
});

test('nothing is started again when it is over, also not after the pause', async () => {
  const told = stage();
  told.stop();
  await told.end(0);
  await told.over;
  expect([told.starts(), told.told]).toEqual([1, []]);
  const waiting = stage();
  for (let times = 0; times < 4; times++) await waiting.end(1);
  waiting.stop();
  await waiting.resume();
  await waiting.over;
  expect(waiting.starts()).toBe(4);
});
