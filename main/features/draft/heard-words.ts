/** Leads places of a turn to the words that a recogniser heard, with their times and its doubts. */
import {
  type SpokenPlace,
  type SpokenTurn,
  type TimedWord,
  UNSURE_BELOW,
} from '../../../shared/model/note/draft.ts';

/** None where the turn has no words, or they are not its text. */
export function wordsHeard(turn: SpokenTurn | undefined, { start, end }: SpokenPlace): TimedWord[] {
  const words = turn?.words ?? [];
  if (words.map(({ text }) => text).join(' ') !== turn?.text) return [];
  let at = 0;
  return words.filter(({ text }) => {
    const begins = at;
    at += text.length + 1;
    return begins < end && start < begins + text.length;
  });
}

export const unsureOf = (words: readonly TimedWord[]): string[] =>
  words.filter(({ confidence }) => confidence < UNSURE_BELOW).map(({ text }) => text);
