/** Times of words where an engine tells those of their stretch alone: they share it by letters. */

type Timed = { readonly text: string; readonly from: number; readonly to: number };

/** `from`, `to`: of the stretch, in any unit. */
export function shareTimes(
  words: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Timed[] {
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((text) => {
    const begins = from + ((to - from) * before) / letters;
    before += text.length + 1;
    return { text, from: begins, to: from + ((to - from) * before) / letters };
  });
}

/** Seconds to the millisecond. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
