import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHeartbeat } from '../../../renderer/common/heartbeat.ts';
import { openDoor, setAnswers, useDoor } from '../../../renderer/common/stores/core.ts';
import { useSession } from '../../../renderer/common/stores/session.ts';
import type { Bridge } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';

beforeEach(() => {
  vi.useFakeTimers();
  setAnswers(true);
});
afterEach(() => vi.useRealTimers());

/** A core whose answers the test gives one by one. */
function core() {
  const asked: { answer(value: unknown): void; fail(error: unknown): void }[] = [];
  openDoor({
    request: () => new Promise((resolve, reject) => asked.push({ answer: resolve, fail: reject })),
    on: () => () => {},
  } as unknown as Bridge);
  startHeartbeat();
  return { asked, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms), beat: 1000 };
}

test('a core that stops right behind an answer is shown as silent within three seconds', async () => {
  const { asked, pass, beat } = core();
  await pass(beat);
  asked[0]?.answer({ reachable: true, since: 5 });
  await pass(2900);
  expect(useDoor.getState().answers).toBe(true);
  await pass(100);
  expect(useDoor.getState().answers).toBe(false);
});

test('a core that takes a second and a half for an answer is there all the same', async () => {
  const { asked, pass, beat } = core();
  for (const at of [0, 1, 2]) {
    await pass(beat);
    expect(asked).toHaveLength(at + 1);
    await pass(1500);
    expect(useDoor.getState().answers).toBe(true);
    asked[at]?.answer({ reachable: true, since: 5 });
    await pass(0);
  }
});

test('a core that does not answer within two seconds is shown as silent, until it answers', async () => {
  const { asked, pass, beat } = core();
  await pass(beat);
  expect(asked).toHaveLength(1);
  expect(useDoor.getState().answers).toBe(true);
  await pass(2000);
  expect(useDoor.getState().answers).toBe(false);
  await pass(beat);
  // One question at a time: a core that stands still is not covered with more.
  expect(asked).toHaveLength(1);
  asked[0]?.answer({ reachable: false, since: 5 });
  await vi.advanceTimersByTimeAsync(0);
  expect(useDoor.getState().answers).toBe(true);
  expect(useSession.getState().reachable).toEqual({ reachable: false, since: 5 });
  await pass(beat);
  expect(asked).toHaveLength(2);
});

test('a host without its core is silent at once; a core that refuses is there', async () => {
  const { asked, pass, beat } = core();
  await pass(beat);
  asked[0]?.fail(new Failure('offline', 'gone', { detail: 'host-lost' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(useDoor.getState().answers).toBe(false);
  await pass(beat);
  asked[1]?.fail(new Failure('locked', 'The key is not at hand.'));
  await vi.advanceTimersByTimeAsync(0);
  expect(useDoor.getState().answers).toBe(true);
});
