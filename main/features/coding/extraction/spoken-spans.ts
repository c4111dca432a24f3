/** Finds where words of the note were spoken. */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import { type Context, createContext } from './context/context.ts';

/**
 * Span of spoken words: with the same status if there are any, else the first. Looks at 20 places
 * at most.
 */
export function spokenSpans(spoken: string): (words: string, status: Status) => Span | undefined {
  const lower = spoken.toLowerCase();
  let context: Context | undefined;
  return (words, status) => {
    const wanted = words.toLowerCase();
    // Lower case may be longer than the original; then positions would not agree.
    if (wanted === '' || lower.length !== spoken.length) return undefined;
    const spans = placesOf(lower, wanted);
    context ??= spans.length > 0 ? createContext(spoken) : undefined;
    return spans.find(({ start, end }) => context?.judge(start, end).status === status) ?? spans[0];
  };
}

const MOST_PLACES = 20;
/** Places of whole words among the first `MOST_PLACES` matches. */
function placesOf(text: string, wanted: string): Span[] {
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? ' ');
  const spans: Span[] = [];
  let at = text.indexOf(wanted);
  for (let looked = 0; at >= 0 && looked < MOST_PLACES; looked++) {
    const end = at + wanted.length;
    if (!isLetter(at - 1) && !isLetter(end)) spans.push({ start: at, end });
    at = text.indexOf(wanted, at + 1);
  }
  return spans;
}
