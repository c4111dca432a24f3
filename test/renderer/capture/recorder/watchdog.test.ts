import { expect, test } from 'vitest';
import {
  beginWatch,
  type Finding,
  type WatchEvent,
  watch,
} from '../../../../renderer/capture/recorder/watchdog.ts';

const block = (rms: number, clipped = 0): WatchEvent => ({
  type: 'heard',
  level: { rms, peak: rms, clipped, presence: 0, treble: 0 },
  samples: 1_000,
});
const MS = 62.5;

function run(happenings: readonly WatchEvent[]) {
  let state = beginWatch();
  const found: (Finding & { step: number })[] = [];
  happenings.forEach((event, step) => {
    const next = watch(state, event);
    state = next.state;
    found.push(...next.findings.map((finding) => ({ ...finding, step })));
  });
  return { state, found };
}

/** Ticks every 500 ms with sound between them, unless told otherwise for a tick. */
function session(
  ticks: number,
  odd: Record<number, { monotonic?: number; wall?: number; blocks?: number }> = {},
) {
  let [monotonic, wall] = [1_000, 1_700_000_000_000];
  return Array.from({ length: ticks }, (_, i) => {
    const given = odd[i] ?? {};
    monotonic += given.monotonic ?? 500;
    wall += given.wall ?? given.monotonic ?? 500;
    return [
      ...Array.from({ length: given.blocks ?? 8 }, () => block(0.05)),
      { type: 'tick', monotonic, wall } satisfies WatchEvent,
    ];
  }).flat();
}
const kinds = (happenings: readonly WatchEvent[]) => run(happenings).found.map(({ type }) => type);

test('ten seconds of silence are told once, and sound ends it', () => {
  const { found } = run([
    ...Array.from({ length: 400 }, () => block(0.000_01)),
    block(0.01),
    block(0.01),
  ]);
  expect(found).toEqual([
    { type: 'silence', step: 10_000 / MS - 1 },
    { type: 'sound-again', step: 400 },
  ]);
});

/** Blocks of a room with a steady noise, and with words as speech has them: loud with pauses. */
const room = (seconds: number, noise: number) =>
  Array.from({ length: (seconds * 1_000) / MS }, () => block(noise));
const words = (seconds: number, loudness: number, noise: number) =>
  Array.from({ length: (seconds * 1_000) / MS }, (_, at) => block(at % 16 < 12 ? loudness : noise));

test.each([
  ['a quiet room', 0.000_5],
  ['a room with a fan', 0.01],
  ['a loud room', 0.03],
])('five minutes without words in %s are told once, and words end it', (_name, noise) => {
  const before = words(120, 0.2, noise);
  const { found } = run([...before, ...room(320, noise), ...words(2, 0.2, noise)]);
  expect(found.map(({ type }) => type)).toEqual(['forgotten', 'forgotten-over']);
  const told = ((found[0]?.step ?? 0) - before.length) * MS;
  expect(told).toBeGreaterThan(4.9 * 60_000);
  expect(told).toBeLessThan(5.2 * 60_000);
});

test('words of a patient across the room every four minutes keep the visit going', () => {
  const part = [...room(230, 0.001), ...words(3, 0.006, 0.001)];
  expect(kinds([...part, ...part, ...part])).toEqual([]);
});

test('a slammed door is no word', () => {
  const quarter = [...room(100, 0.001), block(0.5), block(0.2)];
  expect(kinds([...quarter, ...quarter, ...quarter, ...room(30, 0.001)])).toEqual(['forgotten']);
});

test('nine seconds between two words are no silence', () => {
  const quiet = Array.from({ length: 144 }, () => block(0));
  expect(kinds([...quiet, block(0.02), ...quiet, block(0.02)])).toEqual([]);
});

test('a quiet room with a live microphone is not silence', () => {
  expect(kinds(Array.from({ length: 400 }, () => block(0.000_5)))).toEqual([]);
});

test('clipping is shown for two seconds after the last of it; a single click is none', () => {
  const { found } = run([
    block(0.3, 1),
    block(0.5, 40),
    block(0.5, 40),
    ...Array.from({ length: 40 }, () => block(0.2)),
  ]);
  expect(found).toEqual([
    { type: 'clipping', step: 1 },
    { type: 'clipping-over', step: 2 + 2_000 / MS },
  ]);
});

test('an ordinary session has no findings', () => expect(kinds(session(600))).toEqual([]));

test('a device that gives nothing for three seconds has dried up', () => {
  const dry = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 10, { blocks: 0 }]));
  const { found } = run(session(30, dry));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ type: 'no-sound' });
});

test('a computer that slept with its clocks going on is found out by the missing sound', () => {
  expect(run(session(30, { 10: { monotonic: 600_000, blocks: 0 } })).found).toMatchObject([
    { type: 'slept', ms: 600_000 },
  ]);
});

test('a computer whose monotonic clock stood still in its sleep is found out by the wall clock', () => {
  expect(run(session(30, { 10: { wall: 3_600_000 } })).found).toMatchObject([
    { type: 'slept', ms: 3_600_000 },
  ]);
});

test('a page blocked for twelve seconds is not sleep: its sound comes afterwards', () => {
  expect(kinds(session(30, { 10: { monotonic: 12_000, blocks: 0 }, 11: { blocks: 190 } }))).toEqual(
    [],
  );
});

test('a clock put right by a few seconds, or back, is not sleep', () => {
  expect(kinds(session(30, { 10: { wall: 8_000 }, 20: { wall: -3_600_000 } }))).toEqual([]);
});
