/** Reads the times of a day at which a medicine is taken, and how much at each. */
import { CLOCK, frequency, type Place, type Quantity } from './quantity.ts';
import { anyNukta } from './script.ts';
import data from './vocabulary/times-of-day.json' with { type: 'json' };

/** Parts of a day, in their order in a pattern. */
const PARTS = ['morning', 'noon', 'night'] as const;

const PATTERN =
  /(?<![\d.-])([0-3½])\s?[-–]\s?([0-3½])\s?[-–]\s?([0-3½])(?:\s?[-–]\s?([0-3½]))?(?![\d-])/gu;
/** "20-0-10": units or milligrams. A date has no zero, and no unit behind it. */
const LARGE_PATTERN =
  /(?<![\d./-])(0|[1-9]\d?)\s?[-–]\s?(0|[1-9]\d?)\s?[-–]\s?(0|[1-9]\d?)(?![\d/-]|\.\d)/gu;
const UNITS = /^\s?(?:units?|i\.?u\.?|u)(?!\p{L})/iu;
const SAID = '(zero|half|one|two|three|0|1|2|3)';
const SAID_PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}.-])${SAID}[\\s,-]+${SAID}[\\s,-]+${SAID}(?![\\p{L}\\p{N}]|\\s+point|[-.]\\d)`,
  'giu',
);
const AMOUNTS: Readonly<Record<string, number>> = {
  zero: 0,
  half: 0.5,
  '½': 0.5,
  one: 1,
  two: 2,
  three: 3,
};
const amountOf = (written: string) => AMOUNTS[written.toLowerCase()] ?? Number(written);

/** "1-0-1", "one zero one". */
export function dosePatterns(text: string): Quantity[] {
  const written = [...text.matchAll(PATTERN), ...largePatterns(text)];
  // "One two three" is counting; a pattern that is spoken has a zero.
  const spoken = [...text.matchAll(SAID_PATTERN)].filter((match) =>
    match.slice(1).some((one) => amountOf(one ?? '') === 0),
  );
  return [...written, ...spoken].map((match) => {
    const parts = match
      .slice(1)
      .filter((one) => one !== undefined)
      .map(amountOf);
    return {
      ...frequency(parts.filter((one) => one > 0).length),
      parts,
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

const largePatterns = (text: string) =>
  [...text.matchAll(LARGE_PATTERN)].filter((match) => {
    const parts = match.slice(1).map(Number);
    const hasUnit = UNITS.test(text.slice(match.index + match[0].length));
    return parts.some((one) => one > MOST_PIECES) && (hasUnit || parts.includes(0));
  });

type TimeWord = Place & {
  readonly part: number;
  /** "at night": a time by itself, not only beside another one. */
  readonly isTime: boolean;
  /** "after lunch". */
  readonly isLed: boolean;
};

const wordsOf = (words: readonly string[]) => `(?:${anyNukta(words.join('|'))})`;
const LEADS = new RegExp(`(?<![\\p{L}\\p{M}])${wordsOf(data.leads)}\\s+(?:the\\s+)?$`, 'iu');
const NOT_A_TIME = new RegExp(`(?<![\\p{L}\\p{M}])${wordsOf(data.notATime)}\\s+$`, 'iu');
/** "5 mg morning", "once daily (night)". */
const BEHIND_DOSE = new RegExp(
  `(?<![\\p{L}\\p{M}])${wordsOf(data.doses)}[\\s,:;(–-]+(?:(?:early|late)\\s+)?$`,
  'iu',
);
const NOT_A_DOSE = new RegExp(`^\\s+${wordsOf(data.notADose)}`, 'iu');
const COMPLETE = new RegExp(`^${wordsOf(data.complete)}(?![\\p{L}\\p{M}])`, 'iu');
const patterns = PARTS.map((part) => ({
  times: partPattern(data.parts[part]),
  meals: partPattern(data.meals[part as keyof typeof data.meals]),
}));
function partPattern(words: readonly string[]) {
  return new RegExp(`(?<![\\p{L}\\p{M}])${wordsOf(words)}(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
}

function timeWords(text: string): TimeWord[] {
  const read = (pattern: RegExp, part: number, isMeal: boolean) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, index }): TimeWord[] => {
      const before = text.slice(Math.max(0, index - 24), index);
      if (NOT_A_TIME.test(before)) return [];
      const lead = LEADS.exec(before)?.[0].length;
      const isBare = () =>
        BEHIND_DOSE.test(before) && !NOT_A_DOSE.test(text.slice(index + whole.length));
      const isTime =
        !isMeal && (lead !== undefined || COMPLETE.test(text.slice(index)) || isBare());
      const isLed = lead !== undefined;
      return [{ part, isTime, isLed, start: index - (lead ?? 0), end: index + whole.length }];
    });
  return patterns
    .flatMap(({ times, meals }, part) => [...read(times, part, false), ...read(meals, part, true)])
    .sort((one, other) => one.start - other.start);
}

/** Most tablets of one time in a pattern, or said without "tablets". */
export const MOST_PIECES = 4;

/** Letters between two times of one medicine. */
const APART = 45;

/** Times that follow each other in a sentence, with no other medicine between. */
function runs(text: string, medicines: readonly Place[]): TimeWord[][] {
  const found: TimeWord[][] = [];
  for (const word of timeWords(text)) {
    const last = found.at(-1)?.at(-1);
    const gap = last && text.slice(last.end, word.start);
    const goesOn =
      last !== undefined &&
      gap !== undefined &&
      gap.length <= APART &&
      !/[;?!\n।]|\.(?!\d)/.test(gap) &&
      !medicines.some(({ start }) => start >= last.end && start < word.start);
    if (goesOn) found.at(-1)?.push(word);
    else found.push([word]);
  }
  return found;
}

/** "In the morning and at night" as a frequency that names the parts of the day. */
export const timesOfDay = (text: string, medicines: readonly Place[]): Quantity[] =>
  runs(text, medicines).flatMap((run): Quantity[] => {
    const [first, last] = [run[0], run.at(-1)];
    const parts = PARTS.map((_, part) => (run.some((one) => one.part === part) ? 1 : 0));
    const count = parts.filter((one) => one > 0).length;
    const isTime = count > 1 || run.some((one) => one.isTime);
    // "After lunch" tells when, and not how often.
    if (!first || !last || !(isTime || run.some(({ isLed }) => isLed))) return [];
    return [{ ...frequency(count), parts, vague: !isTime, start: first.start, end: last.end }];
  });

/** An amount that is taken at one part of the day. */
export type Timed = {
  readonly part: number;
  readonly amount: Quantity;
  /** From a pattern as "1-0-1". */
  readonly isPattern: boolean;
};

/** Of "1-0-1" tablets or the like; of "20-0-10" units or milligrams, which are not written. */
const piece = (pattern: Quantity, value: number): Quantity => ({
  ...pattern,
  kind: 'dose',
  dimension: pattern.parts?.some((one) => one > MOST_PIECES) ? undefined : 'pieces',
  system: 'metric',
  value,
  bare: value,
  parts: undefined,
});

/** "10 in the morning, 20 at night", "morning 10, night 20", "2-0-1". */
export function timedAmounts(
  text: string,
  all: readonly Quantity[],
  medicines: readonly Place[],
): Timed[] {
  const ofPatterns = all
    .filter(({ parts, start }) => parts?.length === 3 && /[\d½]/.test(text[start] ?? ''))
    .flatMap((pattern) =>
      (pattern.parts ?? []).map(
        (value, part): Timed => ({ part, amount: piece(pattern, value), isPattern: true }),
      ),
    );
  const amounts = all.filter(
    ({ kind, dimension, vague }) =>
      (kind === 'dose' || kind === 'number') && dimension !== CLOCK && !vague,
  );
  return [...ofPatterns, ...runs(text, medicines).flatMap((run) => amountsOf(text, run, amounts))];
}

/** Amounts stand before their times, or behind them: as it is at the first time. */
function amountsOf(text: string, run: readonly TimeWord[], amounts: readonly Quantity[]): Timed[] {
  const before = run.map((word, at) => {
    const from = Math.max(run[at - 1]?.end ?? 0, word.start - 30);
    return amounts.findLast(
      ({ start, end }) =>
        start >= from && end <= word.start && !/[.;?!\n]/.test(text.slice(end, word.start)),
    );
  });
  const behind = run.map((word) =>
    amounts.find(
      ({ start }) => start >= word.end && /^[\s:,=-]*$/.test(text.slice(word.end, start)),
    ),
  );
  return (before[0] ? before : behind).flatMap((amount, at): Timed[] => {
    const part = run[at]?.part;
    return amount && part !== undefined ? [{ part, amount, isPattern: false }] : [];
  });
}
