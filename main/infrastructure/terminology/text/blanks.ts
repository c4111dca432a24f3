/** Blanks between the words of a text: phrases are read with one each. */
import type { Span } from '../../../../shared/model/coding/entities.ts';

export type Even = {
  readonly text: string;
  /** The same place in the text as it was given. */
  readonly origin: (place: Span) => Span;
};

/** Where a stretch of words begins in the new text, and how much was left out before it. */
type Shift = { readonly from: number; readonly by: number };

/** Of the last stretch that begins at this place or before it; the first begins at 0. */
function leftOutBefore(shifts: readonly Shift[], place: number): number {
  let low = 0;
  let high = shifts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((shifts[middle]?.from ?? Infinity) <= place) low = middle;
    else high = middle;
  }
  return shifts[low]?.by ?? 0;
}

/** Three line ends or more, with blanks or none between them. */
const LINE_ENDS = /\n(?:[^\S\n]*\n){2,}/g;
const BLANKS = /(?:[^\S\n][\u200b-\u200d\u2060]*)+/g;

/**
 * The text with one blank wherever it has several, a tab, or one that does not break ("twice  a
 * day" out of a table or a web page), and one empty line wherever it has several. Joiners between
 * blanks join nothing. `blanks`: those that become one.
 */
export function evenBlanks(given: string, blanks = BLANKS): Even {
  if (!/[^\S\n ]| {2}| [\u200b-\u200d\u2060]|\n\n\n|\n \n/.test(given))
    return { text: given, origin: ({ start, end }) => ({ start, end }) };
  const lines = shortened(given, LINE_ENDS, '\n\n');
  const words = shortened(lines.text, blanks, ' ');
  return { text: words.text, origin: (place) => lines.origin(words.origin(place)) };
}

/** With `to` in the place of each longer piece. */
function shortened(given: string, pieces: RegExp, to: string): Even {
  const shifts: Shift[] = [{ from: 0, by: 0 }];
  let by = 0;
  const text = given.replace(pieces, (some, at: number) => {
    by += some.length - to.length;
    shifts.push({ from: at + some.length - by, by });
    return to;
  });
  const at = (place: number) => place + leftOutBefore(shifts, place);
  return {
    text,
    origin: ({ start, end }) => ({
      start: at(start),
      end: end > start ? at(end - 1) + 1 : at(end),
    }),
  };
}
