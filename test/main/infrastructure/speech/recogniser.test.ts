import { afterEach, expect, test } from 'vitest';
import {
  createRecogniser,
  type Recogniser,
} from '../../../../main/infrastructure/speech/recogniser.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failure } from '../../../support/failure.ts';

const file = new URL('../../../support/children/stubborn-recogniser.ts', import.meta.url);
const SECOND = 16_000;

const opened: Recogniser[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** Time passes when `pass` is called; `limits` are those that were set. */
function rig(answersFrom: number, dies = false) {
  const starts = new Int32Array(new SharedArrayBuffer(4));
  const limits: number[] = [];
  let waiting: (() => void) | undefined;
  let clock = 0;
  const recogniser = createRecogniser({
    file,
    data: { starts, answersFrom, dies },
    noModel: () => new Failure('missing', 'No model.', { detail: 'no' }),
    changed: () => new Failure('refused', 'Another model.', { detail: 'other' }),
    now: () => clock,
    after(milliseconds, then) {
      limits.push(milliseconds);
      waiting = then;
      return () => {
        waiting = undefined;
      };
    },
  });
  opened.push(recogniser);
  return {
    recogniser,
    starts,
    limits,
    isWaiting: () => waiting !== undefined,
    takes: (milliseconds: number) => {
      clock += milliseconds;
    },
    /** The limit passes for the thread that was started as this one. */
    async pass(start: number) {
      while (!waiting || Atomics.load(starts, 0) < start)
        await new Promise((resolve) => setImmediate(resolve));
      waiting();
    },
  };
}
const textOf = async (heard: ReturnType<Recogniser['hear']>) =>
  (await heard).segments.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');

test('a thread that hangs is ended and started anew, and the piece is not lost', async () => {
  const { recogniser, starts, pass, isWaiting } = rig(2);
  const heard = recogniser.hear(new Float32Array(SECOND));
  await pass(1);
  expect(await textOf(heard)).toBe('16000 by 2');
  expect(Atomics.load(starts, 0)).toBe(2);
  expect(isWaiting()).toBe(false);
  // It goes on with the thread that answers.
  expect(await textOf(recogniser.hear(new Float32Array(2)))).toBe('2 by 2');
});

test('a thread that hangs again is told, not tried for ever', async () => {
  const { recogniser, starts, pass } = rig(3);
  const heard = recogniser.hear(new Float32Array(SECOND)).catch((error: unknown) => error);
  await pass(1);
  await pass(2);
  expect(await heard).toEqual(failure('broken', 'recogniser-hangs'));
  expect(Atomics.load(starts, 0)).toBe(2);
});

test('a thread that dies is started anew once', async () => {
  const once = rig(2, true);
  expect(await textOf(once.recogniser.hear(new Float32Array(SECOND)))).toBe('16000 by 2');
  const always = rig(9, true);
  await expect(always.recogniser.hear(new Float32Array(SECOND))).rejects.toEqual(
    failure('broken', 'recogniser-failed'),
  );
  expect(Atomics.load(always.starts, 0)).toBe(2);
});

test('a long piece has more time, and so has every piece on a slow computer', async () => {
  const { recogniser, limits, takes } = rig(1);
  await recogniser.hear(new Float32Array(SECOND));
  const slow = recogniser.hear(new Float32Array(10 * SECOND));
  takes(600_000);
  await slow;
  await recogniser.hear(new Float32Array(10 * SECOND));
  const [short = 0, long = 0, later = 0] = limits;
  expect(short).toBeGreaterThanOrEqual(180_000);
  expect(long).toBeGreaterThan(short);
  // Ten times as long as it took.
  expect(later).toBeGreaterThanOrEqual(6_000_000);
});

test('a recogniser that was closed in the middle does not start anew', async () => {
  const { recogniser, starts } = rig(9);
  const heard = recogniser.hear(new Float32Array(SECOND)).catch((error: unknown) => error);
  await recogniser.close();
  expect(await heard).toEqual(failure('broken', 'recogniser-failed'));
  expect(Atomics.load(starts, 0)).toBeLessThanOrEqual(1);
});
