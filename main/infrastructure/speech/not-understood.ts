/**
 * Finds sentences that the recogniser wrote down without having understood them: another language,
 * a loud room, a far voice. Such sentences are fluent and were never said, so nothing is drafted of
 * them. The limits are those of the engine that comes with Scriba (decision 0272).
 */
import type {
  NotUnderstood,
  SpokenPlace,
  SpokenTurn,
  TimedWord,
} from '../../../shared/model/note/draft.ts';
import { BUILT_IN } from './speech.ts';

/** Mean confidence of the words of a sentence. */
const SENTENCE_BELOW = 0.45;
/** Words whose confidence is told; fewer say too little about a sentence. */
const FEWEST = 4;
/** The same of the whole visit, in which then no sentence is trusted. */
const VISIT_BELOW = 0.5;
const FEWEST_OF_VISIT = 12;

type Sentence = SpokenPlace & { readonly words: readonly TimedWord[] };

const allUnderstood: NotUnderstood = { places: [], isWhole: false };

/** Of another engine nothing is told: its confidences have another scale. */
export function notUnderstood(turns: readonly SpokenTurn[], engine: string): NotUnderstood {
  if (engine !== BUILT_IN) return allUnderstood;
  const sentences = turns.flatMap(sentencesOf);
  const words = toldOf(sentences.flatMap((sentence) => sentence.words));
  const isWhole = words.length >= FEWEST_OF_VISIT && meanOf(words) < VISIT_BELOW;
  const doubted = sentences.map(({ words: own }) => judged(own));
  return {
    places: sentences
      .filter((_, at) => isWhole || (doubted[at] ?? isBetween(doubted, at)))
      .map(({ turn, start, end, words: own }) => ({ turn, start, end, from: own[0]?.from })),
    isWhole,
  };
}

/** 0: the engine was not told it. */
const toldOf = (words: readonly TimedWord[]) => words.filter(({ confidence }) => confidence > 0);
const meanOf = (words: readonly TimedWord[]) =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;

/** Undefined: too short to tell. */
function judged(words: readonly TimedWord[]): boolean | undefined {
  const told = toldOf(words);
  return told.length < FEWEST ? undefined : meanOf(told) < SENTENCE_BELOW;
}

/** What is too short to tell is like what stands on both sides of it, where these are alike. */
function isBetween(doubted: readonly (boolean | undefined)[], at: number): boolean {
  const before = doubted.slice(0, at).findLast((one) => one !== undefined);
  const behind = doubted.slice(at + 1).find((one) => one !== undefined);
  return (before ?? behind) === true && (behind ?? before) === true;
}

const ENDS = /[.?!।]$/u;

/** None where the words are not the text. */
function sentencesOf({ text, words = [] }: SpokenTurn, turn: number): Sentence[] {
  if (words.map((word) => word.text).join(' ') !== text) return [];
  const found: Sentence[] = [];
  let start = 0;
  let own: TimedWord[] = [];
  for (const [at, word] of words.entries()) {
    own.push(word);
    if (!ENDS.test(word.text) && at < words.length - 1) continue;
    const end = start + own.map(({ text: letters }) => letters).join(' ').length;
    found.push({ turn, start, end, words: own });
    start = end + 1;
    own = [];
  }
  return found;
}
