/**
 * What figures of a line choose within a family: the weight and the weeks of a newborn, and for how
 * long somebody was unconscious.
 */
import type { Index } from '../index/open-index.ts';
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
const BRIEFLY = 30;
function ofConsciousness(line: string): string | undefined {
  if (CONSCIOUS.test(line)) return 'S06.0X0';
  if (BRIEF.test(line)) return 'S06.0X1';
  const found = UNCONSCIOUS.exec(line);
  if (!found) return undefined;
  const [, figure, unit = ''] = found;
  if (figure === undefined) return 'S06.0X9';
  return unit.toLowerCase() === 'min' && Number(figure) <= BRIEFLY ? 'S06.0X1' : 'S06.0X9';
}

const FAMILIES: readonly (readonly [RegExp, (line: string) => string | undefined])[] = [
  [/^P07\.?[01]?0?$/, ofWeight],
  [/^P07\.?[23]?0?$/, ofWeeks],
  [/^S06\.0/, ofConsciousness],
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
    const said = family.test(first.code.code) ? read(line) : undefined;
    const code = said === undefined ? undefined : index.codeOf(said);
    if (code && code.id !== first.code.id) return ledBy(code, first, chosen);
  }
  return undefined;
}
