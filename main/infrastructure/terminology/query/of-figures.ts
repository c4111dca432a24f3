/**
 * What a line says elsewhere and chooses within a family: the weight and the weeks of a newborn, for
 * how long somebody was unconscious, how severe a mood is, and whether a leukemia is in remission.
 */
import type { Index } from '../index/open-index.ts';
import { withoutDenied } from './reading/leaf-words.ts';
import { isOfNow } from './reading/segments.ts';
import { type Chosen, ledBy } from './select-candidates.ts';

const KILOGRAMS = /(?<![\d.])([0-5](?:\.\d{1,3})?)\s?kgs?(?![\p{L}/])/iu;
const GRAMS = /(?<![\d.])(\d{3,4})\s?(?:g|gms?|grams?)(?![\p{L}/])/iu;
const WEEKS =
  /(?<![\d./])(2\d|3[0-6])(?:\s?\+\s?\d|\s[0-6]\/7)?\s?(?:w|wks?|weeks?|\/40)(?![\p{L}])/iu;
/** The last grams of each code. */
const WEIGHTS: readonly (readonly [number, string])[] = [
  [499, 'P07.01'],
  [749, 'P07.02'],
  [999, 'P07.03'],
  [1249, 'P07.14'],
  [1499, 'P07.15'],
  [1749, 'P07.16'],
  [1999, 'P07.17'],
  [2499, 'P07.18'],
];
/** P07.21 to P07.26 are below 23 to 26 weeks, P07.31 to P07.39 are 28 to 36. */
const FIRST_EXTREME = 22;
const FIRST_PRETERM = 28;

/** Weights of another day, and of milk. */
const OTHER_WEIGHT =
  /(?<![\p{L}])(?:now|today|feeds?|gain\p{L}*|current\p{L}*|discharge)(?:\s+wt)?\s*:?\s*[\d.]+\s?k?g\p{L}*/giu;

function ofWeight(told: string): string | undefined {
  const line = told.replace(OTHER_WEIGHT, ' ');
  const kilograms = KILOGRAMS.exec(line)?.[1];
  const grams = kilograms === undefined ? GRAMS.exec(line)?.[1] : Number(kilograms) * 1000;
  if (grams === undefined) return undefined;
  return WEIGHTS.find(([most]) => Number(grams) <= most)?.[1];
}

function ofWeeks(line: string): string | undefined {
  const weeks = WEEKS.exec(line)?.[1];
  if (weeks === undefined) return undefined;
  if (Number(weeks) >= FIRST_PRETERM) return `P07.3${Number(weeks) - FIRST_PRETERM + 1}`;
  return `P07.2${Math.max(Number(weeks), FIRST_EXTREME) - FIRST_EXTREME + 1}`;
}

const CONSCIOUS =
  /(?<![\p{L}])(?:(?:no|nil|without|w\/o|denies)\s+(?:h\/o\s+)?loc|loc\s*:?\s*(?:-\s?ve|neg\p{L}*|nil|absent|no))(?![\p{L}])/iu;
const UNCONSCIOUS =
  /(?<![\p{L}])loc(?:\s*[~x×:+]|\s+for|\s+of)*\s*(?:(\d{1,2})\s?(min|h)\p{L}*)?(?![\p{L}])/iu;
const BRIEF = /(?<![\p{L}])(?:brief\p{L}*|momentary|transient)\s+loc(?![\p{L}])/iu;
function ofConcussion(line: string): string | undefined {
  const end = endOfUnconsciousness(line);
  if (end === undefined) return undefined;
  return `S06.0X${end <= 1 ? end : LOC_OF_UNKNOWN_TIME}`;
}

/** Of a bleeding into the skull: "EDH, LOC 10 min". */
function ofBleeding(line: string, code: string): string | undefined {
  const end = endOfUnconsciousness(line);
  return end === undefined ? undefined : `${code.slice(0, -1)}${end}`;
}
function endOfUnconsciousness(line: string): number | undefined {
  if (CONSCIOUS.test(line)) return 0;
  if (BRIEF.test(line)) return 1;
  const found = UNCONSCIOUS.exec(line);
  if (!found) return undefined;
  const [, figure, unit = ''] = found;
  if (figure === undefined) return LOC_OF_UNKNOWN_TIME;
  const minutes = Number(figure) * (unit.toLowerCase() === 'min' ? 1 : MINUTES_OF_AN_HOUR);
  return SPANS.findIndex((most) => minutes < most) + 1 || undefined;
}
const LOC_OF_UNKNOWN_TIME = 9;
const MINUTES_OF_AN_HOUR = 60;
/** Below so many minutes: up to half an hour, an hour, six, a day. */
const SPANS = [31, 60, 360, 1440];

/** "MDD, mild fever" says no degree of the mood. */
const degree = (words: string) =>
  new RegExp(
    `(?<![\\p{L}])(?:${words})(?=\\s*(?:$|[,;.)+]|(?:with|w\\/o?|c|s|ē|without|no|psycho\\p{L}*|depress\\p{L}*|episode|ep|sev|mania|manic|mixed|mdd|bpad|dep)(?![\\p{L}])))`,
    'iu',
  );
/** Without what is past, doubted or somebody else's. */
const partsOfNow = (line: string): string[] => line.split(/[,;]/u).filter(isOfNow);
const ofNow = (line: string): string => withoutDenied(partsOfNow(line).join(', ')).told;

const SEVERE = degree('severe|sev');
const MODERATE = degree('moderate|mod');
const MILD = degree('mild');
const NO_PSYCHOSIS =
  /(?<![\p{L}])(?:no|nil|w\/o|without|s)\s+(?:psycho\p{L}*|delusions?|hallucinations?)/iu;
const PSYCHOSIS =
  /(?<![\p{L}])(?:psycho(?:sis|tic)|delusions?|hallucinations?|hearing voices)(?![\p{L}])/iu;

const MOOD =
  /(?<![\p{L}])(?:mdd|depress\p{L}*|bipolar|bpad|mani[ac]\p{L}*|mood|episode|ep|psycho\p{L}*|delusions?|hallucinations?|hearing voices)(?![\p{L}])/iu;
const DEGREE_ALONE =
  /^\s*(?:currently|now|current(?:\s+episode)?)?\s*(?:severe|sev|moderate|mod|mild)\s*$/iu;
/** The parts of a line of a mood, and no others': "MDD, COPD severe". */
const ofMood = (line: string): string =>
  partsOfNow(line)
    .filter((part) => MOOD.test(part) || DEGREE_ALONE.test(part))
    .join(', ');

/** Of a mood: mild, moderate, severe, severe with psychosis. */
function degreeOf(line: string): number | undefined {
  if (PSYCHOSIS.test(line.replace(NO_PSYCHOSIS, ' '))) return 3;
  if (SEVERE.test(line)) return 2;
  if (MODERATE.test(line)) return 1;
  return MILD.test(line) ? 0 : undefined;
}
const MANIC = ['F31.11', 'F31.12', 'F31.13', 'F31.2'];
const DEPRESSED = ['F31.31', 'F31.32', 'F31.4', 'F31.5'];
const MIXED = ['F31.61', 'F31.62', 'F31.63', 'F31.64'];

function ofDepression(line: string, code: string): string | undefined {
  const degree = degreeOf(ofMood(line));
  return degree === undefined ? undefined : `${code.slice(0, 4)}${degree}`;
}
function ofBipolar(line: string): string | undefined {
  const degree = degreeOf(ofMood(line));
  if (degree === undefined || /hypoman/i.test(line)) return undefined;
  if (/(?<![\p{L}])mixed/iu.test(line)) return MIXED[degree];
  if (/(?<![\p{L}])mani[ac]/iu.test(line)) return MANIC[degree];
  return /(?<![\p{L}])depress/iu.test(line) ? DEPRESSED[degree] : undefined;
}

/** Of a leukemia: achieved, or come back. */
const REMISSION =
  /(?<![\p{L}])(?:in\s+(?:cr\d?|(?:complete\s+)?remission)|mrd\s*(?:neg\p{L}*|-ve))(?![\p{L}])/iu;
const RELAPSE = /(?<![\p{L}])relapsed?(?![\p{L}])/iu;
function ofRemission(all: string, code: string): string | undefined {
  const line = ofNow(all);
  if (RELAPSE.test(line)) return `${code.slice(0, -1)}2`;
  return REMISSION.test(line) ? `${code.slice(0, -1)}1` : undefined;
}

/** Small for its weeks, by the weight. */
function ofSmall(line: string, code: string): string | undefined {
  const found = ofWeight(line);
  if (found === undefined) return undefined;
  const grams = GRAMS_OF_SMALL.get(found);
  return grams === undefined ? undefined : `${code.slice(0, 5)}${grams}`;
}
const GRAMS_OF_SMALL: ReadonlyMap<string, number> = new Map(
  WEIGHTS.map(([, code], at) => [code, at + 1]),
);

const WEEKS_OF_PREGNANCY =
  /(?<![\d./])(\d{2})(?:\s?\+\s?\d)?\s?(?:w|wks?|weeks?|\/40)(?![\p{L}])/iu;
const COMPLETE_WEEKS = 37;
const THIRD_TRIMESTER = 28;
const SECOND_TRIMESTER = 14;
function ofFalseLabor(line: string): string | undefined {
  const weeks = Number(WEEKS_OF_PREGNANCY.exec(line)?.[1] ?? 0);
  if (weeks >= COMPLETE_WEEKS) return 'O47.1';
  if (weeks >= THIRD_TRIMESTER) return 'O47.03';
  return weeks >= SECOND_TRIMESTER ? 'O47.02' : undefined;
}

/** "B/L OA knees". */
const BOTH = /(?<![\p{L}])(?:b\/l|bilat(?:eral)?|both)(?![\p{L}])/iu;
const JOINT = /(?<![\p{L}])(?:oa|osteoarthritis|knees?|hips?)(?![\p{L}])/iu;
const ONE_SIDE = /(?<![\p{L}])(?:rt|lt|right|left|[RL])(?![\p{L}])/u;
const ofBothSides = (line: string, code: string): string | undefined => {
  const of = partsOfNow(line).filter((part) => JOINT.test(part));
  return of.some((part) => BOTH.test(part)) && !of.some((part) => ONE_SIDE.test(part))
    ? `${code.slice(0, 4)}0`
    : undefined;
};

type Read = (line: string, code: string) => string | undefined;
const FAMILIES: readonly (readonly [RegExp, Read])[] = [
  [/^P07\.?[01]?0?$/, ofWeight],
  [/^P07\.?[23]?0?$/, ofWeeks],
  [/^P05\.[01][09]$/, ofSmall],
  [/^M1[67]\.(?:1\d?|9)$/, ofBothSides],
  [/^O47\.9$/, ofFalseLabor],
  [/^S06\.0/, ofConcussion],
  [/^S06\.[1-69].9$/, ofBleeding],
  [/^F3[23]\.9$/, ofDepression],
  [/^F31\.(?:9|[136]0)$/, ofBipolar],
  [/^C9[1-5]\..0$/, ofRemission],
];

/** The code that the figures say before the one that leaves them open. */
export function ofFigures(
  index: Index,
  line: string,
  chosen: readonly Chosen[],
): Chosen[] | undefined {
  const [first] = chosen;
  if (!first) return undefined;
  for (const [family, read] of FAMILIES) {
    const said = family.test(first.code.code) ? read(line, first.code.code) : undefined;
    const code = said === undefined ? undefined : index.codeOf(said);
    if (code && code.id !== first.code.id) return ledBy(code, first, chosen);
  }
  return undefined;
}
