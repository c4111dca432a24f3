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
export const NOT_SURE =
  /(?<![\p{L}])(?:no|nil|not|none|neg\p{L}*|absent|den(?:y|ie)\p{L}*|without|w\/o|rule[ds]?|r\/o|exclud\p{L}*|h\/o|hist\p{L}*|prev(?:ious\p{L}*)?|past|last|ago|back|treated|healed|old|father|mother|brother|sister|son|daughter|wife|husband|uncle|aunt|family|friend|cousin|neighbou?r|worker|factory|awaited|pending|sent|screen\p{L}*|vacc\p{L}*|carrier|suspect\p{L}*|doubt\p{L}*|allerg\p{L}*)(?![\p{L}])|\?|-\s?ve(?![\p{L}])|\p{L}\s*-(?=\s*(?:[,;]|$))/iu;

/** True where one of the words stands in the line; case-insensitive. */
export const line = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
/** Each place of the words; case-sensitive. */
export const forms = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu');
/** Each place of the words; case-insensitive. */
export const phrases = (words: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu');
