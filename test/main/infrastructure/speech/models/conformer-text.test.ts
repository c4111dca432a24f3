import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readCtc,
  readTransducer,
} from '../../../../../main/infrastructure/speech/models/conformer-text.ts';
import { readTokens } from '../../../../../main/infrastructure/speech/models/conformer-tokens.ts';

/** Of each frame the token that is likeliest. */
const scoresOf = (frames: readonly number[], tokens: number) =>
  Float32Array.from(
    frames.flatMap((one) => Array.from({ length: tokens }, (_, at) => (at === one ? 9 : 0))),
  );

describe('CTC', () => {
  test('a token that lasts is one, and after a blank it is another', () => {
    const read = readCtc(scoresOf([2, 0, 0, 2, 0, 1, 1, 2], 3), 3, 2);
    expect(read.map(({ id, from, to }) => [id, from, to])).toEqual([
      [0, 1, 3],
      [0, 4, 5],
      [1, 5, 7],
    ]);
  });

  test('whatever is heard, tokens follow one another and none is the blank', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 })), (frames) => {
        let end = 0;
        for (const { id, from, to } of readCtc(scoresOf(frames, 5), 5, 4)) {
          expect(id).not.toBe(4);
          expect(from).toBeGreaterThanOrEqual(end);
          expect(frames.slice(from, to)).toEqual(new Array(to - from).fill(id));
          end = to;
        }
      }),
    );
  });
});

describe('a transducer', () => {
  const always = (scores: readonly number[]) => ({
    scoresAt: () => Promise.resolve(Float32Array.from(scores)),
    write: () => Promise.resolve(),
  });

  test('that never goes on is led on after ten tokens, and one that repeats itself is cut', async () => {
    const endless = await readTransducer(always([9, 0]), { frames: 100, blank: 1, most: 1000 });
    expect(endless.isCut).toBe(true);
    const alternating = { turn: 0 };
    const two = {
      scoresAt: () => Promise.resolve(Float32Array.of(alternating.turn++ % 10, 0, 5, 0)),
      write: () => Promise.resolve(),
    };
    expect(
      (await readTransducer(two, { frames: 3, blank: 3, most: 1000 })).tokens.length,
    ).toBeLessThanOrEqual(30);
  });

  test('of silence that tells no length still ends', async () => {
    const read = await readTransducer(always([0, 9, 9, 0]), { frames: 50, blank: 1, most: 1000 });
    expect(read).toEqual({ tokens: [], isCut: false });
  });
});

test.each<[list: string, said: string]>([
  ['▁a 0\nb 1\n<blk> 2\n', ' ab'],
  ['▁a 0\r\nb 1\r\n<blk> 2\r\n', ' ab'],
  // A blank as a piece of its own, and a number as one.
  ['  0\n7 1\n<blk> 2', ' 7'],
  ['<0xE0> 0\n<unk> 1\n<blk> 2\n', '\ufffd'],
])('of the list %j the first two tokens say %j', (list, said) => {
  const { vocabulary, blank } = readTokens('tokens.txt', list, undefined);
  expect(Buffer.concat([vocabulary(0), vocabulary(1)]).toString()).toBe(said);
  expect(blank).toBe(2);
});

test('a blank may come first, and where none is named it is the last', () => {
  expect(readTokens('tokens.txt', '<blk> 0\n▁a 1\n', undefined).blank).toBe(0);
  expect(readTokens('vocab.txt', '▁a 0\nb 1\n', undefined).blank).toBe(1);
});
