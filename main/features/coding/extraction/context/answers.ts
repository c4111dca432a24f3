/** Questions and their answers: "Any fever? - No." says that there is none. */
import type { Sentence } from './sentences.ts';

const LEAD =
  "^(?:[\\s\"'\\-–—.,*]|uh|um+|er+m?|well|oh|ok(?:ay)?|so|hmm+|ah|i mean|ji|doctor|sir|madam|ma['’]?am|honestly|actually)*";
const NO = new RegExp(
  `${LEAD}(?:no|nope|nah|not (?:really|at all|that i|so far|since|lately|recently|particularly|as such|any|yet|now)|none|never|negative|nahi|nahin|nai|illai|illa|nothing|neither|i (?:do|did|have|am|was|ca)(?:n['’]?t| not|['’]t)|(?:do|does|did|have|has|had|is|are)n['’]?t|i['’]?m not|i don['’]?t think so|denies|nil)(?![\\p{L}])`,
  'iu',
);
const YES = new RegExp(
  `${LEAD}(?:yes|yeah|yep|yup|yah|ya|haan?|haa|ha|han|sure|correct|right|definitely|absolutely|exactly|indeed|of course|true|i (?:do|have|did|am|was|think so|get|feel|had)|it (?:is|does|has)|there (?:is|was|has)|a (?:little|bit|lot)|sometimes|occasionally|often|always|mild|slight|quite|very|uh-?huh|mm-?hmm?|mhm|since|for|about|maybe|lately|on and off|every|present|positive|only|just|some|once|twice)(?![\\p{L}])`,
  'iu',
);
const FILLER =
  /^(?:[\s.,…-]|uh|um+|er+m?|hmm+|ok(?:ay)?|well|sorry|so|oh|ah|alright|all right)*[?.!]?\s*$/iu;
const ASKS =
  /(?:^\s*|[,.]\s*|(?<![\p{L}])(?:and|so|okay|ok|um|uh)[,\s]+)(?:do|does|did|are|is|was|were|have|has|had|can|any|what about|how about|anything)\s+(?:you|he|she|it|there|your|the|any|other|history|they|else|family|\p{L}+)/iu;
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
    if (NO.test(text)) return 'no';
    if (YES.test(text))
      return /(?<![\p{L}])or(?![\p{L}])|,/iu.test(question.text) &&
        !text.toLowerCase().includes(words.toLowerCase())
        ? 'some'
        : 'yes';
    return text.toLowerCase().includes(words.toLowerCase()) ? 'yes' : 'none';
  }
  return 'none';
}
