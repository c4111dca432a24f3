/** Reading along: the sound goes on in pieces from a place, at a speed, until its end or a stop. */
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../../renderer/common/stores/session.ts';
import { indexAt } from '../../../../../renderer/features/review/workplace/useReadAlong.ts';
import {
  forgetListening,
  hear,
  hearOn,
  stopListening,
  useListening,
} from '../../../../../renderer/features/visits/listen/listen-store.ts';
import type { OpenRun } from '../../../../../renderer/features/visits/listen/run.ts';
import { useRecorder } from '../../../../../renderer/features/visits/recorder/recorder-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { Failure } from '../../../../../shared/failure.ts';

const SECOND = 16_000;
let asked: { from: number; to: number }[] = [];
let given: Uint8Array[] = [];
let gone: Failure | undefined;
let missing: readonly unknown[] = [];
let added: { audio: Uint8Array; from: number; begin(): void }[] = [];
let runs: { speed: number; stopped: boolean; tell(sample: number): void; end(): void }[] = [];

const open: OpenRun = (speed, told) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = { speed, stopped: false, tell: told, end: resolve };
  runs.push(run);
  return {
    add: (audio, from) =>
      new Promise<void>((begin) => {
        added.push({ audio, from, begin });
      }),
    ended: () => promise,
    stop: () => {
      run.stopped = true;
    },
  };
};
const turn = () => new Promise((resolve) => setTimeout(resolve));
const from = (seconds: number, to = 70) => ({
  visit: 'a',
  from: seconds * SECOND,
  to: to * SECOND,
});

beforeEach(() => {
  asked = [];
  given = [];
  added = [];
  runs = [];
  gone = undefined;
  missing = [];
  openDoor({
    request: async (_name: string, input: { from: number; to: number }) => {
      asked.push({ from: input.from / SECOND, to: input.to / SECOND });
      if (gone) throw gone;
      const audio = new Uint8Array([1, 2, 3, 4]);
      given.push(audio);
      return { from: input.from, audio, missing };
    },
    on: () => () => {},
  } as unknown as Bridge);
  useSession.setState({ vault: { state: 'open' } });
  useRecorder.setState({ status: 'idle' });
  forgetListening();
});

test('half a minute is read at a time, the next while one sounds, and the place is told', async () => {
  const over = hearOn(from(5), 1.5, open);
  await turn();
  expect(asked).toEqual([{ from: 5, to: 35 }]);
  expect(runs[0]!.speed).toBe(1.5);
  expect(useListening.getState()).toMatchObject({ status: 'playing', position: 5 * SECOND });
  added[0]!.begin();
  await turn();
  expect(asked).toEqual([
    { from: 5, to: 35 },
    { from: 35, to: 65 },
  ]);
  runs[0]!.tell(12 * SECOND);
  expect(useListening.getState().position).toBe(12 * SECOND);
  added[1]!.begin();
  await turn();
  expect(asked.at(-1)).toEqual({ from: 65, to: 70 });
  expect(added.map((one) => one.from / SECOND)).toEqual([5, 35, 65]);
  added[2]!.begin();
  await turn();
  expect(useListening.getState().status).toBe('playing');
  runs[0]!.end();
  await over;
  expect(useListening.getState()).toMatchObject({ status: 'ended', position: 70 * SECOND });
});

test('stopped, nothing more is read; the place stays, and a late word of it changes nothing', async () => {
  void hearOn(from(0), 1, open);
  await turn();
  runs[0]!.tell(3 * SECOND);
  stopListening();
  expect(runs[0]!.stopped).toBe(true);
  added[0]!.begin();
  runs[0]!.tell(9 * SECOND);
  await turn();
  expect(asked).toHaveLength(1);
  expect(useListening.getState()).toMatchObject({ status: 'stopped', position: 3 * SECOND });
});

test('another stretch, or another place, ends the one before', async () => {
  void hearOn(from(0), 1, open);
  await turn();
  void hearOn(from(40), 1, open);
  await turn();
  expect(runs.map(({ stopped }) => stopped)).toEqual([true, false]);
  void hear({ visit: 'a', from: 0, to: SECOND }, () => () => {});
  await turn();
  expect(runs[1]!.stopped).toBe(true);
  expect(useListening.getState().position).toBeUndefined();
});

test('sound that arrives after a lock is overwritten and never sounds', async () => {
  void hearOn(from(0), 1, open);
  useSession.setState({ vault: { state: 'locked', kind: 'keychain' } });
  await turn();
  expect(added).toEqual([]);
  expect(given.map((audio) => [...audio])).toEqual([[0, 0, 0, 0]]);
});

test('a failure in the midst stops it and is told; silent parts are told too', async () => {
  missing = [[0, 1]];
  void hearOn(from(0), 1, open);
  await turn();
  expect(useListening.getState().silent).toBe(true);
  gone = new Failure('missing', 'It is gone.', { detail: 'sound-gone' });
  added[0]!.begin();
  await turn();
  expect(useListening.getState()).toMatchObject({ status: 'failed', problem: gone });
  expect(runs[0]!.stopped).toBe(true);
});

test('the sentence that sounds is the last that has begun', () => {
  expect([0, 9, 10, 15, 20, 99].map((at) => indexAt([10, 20], at))).toEqual([0, 0, 0, 0, 1, 1]);
  expect(indexAt([], 5)).toBe(-1);
});
