import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AudioPipeline,
  createAudioPipeline,
  type PipelineEvent,
} from '../../../../renderer/capture/frames/audio-pipeline.ts';

const RATE = 48_000;
const FRAME = 480;
const frame = (index: number, value = 0.25, rate = RATE) => ({
  timestamp: index * 10_000,
  rate,
  samples: new Float32Array(rate / 100).fill(value),
});

function run(feed: (pipeline: AudioPipeline) => void) {
  const events: PipelineEvent[] = [];
  feed(createAudioPipeline((event) => events.push(event)));
  const sound = events.flatMap((event) => (event.type === 'sound' ? [...event.samples] : []));
  return { events, sound };
}

test('only what comes between record and pause is told as sound; the level is told always', () => {
  const { events, sound } = run((pipeline) => {
    for (let i = 0; i < 50; i++) pipeline.frame(frame(i));
    pipeline.record();
    for (let i = 50; i < 150; i++) pipeline.frame(frame(i));
    pipeline.pause();
    for (let i = 150; i < 200; i++) pipeline.frame(frame(i));
  });
  expect(sound).toHaveLength(16_000);
  const heard = events.reduce(
    (sum, event) => sum + (event.type === 'level' ? event.samples : 0),
    0,
  );
  expect(heard).toBeGreaterThan(31_000);
});

test('the end tells what is still inside the resampler', () => {
  const { sound } = run((pipeline) => {
    pipeline.record();
    for (let i = 0; i < 101; i++) pipeline.frame(frame(i));
    pipeline.end();
  });
  expect(sound).toHaveLength((101 * FRAME) / 3);
});

test('lost frames become silence of the same length, and are told', () => {
  const { events, sound } = run((pipeline) => {
    pipeline.record();
    for (let i = 0; i < 300; i++) if (i < 100 || i >= 130) pipeline.frame(frame(i));
    pipeline.end();
  });
  expect(events.filter(({ type }) => type === 'gap')).toEqual([
    { type: 'gap', missing: 4_800, filled: 4_800, ahead: 80 },
  ]);
  expect(sound).toHaveLength(3 * 16_000);
  expect(sound.slice(16_200, 20_600).every((sample) => sample === 0)).toBe(true);
  expect(sound[15_800]).toBe(8_192);
  expect(sound[21_000]).toBe(8_192);
});

test('the silence is exactly as long as its mark says, whatever the browser stamps', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(48_000, 96_000, 16_000),
      fc.integer({ min: 20_000, max: 400_000 }),
      (rate, lost) => {
        const { events, sound } = run((pipeline) => {
          pipeline.record();
          for (let i = 0; i < 150; i++) {
            const timestamp = i * 10_000 + (i < 50 ? 0 : lost);
            pipeline.frame({ ...frame(i, 0.25, rate), timestamp });
          }
          pipeline.end();
        });
        const gap = events.find((event) => event.type === 'gap');
        expect(sound.length - 150 * 160).toBe(gap?.filled);
      },
    ),
    { numRuns: 40 },
  );
});

test('an hour that was slept through is told, not filled', () => {
  const { events, sound } = run((pipeline) => {
    pipeline.record();
    for (let i = 0; i < 100; i++) pipeline.frame(frame(i));
    for (let i = 0; i < 100; i++) pipeline.frame(frame(i + 360_000));
    pipeline.end();
  });
  expect(events.find(({ type }) => type === 'gap')).toEqual({
    type: 'gap',
    missing: 359_900 * 160,
    filled: 0,
    ahead: 80,
  });
  expect(sound).toHaveLength(2 * 16_000);
});

test('a device that changes its rate in the middle loses nothing', () => {
  const { sound } = run((pipeline) => {
    pipeline.record();
    for (let i = 0; i < 100; i++) pipeline.frame(frame(i));
    for (let i = 100; i < 200; i++) pipeline.frame(frame(i, 0.25, 44_100));
    pipeline.end();
  });
  expect(sound).toHaveLength(2 * 16_000);
});
