/**
 * ROUGE-1, -2 and -L as F1, as the package `rouge-score` counts it without a stemmer: words of
 * letters a to z and figures, in lower case; L over the whole text.
 */
export type Rouge = { readonly one: number; readonly two: number; readonly long: number };

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

export function rouge(reference: string, candidate: string): Rouge {
  const [wanted, given] = [wordsOf(reference), wordsOf(candidate)];
  return {
    one: overlap(wanted, given),
    two: overlap(pairs(wanted), pairs(given)),
    long: f1(longestCommon(wanted, given), wanted.length, given.length),
  };
}

const pairs = (words: readonly string[]) =>
  words.slice(1).map((word, at) => `${words[at]} ${word}`);

function overlap(wanted: readonly string[], given: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of given) {
    const times = left.get(word) ?? 0;
    if (times > 0) both += 1;
    left.set(word, times - 1);
  }
  return f1(both, wanted.length, given.length);
}

const f1 = (both: number, wanted: number, given: number) =>
  both === 0 ? 0 : (2 * both) / (wanted + given);

function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Uint16Array(other.length + 1);
  for (const word of one) {
    const next = new Uint16Array(other.length + 1);
    for (let at = 1; at <= other.length; at += 1)
      next[at] =
        word === other[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return row[other.length] ?? 0;
}
