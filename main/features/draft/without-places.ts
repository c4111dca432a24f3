/** Leaves places of a transcript out of what is read of it. */
import type { SpokenPlace, SpokenTurn } from '../../../shared/model/note/draft.ts';
import type { Sentence } from './draft.ts';

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

/** A full stop at its end parts what stands on its two sides. */
const blank = (words: string) => `${' '.repeat(Math.max(0, words.length - 1))}.`;

/** Without its question it says nothing: "No, not at all.", "Yes, for a week." */
const ANSWERS =
  /^\W*(?:yes|yeah|yep|no|nope|nah|not at all|never|none|neither|both|ha+n|nahi|nahin|हाँ|हां|नहीं|नही)(?![\p{L}\p{M}])(?:\W*$|\s*[,;.–—-])/iu;

/**
 * The sentences between those places: what is asked on one side is not answered on the other, and
 * an answer to what is not there is left out. `walls`: where the places begin in the text, in order.
 */
export function understoodRuns(
  sentences: readonly Sentence[],
  walls: readonly number[],
): Sentence[][] {
  const runs: Sentence[][] = [];
  let passed = 0;
  for (const sentence of sentences) {
    const before = walls.filter((wall) => wall < sentence.start).length;
    const isBehindWall = before > passed;
    passed = before;
    if (isBehindWall || runs.length === 0) runs.push([]);
    if (!isBehindWall || !ANSWERS.test(sentence.text)) runs.at(-1)?.push(sentence);
  }
  return runs;
}
