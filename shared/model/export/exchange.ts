/**
 * One medicine given up for another in a sentence of a note: "change ramipril to losartan",
 * "substitute losartan for ramipril", "ramipril → losartan". What is given up must never leave as
 * an order; another dose, route or form of the same medicine is no exchange.
 */

type Range = readonly [start: number, end: number];

export type Exchange = {
  /** What is given up. */
  readonly out: Range;
  /** What comes in its place. */
  readonly in: Range;
  /**
   * `open`: considered, declined, denied or conditional, nothing was changed. `in-turn`: an arrow
   * alone, which may also mean that both are given, one after the other.
   */
  readonly is: 'done' | 'open' | 'in-turn';
};

const ACTIVE =
  '(?:chang|switch|convert|shift|rotat|transition|swap{1,2}|exchang|replac|step{1,2}|cross)(?:e?d|e|ing|ed)?(?: (?:down|over|across))?';
const PASSIVE = '(?:changed|switched|converted|shifted|rotated|transitioned|replaced)(?: over)?';
const BEING = '(?: ?[,:(–-])?(?: (?:was|were|is|are|to|be|been|being|has|have|had|will))*';
const WHOM = '(?: (?:him|her|them|the patient|patient|pt)(?= ))?';
const SUBSTITUTE = 'substitut(?:e|ed|ing)';
const START = String.raw`(?<![\p{L}\p{M}\d])`;
const pattern = (text: string) => new RegExp(text, 'diu');

type Pattern = {
  readonly of: RegExp;
  readonly order: 'out-in' | 'in-out';
  readonly is: 'done' | 'in-turn';
};
/** Group a stands before group b in the sentence. The first pattern that fits counts. */
const patterns: readonly Pattern[] = [
  ...[
    `^(?<a>.+?)${BEING} ${PASSIVE} (?:to|onto|into|with|by) (?<b>.+)`,
    `^(?<a>.+?)${BEING} (?:swapped|exchanged) (?:for|with) (?<b>.+)`,
    `^(?<a>.+?)${BEING} substituted (?:with|by) (?<b>.+)`,
  ].map((text) => ({ of: pattern(text), order: 'out-in', is: 'done' }) as const),
  ...[
    `^(?<a>.+?)${BEING} substituted for (?<b>.+)`,
    '^(?<a>.+?),? (?:instead of|rather than|in (?:place|lieu) of|in exchange for) (?<b>.+)',
    `^(?<a>.+?)(?: to|,)? replac(?:es?|ing) (?<b>.+)`,
    `${START}${ACTIVE} (?:over )?(?:to|onto) (?<a>.+?) from (?<b>.+)`,
    `${START}${SUBSTITUTE} (?!with |by )(?<a>.+?) for (?<b>.+)`,
  ].map((text) => ({ of: pattern(text), order: 'in-out', is: 'done' }) as const),
  ...[
    `${START}${ACTIVE}${WHOM}(?: from)? (?!to |with |by |onto |for )(?<a>.+?)(?: over| back)? (?:to|onto|into|with|by) (?<b>.+)`,
    `${START}(?:swap|exchang)[a-z]* (?!for )(?<a>.+?) for (?<b>.+)`,
    `${START}${SUBSTITUTE} (?<a>.+?) (?:with|by) (?<b>.+)`,
  ].map((text) => ({ of: pattern(text), order: 'out-in', is: 'done' }) as const),
  { of: /^(?<a>.+?) ?(?:-+>|=>|→|⇒|➔|➜) ?(?<b>.+)/diu, order: 'out-in', is: 'in-turn' },
];

/** Words between the exchange and what comes: a route or a form of it, an article. */
const FORM =
  /^(?:an?|the|only|oral|per oral|po|iv|i\.v\.|im|sc|s\/c|intravenous|subcutaneous|inhaled|topical|liquid|syrup|tab(?:let)?s?\.?|cap(?:sule)?s?\.?|inj(?:ection)?\.?|inhaler|nebuli[sz](?:er|ed)|patch|gel|cream|drops?|suspension|dispersible|generic|brand(?:ed)?|(?:sustained|extended|slow|modified|immediate|delayed|prolonged)[- ]release|enteric[- ]coated|sr|xr|er|mr|cr|la|od form|form(?:ulation)?|preparation)(?![\p{L}\p{M}])\s*/iu;
/** A dose, a time or a frequency comes: the medicine stays. */
const DOSE =
  /^(?:$|[\d.,;:)(½¼]|(?:half|quarter|double|one|two|three|four|five|once|twice|thrice|od|bd|bid|tds|tid|qds|qid|hs|sos|prn|stat|daily|nightly|weekly|monthly|fortnightly|alternate|every|each|morning|afternoon|evening|night|noon|bed ?time|lower|higher|lowest|highest|smaller|larger|maximum|max|minimum|full|same|previous|usual|earlier|reduced|increased|new (?:dose|regimen|schedule|strength)|dose|dosage|with|without|before|after|as|when|if|for|be|take|prevent|avoid|keep|see|reduce|help|continue|a (?:lower|higher))(?![\p{L}\p{M}]))/iu;

const HEDGE =
  /(?<![\p{L}])(?:not|no need|never|cannot|\p{L}+n['’]t|without|consider(?:ed|ing)?|may|might|could|can|would|if|unless|when|once|until|whether|discuss(?:ed|ing)?|talked about|think(?:ing)? (?:of|about)|options?|declin(?:e|es|ed|ing)|refus(?:e|es|ed|ing)|reluctant|unwilling|against|later|next visit|in (?:the )?future|ask(?:s|ed)? (?:about|for|to)|wants?|wish(?:es|ed)?|defer(?:red|ring)?|avoid(?:ed|ing)?)(?![\p{L}])/iu;

/** The same directly before "changed to": "was not changed to", "may be changed to". */
const HEDGED_PASSIVE =
  /(?<![\p{L}])(?:not|never|\p{L}+n['’]t|may|might|could|can|would|if|unless|when|once|until)(?: (?:be|been|being|yet|ever))*\s*$/iu;

function isAnother(words: string): boolean {
  let rest = words.trimStart();
  for (let form = FORM.exec(rest); form; form = FORM.exec(rest)) rest = rest.slice(form[0].length);
  return !DOSE.test(rest) && /^\p{L}/u.test(rest);
}

/** The exchange that a sentence tells, if it tells one. */
export function exchangeIn(sentence: string): Exchange | undefined {
  for (const { of, order, is } of patterns) {
    const found = of.exec(sentence);
    const { a, b } = found?.indices?.groups ?? {};
    if (!found || !a || !b) continue;
    if (order === 'out-in' && !isAnother(sentence.slice(...b))) continue;
    const isOpen = HEDGE.test(sentence.slice(0, a[0])) || HEDGED_PASSIVE.test(sentence.slice(...a));
    const said = isOpen ? 'open' : is;
    return order === 'out-in' ? { out: a, in: b, is: said } : { out: b, in: a, is: said };
  }
  return undefined;
}

/** "Changed to 1 g" changes the dose of what stands before it: no exchange, and nothing stops. */
export const isChangeOfDose = (after: string): boolean => !isAnother(after);
