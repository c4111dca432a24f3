import { expect, test } from 'vitest';
import type { Level } from '../../../../renderer/capture/frames/level.ts';
import { judgeRoom } from '../../../../renderer/capture/recorder/room-check.ts';

const level = (rms: number, over: Partial<Level> = {}): Level => ({
  rms,
  peak: rms,
  clipped: 0,
  presence: 0,
  treble: 0,
  ...over,
});
const blocks = (count: number, rms: number, over: Partial<Level> = {}) =>
  Array.from({ length: count }, () => level(rms, over));
const verdict = (...levels: Level[]) => judgeRoom(levels, { deviceId: 'a', label: 'Jabra' });

test('words in a quiet room are good, and the device is named', () => {
  expect(verdict(...blocks(8, 0.001), ...blocks(24, 0.05))).toEqual({
    sound: 'good',
    device: 'Jabra',
  });
});

test.each([
  ['nothing', blocks(32, 0.000_1)],
  ['nothing', []],
  ['clipping', [...blocks(30, 0.01), ...blocks(2, 0.6, { clipped: 8 })]],
  ['telephone', [...blocks(8, 0.001), ...blocks(24, 0.05, { presence: 0.03, treble: 0.000_1 })]],
  ['good', [...blocks(8, 0.001), ...blocks(24, 0.05, { presence: 0.03, treble: 0.01 })]],
  ['good', [...blocks(30, 0.01), ...blocks(2, 0.05, { presence: 0.03, treble: 0.000_1 })]],
  ['loud-room', [...blocks(16, 0.02), ...blocks(16, 0.08)]],
  ['no-words', blocks(32, 0.003)],
] as const)('a room is judged: %s', (sound, levels) => {
  expect(verdict(...levels).sound).toBe(sound);
});
