/**
 * "Denies fever but has a cough", "She has had a fever for three days": said of the patient, at the
 * beginning of a clause, with nothing between. There is nothing to doubt.
 */
import type { Span } from '../../../../../shared/model/coding/entities.ts';

const WHO =
  '(?:(?:the\\s+)?(?:she|he|i|you|patient|pt|child|baby|boy|girl|lady|gentleman|man|woman)\\s+)?';
const HAS =
  '(?:(?:still|now|also|currently)\\s+)?(?:has|have|is\\s+having|am\\s+having)\\s+(?:had\\s+|developed\\s+|been\\s+having\\s+)?';
const KIND =
  '(?:(?:an?|the|some|severe|mild|moderate|bad|high|low|dry|persistent|constant|known)\\s+){0,3}';
const BEFORE = new RegExp(
  `(?:^|[.!;\\n।]\\s*|(?:,\\s*)?(?<!\\p{L})(?:but|however)\\s+(?:now\\s+)?)${WHO}${HAS}${KIND}$`,
  'iu',
);
const BEHIND =
  /^\s*(?:$|[.;!\n](?!.{0,60}\?)|,\s*(?:no|nil|but|and|denies|without|with|for|since)\s|(?:for|since|x)\s+(?:the\s+(?:last|past)\s+)?(?:\d|an?\s|two|three|four|five|six|seven|ten|yesterday|last|morning|monday|tuesday|wednesday|thursday|friday|saturday|sunday)[^.;?]*(?:[.;]|$)|(?:now|today|again|this\s+(?:morning|week))\s*(?:[.,;]|$))/iu;
const LETTERS = 80;
/** "He" may be one of these. */
const SOMEBODY_ELSE =
  /(?<!\p{L})(?:mother|father|mum|mom|dad|brother|sister|son|daughter|wife|husband|uncle|aunt|cousin|grand\p{L}+|neighbou?r|friend|colleague|relative|partner|twin|parents?|family|boss|maid|other|bhai|behen|maa|papa|pita|mata)(?:['’]?s)?(?!\p{L})/iu;
const SUBJECT =
  /(?<!\p{L})(?:i|you|patient|pt|child|baby|boy|girl|lady|gentleman|man|woman)(?!\p{L})/iu;
const TAKEN_BACK = /^[^.!?\n]*[.!?\n]\s*(?:delete|scratch|sorry|correction|no[,.]|wrong|i mean)/iu;
/** Letters in front in which somebody else may be named. */
const FAR = 200;

export function isPlainlyHad(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - LETTERS), start);
  const behind = text.slice(end, end + LETTERS);
  const said = BEFORE.exec(before)?.[0];
  if (said === undefined || !BEHIND.test(behind) || TAKEN_BACK.test(behind)) return false;
  // "Her brother denies fever but has a cough": who is not named here is named before.
  const inFront = text.slice(Math.max(0, start - FAR), start);
  const isOfSomeone = !SUBJECT.test(said) && SOMEBODY_ELSE.test(inFront);
  return !isOfSomeone;
}
