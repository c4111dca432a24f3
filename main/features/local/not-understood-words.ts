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
  const named = timesOf(places, turns);
  return places.length === 1
    ? `One sentence was not understood and is not in the note (at ${named}). Listen to it.`
    : `${places.length} sentences were not understood and are not in the note (at ${named}). Listen to them.`;
}

/** The same of a transcript of which no note is made. */
export function heardWithoutSense(
  { places, isWhole }: NotUnderstood,
  turns: readonly SpokenTurn[],
): string {
  if (isWhole)
    return 'most of what was said was not understood: these words may never have been said. Was another language spoken, or was the room loud?';
  return `${places.length === 1 ? 'one sentence was' : `${places.length} sentences were`} not understood (at ${timesOf(places, turns)}): these words may never have been said.`;
}

function timesOf(places: NotUnderstood['places'], turns: readonly SpokenTurn[]): string {
  const times = places.map(({ turn, from }) => stamp(from ?? turns[turn]?.from ?? 0));
  return times.slice(0, NAMED).join(', ') + (times.length > NAMED ? ', …' : '');
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
