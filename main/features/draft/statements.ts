/**
 * Joins sentences that only mean something together: a question with its answer, a sentence with
 * its correction. What depends on another sentence is never taken without it.
 */
import type { Sentence } from './draft.ts';

/** One sentence, or several that belong together, in the order in which they were said. */
export type Statement = readonly Sentence[];
export type Stated = {
  readonly statement: Statement;
  /** What was said right behind it, without fillers: its answer, where it needs one after all. */
  readonly behind: Statement;
};

const FILLER =
  /^(?:[\s.,…-]|uh|um+|er+m?|hmm+|mm-?hmm?|ok(?:ay)?|well|sorry|so|oh|ah|alright|all right|right|sure|gotcha|got it|i see|good|great|perfect)*[?.!]?\s*$/iu;
const QUESTION = /[?？]\W*$/u;
/** Signs only that the speaker wants to be followed: the sentence is told, not asked. */
const FOLLOWED = /[,.]\s*(?:okay|ok|all right|alright|you know|you see|yeah)\s*[?？]\W*$/iu;
/** Was interrupted, and goes on in the speaker's next words. */
const CUT_OFF = /[-–—,…]\s*$|\.\.\.\s*$/u;
/** Questions that were written down without their mark. */
const ASKS =
  /^\W*(?:(?:and|so|okay|ok|um|uh|well|now)\W+)*(?:any(?:thing)?(?![\p{L}])|(?:do|did|are|were|have|had|can|could) you|(?:is|was) (?:there|it|that)|(?:does|did) (?:it|that|he|she)|(?:has|have) (?:it|that|he|she|there)|how|what|when|where|which|why|who)(?![\p{L}])/iu;
/** Begins a sentence that takes back, or changes, what stands before it. */
const CORRECTS =
  /^\W*(?:(?:um+|uh+|oh|well|and|but|okay|ok|so)\W+)*(?:no|nope|nah|not|never|none|neither|actually|sorry|wait|rather|correction|scratch that|i mean|i meant|or rather|make (?:it|that)|nahi|nahin|नहीं|नही|only|just|except|but|however|although|though|unless|if|yeah but|yes but)(?![\p{L}])/iu;

/** Sentences behind a question in which its answer is looked for. */
const ANSWER_WITHIN = 6;
/** Words; a shorter answer is taken with the sentence behind it, which says what it means. */
const SHORT_ANSWER = 4;
const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

const isQuestion = ({ text, turn }: Sentence): boolean =>
  (QUESTION.test(text) && !FOLLOWED.test(text)) || (turn === 'doctor' && ASKS.test(text));

/** A question without an answer is left out: nothing was said. */
export function statementsIn(sentences: readonly Sentence[]): Stated[] {
  const found: Stated[] = [];
  for (let at = 0; at < sentences.length; ) {
    const sentence = sentences[at] as Sentence;
    if (FILLER.test(sentence.text)) {
      at += 1;
      continue;
    }
    const { parts, next } = isQuestion(sentence)
      ? answered(sentences, at)
      : told(sentences, at, false);
    if (parts.length > 0) found.push({ statement: parts, behind: behind(sentences, next) });
    at = next;
  }
  return found;
}

const behind = (sentences: readonly Sentence[], from: number): Statement =>
  sentences.slice(from, from + ANSWER_WITHIN).filter(({ text }) => !FILLER.test(text));

/** `next`: where reading goes on. */
type Taken = { readonly parts: Statement; readonly next: number };

/** Several questions in a row share the answer behind them. */
function answered(sentences: readonly Sentence[], from: number): Taken {
  const asked: Sentence[] = [];
  for (let at = from; at < Math.min(sentences.length, from + ANSWER_WITHIN); at += 1) {
    const sentence = sentences[at] as Sentence;
    const sameSpeaker = sentence.turn !== undefined && sentence.turn === asked[0]?.turn;
    if (asked.length === 0 || (isQuestion(sentence) && (sameSpeaker || asked.length < 3))) {
      asked.push(sentence);
      continue;
    }
    if (FILLER.test(sentence.text)) continue;
    // Who asked goes on talking: there is no answer.
    if (sameSpeaker) break;
    const { parts, next } = told(sentences, at, true);
    return { parts: [...asked, ...parts], next };
  }
  return { parts: [], next: from + 1 };
}

/** A sentence, with what makes it whole or takes it back. */
function told(sentences: readonly Sentence[], from: number, isAnswer: boolean): Taken {
  const parts = [sentences[from] as Sentence];
  let next = from + 1;
  for (let at = next; at < sentences.length; at += 1) {
    const sentence = sentences[at] as Sentence;
    const last = parts.at(-1) as Sentence;
    if (isQuestion(sentence)) break;
    if (FILLER.test(sentence.text) && at - next < 2) continue;
    const isInOneBreath = sentence.start === last.end && !last.text.includes('\n');
    const goesOn =
      (isAnswer && isInOneBreath && wordsIn(last.text) <= SHORT_ANSWER) ||
      (sentence.turn === last.turn && CUT_OFF.test(last.text));
    if (!goesOn && !CORRECTS.test(sentence.text)) break;
    parts.push(sentence);
    next = at + 1;
  }
  return { parts, next };
}
