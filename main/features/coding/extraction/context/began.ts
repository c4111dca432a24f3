/**
 * "It started two years ago": what was asked for began then, and is there unless the answer says that
 * it ended.
 */
import beganData from './began.json' with { type: 'json' };

const ofWords = (patterns: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}])(?:${patterns.join('|')})(?![\p{L}])`, 'iu');
const ACUTE = ofWords(beganData.acute);
const ENDED = ofWords(beganData.ended);
const NEGATED = /n['’]t(?![\p{L}])/iu;
/** "My brother's started two years ago." */
const OF_OTHERS = ofWords(beganData.others);

const SUBJECT = String.raw`(?:^\W*(?:(?:yes|yeah|yep|yup|ji|haan?|ha)\W+)*|(?<![\p{L}])(?:it|that|this|they|these|those)\s+(?:all\s+|just\s+|first\s+)*|(?<![\p{L}])i\s+(?=was\s+diagnosed))`;
const YEARS_AGO = String.raw`(?:\s+(?:about|around|some|nearly|almost|over|roughly|an?|few|couple|of|many|several|\d+|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty)){0,4}\s+(?:years? (?:ago|back)|last year)(?=\s*(?:[.!,]|$|and(?![\p{L}])))`;
const BEGAN = new RegExp(`${SUBJECT}(?:started|began|came on)${YEARS_AGO}`, 'iu');
const FOUND = new RegExp(
  String.raw`${SUBJECT}(?:was\s+|were\s+)?(?:first\s+)?(?:diagnosed|noticed)${YEARS_AGO}`,
  'iu',
);

/**
 * `words`: what was asked for; `answer`: all that is answered. Nothing in it ends what began then, or
 * puts it elsewhere (`isElsewhere`). "Diagnosed two years ago" counts of illnesses that stay
 * (`stays`), "it began" not of those that pass.
 */
export function beganThen(
  words: string,
  answer: string,
  { stays, isElsewhere }: { stays: boolean; isElsewhere: (rest: string) => boolean },
): boolean {
  if (ACUTE.test(words)) return false;
  const began = answer.replace(BEGAN, ' ');
  const rest = stays ? began.replace(FOUND, ' ') : began;
  if (rest === answer) return false;
  return !ENDED.test(rest) && !NEGATED.test(rest) && !OF_OTHERS.test(rest) && !isElsewhere(rest);
}
