/** Blanks between the words of a text: phrases are read with one each. */
import type { Place } from './quantity.ts';

export type Even = {
  readonly text: string;
  /** The same place in the text as it was given. */
  readonly origin: (place: Place) => Place;
};

/**
 * The text with one blank wherever it has several, a tab, or one that does not break ("twice  a
 * day" out of a table or a web page); lines stay.
 */
export function evenBlanks(given: string): Even {
  if (!/[^\S\n ]| {2}/.test(given))
    return { text: given, origin: ({ start, end }) => ({ start, end }) };
  /** Where a stretch of words begins in the new text, and how much was left out before it. */
  const shifts: { readonly from: number; readonly by: number }[] = [{ from: 0, by: 0 }];
  let by = 0;
  const text = given.replace(/[^\S\n]+/g, (blanks, at: number) => {
    by += blanks.length - 1;
    shifts.push({ from: at + blanks.length - by, by });
    return ' ';
  });
  const at = (place: number) => place + (shifts.findLast(({ from }) => from <= place)?.by ?? 0);
  return {
    text,
    origin: ({ start, end }) => ({
      start: at(start),
      end: end > start ? at(end - 1) + 1 : at(end),
    }),
  };
}
