/** How many stretches it takes to say that two speak. */
import { expect, test } from 'vitest';
import { divideVoices, type HeardVoice } from '../../../../main/features/local/divide-voices.ts';

/**
 * Six sentences of one generated voice (flite slt, through MP3), as they were measured: divided by
 * force, their groups lie more than 4.5 spreads apart.
 */
const ONE_VOICE: readonly HeardVoice[] = [
  [9.39, 2.52, 9.64, 17.37, -0.55, -2.3, -2.14, 3.27, -0.33, 3.13, 0.43, 3.22, 0.94],
  [8.77, 0.31, 14.38, 10.62, 2.14, -0.8, 1.07, 1.67, 1.98, 3.98, -0.87, 2.83, 1.73],
  [8.54, 4.8, 10.94, 11.46, -2.38, 1.77, -0.17, 0.26, 0.17, 3.34, -0.98, 3.22, 0.6],
  [8.98, 4.72, 12.08, 15.17, -5.93, 1.49, -0.3, 1.19, -1.46, 4.07, -0.46, 3.42, 0.25],
  [8.28, 3.54, 4.5, 9.17, -0.18, 0.94, -3.31, 1.87, 2.79, 3.76, -2.95, 1.51, -0.38],
  [8, 8.44, 13.71, 14.13, -2.59, 0.72, -3.85, -0.62, -2.8, 1.51, 0.73, 3.62, 1.37],
].map((voice, at) => ({ voice, weight: [2.86, 1.7, 3.34, 0.97, 1.46, 1.58][at] ?? 0 }));

/** The same sentences in a voice that is deeper by so many semitones, and of another shape. */
const other = ({ voice, weight }: HeardVoice, deeper: number, shaped: number): HeardVoice => ({
  weight,
  voice: voice.map((value, at) =>
    at === 0 ? value - deeper : value + (at % 2 === 0 ? shaped : -shaped),
  ),
});
const dialogue = (deeper: number, shaped: number) =>
  ONE_VOICE.map((one, at) => (at % 2 === 0 ? one : other(one, deeper, shaped)));

test('six sentences of one voice are one speaker, though chance puts them into two groups', () => {
  expect(divideVoices(ONE_VOICE)).toBeUndefined();
});

test('a woman and a man are told apart from six sentences on', () => {
  expect(divideVoices(dialogue(12, 0))).toEqual([1, 0, 1, 0, 1, 0]);
  expect(divideVoices(dialogue(12, 0).slice(0, 5))).toBeUndefined();
});

test('two voices of nearly one height are told apart by their shape', () => {
  expect(divideVoices(dialogue(3, 7))).toEqual([1, 0, 1, 0, 1, 0]);
});

test('of many sentences less is asked than of few', () => {
  // Seven semitones apart, and each speaker moves by 1.3 up and down.
  const many = Array.from({ length: 30 }, (_, at): HeardVoice => {
    const height = (at >> 1) % 2 === 0 ? 1.3 : -1.3;
    const one = { voice: [height, ...Array.from({ length: 12 }, () => 0)], weight: 2 };
    return at % 2 === 0 ? one : other(one, 7, 0);
  });
  expect(divideVoices(many)).toBeDefined();
  expect(divideVoices(many.slice(0, 6))).toBeUndefined();
});
