/** Blanks made even, and the way back to the text as it was given. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sides } from '../../../../../main/features/notes/checks/sides.ts';
import { evenBlanks } from '../../../../../main/infrastructure/terminology/text/blanks.ts';

/** The place of each character of the even text, by going through the given one step by step. */
function origins(given: string): number[] {
  const isBlank = (at: number) => /[^\S\n]/.test(given[at] ?? '\n');
  const places: number[] = [];
  let isBehindBlank = false;
  for (let at = 0; at < given.length; at++) {
    const lines = given[at] === '\n' ? emptyLinesAt(given, at) : 0;
    // Of several empty lines two line ends stay.
    if (lines > 0) {
      places.push(at, at + 1);
      at += lines - 1;
      isBehindBlank = false;
      continue;
    }
    // Of several blanks the first one stands for all, and for the joiners behind it.
    const isLeftOut: boolean = isBehindBlank && (isBlank(at) || given[at] === '\u200d');
    if (!isLeftOut) places.push(at);
    isBehindBlank = isBlank(at) || isLeftOut;
  }
  return places;
}

/** Characters up to the last line end; 0 where fewer than three follow each other. */
function emptyLinesAt(given: string, from: number): number {
  let count = 0;
  let length = 0;
  for (let at = from; at < given.length && /\s/.test(given[at] ?? ''); at++) {
    if (given[at] !== '\n') continue;
    count += 1;
    length = at + 1 - from;
  }
  return count > 2 ? length : 0;
}

function expectSameWayBack(given: string, every = 1): void {
  const { text, origin } = evenBlanks(given);
  const naive = origins(given);
  expect(text.length).toBe(naive.length);
  for (let at = 0; at < text.length; at += every) {
    const { start, end } = origin({ start: at, end: at + 1 });
    if (start !== naive[at] || end !== naive[at]! + 1)
      throw new Error(`${at} is ${start} to ${end}, and not ${naive[at]}`);
  }
}

test('each place of the even text leads back to its character', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('a', 'word', ' ', '  ', '\t', '\u00a0', '\n', '\u2009 ', '\n\n', '\u200d'),
      ),
      (parts) => expectSameWayBack(parts.join('')),
    ),
    { numRuns: 2000 },
  );
});

test('places all over a text of 300,000 characters lead back to it', () => {
  const words = ['Ramipril', '5', 'mg  once', 'a\tday', 'no\u00a0fever', '\n', '   and'];
  let given = '';
  for (let at = 0; given.length < 300_000; at++) given += `${words[at % words.length]} `;
  expectSameWayBack(given, 13);
});

test('a side is read behind several blanks by itself as well', () => {
  expect(
    sides('Cataract in  the  left', { abbreviations: true }).map(({ side, of }) => [side, of]),
  ).toEqual(
    sides('Cataract in the left', { abbreviations: true }).map(({ side, of }) => [side, of]),
  );
});
