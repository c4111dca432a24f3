/** A meaning that a short form has in some lines, and how its words are found. */

export type InContext = {
  /** What the line is of. */
  readonly of: RegExp;
  readonly except?: RegExp;
  readonly words: RegExp;
  readonly meaning: string;
  /** Not where anything in the line is denied, doubted, past or somebody else's. */
  readonly isSure?: true;
};

/** Denied, doubted, past, awaited or of somebody else. */
const NOT_SURE =
  /(?<![\p{L}])(?:no|nil|not|none|neg\p{L}*|absent|den(?:y|ie)\p{L}*|without|w\/o|rule[ds]?|r\/o|exclud\p{L}*|h\/o|hist(?:ory)?|prev(?:ious\p{L}*)?|past|last(?=\s+(?:year|month|week|preg\p{L}*|time|delivery))|ago|(?:mo|mths?|months?|y|yrs?|years?)\s+back|treated|healed|(?<!\d\s?(?:y|yrs?|years?|mo|months?|mths?|w|wks?|weeks?|d|days?)\s)old|father|mother|brother|sister|son|daughter|wife|husband|uncle|aunt|family|friend|cousin|neighbou?r|worker|factory|awaited|pending|sent|screen\p{L}*|vacc\p{L}*|carrier|suspect\p{L}*|doubt\p{L}*|allerg\p{L}*)(?![\p{L}])|\?|-\s?ve(?![\p{L}])|\p{L}\s*-(?=\s*(?:[,;]|$))/iu;
/** Of an acute course, an earlier birth or the care: these doubt nothing. */
const OF_NO_MATTER =
  /(?<![\p{L}\d])(?:\d+(?:\.\d+)?\s*(?:mins?|h|hrs?|hours?|d|days?)\s*(?:ago|back)|prev\p{L}*\s+(?:\d\s*)?(?:lscs|cs|c-?sections?|nvd)|no\s+(?:lavage|gl|vomiting|fever|loc|labou?r|pains?))(?![\p{L}])/giu;
export const isOfNowAndHere = (text: string): boolean =>
  !NOT_SURE.test(text.replace(OF_NO_MATTER, ' '));

/** By their names, as they stand on bottles. */
export const ORGANOPHOSPHATES =
  'chlorpyri(?:f|ph)os|monocrotophos|malathion|parathion|dimethoate|quinalphos|phorate|triazophos|profenofos|dichlorvos|acephate';

/** True where one of the words stands in the line; case-insensitive. */
export const line = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
/** Each place of the words; case-sensitive. */
export const forms = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu');
/** Each place of the words; case-insensitive. */
export const phrases = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu');
