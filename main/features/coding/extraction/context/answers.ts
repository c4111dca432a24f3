/** Questions and their answers: "Any fever? - No." says that there is none. */
import type { Sentence } from './sentences.ts';

const LEAD =
  "^(?:[\\s\"'\\-–—.,*]|uh|um+|er+m?|well|oh|ok(?:ay)?|so|hmm+|ah|i mean|ji|doctor|sir|madam|ma['’]?am|honestly|actually|ab|abhi|filhaal|aaj|जी|अब|अभी|आज)*";
const NO = new RegExp(
  `${LEAD}(?:no|nope|nah|not (?:really|at all|that i|so far|since|lately|recently|particularly|as such|any|yet|now)|none|never|negative|nahi|nahin|nai|नहीं|नही|बिल्कुल नहीं|कभी नहीं|illai|illa|nothing|neither|i (?:do|did|have|am|was|ca)(?:n['’]?t| not|['’]t)|(?:do|does|did|have|has|had|is|are)n['’]?t|i['’]?m not|i don['’]?t think so|denies|nil)(?![\\p{L}])`,
  'iu',
);
const YES = new RegExp(
  `${LEAD}(?:yes|yeah|yep|yup|yah|ya|haan?|haa|ha|han|हां|हाँ|हा|sure|correct|right|definitely|absolutely|exactly|indeed|of course|true|i (?:do|have|did|am|was|think so|get|feel|had)|it (?:is|does|has)|there (?:is|was|has)|a (?:little|bit|lot)|sometimes|occasionally|often|always|mild|slight|quite|very|uh-?huh|mm-?hmm?|mhm|since|for|about|maybe|lately|on and off|every|present|positive|only|just|some|once|twice)(?![\\p{L}])`,
  'iu',
);
const FILLER =
  /^(?:[\s.,…-]|uh|um+|er+m?|hmm+|ok(?:ay)?|well|sorry|so|oh|ah|alright|all right)*[?.!]?\s*$/iu;
const ASKS =
  /(?:^\s*|[,.]\s*|(?<![\p{L}])(?:and|so|okay|ok|um|uh)[,\s]+)(?:do|does|did|are|is|was|were|have|has|had|can|any|what about|how about|anything)\s+(?:you|he|she|it|there|your|the|any|other|history|they|else|family|\p{L}+)/iu;
const ASKING =
  /(?<![\p{L}])(?:any|(?:do|does|did|are|is|was|have|has|had|can) (?:you|he|she|it|there|your|the)|how about|what about)(?![\p{L}])/iu;
const TAG = /(?:right|correct|is it|isn['’]?t it|yeah|okay)\s*\?\s*$/iu;

const LAST_ASKS =
  /(?<![\p{L}])(?:(?:do|did|are|have|had) you|is there|any|how about|what about)(?![\p{L}])(?!.*(?<![\p{L}])(?:i see|you have|there is|there are)(?![\p{L}])).{0,80}$/iu;
const NEAR_END = 90;

/**
 * Returns whether the words at the position `at` are asked about. A doubt in a clinical note
 * ("Dengue?") is no question.
 */
export function isQuestion({ text, turn }: Sentence, dialogue: boolean, at: number): boolean {
  // Transcripts without question marks: the question is the last thing asked in a turn.
  const asked = text.slice(0, at).search(LAST_ASKS);
  if (!/\?\s*$/.test(text))
    return (
      dialogue &&
      turn === 'doctor' &&
      ((asked >= 0 && text.length - at < NEAR_END) ||
        /^\W*(?:(?:and|so|okay|ok|um|uh)\W+)*(?:any|do you|have you|are you|did you|is there|does it)(?![\p{L}])/iu.test(
          text,
        ))
    );
  if (TAG.test(text)) return false;
  if (!dialogue) return true;
  // "You said you had a cough, do you have a fever?": only the words behind the asking word are
  // asked.
  const asks = ASKS.exec(text);
  return asks === null || asks.index <= at;
}

/** The words at `at` stand behind "any", "have you", …: they claim nothing by themselves. */
export const isAsked = ({ text, turn }: Sentence, at: number): boolean =>
  turn === 'doctor' && text.slice(0, at + 1).search(ASKING) >= 0;

/** A statement that asks to be confirmed: "You have a fever, right?" */
export const asksToConfirm = ({ text }: Sentence): boolean => TAG.test(text);

/** Ends what a negation reaches, and begins what is excepted from it. */
const EXCEPT =
  /(?<![\p{L}])(?:but|only|just|except(?: for)?|apart from|lekin|magar|sirf|bas)(?![\p{L}])/giu;
const CLAUSE = /[,.;:!?\n]/gu;
const DENIED =
  /(?<![\p{L}])(?:no|not|never|without|none|nil|neither|nor|denies|nahi|nahin|nai|नहीं|नही|न)(?![\p{L}\p{M}])|n['’]t(?![\p{L}])/iu;
const THEN_NO =
  /^\s*-?\s*(?:is |was |are |ji )?(?:no|not|nahi|nahin|nai|नहीं|नही|none|nil|negative|absent)(?![\p{L}\p{M}])/iu;
const THEN_YES =
  /^\s*-?\s*(?:is |ji )?(?:yes|yeah|haan?|hai|hain|है|हैं|हां|हाँ|present|positive)(?![\p{L}\p{M}])(?!\s*(?:nahi|nahin|nai|नहीं|नही|no|not)(?![\p{L}\p{M}]))/iu;
/** Somebody else's, or of another time: it is no answer for this patient and now. */
const ELSEWHERE =
  /(?<![\p{L}])(?:my|his|her|their|our|mother|father|son|daughter|wife|husband|brother|sister|uncle|aunt|child(?:hood|ren)?|family|people|everyone|others?|last|ago|had|was|were|used to|before|earlier|previous(?:ly)?|past|pehle|gone|resolved|tha|thi|if|when|might|could|afraid|worried)(?![\p{L}])/iu;

/**
 * The answer to one of several things that were asked: "No fever, but cough", "Cough yes, fever
 * no". Undefined where the words are not in it, or it leaves open whose they are or of when.
 */
function ownAnswer(answer: string, words: string): 'yes' | 'no' | undefined {
  const at = answer.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return undefined;
  const before = answer.slice(0, at);
  const behind = answer.slice(at + words.length);
  const clauseStart = lastEnd(CLAUSE, before);
  const excepted = lastEnd(EXCEPT, before);
  if (THEN_NO.test(behind)) return 'no';
  if (DENIED.test(before.slice(Math.max(clauseStart, excepted)))) return 'no';
  const clause = before.slice(Math.max(clauseStart, 0)) + behind.split(/[.;!?\n]/u, 1)[0];
  if (ELSEWHERE.test(clause)) return undefined;
  return THEN_YES.test(behind) || excepted > 0 ? 'yes' : undefined;
}

/** Where the last of them ends; 0 where there is none. */
function lastEnd(pattern: RegExp, text: string): number {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) end = index + found.length;
  return end;
}

/** Names one of the things that were asked: "Only headache". */
const ONLY =
  /^\W*(?:only|just|sirf|bas)\s+(?!a(?:t|fter)?\b|the\b|some|mild|slight|very|in\b|on\b|for\b|from\b|with\b|while\b|if\b|when|once|twice|since|now|occasional|this\b|last\b|every|yesterday|today|thod)/iu;

export type Answer = 'yes' | 'no' | 'some' | 'none';

/** `some`: yes, to one of several things that were asked at once. */
export function answers(sentences: readonly Sentence[], at: number, words: string): Answer {
  const question = sentences[at];
  if (!question) return 'none';
  for (const { text, turn } of sentences.slice(at + 1, at + 4)) {
    if (question.turn !== undefined && turn === question.turn) {
      // The same speaker goes on asking, or the note puts question and answer into one turn.
      if (/\?\s*$/.test(text) || FILLER.test(text)) continue;
      return 'none';
    }
    if (FILLER.test(text)) continue;
    const own = ownAnswer(text, words);
    if (own !== undefined) return own;
    if (NO.test(text)) return 'no';
    if (ONLY.test(text) && !text.toLowerCase().includes(words.toLowerCase())) return 'some';
    if (YES.test(text))
      return /(?<![\p{L}])or(?![\p{L}])|,/iu.test(question.text) &&
        !text.toLowerCase().includes(words.toLowerCase())
        ? 'some'
        : 'yes';
    return text.toLowerCase().includes(words.toLowerCase()) && !ELSEWHERE.test(text)
      ? 'yes'
      : 'none';
  }
  return 'none';
}
