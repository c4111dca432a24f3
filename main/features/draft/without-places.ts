/** Leaves places of a transcript out of what is read of it. */
import type { SpokenPlace, SpokenTurn } from '../../../shared/model/note/draft.ts';

/** The same turns, with blanks in place of those sentences: each place of the rest stays. */
export function withoutPlaces(
  turns: readonly SpokenTurn[],
  places: readonly SpokenPlace[],
): readonly SpokenTurn[] {
  if (places.length === 0) return turns;
  return turns.map((turn, at) => {
    const own = places.filter((place) => place.turn === at);
    return own.length === 0 ? turn : blanked(turn, own);
  });
}

function blanked({ words = [], ...turn }: SpokenTurn, places: readonly SpokenPlace[]): SpokenTurn {
  let text = turn.text;
  for (const { start, end } of places)
    text = text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
  let at = 0;
  return {
    ...turn,
    text,
    words: words.map((word) => {
      const begins = at;
      at += word.text.length + 1;
      return { ...word, text: text.slice(begins, begins + word.text.length) };
    }),
  };
}

/** The sign at its end stays: it parts what stands on its two sides. */
const blank = (words: string) =>
  words.replace(/.(?=.)|[^.?!।]$/gsu, (one) => ' '.repeat(one.length));
