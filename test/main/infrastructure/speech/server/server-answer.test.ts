/** Times in what a speech server answers. */
import { expect, test } from 'vitest';
import {
  speechAnswer,
  stretchesIn,
} from '../../../../../main/infrastructure/speech/server/server-answer.ts';

/** Ten seconds of sound. */
const chunk = {
  samples: new Float32Array(160_000),
  parts: [{ at: 0, start: 0, length: 160_000 }],
};
const read = (segments: unknown[]) =>
  stretchesIn(speechAnswer.parse({ text: 'three four one two', segments }), chunk) ?? [];

test('times that run back are held, so that nothing ends before it begins', () => {
  const words = (first: string, second: string, late: number) => [
    { word: ` ${first}`, start: late, end: late - 1 },
    { word: ` ${second}`, start: late - 2, end: late - 3 },
  ];
  const all = read([
    { text: 'three four', start: 8, end: 5, words: words('three', 'four', 8) },
    { text: 'one two', start: 4, end: 1, words: words('one', 'two', 4) },
  ]);
  expect(all.map(({ text }) => text)).toEqual(['three four', 'one two']);
  for (const { from, to } of all.flatMap((one) => [one, ...one.words]))
    expect(to).toBeGreaterThanOrEqual(from);
  const begins = all.flatMap((one) => one.words.map(({ from }) => from));
  expect(begins).toEqual([...begins].sort((one, other) => one - other));
  expect(all[1]?.from).toBeGreaterThanOrEqual(all[0]?.from ?? Number.NaN);
});

test('times that go forward stay as the server told them, also where two speak at once', () => {
  const all = read([
    {
      text: 'three four',
      start: 0.5,
      end: 1.5,
      words: [
        { word: ' three', start: 0.5, end: 0.75 },
        { word: ' four', start: 1, end: 1.25 },
      ],
    },
    { text: 'one two', start: 1, end: 3 },
  ]);
  expect(all[0]?.words.map(({ from, to }) => [from, to])).toEqual([
    [0.5, 0.75],
    [1, 1.25],
  ]);
  expect(all.map(({ from, to }) => [from, to])).toEqual([
    [0.5, 1.25],
    [1, 3],
  ]);
});
