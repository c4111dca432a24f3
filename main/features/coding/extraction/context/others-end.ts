/** Where what is said of a relative ends: "father had TB, but has a cough" tells of the patient. */
import { FAMILY_WORD } from './people.ts';

/**
 * "Father has no diabetes but has hypertension" goes on with the father: he stands right before the
 * denial. Not so a heading ("family history nil"), or "mother with no diabetes".
 */
const GOES_ON =
  /^\s+(?:has\s+|had\s+|have\s+|is\s+|was\s+)?(?:no|without|denies|nil|never had)\s+(?!(?:concerns?|worr(?:y|ies)|complaints?|issues?|questions?)(?![a-z]))[^,;:]*?(?<![a-z])but\s+(?:(?:an?|has|had|have|also|only|some|mild|severe)\s+)*$/i;
const ENDS = /;|(?<![a-z])but(?![a-z])/i;
const RELATIVE = new RegExp(`(?<![a-z])${FAMILY_WORD}(?![a-z])`, 'i');
const HISTORY = /history|(?<![a-z])fh(?![a-z])/i;
/** A time, circumstance or side of its own: of somebody who was asked and examined. */
const OWN_TIME =
  /(?<![a-z])(?:since|now|today|tonight|yesterday|currently|presently|this (?:morning|week|evening)|last (?:night|week|evening)|on (?:exertion|walking|climbing|exercise|effort|coughing|swallowing|movement|bending|examination|eating)|at (?:night|rest)|(?:\d+|an?|one|two|three|four|five|six|seven|ten|few|several|couple of|some)[- ](?:days?|weeks?|hours?)|x ?\d|left|right|bilateral|both)(?![a-z])/i;

/**
 * `relative`: the words that name the relative; `gap`: those from there to the finding; `rest`: the
 * finding and what follows.
 */
export function endsForOther(relative: string, gap: string, rest: string): boolean {
  if (!ENDS.test(gap)) return false;
  const isSubject = RELATIVE.test(relative) && !HISTORY.test(relative);
  // "My wife has no fever but a cough since Monday" tells of one person.
  const isOpening = /(?<![a-z])my\s/i.test(relative);
  return !(isSubject && GOES_ON.test(gap) && (isOpening || !OWN_TIME.test(rest)));
}
