/** Compares the numbers, doses and times of a section of the note with those of the transcript. */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { DifferenceKind } from '../../../../shared/model/note/checks.ts';
import type { Found, Reading } from './compare.ts';
import { isDerived } from './derived.ts';
import { compareDosesOfDays } from './doses-of-days.ts';
import { sameName } from './drugs.ts';
import { countedPart, numberedDimensions, tellsWhich } from './numbered-names.ts';
import { CLOCK, type Quantity, SCORE, STRENGTH_VOLUME } from './quantity.ts';
import { MOST_PIECES, type Timed } from './schedules.ts';
import { sameAmount } from './units.ts';
import microgramNames from './vocabulary/microgram-names.json' with { type: 'json' };

/** Letters around the name of a medicine in which its dose is said. */
const NEAR = 140;
const place = ({ start, end }: Span): Span => ({ start, end });

export function compareQuantities(note: Reading, said: Reading): Found[] {
  const found = note.quantities.flatMap((mine) => compareOne(note, said, mine));
  const moved = note.timed.flatMap((mine) => compareTimed(note, said, mine));
  const swapped = [...moved, ...compareDosesOfDays(note, said)].filter(
    ({ span }) => !found.some((one) => overlap(one.span, span)),
  );
  const once = swapped.filter(
    ({ span }, at) => swapped.findIndex((one) => overlap(one.span, span)) === at,
  );
  return [...found, ...once, ...notations(note)];
}

const overlap = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

function compareOne(note: Reading, said: Reading, mine: Quantity): Found[] {
  if ((mine.vague && mine.parts === undefined) || isEmptyField(note.text, mine)) return [];
  const line = lineAt(note.text, mine.start);
  const about = note.text.slice(line.start, line.end);
  const spoken = spokenDrugs(note, said, mine);
  const beside =
    mine.kind === 'dose' || mine.kind === 'frequency'
      ? spoken.flatMap((drug) => besideOf(drug, said, mine))
      : [];
  if (isAtOnce(mine, said, spoken)) return [];
  // "Daily" in a sentence about walks is no dose.
  if (mine.kind === 'frequency' && !isAboutMedicine(note, line, mine)) return [];
  // Quantities of this medicine count before those of another.
  const pool = beside.length > 0 ? beside : said.quantities;
  const moved = beside.find((one) => isOtherTime(mine, one));
  // "Twice a day" does not outweigh "morning and night" where the note says "1-1-0".
  if (!(moved && !beside.some((one) => isSameTime(mine, one)))) {
    if (mine.vague || isSaid(mine, pool, about)) return [];
    if (isDerived(mine, note, said, (one) => isSaid(one, poolOf(one, beside, said), about)))
      return [];
  }
  // "At 10 pm" is compared as night, where no hour was said.
  if (mine.dimension === CLOCK && !said.quantities.some(isOfClock)) return [];
  // An age often comes from the patient's papers, not from the conversation.
  if (isAge(note.text, mine) && !said.quantities.some((one) => isAge(said.text, one))) return [];
  const near =
    moved ??
    beside[0] ??
    (isOfName(mine) ? ofTheName(mine, note, said) : closest(mine, said, about));
  return [
    {
      kind: kindOf(mine, near),
      span: place(mine),
      said: near && place(near),
      ...(near === undefined && isOftenUnsaid(note, said, mine) && { isUncertain: true }),
    },
  ];
}

/** "Stat" was said as "now" of the same medicine. */
const AT_ONCE =
  /(?<!\p{L})(?:now|(?<!(?:from|starting|since)\s)today|tonight|right away|straight away|immediately|at once|here|abhi|aaj|अभी|आज)(?![\p{L}\p{M}])/iu;
const isAtOnce = ({ kind, value }: Quantity, said: Reading, spoken: readonly Span[]) =>
  kind === 'frequency' &&
  value === AT_ONCE_VALUE &&
  (spoken.length === 0
    ? said.drugs.length === 0 && AT_ONCE.test(said.text)
    : spoken.some((one) => {
        const { start, end } = windowOf(one, said);
        const often = said.quantities.find(
          (its) =>
            its.kind === 'frequency' &&
            its.value !== AT_ONCE_VALUE &&
            its.start >= start &&
            its.start < end,
        );
        // "Today, and once a day" is no single dose; "now, then once a day" has one.
        const words = said.text.slice(start, often?.start ?? end);
        return AT_ONCE.test(words) && (often === undefined || THEN.test(words));
      }));
const THEN = /(?<!\p{L})(?:then|followed by|after that|from tomorrow|phir|uske baad)(?!\p{L})/iu;
const AT_ONCE_VALUE = -1;

const isOfClock = ({ dimension }: Quantity) => dimension === CLOCK;
const isOfName = ({ dimension }: Quantity) =>
  dimension === 'ordinal' || numberedDimensions.has(dimension ?? '');

/** The same name with another number. */
function ofTheName(mine: Quantity, note: Reading, said: Reading): Quantity | undefined {
  const alike = said.quantities.filter(({ dimension }) => dimension === mine.dimension);
  if (mine.dimension !== 'ordinal') return alike[0];
  const name = wordBehind(note.text, mine);
  return alike.find((one) => wordBehind(said.text, one) === name);
}

const wordBehind = (text: string, { end }: Span) =>
  /^\s+(\p{L}+?)s?(?!\p{L})/u.exec(text.slice(end))?.[1]?.toLowerCase();

/**
 * "2nd toe" is often told of as "my toe", and "type 2 diabetes" as "diabetes"; not where any word
 * may say another one.
 */
const isOftenUnsaid = ({ text }: Reading, said: Reading, { dimension, bare, end }: Quantity) =>
  dimension === 'ordinal'
    ? countedPart(text, end) !== undefined && !tellsWhich(said.text)
    : dimension === 'type' &&
      bare === 2 &&
      /^\s+(?:diabet|d\.?m)/iu.test(text.slice(end)) &&
      /diabet/iu.test(said.text) &&
      !/(?<!\p{L})types?(?!\p{L})/iu.test(said.text);

/** The medicine of the note's line, wherever it was spoken of. */
function spokenDrugs(note: Reading, said: Reading, { start: at }: Span): Span[] {
  const line = lineAt(note.text, at);
  const drug =
    note.names.findLast(({ start }) => start >= line.start && start < line.end && start <= at) ??
    note.names.find(({ start }) => start >= line.start && start < line.end);
  if (!drug) return [];
  const listed = said.names.filter(({ name }) => sameName(name, drug.name));
  // A name that no list has.
  return listed.length > 0 ? listed : wordIn(said.text, drug.name);
}

function wordIn(text: string, name: string): Span[] {
  const lower = text.toLowerCase();
  const found: Span[] = [];
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1))
    found.push({ start: at, end: at + name.length });
  return lower.length === text.length ? found : [];
}

/** "She will return as needed" is about no medicine, also behind a sentence that is. */
function isAboutMedicine(note: Reading, line: Span, mine: Span): boolean {
  const sentence = sentenceAt(note.text, line, mine);
  const within =
    /(?<![\p{L}])(?:tak(?:e|es|en|ing)|appl(?:y|ied)|inhal\p{L}+|inject\p{L}*|us(?:e|es|ed|ing)|dos(?:e|es|ed))(?![\p{L}])/iu.test(
      note.text.slice(sentence.start, sentence.end),
    )
      ? line
      : sentence;
  const isIn = ({ start }: Span) => start >= within.start && start < within.end;
  return note.drugs.some(isIn) || note.quantities.some((one) => one.kind === 'dose' && isIn(one));
}

function sentenceAt(text: string, line: Span, { start, end }: Span): Span {
  const before = text.slice(line.start, start).lastIndexOf('. ');
  const behind = text.slice(end, line.end).indexOf('. ');
  return {
    start: before === -1 ? line.start : line.start + before + 1,
    end: behind === -1 ? line.end : end + behind + 1,
  };
}

function isSaid(mine: Quantity, pool: readonly Quantity[], about: string): boolean {
  // "250 mg/5 ml" may be said as "250 mg in 5 ml", where no other strength was said.
  const strengths = pool.filter(({ dimension }) => dimension === STRENGTH_VOLUME);
  if (mine.dimension === STRENGTH_VOLUME && strengths.length === 0)
    return pool.some((one) => agrees({ ...mine, dimension: 'volume' }, one, about));
  // "Weekly" beside "every Friday" is no word for Tuesday.
  const onDays = pool.filter((one) => mine.weekdays && one.weekdays && one.value === mine.value);
  return (onDays.length > 0 ? onDays : pool).some((one) => agrees(mine, one, about));
}
/** A dose of the medicine that was spoken of counts before those of others. */
const poolOf = (one: Quantity, beside: readonly Quantity[], said: Reading) =>
  one.kind === 'dose' && beside.length > 0 ? beside : said.quantities;

/** "…, 0, …": a field of a form that nobody filled in. */
const isEmptyField = (text: string, { kind, bare, start, end }: Quantity) =>
  kind === 'number' &&
  bare === 0 &&
  /,\s*$/.test(text.slice(Math.max(0, start - 3), start)) &&
  /^\s*(?:,|\n|$)/.test(text.slice(end));

const taken = (parts: readonly number[]) => parts.map((amount) => amount > 0).join();
const comparable = (mine: Quantity, one: Quantity) =>
  mine.parts !== undefined && one.parts !== undefined && mine.parts.length === one.parts.length;
const isSameTime = (mine: Quantity, one: Quantity) =>
  comparable(mine, one) && taken(mine.parts ?? []) === taken(one.parts ?? []);
/** As often a day, at other parts of it. */
const isOtherTime = (mine: Quantity, one: Quantity) =>
  comparable(mine, one) && mine.value === one.value && !isSameTime(mine, one);

/** Doses that changed places in the day although both numbers were said. */
function compareTimed(note: Reading, said: Reading, mine: Timed): Found[] {
  const drugs = spokenDrugs(note, said, mine.amount);
  const beside = said.timed.filter(({ amount }) =>
    drugs.some((drug) => {
      const { start, end } = windowOf(drug, said);
      return amount.start >= start && amount.end <= end;
    }),
  );
  const all = (beside.length > 0 ? beside : said.timed).filter((one) => isAlike(mine, one));
  const there = all.filter(({ part }) => part === mine.part);
  if (there.length === 0 || there.some((one) => sameTimed(mine, one))) return [];
  // Without the medicine's name, only a dose that was said for another time is one that moved.
  if (beside.length === 0 && !all.some((one) => one.part !== mine.part && sameTimed(mine, one)))
    return [];
  const near = there[0];
  return [{ kind: 'dose', span: place(mine.amount), said: near && place(near.amount) }];
}

const sameTimed = (mine: Timed, one: Timed) => agrees(mine.amount, one.amount, '');
const isCounted = ({ isPattern, amount }: Timed) => isPattern && amount.dimension !== undefined;
function isAlike(mine: Timed, one: Timed): boolean {
  const [my, its] = [mine.amount, one.amount];
  if (my.dimension !== undefined && its.dimension !== undefined)
    return my.dimension === its.dimension;
  if (isCounted(mine) || isCounted(one)) return my.bare <= MOST_PIECES && its.bare <= MOST_PIECES;
  return true;
}

/** ".5 mg" and "5.0 mg": a point that is overlooked makes it ten times as much. */
const notations = (note: Reading): Found[] =>
  note.quantities
    .filter(({ kind, notation }) => notation === 'naked' || (notation && kind === 'dose'))
    .map((one) => ({ kind: 'notation', span: place(one) }));

function kindOf(mine: Quantity, near: Quantity | undefined): DifferenceKind {
  if (mine.kind === 'frequency') return 'frequency';
  if (otherUnit(mine, near)) return 'unit';
  return mine.kind === 'dose' ? 'dose' : 'number';
}

const isAge = (text: string, { start, end }: Span) =>
  /old|y\.?\/?o\.?$/i.test(text.slice(start, end)) || /^[\s-]*old/i.test(text.slice(end));
const like = (one: Quantity, other: Quantity) => {
  if (other.kind === 'frequency') return one.kind === 'frequency';
  if (one.dimension === other.dimension) return true;
  return one.dimension !== 'ordinal' && (one.kind === 'dose' || one.kind === 'number');
};
/** The same figure with another unit. */
const otherUnit = (mine: Quantity, near: Quantity | undefined) =>
  near !== undefined &&
  near.bare === mine.bare &&
  near.second === undefined &&
  near.dimension !== undefined &&
  mine.dimension !== undefined;

/** Behind the name of a medicine, up to the next name. */
const windowOf = (spoken: Span, said: Reading): Span => ({
  start: spoken.end,
  end: Math.min(
    spoken.end + NEAR,
    said.names.find(({ start }) => start > spoken.end)?.start ?? said.text.length + 1,
  ),
});

/**
 * Quantities behind the name of a medicine, up to the next name; if there are none, those before it
 * ("500 mg of metformin"), after the last name.
 */
function besideOf(spoken: Span, said: Reading, mine: Quantity): Quantity[] {
  const { start: from, end: next } = windowOf(spoken, said);
  const last = Math.max(
    spoken.start - NEAR / 3,
    said.names.findLast(({ end }) => end < spoken.start)?.end ?? 0,
  );
  const behind = said.quantities.filter(
    (one) => like(one, mine) && one.start >= from && one.end <= next,
  );
  return behind.length > 0
    ? [...before(spoken, said, mine), ...behind]
    : said.quantities.filter(
        (one) => like(one, mine) && one.start >= last && one.end <= spoken.start,
      );
}

/** "750 mL of ORS": right before the name, and behind no other name in the sentence. */
function before(spoken: Span, said: Reading, mine: Quantity): Quantity[] {
  const one = said.quantities.findLast(({ end }) => end <= spoken.start);
  if (!one || !like(one, mine)) return [];
  const isRight = /^\s*(?:of\s+)?$/i.test(said.text.slice(one.end, spoken.start));
  const isOthers = said.names.some(
    ({ end }) => end <= one.start && !/[.;?!\n]/.test(said.text.slice(end, one.start)),
  );
  return isRight && !isOthers ? [one] : [];
}

function agrees(mine: Quantity, one: Quantity, about: string): boolean {
  if ((mine.kind === 'frequency') !== (one.kind === 'frequency'))
    return isOfSevenDays(mine, one) || isOfSevenDays(one, mine);
  if (mine.kind === 'frequency')
    return Math.abs(mine.value - one.value) < 0.01 && isSameDay(mine, one);
  if (mine.dimension !== undefined && one.dimension !== undefined)
    return sameAmount(mine, one, about);
  // The diastolic value was not said, or that the dose goes by weight or time.
  if (
    (mine.second !== undefined && mine.dimension !== SCORE) ||
    /\/(?:kg|h)/.test(mine.dimension ?? '')
  )
    return false;
  // "Forty" stands for 40 mg; for micrograms only of what is given in them.
  if (isMicrograms(mine) && one.dimension === undefined && !IN_MICROGRAMS.test(about)) return false;
  // "Five hundred" may stand for "500 mg"; "2 days" does not stand for "2".
  return (
    (mine.bare === one.bare || isSecond(mine, one) || mine.bare === one.upTo) &&
    (mine.upTo === undefined || one.upTo === undefined || mine.upTo === one.upTo)
  );
}

/** "5/7" and "five days" beside "5 days a week". */
const isOfSevenDays = (one: Quantity, other: Quantity) =>
  one.kind === 'frequency' &&
  one.value < 1 &&
  one.weekdays === undefined &&
  Number.isInteger(other.bare) &&
  other.bare > 1 &&
  Math.abs(one.value * 7 - other.bare) < 0.01 &&
  (other.dimension === undefined || other.dimension === 'time');

/** "Every Tuesday" and "every Friday" are both once a week. */
const isSameDay = (mine: Quantity, one: Quantity) =>
  mine.weekdays === undefined || one.weekdays === undefined || mine.weekdays === one.weekdays;

/** "70" alone may be the lower value of a pressure; "15" is never the best of a score. */
const isSecond = (mine: Quantity, one: Quantity) =>
  one.dimension !== SCORE && mine.bare === one.second;

/**
 * The quantity that may have been meant: of the same kind, in the sentence that shares most words
 * with the line.
 */
function closest(mine: Quantity, said: Reading, line: string): Quantity | undefined {
  const words = new Set(wordsOf(line));
  const alike = said.quantities.filter(
    (one) =>
      !one.vague &&
      (mine.kind === 'frequency'
        ? one.kind === 'frequency'
        : one.kind !== 'frequency' &&
          (one.bare === mine.bare ||
            (mine.dimension !== undefined && one.dimension === mine.dimension))),
  );
  const scored = alike.map((one) => ({
    one,
    shared: wordsOf(said.text.slice(Math.max(0, one.start - 80), one.end + 60)).filter((word) =>
      words.has(word),
    ).length,
  }));
  const best = scored.sort((a, b) => b.shared - a.shared)[0];
  const only =
    scored.filter(({ one }) => one.dimension !== undefined && one.dimension === mine.dimension)
      .length === 1;
  return best && (best.shared > 0 || only || best.one.bare === mine.bare) ? best.one : undefined;
}

/** The unit of `value` is the milligram. */
const isMicrograms = ({ kind, dimension, value, bare }: Quantity) =>
  kind === 'dose' && dimension === 'mass' && bare > 0 && value / bare < 0.01;
const IN_MICROGRAMS = new RegExp(`(?<!\\p{L})(?:${microgramNames.names.join('|')})`, 'iu');

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}]{4,}/gu) ?? [];

function lineAt(text: string, at: number): Span {
  const start = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  const end = text.indexOf('\n', at);
  return { start, end: end === -1 ? text.length : end };
}
