/**
 * Substances that are measured and given under the same name: "iron" is a test in "check iron" and
 * a medicine in "start iron".
 */
const START = String.raw`(?<![\p{L}\p{M}\d])`;
const END = String.raw`(?![\p{L}\p{M}])`;
const any = (phrases: readonly string[]) => `(?:${phrases.join('|')})`;

const SUBSTANCES = any([
  'iron',
  'calcium',
  'potassium',
  'magnesium',
  'phosph(?:ate|orus)',
  'sodium',
  'chloride',
  'bicarbonate',
  'zinc',
  'folate',
  'albumin',
  'lithium',
  'digoxin',
  'testosterone',
  'cobalamin',
  '(?:vit(?:amin)? )?b12',
]);
/** "Low potassium diet", "iron rich foods", "sodium restriction": neither measured nor given. */
const EATEN = new RegExp(`^(?:(?:low|high|rich in)[ -])?${SUBSTANCES}$`, 'iu');
const EATEN_BEHIND =
  /^[\s-]+(?:(?:rich|restricted|free|poor|containing|fortified)[\s-]+)?(?:diets?|foods?|fruits?|vegetables?|intake|restrict\p{L}+|in (?:the |his |her |your )?diet)(?![\p{L}])/iu;

export const isOfDiet = (text: string, start: number, end: number): boolean =>
  EATEN.test(text.slice(start, end)) && EATEN_BEHIND.test(text.slice(end, end + 60));

const SUBSTANCE = new RegExp(`^${SUBSTANCES}$`, 'iu');
const DEEDS = any([
  'start(?:s|ed|ing)?',
  're-?start(?:ed|ing)?',
  'resume[sd]?',
  'continu(?:e|es|ed|ing)',
  'stop(?:ped|ping)?',
  'giv(?:e|es|en|ing)|gave',
  'increas(?:e|ed|ing)',
  '(?:reduc|decreas)(?:e|ed|ing)',
  'h[oe]ld|withhold',
  'prescrib(?:e|ed|ing)',
  'supplement(?:s|ed|al)?',
  '(?:replac|replet)(?:e|ed|ing)',
]);
const ROUTES = any([
  ...'oral|orally|iv|im|sc|intravenous|intramuscular|topical|parenteral|elemental'.split('|'),
  ...'inj|injection|tab|tabs|tablet|tablets|cap|caps|capsule|capsules|syp|syrup'.split('|'),
]);
const FILLERS = any([
  ...'with|him|her|them|the|his|their|some|regular|daily|same|of|both'.split('|'),
  ROUTES,
]);
const ALSO = String.raw`(?:${SUBSTANCES}\s*(?:,|and|&|\+|/)\s*)`;
const BEFORE = new RegExp(
  String.raw`${START}(?:${DEEDS}\.?\s+(?:${FILLERS}\.?\s+){0,3}|${ROUTES}\.?\s+)${ALSO}{0,2}$`,
  'iu',
);
const DOSE = String.raw`\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|g|gm|iu|units?|ml)(?![\p{L}/])(?!\s*(?:/|%|per|dl)(?![\p{L}]))`;
const AND_ANOTHER = String.raw`(?:(?:and|&|\+) (?:folic acid|vit(?:amin)? ?[a-z]?\d*|${SUBSTANCES}) )?`;
const BEHIND = new RegExp(
  String.raw`^\s+${AND_ANOTHER}(?:${DOSE}|k[aie] (?:goli|dawa|tablet|injection|sui|syrup)\p{L}*|${any(
    [
      'tab(?:let)?s?',
      'cap(?:sule)?s?',
      'supplement(?:s|ation)?',
      'syrup',
      'gel',
      'cream',
      'patch(?:es)?',
      'inj(?:ection)?s?',
      'infusions?',
      'sachets?',
      'replacement',
      'carbonate',
      'citrate',
      'sul(?:ph|f)ate',
      'gluconate',
      'od',
      'bd',
      'bid',
      'tds',
      'hs',
    ],
  )}${END})`,
  'iu',
);
/** "Stop iron studies", "continue calcium monitoring", "hold the potassium sample". */
const MEASURED =
  /^\s+(?:and (?:[\p{L}\d]+ )?)?(?:levels?|studies|study|tests?|testing|monitoring|checks?|checking|samples?|profile|panel|saturation|measurements?|(?:in|to|on) (?:the |his |her )?(?:bloods?|urine|serum|sample|request|form|labs?|tests?|panel|profile))(?![\p{L}])/iu;
/** "Continue serum potassium", "hold levels of lithium": what stands before names a sample. */
const SAMPLED =
  /(?<![\p{L}])(?:bloods?|samples?|serum|urine|plasma|levels? of)(?![\p{L}])[^,.;]*$/iu;

/** Whether the words at this place are a medicine that is taken, not a test. */
export function isGivenSubstance(text: string, start: number, end: number): boolean {
  if (!SUBSTANCE.test(text.slice(start, end))) return false;
  const behind = text.slice(end, end + 60);
  if (MEASURED.test(behind)) return false;
  const before = text.slice(Math.max(0, start - 80), start);
  return BEHIND.test(behind) || (BEFORE.test(before) && !SAMPLED.test(before));
}

const LEVEL =
  /^(?:\s+(?:serum|drug|trough|peak))?\s+(?:levels?|troughs?|assay|concentrations?)(?![\p{L}])/iu;
/** Where the name of a test ends that measures the medicine: "paracetamol level", "vancomycin trough". */
export const levelEnd = (text: string, end: number): number =>
  end + (LEVEL.exec(text.slice(end, end + 40))?.[0].length ?? 0);

/** "Correct potassium", "potassium correction": how is not said, so it is neither. */
export const isCorrected = (text: string, start: number, end: number): boolean =>
  SUBSTANCE.test(text.slice(start, end)) &&
  (/(?<![\p{L}])correct(?:ing|ion of)?(?: (?:the|his|her|low|high|serum))* $/iu.test(
    text.slice(Math.max(0, start - 40), start),
  ) ||
    /^ correction(?![\p{L}])/iu.test(text.slice(end, end + 12)));
