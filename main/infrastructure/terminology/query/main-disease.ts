/**
 * Which code of a line of a ward is its main disease: of the line as a whole, or of one of its
 * segments. The weights are learned from lines that were written for it (decision 0286).
 */
import { HEADER } from '../index/index-file.ts';
import data from './segment-weights.json' with { type: 'json' };
import type { Chosen } from './select-candidates.ts';

/** One way to read a line. */
export type Alternative = {
  /** Best first. */
  readonly found: readonly Chosen[];
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
export type Line = {
  readonly line: string;
  readonly parts: number;
  readonly alternatives: readonly Alternative[];
  /** What the rules take. */
  readonly ruled: string | undefined;
};

const SIGN = /^R/;
/** Signs in the chapters of the organs. */
const SYMPTOM = /^(?:L29|K92|N93|M25\.[4-6]|M54|M79|G89)/;
const OUTSIDE = /^[V-Y]/;
/** How a child was born is what the line is about where nothing else is told. */
const STATUS = /^(?:Z(?!3[3-6])|O8[02])/;
const INJURY = /^(?:T14|T07|S.9\.9|S09|T79)/;
const COMMON = /^(?:E1[01]\.9|E03\.9|E78\.5|I10|I25\.10|K21\.9|J45\.909|N18\.9)$/;
/** "…, no meningism - simple febrile seizure": what stands behind a sign is the conclusion. */
const CONCLUDING = /(?:->|=>|[→—–]|\s-)\s*$/u;
const BEFORE = 4;

type Told = Alternative & { readonly lead: Chosen; readonly isWhole: boolean; readonly of: Line };

/** A missing word more than so many of this weight says nothing more. */
const [MOST_MISSING, MOST_ADDED, MOST_FORMS, MOST_SLIPS] = [30, 12, 3, 2];
const NEARLY_ALL = 0.97;
const isFull = ({ lead: { match } }: Told) => match.missing === 0 && match.score > NEARLY_ALL;
const missingIn = ({ lead: { match } }: Told) => Math.min(match.missing, MOST_MISSING) / 10;
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
  added: ({ lead }: Told) => Math.min(lead.match.added, MOST_ADDED) / 6,
  worth: ({ worth }: Told) => Math.max(-5, Math.min(15, worth)) / 5,
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
  ruled: ({ lead, of }: Told) => of.ruled !== undefined && isOfCategory(lead.code.code, of.ruled),
} satisfies Record<string, (told: Told) => number | boolean>;
export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as readonly Feature[];

/** A leaf of the category is chosen afterwards (of-leaf.ts). */
const CATEGORY = 3;
export const isOfCategory = (code: string, other: string): boolean =>
  code.startsWith(other.slice(0, CATEGORY));

/** In the order of `featureNames`. */
export function featuresOf(of: Line, alternative: Alternative): number[] {
  const [lead] = alternative.found;
  if (!lead) return featureNames.map(() => 0);
  const told = { ...alternative, lead, isWhole: alternative.at === undefined, of };
  return featureNames.map((name) => Number(features[name](told)));
}

/** Written by `npm run segments`. */
const weights: Readonly<Record<Feature, number>> = data;
/** So much likelier than what the rules take. */
const MARGIN = 0.25;

/** Undefined where what the rules take stays. */
export function mainDisease(of: Line): Alternative | undefined {
  let ruled = -Infinity;
  let best: { readonly alternative: Alternative; readonly score: number } | undefined;
  for (const alternative of of.alternatives) {
    const score = scoreOf(of, alternative);
    if (of.ruled !== undefined && isOfCategory(codeOf(alternative), of.ruled))
      ruled = Math.max(ruled, score);
    if (score > (best?.score ?? -Infinity)) best = { alternative, score };
  }
  return best && best.score > ruled + MARGIN ? best.alternative : undefined;
}

const codeOf = ({ found }: Alternative) => found[0]?.code.code ?? '';

const scoreOf = (of: Line, alternative: Alternative): number =>
  featuresOf(of, alternative).reduce(
    (sum, value, at) => sum + value * weights[featureNames[at] as Feature],
    0,
  );
