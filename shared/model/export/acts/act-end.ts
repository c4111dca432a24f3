/**
 * When a stop is to come: "stop after one week" is the end of an order and no stop of today, "stopped
 * after one week" tells of one.
 */
import { FREQUENCY, ROUTE, UNIT_OR_PIECE } from './dose-words.ts';
import { END, START } from './patterns.ts';

const NUMBER =
  '(?:\\d+(?: ?[-–] ?\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple of|another|a (?:few|couple of)|this|these|the next|next)';
const UNIT = `(?:days?|weeks?|wks?|months?|mths?|mons?|years?|yrs?|hours?|hrs?|doses?|cycles?|[dwmh])${END}`;
const SPAN = `${NUMBER}[ -]?(?:full |complete |more )?${UNIT}`;
const DAY = `(?:the )?(?:day ?-?\\d+|d\\d+|\\d+(?:st|nd|rd|th)? day)${END}`;
/** "After the course", "after today's dose": what it waits for. */
const AWAITED = `(?:(?:the|this|next|current|today['’]?s|tonight['’]?s|tomorrow['’]?s|evening|morning|night|last) )*(?:courses?|strips?|packs?|bottles?|vials?|doses?|visit|review|check(?:-?up)?|\\p{L}+ check|reports?|results?|tests?|potassium|levels?|(?:\\p{L}+ ){1,2}(?:settles?|subsides?|resolves?|improves?))${END}`;
const COMPLETING = '(?:(?:completing|completion of|finishing|taking|a total of|about|around) )*';
const END_DATE = `(?:after ${COMPLETING}(?:${SPAN}|${DAY}|\\d+ ?/ ?(?:7|52|12)${END}|${AWAITED})|in ${SPAN}|at ${SPAN}|by (?:${SPAN}|${DAY})|on (?:${DAY}))`;

const NUMERAL = String.raw`(?<![\d.,/])\d+(?:[.,/]\d+)*(?!\d|[.,/]\d)(?:\s*${UNIT_OR_PIECE})?`;
const PASSED = `(?:${NUMERAL}|(?:${FREQUENCY}|${ROUTE}|(?:tab|cap|inj|it|this|the|and|both|all)${END}\\.?)|[&+])`;
const ENDS_LATER = new RegExp(`^[\\s:(–-]*(?:${PASSED}[\\s:(–-]*)*(?:only )?${END_DATE}`, 'iu');
/** "After 12 months and": the time is of what stands before it. */
export const TIME_OF_OTHER = new RegExp(`^ ${SPAN}\\s*(?:and|but|&)`, 'iu');
/** In romanised Hindi the day stands before the stop: "3 din ke baad band kar dein". */
export const ENDS_AFTER_DAYS =
  /(?<![\p{L}\d])\d+ ?(?:din|hafte|hafta|mahine|mahina|ghante|days?|weeks?|months?) (?:ke |k )?(?:baad|bad)(?: (?:mein|me|se|isko|ise))*\s*$/iu;
/** What was stopped is over, whatever its day; "to be stopped" is to come. */
const OVER = /(?:ed|held|off|out)$/iu;
const TO_BE = new RegExp(
  `${START}(?:to|will|should|must|can|may|shall)(?: then)? be \\p{L}*$`,
  'iu',
);
const DENIED = new RegExp(`${START}(?:no|not|never|non)${END}|n['’]t`, 'iu');

const HAS_END = new RegExp(`${START}${END_DATE}`, 'iu');
/** "Antibiotics after day 5," of a stop that is followed by another item. */
const CLASS_ENDS_LATER = new RegExp(`^\\s*(?:\\p{L}+ ){1,2}${END_DATE}[^,;]*[,;]`, 'iu');

const PLAIN_END = new RegExp(
  `${ENDS_LATER.source}(?: only| of (?:the|this|each) (?:cycle|course))?(?:\\s*(?:$|[.)]|(?:and|then|but|if|when|once)${END})|\\s*[,;&+–(-]\\s*(?:$|[\\d,;]|(?:and|then|but|if|when|once|review|r\\/v|f\\/u|follow|cont\\p{L}*|ct|start|restart|add|switch|change|repeat|check|recheck|tab|cap|inj|syp|t|rest|others?)${END}))`,
  'iu',
);
/** "Stop ibuprofen after 2 weeks of use": whether that day is to come is not said. */
export const endsPlainly = (behind: string, names: readonly string[] = []): boolean => {
  const rest = withoutNames(behind, names, ' 1 ');
  return PLAIN_END.test(rest) || CLASS_ENDS_LATER.test(rest);
};

export const hasEnd = (words: string): boolean => HAS_END.test(words);

/** Whether the words behind a stop say that it is to come. `names`: they may stand before the day. */
export function endsLater(
  sentence: string,
  [from, to]: readonly [number, number],
  behind: string,
  names: readonly string[] = [],
): boolean {
  const said = sentence.slice(from, to);
  const isOver = OVER.test(said) && !TO_BE.test(sentence.slice(0, to));
  if (isOver || DENIED.test(said) || !HAS_END.test(behind)) return false;
  const rest = withoutNames(behind, names);
  return ENDS_LATER.test(rest) || CLASS_ENDS_LATER.test(rest);
}

function withoutNames(text: string, names: readonly string[], by = ' '): string {
  let rest = text.toLowerCase();
  for (const name of names) if (name !== '') rest = rest.replaceAll(name.toLowerCase(), by);
  return rest;
}
