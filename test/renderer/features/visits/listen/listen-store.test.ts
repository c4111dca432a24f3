/**
 * Listening: only when asked, one at a time, and nothing sounds on after a lock, a recording that
 * begins, or a later wish.
 */
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../../renderer/common/stores/session.ts';
import { placeInSound } from '../../../../../renderer/features/visits/listen/listen-format.ts';
import {
  connectListening,
  forgetListening,
  hear,
  hearCopy,
  stopListening,
  useListening,
  wholeOf,
} from '../../../../../renderer/features/visits/listen/listen-store.ts';
import { useRecorder } from '../../../../../renderer/features/visits/recorder/recorder-store.ts';
import type { Bridge } from '../../../../../shared/contract/contract.ts';
import { Failure } from '../../../../../shared/failure.ts';

type Asked = {
  readonly input: unknown;
  answer(value: unknown): void;
  refuse(error: Failure): void;
};
let asked: Asked[] = [];
let sounding: { audio: Uint8Array; end(): void; over: boolean }[] = [];
const through = (audio: Uint8Array, ended: () => void) => {
  const one = { audio, end: ended, over: false };
  sounding.push(one);
  return () => {
    one.over = true;
  };
};
const stretch = (from: number) => ({ visit: 'a', from, to: from + 16_000 });
const sound = (missing: readonly unknown[] = []) => ({
  from: 0,
  audio: new Uint8Array([1, 2, 3, 4]),
  missing,
});
const playing = async (from = 0) => {
  const begun = hear(stretch(from), through);
  asked.at(-1)!.answer(sound());
  await begun;
};

beforeEach(() => {
  asked = [];
  sounding = [];
  openDoor({
    request: (_name: string, input: unknown) =>
      new Promise((answer, refuse) => asked.push({ input, answer, refuse })),
    on: () => () => {},
  } as unknown as Bridge);
  useSession.setState({ vault: { state: 'open' } });
  useRecorder.setState({ status: 'idle' });
  forgetListening();
});

test('what was asked for is played, and comes to its end', async () => {
  await playing(32_000);
  expect(asked.map(({ input }) => input)).toEqual([{ id: 'a', from: 32_000, to: 48_000 }]);
  expect(useListening.getState()).toMatchObject({
    status: 'playing',
    stretch: stretch(32_000),
    silent: false,
  });
  sounding[0]!.end();
  expect(useListening.getState().status).toBe('ended');
});

test('one at a time: the later wish stops the earlier, in whichever order the answers come', async () => {
  await playing(0);
  const second = hear(stretch(1), through);
  expect(sounding[0]!.over).toBe(true);
  const third = hear(stretch(2), through);
  asked[2]!.answer(sound([[2, 3]]));
  const late = sound();
  asked[1]!.answer(late);
  await Promise.all([second, third]);
  expect(sounding).toHaveLength(2);
  expect([...late.audio]).toEqual([0, 0, 0, 0]);
  expect(useListening.getState()).toMatchObject({
    status: 'playing',
    stretch: stretch(2),
    silent: true,
  });
  // An end that is told late is not that of what plays now.
  sounding[0]!.end();
  expect(useListening.getState().status).toBe('playing');
});

test('it stops when asked, even before it began', async () => {
  await playing();
  stopListening();
  expect([sounding[0]!.over, useListening.getState().status]).toEqual([true, 'stopped']);
  const begun = hear(stretch(5), through);
  stopListening();
  asked.at(-1)!.answer(sound());
  await begun;
  expect([sounding.length, useListening.getState().status]).toEqual([1, 'stopped']);
});

test('a lock is silence at once, and what comes after it is never played', async () => {
  await playing();
  const begun = hear(stretch(7), through);
  useSession.setState({ vault: { state: 'locked' } });
  forgetListening();
  const late = sound();
  asked.at(-1)!.answer(late);
  await begun;
  expect(sounding.map(({ over }) => over)).toEqual([true]);
  expect([...late.audio]).toEqual([0, 0, 0, 0]);
  expect(useListening.getState()).toMatchObject({ status: 'still', stretch: undefined });
});

test('a recording that begins is not to hear it', async () => {
  const end = connectListening();
  await playing();
  useRecorder.setState({ status: 'recording' });
  expect([sounding[0]!.over, useListening.getState().status]).toEqual([true, 'stopped']);
  end();
});

test('a refusal is kept for the words on the page; one of an older wish is not', async () => {
  const begun = hear(stretch(0), through);
  asked[0]!.refuse(new Failure('missing', 'x', { detail: 'sound-gone' }));
  await begun;
  expect(useListening.getState()).toMatchObject({
    status: 'failed',
    problem: { detail: 'sound-gone' },
  });
  const older = hear(stretch(1), through);
  const newer = hear(stretch(2), through);
  asked[1]!.refuse(new Failure('broken', 'x'));
  asked[2]!.answer(sound());
  await Promise.all([older, newer]);
  expect(useListening.getState()).toMatchObject({ status: 'playing', stretch: stretch(2) });
});

test.each([
  ['recording-now', 'stopped'],
  ['sound-gone', 'failed'],
])('the refusal %s is %s once nothing is recorded any more', async (detail, status) => {
  const disconnect = connectListening();
  useRecorder.setState({ status: 'recording' });
  const wish = hear(stretch(0), through);
  asked.at(-1)!.refuse(new Failure('busy', '', { detail }));
  await wish;
  useRecorder.setState({ status: 'paused' });
  expect(useListening.getState().status).toBe('failed');
  useRecorder.setState({ status: 'idle' });
  expect(useListening.getState().status).toBe(status);
  disconnect();
});

test('places are told in whole seconds', () => {
  expect([0, 15_999, 41 * 16_000, 3723 * 16_000].map(placeInSound)).toEqual([
    '0:00',
    '0:00',
    '0:41',
    '1:02:03',
  ]);
});

test('the platform’s copy is asked for, opened and played; a lock or a later wish drops it', async () => {
  const opened: Uint8Array[] = [];
  const open = async (audio: Uint8Array) => {
    opened.push(audio);
    return through;
  };
  const begun = hearCopy('a', open);
  expect(useListening.getState()).toMatchObject({ status: 'opening', stretch: wholeOf('a') });
  expect(asked.at(-1)?.input).toEqual({ id: 'a' });
  asked.at(-1)?.answer({ audio: new Uint8Array([1, 2]) });
  await begun;
  expect(useListening.getState().status).toBe('playing');
  expect(opened).toHaveLength(1);
  stopListening();
  expect(sounding.at(-1)?.over).toBe(true);
  const dropped = hearCopy('a', open);
  forgetListening();
  asked.at(-1)?.answer({ audio: new Uint8Array([1, 2]) });
  await dropped;
  expect(sounding).toHaveLength(1);
});

test('a copy that the platform does not have, or that cannot be played, is told', async () => {
  const missing = hearCopy('a', async () => through);
  asked.at(-1)?.refuse(new Failure('refused', 'none', { detail: 'copy-not-kept' }));
  await missing;
  expect(useListening.getState()).toMatchObject({
    status: 'failed',
    problem: { detail: 'copy-not-kept' },
  });
});
