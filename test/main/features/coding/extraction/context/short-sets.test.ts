import { expect, test } from 'vitest';
import { withShortSets } from '../../../../../../main/features/coding/extraction/context/short-sets.ts';

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const WORD = String.raw`[\p{L}\p{M}\p{N}'’.-]`;
/** Blocks of what is read: Latin, the scripts of India, punctuation, signs of one's own, pictures. */
const blocks = [
  [0x0, 0x24f],
  [0x300, 0x36f],
  [0x900, 0xdff],
  [0x1e00, 0x1eff],
  [0x2000, 0x249b],
  [0x2500, 0x2bff],
  [0x2e00, 0x2e7f],
  [0xe000, 0xf8ff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xffff],
  [0x1f000, 0x1faff],
] as const;

test.each([
  ['a letter, a mark or a digit', LETTER],
  ['a sign of a word', WORD],
])('what is %s is the same in both ways of writing it', (_, source) => {
  const long = new RegExp(source, 'u');
  const short = new RegExp(withShortSets(source), 'u');
  expect(short.source).not.toBe(long.source);
  const others = blocks
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .filter((sign) => !/\p{Cn}/u.test(sign) && long.test(sign) !== short.test(sign));
  expect(others).toEqual([]);
});

test('the rest of an expression stays as it is', () => {
  expect(withShortSets(String.raw`\d(?=\s)[a-z]\p{L}`)).toBe(String.raw`\d(?=\s)[a-z]\p{L}`);
});
