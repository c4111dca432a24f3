/**
 * Finds relatives who have an illness themselves; relatives who only report the patient's are left
 * out.
 */
import peopleData from './people.json' with { type: 'json' };

const { prefixes, relatives: relativeWords, relativesInHindi } = peopleData;
const oneOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`;

export const FAMILY_WORD = `(?:${oneOf(prefixes)}[- ]?)*${oneOf(relativeWords)}`;
/** "pitaji ko sugar hai". */
const HINDI = `${oneOf(relativesInHindi)}(?:\\s?(?:ji|जी))?\\s+(?:ko|ke|ki|ka|को|के|की|का)`;
const OTHERS = `(?<![a-z\u0900-\u0963])(?:${HINDI}|${FAMILY_WORD}(?:['’]s)?)(?![a-z\u0900-\u0963])`;
/** "Mother says", "brother of two". */
const TELLS = `(?:(?:\\s+\\w+){0,2}?\\s+(?:also |has |had |is |was )*${oneOf(peopleData.verbsOfTelling)}|\\s+of\\s+(?:two|three|four|five|\\d|a\\b))`;
/** "Brought by his mother", "lives with her son". */
const BY = `${oneOf(peopleData.wordsBeforeTeller)}\\s*:?\\s+(?:(?:his|her|my|the|their|your|both|a)\\s+)*$`;

/** "…, who has fever": the relative has it, however the patient came. */
const WHO_HAS =
  /^\s*,?\s+(?:who|whose)\s+(?:also\s+|himself\s+|herself\s+)*(?:has|had|have|is|was|gets?|got|suffers?)(?![a-z])/;

const people = new RegExp(OTHERS, 'g');
const tells = new RegExp(`^${TELLS}`);
const by = new RegExp(`(?<![a-z])${BY}`);

/** Positions in a sentence in lower case. */
export function relatives(sentence: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: words, index } of sentence.matchAll(people)) {
    const before = sentence.slice(0, index);
    const shared = /(?<![a-z])and\s+(?:(?:his|her|my|the)\s+)?$/.test(before) && found.length > 0;
    const behind = sentence.slice(index + words.length);
    const isTeller = (!shared && by.test(before)) || tells.test(behind);
    if (isTeller && !WHO_HAS.test(behind)) continue;
    found.push({ start: index, end: index + words.length });
  }
  return found;
}
