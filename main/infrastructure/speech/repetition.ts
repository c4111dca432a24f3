/** Tells a text that goes round in a circle: models write such for noise and long silence. */

/** The confidence of a word in such a text, at most. */
export const IN_REPETITION = 0.3;
/** So many times three words in a row; fewer may well be said ("no, no, no"). */
const SHORTEST = 8;

/** Of each three words in a row less than half are new. */
export function isRepetitive(words: readonly string[]): boolean {
  const threes = words.slice(2).map((_, at) =>
    words
      .slice(at, at + 3)
      .join(' ')
      .toLowerCase(),
  );
  return threes.length >= SHORTEST && new Set(threes).size < threes.length / 2;
}

/** Tokens of a circle at most, how often it goes round, and tokens that this must take at least. */
const [LARGEST, ROUNDS, LEAST] = [16, 4, 24];

/** The end of a text that is being written says the same over and over. */
export function goesInCircles(tokens: readonly number[]): boolean {
  for (let size = 1; size <= LARGEST; size += 1) {
    const length = Math.max(LEAST, size * ROUNDS);
    if (tokens.length < length) continue;
    const end = tokens.slice(-length);
    if (end.every((token, at) => at < size || token === end[at - size])) return true;
  }
  return false;
}
