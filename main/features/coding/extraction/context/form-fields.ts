/** Fields of a form: "Fever: resolved", "Fever, cough and cold: nil", "Red flags (night pain): none". */

const ENTRY = '[^\\s,.;:()]+(?:\\s[^\\s,.;:()]+){0,3}';
/** A name of a field, or several, up to the colon. */
const NAMES = new RegExp(
  `^\\W*${ENTRY}(?:\\s*(?:,|/|&|\\band\\b|\\bor\\b)\\s*${ENTRY})*\\s*[-–=:]?\\s*$`,
  'u',
);
/** Words of a sentence, which the name of a field has not. */
const SENTENCE =
  /(?<![a-z])(?:has|have|had|is|are|was|were|with|c\/o|complains?|reports?|presents?|presented|no|not|yes)(?![a-z])/;
const ENDS = /^\s*(?:[.,;)]|$|(?:now|today|since|after|by|on|all)(?![a-z]))/;
const STARTS = ['.', ';', ':', '(', '\n'];

/**
 * Returns whether the words from `markStart` to `markEnd` are the value of the field in whose name
 * the finding stands that ends at `end`. A value holds for each of several names.
 */
export function isValueOfField(
  sentence: string,
  end: number,
  [markStart, markEnd]: readonly [number, number],
): boolean {
  const value = sentence.slice(markStart, markEnd);
  const gap = sentence.slice(end, markStart);
  const isColon = value.startsWith(':') || /:\s*$/.test(gap);
  const isNone = /(?:nil|none)/.test(value) && (/[-–=]\s*$/.test(gap) || /^[-–=]/.test(value));
  const isWhole = /(?:since|after)$/.test(value) || ENDS.test(sentence.slice(markEnd));
  if (!(isColon || isNone) || !isWhole) return false;
  const before = sentence.slice(0, end);
  const isInBrackets = /^[^():;]*\)\s*:?\s*$/.test(gap) && /\([^()]*$/.test(before);
  if (isInBrackets) return true;
  const start = Math.max(...STARTS.map((sign) => before.lastIndexOf(sign))) + 1;
  const names = sentence.slice(start, markStart);
  return NAMES.test(names) && !SENTENCE.test(names);
}
