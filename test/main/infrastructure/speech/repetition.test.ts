/** Texts that go round in a circle. */
import { expect, test } from 'vitest';
import { goesInCircles, isRepetitive } from '../../../../main/infrastructure/speech/repetition.ts';

const words = (text: string) => text.split(' ');

test.each([
  'thank you '.repeat(10).trim(),
  'I do not know what to say, '.repeat(4).trim(),
  `The fever ${'is high and '.repeat(9)}goes on`,
])('“%s” goes round in a circle', (text) => {
  expect(isRepetitive(words(text))).toBe(true);
});

test.each([
  '',
  'No, no, no, no, no.',
  'Take one in the morning, take one at noon, take one in the evening, and take one at night.',
  'Does it hurt here? No. Does it hurt here? No. Does it hurt here? Yes, it does, a little.',
])('“%s” does not', (text) => {
  expect(isRepetitive(words(text))).toBe(false);
});

test.each([1, 2, 5, 16])('tokens that go round in a circle of %i are noticed', (size) => {
  const circle = Array.from({ length: 80 }, (_, at) => at % size);
  expect(goesInCircles([100, 101, 102, ...circle])).toBe(true);
  expect(goesInCircles(circle.slice(0, 20))).toBe(false);
  expect(goesInCircles([...circle, 100])).toBe(false);
});
