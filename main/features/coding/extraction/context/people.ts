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
const TELLS = `(?:\\s+(?:in|from|on|at)\\s+(?:the\\s+)?(?:bay|ward|bed|icu|hdu|cabin|room|ot|casualty|labour)(?:\\s+\\w+)?\\s+${oneOf(peopleData.verbsOfTelling)}|(?:\\s+\\w+){0,2}?\\s+(?:also |has |had |is |was )*${oneOf(peopleData.verbsOfTelling)}|\\s+of\\s+(?:two|three|four|five|\\d|a\\b))`;
/** "Brought by his mother", "lives with her son". */
const BY = `${oneOf(peopleData.wordsBeforeTeller)}\\s*:?\\s+(?:(?:his|her|my|the|their|your|both|a)\\s+)*$`;

const WHEN = `(?:and|or|also|himself|herself|too|now|just|recently|always|often|currently)`;
const { illAs, participlesOfFindings, notHad, endsOfWhoHas } = peopleData;
/**
 * "…, who has fever": the relative has it, however the patient came. Not "who has noticed", "who is
 * worried about": what follows these is the patient's.
 */
const WHO_HAS = new RegExp(
  String.raw`^\s*,?\s+who\s+(?:${WHEN}\s+)*(?:${oneOf(illAs)}|(?:has|had|have|gets?|got)(?:\s+${WHEN}|\s+got|\s+had)*\s+(?!${WHEN}(?![a-z])|got(?![a-z])|${oneOf(notHad)}(?![a-z])|(?!${oneOf(participlesOfFindings)}(?![a-z]))[a-z]+(?:ed|en|ing)(?![a-z])))`,
);
/** Ends what such a relative has: "who has diabetes, child has cough". */
const WHO_HAS_ENDS = new RegExp(oneOf(endsOfWhoHas));

const people = new RegExp(OTHERS, 'g');
const tells = new RegExp(`^${TELLS}`);
const by = new RegExp(`(?<![a-z])${BY}`);
/** "Husband's report shows …": the paper is about him; he tells nothing. */
const OWN_PAPER =
  /^\s+(?:(?!has|had|also)[a-z]+\s+)?(?:reports?|scans?|notes?|films?|tests?|bloods?|x-?rays?|screen)\s+(?:shows?|showed|says?|said|is|was|are|were|came|reads?|with|of)(?![a-z])/;

/** Positions in a sentence. `until`: the words of such a relative reach no further. */
export type Relative = { readonly start: number; readonly end: number; readonly until?: number };

/** In a sentence in lower case. */
export function relatives(sentence: string): Relative[] {
  const found: Relative[] = [];
  for (const { 0: words, index } of sentence.matchAll(people)) {
    const before = sentence.slice(0, index);
    const shared = /(?<![a-z])and\s+(?:(?:his|her|my|the)\s+)?$/.test(before) && found.length > 0;
    const end = index + words.length;
    const behind = sentence.slice(end);
    const isOwnPaper = /['’]s$/.test(words) && OWN_PAPER.test(behind);
    const isTeller = !isOwnPaper && ((!shared && by.test(before)) || tells.test(behind));
    if (!isTeller) {
      found.push({ start: index, end });
      continue;
    }
    const has = WHO_HAS.exec(behind)?.[0].length;
    if (has === undefined) continue;
    const ends = behind.slice(has).search(WHO_HAS_ENDS);
    found.push({ start: index, end, until: ends < 0 ? sentence.length : end + has + ends });
  }
  return found;
}
