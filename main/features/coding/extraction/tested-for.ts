/** Infections that stand in a row of tests: "CBC, dengue, malaria" orders tests for them. */
import type { EntityKind } from '../../../../shared/model/export/export.ts';

type Named = { readonly start: number; readonly end: number; readonly kind: EntityKind };

const INFECTIONS = String.raw`(?:hiv|h[abce]v|hep(?:atitis)?[ -][abce]|dengue|malaria|typhoid|enteric fever|syphilis|chikungunya|leptospir\p{L}+|scrub typhus|covid(?:[ -]?19)?|influenza|tb|tuberculosis|brucell\p{L}+|rubella|measles|cmv|ebv|toxo(?:plasm\p{L}+)?|filaria\p{L}*|kala[ -]?azar|torch)`;
const INFECTION = new RegExp(`^${INFECTIONS}$`, 'iu');
const PREVENTED = new RegExp(
  `^(?:${INFECTIONS}|flu|tetanus|polio|rabies|mumps|diphtheria|pertussis|(?:chicken ?pox|varicella)|zoster|shingles|hpv|yellow fever|meningo\\p{L}+|pneumo\\p{L}+|rotavirus|cholera)$`,
  'iu',
);
/** "Vaccinate: influenza, hepatitis B", "vaccines due: tetanus". */
const VACCINES =
  /(?<![\p{L}])(?:vaccin\p{L}*|immuni[sz]\p{L}*|boosters?|shots?|jabs?)(?![\p{L}])/iu;
/** What tests without a name in a list are called by. */
const TEST =
  /(?<![\p{L}])(?:tests?|antigens?|antibod(?:y|ies)|serology|ig[gma]|ns1|r?t?-?pcr|smear|culture|profile|panel|vdrl|rpr|hbsag|widal|mantoux|igra|elisa|level|titres?|titers?)(?![\p{L}])/iu;
const PLAN =
  /(?<![\p{L}])(?:plan|advi[cs]ed?|investigations?|inv|tests?|labs?|orders?|work-?up)(?![\p{L}])/iu;
const DIAGNOSES =
  /(?<![\p{L}])(?:assessment|impression|diagnos[ie]s|problems?|history|comorbidit\p{L}+)(?![\p{L}])/iu;
const RESULT_OR_PLAN =
  /(?<![\p{L}])(?:positive|negative|(?:non-?)?reactive|detected|deranged|raised|high|low|known|on|daily|weekly|monthly|repeat|day)(?![\p{L}])|\+ve|-ve|\d[\d.,]*(?:\s|$)/iu;
const isNumbered = (text: string, at: number): boolean =>
  /\d[.)]\s*$/.test(text.slice(Math.max(0, at - 5), at));
/** Tells of tests as well as of illnesses. */
const OF_NOW = /(?:present(?:ing)?|current) (?:illness|complaint)|hpi/iu;
const SEGMENT_END = /[.;:\n]/;
const JOINT = /\s*(?:,|&|\+|(?<![\p{L}])and(?![\p{L}]))\s*/iu;
const LONGEST = 300;

/** `title`: the heading of the text. `named`: all that is named in it. */
export function createIsTestedFor(text: string, title: string, named: readonly Named[]) {
  const isOrdering = (heading: string) => PLAN.test(heading) && !DIAGNOSES.test(heading);
  const hasTest = (item: string, at: number) =>
    TEST.test(item) ||
    named.some(
      ({ kind, start, end }) => kind === 'order' && start >= at && end <= at + item.length,
    );

  return ({ start, end }: Named): boolean => {
    const words = text.slice(start, end);
    const label = labelBefore(text, start);
    if (VACCINES.test(label) && PREVENTED.test(words)) return true;
    if (!INFECTION.test(words)) return false;
    const before = lastSegment(text.slice(Math.max(0, start - LONGEST), start));
    const behind = text.slice(end, end + LONGEST).split(SEGMENT_END, 1)[0] ?? '';
    const items = [...itemsIn(before + text.slice(start, end) + behind)];
    const at = start - before.length;
    const own = items.findIndex(
      ([place, item]) => at + place === start && item === text.slice(start, end),
    );
    if (own < 0) return false;
    // "NS1 positive, dengue", "Dengue, platelets daily": a result or a plan beside the illness.
    if (items.some(([, item]) => RESULT_OR_PLAN.test(item)) || isNumbered(text, at)) return false;
    const tests = items.map(([place, item]) => hasTest(item, at + place));
    const isPlan = isOrdering(title) || isOrdering(label);
    if (!isPlan && DIAGNOSES.test(title) && !OF_NOW.test(title)) return false;
    if (tests.slice(0, own).includes(true)) return true;
    return isPlan && (tests.includes(true) || items.every(([, item]) => INFECTION.test(item)));
  };
}

/** "Vaccinate" of "vaccinate: influenza, tetanus". */
const labelBefore = (text: string, start: number): string =>
  /([^.;:\n]{0,60}):[^.;:\n]*$/.exec(text.slice(Math.max(0, start - LONGEST), start))?.[1] ?? '';

const lastSegment = (words: string): string =>
  (words.split(SEGMENT_END).at(-1) ?? '').replace(/^[\s*•–-]*(?:\d{1,2}[.)]\s*)?/, '');

/** Each with its place; an item begins behind its verb: "send HIV". */
function* itemsIn(segment: string): Generator<readonly [number, string]> {
  let from = 0;
  for (const item of segment.split(new RegExp(`(${JOINT.source})`, 'iu'))) {
    const words = item.trim();
    const lead = item.length - item.trimStart().length;
    if (words !== '' && !new RegExp(`^${JOINT.source}$`, 'iu').test(item))
      yield [from + lead, words];
    from += item.length;
  }
}
