/** Says on a note that was written here what of the visit was not understood. */
import type { NotUnderstood, SpokenTurn } from '../../../shared/model/note/draft.ts';
import { stamp } from './transcript.ts';

/** Times that are named; of more, the first ones. */
const NAMED = 5;
/** Stands for such a sentence where a model reads the turns. */
const NOT_UNDERSTOOD = '[not understood]';

export function notUnderstoodWords(
  { places, isWhole }: NotUnderstood,
  turns: readonly SpokenTurn[],
): string {
  if (isWhole)
    return 'Most of what was said was not understood, so no note was drafted of it. Was another language spoken, or was the room loud? Listen to the recording; the words in the transcript may never have been said.';
  const times = places.map(({ turn, from }) => stamp(from ?? turns[turn]?.from ?? 0));
  const named = times.slice(0, NAMED).join(', ');
  const rest = times.length > NAMED ? ', …' : '';
  return times.length === 1
    ? `One sentence was not understood and is not in the note (at ${named}). Listen to it.`
    : `${times.length} sentences were not understood and are not in the note (at ${named}${rest}). Listen to them.`;
}

/** The turns as a model reads them. Their number stays, and so does the place of each. */
export const understood = (turns: readonly SpokenTurn[], { places }: NotUnderstood): SpokenTurn[] =>
  turns.map((turn, at) => {
    const own = places.filter((place) => place.turn === at);
    if (own.length === 0) return turn;
    let text = '';
    let next = 0;
    for (const { start, end } of own) {
      text += turn.text.slice(next, start) + NOT_UNDERSTOOD;
      next = end;
    }
    const { words: _, ...rest } = turn;
    return { ...rest, text: text + turn.text.slice(next) };
  });
