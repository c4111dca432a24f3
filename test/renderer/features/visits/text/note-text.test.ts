/** The note in pieces: not a letter is lost or moved, whatever the spans are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  around,
  linesOf,
  wordsIn,
} from '../../../../../renderer/features/visits/text/note-text.ts';

test('the words of an entity are marked where they stand', () => {
  expect(
    linesOf('Fever and cough.\n\nNo rash', [
      { id: 'c', start: 10, end: 15 },
      { id: 'r', start: 21, end: 25 },
    ]),
  ).toEqual([
    {
      start: 0,
      end: 16,
      pieces: [{ text: 'Fever and ' }, { text: 'cough', id: 'c' }, { text: '.' }],
    },
    { start: 18, end: 25, pieces: [{ text: 'No ' }, { text: 'rash', id: 'r' }] },
  ]);
});

test('every line keeps its text, with any spans, over lines and over one another, and outside of the text', () => {
  const text = fc
    .array(fc.constantFrom('fever ', 'ज्वर ', '\n', 'x', '  '), { maxLength: 40 })
    .map((parts) => parts.join(''));
  const span = fc.record({
    id: fc.string(),
    start: fc.integer({ min: -3, max: 200 }),
    end: fc.integer({ min: -3, max: 210 }),
  });
  fc.assert(
    fc.property(text, fc.array(span, { maxLength: 6 }), (whole, spans) => {
      const lines = linesOf(whole, spans);
      for (const { start, end, pieces } of lines)
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole.slice(start, end));
      expect(lines.map(({ start, end }) => whole.slice(start, end))).toEqual(
        whole.split('\n').filter((line) => line.trim() !== ''),
      );
    }),
  );
});

test('a very long line is cut into rows, and a span over the cut is marked on both sides', () => {
  const whole = `${'word '.repeat(900)}end`;
  const lines = linesOf(whole, [{ id: 'm', start: 1990, end: 2015 }]);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.every(({ start, end }) => end - start <= 2_000)).toBe(true);
  expect(
    lines
      .flatMap(({ pieces }) => pieces.filter(({ id }) => id === 'm'))
      .map(({ text }) => text)
      .join(''),
  ).toBe(whole.slice(1990, 2015));
});

test('what stands around some words stays on their line and is cut at spaces', () => {
  const text = `First line.\n${'before '.repeat(20)}fever ${'after '.repeat(20)}\nlast`;
  const start = text.indexOf('fever');
  const { before, words, after } = around(text, { start, end: start + 5 }, 20);
  expect([before, words, after]).toEqual(['… before before ', 'fever', ' after after after …']);
  expect(around('Fever and cough', { start: 0, end: 5 })).toEqual({
    before: '',
    words: 'Fever',
    after: ' and cough',
  });
});

test('the words of a line have their places, in any script', () => {
  expect(wordsIn('No 38.2 °C', { start: 3, end: 10 }, 'en')).toEqual([
    { text: '38.2', start: 3, end: 7 },
    { text: 'C', start: 9, end: 10 },
  ]);
  expect(wordsIn('तीन दिन से बुखार', { start: 0, end: 16 }, 'hi').map(({ text }) => text)).toEqual([
    'तीन',
    'दिन',
    'से',
    'बुखार',
  ]);
});
