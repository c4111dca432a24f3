/**
 * Which code of a line of a ward is its main disease: of the line as a whole, or of one of its
 * segments. The weights are learned from lines that were written for it (decision 0286).
 */
import { HEADER } from '../index/index-file.ts';
import data from './segment-weights.json' with { type: 'json' };
import type { Chosen } from './select-candidates.ts';

/** One way to read a line. */
export type Way = {
  /** Best first; `lead` is the first. */
  readonly found: readonly Chosen[];
  readonly lead: Chosen;
  readonly segment: string;
  /** Its place among the parts; undefined for the line as a whole. */
  readonly at?: number | undefined;
  /** Within a part. */
  readonly isInner: boolean;
  /** How much of what was said the code tells. */
  readonly worth: number;
  /** Above 1 where the writer stresses it, below where it was there before. */
  readonly stress: number;
};
export type WardLine = {
  readonly line: string;
  readonly parts: number;
  readonly ways: readonly Way[];
  /** The code that the rules take. */
  readonly ruled: string;
};

export const SIGN = /^R/;
/** Signs in the chapters of the organs. */
const SYMPTOM = /^(?:L29|K92|N93|M25\.[4-6]|M54|M79|G89)/;
/** How it came about. */
export const OUTSIDE = /^[V-Y]/;
/** What was done or is planned, and a plain delivery. */
const STATUS = /^(?:Z(?!3[3-6])|O8[02])/;
/** Of a place that is not told. */
export const INJURY = /^(?:T14|T07|S.9\.9|S09|T79)/;
/** What many have beside the reason for the visit: "chest pain, DM". */
export const COMMON = /^(?:E1[01]\.9|E03\.9|E78\.5|I10|I25\.10|K21\.9|J45\.909|N18\.9)$/;
/** "…, no meningism - simple febrile seizure", "…, imp: appendicitis": what stands behind it concludes. */
const CONCLUDING =
  /(?:->|=>|[→—–]|\s-|(?<![\p{L}])(?:imp(?:ression)?|dx|diag(?:nosis)?|prov|ass(?:essment)?)\s*:)\s*$/iu;
/** Letters before a segment in which such a mark is looked for; one that was shortened is not found. */
const BEFORE = 14;
/** Signs and circumstances. */
export const NO_DISEASE: readonly RegExp[] = [SIGN, SYMPTOM, OUTSIDE, INJURY, STATUS];

type Told = Way & { readonly isWhole: boolean; readonly of: WardLine };

/** Weights of words and numbers of words above which nothing more is said. */
const [MOST_MISSING, MOST_ADDED, MOST_FORMS, MOST_SLIPS] = [30, 12, 3, 2];
const [LEAST_WORTH, MOST_WORTH] = [-5, 15];
const NEARLY_ALL = 0.97;
const isFull = ({ lead: { match } }: Told) => match.missing === 0 && match.score > NEARLY_ALL;
const missingIn = ({ lead: { match } }: Told) => Math.min(match.missing, MOST_MISSING);
const count = (words: Readonly<Record<string, string>> | undefined, most: number) =>
  Math.min(Object.keys(words ?? {}).length, most);
const isOf = (codes: RegExp) => (told: Told) => codes.test(told.lead.code.code);

const features = {
  whole: ({ isWhole }: Told) => isWhole,
  final: ({ lead }: Told) => lead.final,
  finalOfWhole: ({ lead, isWhole }: Told) => (isWhole ? lead.final : 0),
  full: isFull,
  fullOfWhole: (told: Told) => told.isWhole && isFull(told),
  shared: ({ lead }: Told) => Math.log1p(lead.match.shared),
  missing: missingIn,
  missingOfWhole: (told: Told) => (told.isWhole ? missingIn(told) : 0),
  added: ({ lead }: Told) => Math.min(lead.match.added, MOST_ADDED),
  worth: ({ worth }: Told) => Math.max(LEAST_WORTH, Math.min(MOST_WORTH, worth)),
  sign: isOf(SIGN),
  symptom: isOf(SYMPTOM),
  outside: isOf(OUTSIDE),
  status: isOf(STATUS),
  injury: isOf(INJURY),
  common: isOf(COMMON),
  header: ({ lead }: Told) => (lead.code.flags & HEADER) !== 0,
  first: ({ at }: Told) => at === 0,
  last: ({ at, of }: Told) => at !== undefined && at >= of.parts - 1,
  later: ({ at = 0, of }: Told) => at / Math.max(1, of.parts),
  inner: ({ isInner }: Told) => isInner,
  forms: ({ lead }: Told) => count(lead.reading.expanded, MOST_FORMS),
  corrected: ({ lead }: Told) => count(lead.reading.corrected, MOST_SLIPS),
  stressed: ({ stress }: Told) => stress > 1,
  known: ({ stress }: Told) => stress < 1,
  adds: ({ lead }: Told) => lead.adds,
  concluded({ segment, isWhole, of }: Told) {
    const from = of.line.lastIndexOf(segment);
    return !isWhole && from > 0 && CONCLUDING.test(of.line.slice(Math.max(0, from - BEFORE), from));
  },
  ruled: ({ lead, of }: Told) => isOfCategory(lead.code.code, of.ruled),
} satisfies Record<string, (told: Told) => number | boolean>;
type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as readonly Feature[];

/** A leaf of the category is chosen afterwards (of-leaf.ts). */
const CATEGORY = 3;
export const isOfCategory = (code: string, other: string): boolean =>
  code.startsWith(other.slice(0, CATEGORY));

/** In the order of `featureNames`. */
export function featuresOf(of: WardLine, way: Way): number[] {
  const told = { ...way, isWhole: way.at === undefined, of };
  return featureNames.map((name) => Number(features[name](told)));
}

/** Written by `npm run segments`. */
const weights: Readonly<Record<Feature, number>> = data;
/** So much likelier than what the rules take. */
const MARGIN = 0.25;

/** Undefined where what the rules take stays. */
export function mainDisease(of: WardLine): Way | undefined {
  let ruled = -Infinity;
  let best: { readonly way: Way; readonly score: number } | undefined;
  for (const way of of.ways) {
    const score = scoreOf(of, way);
    if (isOfCategory(way.lead.code.code, of.ruled)) ruled = Math.max(ruled, score);
    if (score > (best?.score ?? -Infinity)) best = { way, score };
  }
  if (!best || ruled === -Infinity) return undefined;
  return best.score > ruled + MARGIN ? best.way : undefined;
}

const scoreOf = (of: WardLine, way: Way): number =>
  featuresOf(of, way).reduce(
    (sum, value, at) => sum + value * weights[featureNames[at] as Feature],
    0,
  );
