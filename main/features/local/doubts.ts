/** Leads the words that the recogniser doubted into the transcript, and into the lines made of it. */
import type { Span } from '../../../shared/model/coding/entities.ts';
import type { Doubt, DoubtfulLine, DoubtKind } from '../../../shared/model/note/doubts.ts';
import {
  type DraftLine,
  type SpokenTurn,
  type TimedWord,
  UNSURE_BELOW,
} from '../../../shared/model/note/draft.ts';

/** A place of a text that must not be misheard. `key`: equal where two texts say the same. */
export type KindPlace = Span & { readonly kind: DoubtKind; readonly key: string };
export type KindsIn = (text: string, language: string) => readonly KindPlace[];

/** Its place in its turn, and what it says there. */
export type HeardDoubt = Doubt & Span & { readonly key: string };

type PlacedWord = Span & { readonly word: TimedWord };

/** Between two places in a line of a draft. */
const JOIN = ' — '.length;
/** Letters; shorter words stand in any sentence. */
const TELLING = 4;

/**
 * In the order of the transcript, whose lines are the turns. Words of one number are told as one,
 * and so are others that follow one another.
 */
export const doubtsOf = (
  turns: readonly SpokenTurn[],
  language: string,
  kindsIn: KindsIn,
): HeardDoubt[] =>
  turns.flatMap((turn, line) => {
    const doubted = placedWords(turn).filter(({ word }) => word.confidence < UNSURE_BELOW);
    if (doubted.length === 0) return [];
    const kinds = kindsIn(turn.text, language);
    const groups: PlacedWord[][] = [];
    for (const one of doubted) {
      const last = groups.at(-1);
      if (last && belongs(last, one, kinds)) last.push(one);
      else groups.push([one]);
    }
    return groups.map((group) => doubtOf(turn.text, line, group, kinds));
  });

/** Without the signs around them. A word that is not in the text has no place. */
export function placedWords({ text, words = [] }: SpokenTurn): PlacedWord[] {
  let from = 0;
  return words.flatMap((word) => {
    const [own = ''] = /[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/u.exec(word.text) ?? [];
    const start = own === '' ? -1 : text.indexOf(own, from);
    if (start < 0) return [];
    from = start + own.length;
    return [{ word, start, end: from }];
  });
}

const kindAt = (one: Span, kinds: readonly KindPlace[]) =>
  kinds.find(({ start, end }) => start < one.end && one.start < end);

/** Words of one number, or of none, with nothing but a blank between. */
function belongs(group: readonly PlacedWord[], one: PlacedWord, kinds: readonly KindPlace[]) {
  const last = group.at(-1);
  return (
    last !== undefined &&
    one.start === last.end + 1 &&
    one.word.heard === undefined &&
    last.word.heard === undefined &&
    !one.word.isTakenBack &&
    !last.word.isTakenBack &&
    kindAt(one, kinds) === kindAt(last, kinds)
  );
}

function doubtOf(
  text: string,
  line: number,
  group: readonly PlacedWord[],
  kinds: readonly KindPlace[],
): HeardDoubt {
  const start = group[0]?.start ?? 0;
  const end = group.at(-1)?.end ?? start;
  const words = text.slice(start, end);
  const { heard, isTakenBack } = group[0]?.word ?? {};
  const found = isTakenBack ? undefined : kindAt({ start, end }, kinds);
  return {
    kind: heard === undefined ? (found?.kind ?? 'word') : 'name',
    words,
    line,
    back: text.length - start,
    ...(heard !== undefined && { heard }),
    start,
    end,
    key: heard === undefined ? (found?.key ?? fold(words)) : fold(words),
  };
}

const fold = (text: string) => text.toLowerCase();

/** As it is stored beside the transcript. */
export const stored = ({ kind, words, line, back, heard }: HeardDoubt): Doubt => ({
  kind,
  words,
  line,
  back,
  ...(heard !== undefined && { heard }),
});

/** A line of the draft has the very words that were said. Undefined where none is doubted. */
export function doubtfulDraftLine(
  { text, said }: Pick<DraftLine, 'text' | 'said'>,
  doubts: readonly HeardDoubt[],
): DoubtfulLine | undefined {
  let next = 0;
  const places = said.flatMap((place) => {
    const from = next - place.start;
    next += place.end - place.start + JOIN;
    return doubts.flatMap(({ line, start, end }, doubt) =>
      line === place.turn && start < place.end && place.start < end
        ? [
            {
              doubt,
              start: from + Math.max(start, place.start),
              end: from + Math.min(end, place.end),
            },
          ]
        : [],
    );
  });
  return places.length > 0 ? { text, places } : undefined;
}

/** What a model wrote in words of its own: where it says what was doubted in those turns. */
export function doubtfulStatement(
  text: string,
  turns: ReadonlySet<number>,
  doubts: readonly HeardDoubt[],
  kinds: readonly KindPlace[],
): DoubtfulLine | undefined {
  const tokens = [...text.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)].map(({ 0: word, index }) => ({
    key: fold(word),
    start: index,
    end: index + word.length,
  }));
  const found = doubts.flatMap((one, doubt) => {
    if (!turns.has(one.line)) return [];
    const alike =
      one.kind === 'word'
        ? tokens.filter(({ key }) => key.length >= TELLING && wordsIn(one.key).includes(key))
        : [...kinds, ...tokens].filter(({ key }) => key === one.key);
    return alike.map(({ start, end }) => ({ doubt, start, end }));
  });
  const places = found
    .filter(
      (one, at) => !found.slice(0, at).some(({ start, end }) => start < one.end && one.start < end),
    )
    .sort((one, other) => one.start - other.start);
  return places.length > 0 ? { text, places } : undefined;
}

const wordsIn = (text: string) => text.split(' ');
