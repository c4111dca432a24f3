/**
 * Dot phrases: `.short` before the caret stands for a longer text. Pure; the editor asks at each
 * key that may end one.
 */
import type { Settings } from '../../../../shared/model/settings.ts';

export type DotPhrase = Settings['phrases']['dot'][number];
type Place = { readonly start: number; readonly end: number; readonly text: string };

/** The rule of `shared/model/settings.ts`, whose zod must stay out of the page. */
export const isShort = (text: string) => /^[\p{L}\p{M}\p{N}_-]{1,40}$/u.test(text);

/**
 * Returns the phrase before the caret. A dot in the middle of a word ("2.5", "e.g") begins none; a
 * phrase of another case is the second choice.
 */
export function phraseBefore(
  text: string,
  caret: number,
  phrases: readonly DotPhrase[],
): Place | undefined {
  const found = /(?<![^\s(])\.([\p{L}\p{M}\p{N}_-]{1,40})$/u.exec(text.slice(0, caret));
  const [typed, short] = found ?? [];
  if (typed === undefined || short === undefined) return undefined;
  const phrase =
    phrases.find((one) => one.short === short) ??
    phrases.find((one) => one.short.toLowerCase() === short.toLowerCase());
  return phrase && { start: caret - typed.length, end: caret, text: phrase.text };
}

/**
 * A word of a dictionary that turns 5 into 50 would do so in every note to come
 * (`shared/model/settings.ts`).
 */
export const keepsNumbers = (heard: string, written: string) =>
  /\p{L}/u.test(heard) && numbersIn(heard) === numbersIn(written);
const numbersIn = (text: string) => (text.match(/\p{N}+/gu) ?? []).join(' ');
