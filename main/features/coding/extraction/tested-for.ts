/** Infections that stand in a row of tests: "CBC, dengue, malaria" orders tests for them. */
import type { EntityKind } from '../../../../shared/model/export/export.ts';

type Named = { readonly start: number; readonly end: number; readonly kind: EntityKind };

const INFECTIONS = String.raw`(?:hiv|h[abce]v|hep(?:atitis)?[ -][abce]|dengue|malaria|typhoid|enteric fever|syphilis|chikungunya|leptospir\p{L}+|scrub typhus|covid(?:[ -]?19)?|influenza|tb|tuberculosis|brucell\p{L}+|rubella|measles|cmv|ebv|toxo(?:plasm\p{L}+)?|filaria\p{L}*|kala[ -]?azar|torch)`;
const INFECTION = new RegExp(`^${INFECTIONS}$`, 'iu');
const TEST_OF_ONE = new RegExp(
  String.raw`^(?:${INFECTIONS}|malarial|typhi|leptospira|h\.? ?pylori)(?![\p{L}])`,
  'iu',
);
/** "Dengue NS1", "malarial antigen". */
export const isTestOfInfection = (words: string): boolean => TEST_OF_ONE.test(words);
const PREVENTED = new RegExp(
  `^(?:${INFECTIONS}|flu|tetanus|polio|rabies|mumps|diphtheria|pertussis|(?:chicken ?pox|varicella)|zoster|shingles|hpv|yellow fever|meningo\\p{L}+|pneumo\\p{L}+|rotavirus|cholera)$`,
  'iu',
);
/** "Vaccinate: influenza, hepatitis B", "vaccines due: tetanus". */
const VACCINES =
  /(?<![\p{L}])(?:vaccin\p{L}*|immuni[sz]\p{L}*|boosters?|shots?|jabs?)(?![\p{L}])/iu;
/** "BCG, OPV and hepatitis B", "hepatitis B and BCG": their short forms say that a vaccine is meant. */
const isAmongVaccines = (text: string, start: number, end: number): boolean =>
  VACCINE_BEFORE.test(text.slice(Math.max(0, start - 30), start)) ||
  VACCINE_BEHIND.test(text.slice(end, end + 30));
const SHORT = '(?:BCG|OPV|IPV|DPT|DTaP|MMR|PCV|Pentavalent)(?:[ -]?[0-3])?';
const VACCINE_BEFORE = new RegExp(
  String.raw`(?<![\p{L}])${SHORT}\s*(?:[,/&+]\s*(?:and\s+)?|and\s+)$`,
  'u',
);
const VACCINE_BEHIND = new RegExp(
  String.raw`^\s*(?:[,/&+]\s*(?:and\s+)?|and\s+)${SHORT}(?![\p{L}\d])`,
  'u',
);
/** What tests without a name in a list are called by. */
const TEST =
  /(?<![\p{L}])(?:tests?|antigens?|antibod(?:y|ies)|serology|ig[gma]|ns1|r?t?-?pcr|smear|culture|profile|panel|vdrl|rpr|hbsag|widal|mantoux|igra|elisa|level|titres?|titers?)(?![\p{L}])/iu;
const PLAN =
  /(?<![\p{L}])(?:plan|advi[cs]ed?|investigations?|inv|tests?|labs?|orders?|work-?up)(?![\p{L}])/iu;
const DIAGNOSES =
  /(?<![\p{L}])(?:assessment|impression|diagnos[ie]s|problems?|history|comorbidit\p{L}+)(?![\p{L}])/iu;
const RESULT_OR_PLAN =
  /(?<![\p{L}])(?:positive|negative|(?:non-?)?reactive|detected|deranged|raised|high|low|known|on|daily|weekly|monthly|repeat|day)(?![\p{L}])|\+ve|-ve|\d[\d.,]*(?:\s|$)/iu;
/** "HIV, HBsAg, VDRL non-reactive", "VDRL, HIV sent": of each test of the row. */
const NOT_FOUND =
  /\s*[:–-]?\s*(?:all |both )?(?:negative|neg|(?:non[- ]?|not )(?:reactive|detected)|nr|-ve|sent|awaited|pending)\s*$/iu;
const isNumbered = (text: string, at: number): boolean =>
  /\d[.)]\s*$/.test(text.slice(Math.max(0, at - 5), at));
/** Tells of tests as well as of illnesses. */
const OF_NOW = /(?:present(?:ing)?|current) (?:illness|complaint)|hpi/iu;
const ITEM = /(?<![^\s,&+])(?!and(?![\p{L}]))[^\s,&+](?:(?!\sand(?![\p{L}]))[^,&+])*/giu;
const LONGEST = 300;

/** A row between two marks of the text. */
type Row = {
  readonly from: number;
  readonly items: readonly (readonly [place: number, words: string])[];
  /** Whether each item is a test. */
  readonly tests: readonly boolean[];
  /** "HIV and HBsAg": what is said of the last is said of each. */
  readonly isJoined: boolean;
  /** "NS1 positive, dengue", "Dengue, platelets daily": a result or a plan beside the illness. */
  readonly saysMore: boolean;
};

/** `title`: the heading of the text. `named`: all that is named in it. */
export function createIsTestedFor(text: string, title: string, named: readonly Named[]) {
  const isOrdering = (heading: string) => PLAN.test(heading) && !DIAGNOSES.test(heading);
  const orders = named.filter(({ kind }) => kind === 'order');
  const hasTest = (item: string, at: number) =>
    TEST.test(item) || orders.some(({ start, end }) => start >= at && end <= at + item.length);
  const rowOf = (from: number, to: number): Row => {
    const row = text.slice(from, to);
    const items = itemsIn(row);
    const [place = 0] = items.at(-1) ?? [];
    return {
      from,
      items,
      isJoined: JOINED.test(row.slice(0, place)),
      tests: items.map(([place, item]) => hasTest(item, from + place)),
      saysMore: items.some(([, item]) => RESULT_OR_PLAN.test(item)),
    };
  };
  // Names of one row come one after another.
  let last: Row | undefined;

  return ({ start, end }: Named): boolean => {
    const words = text.slice(start, end);
    const label = labelBefore(text, start);
    if (PREVENTED.test(words) && (VACCINES.test(label) || isAmongVaccines(text, start, end)))
      return true;
    if (!INFECTION.test(words)) return false;
    const bounds = rowAround(text, start, end);
    if (!bounds) return false;
    if (last?.from !== bounds[0]) last = rowOf(...bounds);
    const { from, items, tests, saysMore } = last;
    const own = items.findIndex(
      ([place, item]) => from + place === start && namesOnly(item, words),
    );
    const result = items
      .slice(own)
      .find(([, item]) => RESULT_OR_PLAN.test(item) || NOT_FOUND.test(item));
    const isNotFound = result !== undefined && NOT_FOUND.test(result[1]);
    if (own >= 0 && isFoundOfLast(last, own) && (tests.at(-1) || !DIAGNOSES.test(title)))
      return true;
    if (own < 0 || (saysMore && !isNotFound) || isNumbered(text, from)) return false;
    const isPlan = isOrdering(title) || isOrdering(label);
    const isInfections = items.every(([, item]) => INFECTION.test(item.replace(NOT_FOUND, '')));
    if (!isPlan && DIAGNOSES.test(title) && !OF_NOW.test(title)) return false;
    if (isNotFound && (tests.includes(true) || isInfections)) return true;
    if (tests.slice(0, own).includes(true)) return true;
    return isPlan && (tests.includes(true) || isInfections);
  };
}

/** "HIV, HBsAg positive": nothing is said of HIV; "both positive" is of each. */
function isFoundOfLast({ items, tests, isJoined }: Row, own: number): boolean {
  if (isJoined) return false;
  const [, words = ''] = items.at(-1) ?? [];
  const isFound = own < items.length - 1 && FOUND.test(words) && !OF_EACH.test(words);
  // "Hepatitis C, HBsAg positive": an illness, and what was found of another.
  const isIllness = items.slice(0, -1).every(([, item]) => ILLNESS.test(item));
  if (isIllness && tests.at(-1) === true) return false;
  return isFound && (tests.at(-1) === true || INFECTION.test(words.replace(FOUND, '')));
}
const FOUND = /\s*[:–-]?\s*(?:positive|pos|(?<!non[- ]?)reactive|detected|\+ve)\s*$/iu;
/** Written out as no row of tests writes it. */
const ILLNESS =
  /^(?:(?:chronic|acute|known|pulmonary) )*(?:hepatitis [abce]|tuberculosis|enteric fever|scrub typhus|kala[ -]?azar)$/iu;
const JOINED = /(?:(?<![\p{L}])and|[&+])\s*$/iu;
const OF_EACH = /(?<![\p{L}])(?:both|all|each|not)(?![\p{L}])/iu;

/** "Vaccinate" of "vaccinate: influenza, tetanus". */
const labelBefore = (text: string, start: number): string =>
  /([^.;:\n]{0,60}):[^.;:\n]*$/.exec(text.slice(Math.max(0, start - LONGEST), start))?.[1] ?? '';

/** Behind a bullet, up to the next mark. Undefined where it is longer than any row of tests. */
function rowAround(text: string, start: number, end: number): [number, number] | undefined {
  const before = text.slice(Math.max(0, start - LONGEST), start);
  const [own = ''] = /[^.;:\n]*$/.exec(before) ?? [];
  const behind = /^[^.;:\n]*/.exec(text.slice(end, end + LONGEST))?.[0] ?? '';
  if (own.length === LONGEST || behind.length === LONGEST) return undefined;
  const bullet = /^[\s*•–-]*/.exec(own)?.[0].length ?? 0;
  return [start - own.length + bullet, end + behind.length];
}

/** "HIV", and "malaria parasite - negative" of malaria. */
const namesOnly = (item: string, words: string): boolean =>
  item === words || (NOT_FOUND.test(item) && isTestOfInfection(item) && item.startsWith(words));

/** Each with its place. */
const itemsIn = (segment: string): (readonly [number, string])[] =>
  [...segment.matchAll(ITEM)].map(({ 0: words, index }) => [index, words.trimEnd()]);
