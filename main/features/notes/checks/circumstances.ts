/**
 * Under which circumstance a value was measured: lying or standing, left or right, fasting or after
 * food. "Lying 110/70, standing 130/80" has the numbers of "lying 130/80, standing 110/70".
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { Found, Reading } from './compare.ts';
import { ourDigits } from './numbers.ts';
import { type Place, type Quantity, SCORE } from './quantity.ts';
import { anyNukta } from './script.ts';
import { sameAmount } from './units.ts';
import data from './vocabulary/circumstances.json' with { type: 'json' };

type Group = { readonly names: Readonly<Record<string, readonly string[]>> } & {
  readonly contrast?: boolean;
  readonly carries?: boolean;
  readonly alone?: { readonly name: string; readonly other: string; readonly words: string };
};
/** A value with the circumstance that stands beside it. */
type Circumstance = {
  /** Index of the group of names that exclude each other. */
  readonly group: number;
  /** Empty: more than one of them ("both"). */
  readonly name: string;
  readonly value: Quantity;
};
/** `values`: all that are compared, with or without one. */
export type Circumstances = {
  readonly values: readonly Quantity[];
  readonly pairs: readonly Circumstance[];
};
type Word = Place & { readonly name: string };

const groups = (data.groups as readonly Group[]).map(({ names, ...rest }) => ({
  ...rest,
  names: Object.entries(names).map(([name, written]) => ({
    name,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{M}\\p{N}])(?:${anyNukta(written.join('|'))})(?![\\p{L}\\p{M}\\p{N}])`,
      'giu',
    ),
  })),
}));

/** A point between digits or behind a single letter ("B.P.") ends no sentence. */
const END = /[;?!\n।]|(?<!(?<!\p{L})\p{L})\.(?!\d)/gu;
/** "Now stand up please": the words before the circumstance of the value in the next sentence. */
const LEAD =
  /^(?:[\s,"'-]|\[?\p{L}+\]?:|(?:and|then|now|next|please|okay|ok|so|just|can|could|would|will|let|me|us|you|check|it|while|on|in|the|position|ab|zara)(?!\p{L}))*$/iu;
/** A smaller whole number without a unit counts something, and is no value. */
const LEAST = 20;

/** Numbers and measures that may be measured anew under another circumstance. */
function valuesOf(text: string, all: readonly Quantity[]): Quantity[] {
  const values = all.filter(({ vague, upTo }) => !vague && upTo === undefined);
  const scored = values.map((one, at) => asScore(text, one, values[at + 1]));
  return scored.filter(
    ({ kind, dimension, bare, decimals, start }, at) =>
      start >= (scored[at - 1]?.end ?? 0) &&
      (kind === 'measure'
        ? dimension !== 'time'
        : kind === 'number' && dimension === undefined && (bare >= LEAST || decimals > 0)),
  );
}

/** "4/5", "6/12", "six by twelve": the strength of a muscle, what an eye sees. */
function asScore(text: string, one: Quantity, other: Quantity | undefined): Quantity {
  if (one.kind !== 'number' || one.dimension !== undefined) return one;
  const as = (second: number, end: number) =>
    ({ ...one, kind: 'measure', dimension: SCORE, second, end }) as const;
  const written = /^\/(\d{1,3})(?![\d/])/.exec(text.slice(one.end, one.end + 5));
  if (written) return as(Number(written[1]), one.end + written[0].length);
  const isNext = other && /^\s*(?:by|over|out\s+of)\s*$/iu.test(text.slice(one.end, other.start));
  return isNext && other.kind === 'number' ? as(other.bare, other.end) : one;
}

export function circumstances(given: string, all: readonly Quantity[]): Circumstances {
  const text = ourDigits(given);
  const values = valuesOf(text, all);
  if (values.length === 0) return { values, pairs: [] };
  const sentences = sentencesOf(text).map((place) => ({
    place,
    its: values.filter((one) => isIn(one, place)),
  }));
  const pairs = groups.flatMap((group, index) => {
    const words = wordsOf(text, group.names);
    let before: string | undefined;
    return words.length === 0
      ? []
      : sentences.flatMap(({ place, its }): Circumstance[] => {
          const mine = words.filter((one) => isIn(one, place));
          const carried = mine.length === 0 ? before : undefined;
          if (mine.length > 0 || its.length > 0)
            before = group.carries && its.length === 0 ? commanded(text, place, mine) : undefined;
          const found = carried ? paired([carried], its) : inSentence(text, mine, its);
          const isContrast = new Set(found.map(({ name }) => name)).size > 1;
          const read = group.contrast && !isContrast ? atTwoTimes(text, group, mine, its) : found;
          return read.map((one) => ({ group: index, ...one }));
        });
  });
  return { values, pairs };
}

/** The circumstance that somebody is asked for, before it is measured. */
function commanded(text: string, { start }: Place, words: readonly Word[]): string | undefined {
  const [first] = words;
  return first && words.length === 1 && LEAD.test(text.slice(start, first.start))
    ? first.name
    : undefined;
}

const isIn = (one: Place, sentence: Place) =>
  one.start >= sentence.start && one.start < sentence.end;

function sentencesOf(text: string): Place[] {
  const ends = [...text.matchAll(END)].map(({ index }) => index + 1);
  return [0, ...ends].map((start, at) => ({ start, end: ends[at] ?? text.length }));
}

/** Words inside a longer one ("sitting up") are not read again. */
function wordsOf(text: string, names: readonly { name: string; pattern: RegExp }[]): Word[] {
  const all = names
    .flatMap(({ name, pattern }) =>
      [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
        name,
        start: index,
        end: index + word.length,
      })),
    )
    .sort((one, other) => one.start - other.start || other.end - one.end);
  return all.filter((one, at) => all.findIndex(({ end }) => end > one.start) === at);
}

/**
 * The first word belongs to the first value, and so on: words stand before their values or behind
 * them. Where there are more values, to those of one dimension; where a value is missing ("standing
 * not done"), only what stands side by side is known.
 */
function inSentence(text: string, words: readonly Word[], values: readonly Quantity[]) {
  const names = words.map(({ name }) => name);
  const dimensions = [...new Set(values.map(({ dimension }) => dimension))];
  if (names.length === values.length && (dimensions.length === 1 || isInTurn(words, values)))
    return paired(names, values);
  const found = dimensions.flatMap((dimension) => {
    const its = values.filter((one) => one.dimension === dimension);
    return names.length === its.length ? paired(names, its) : [];
  });
  return found.length > 0 || words.length < 2 ? found : sideBySide(text, words, values);
}

/** A word and a value in turn. */
function isInTurn(words: readonly Word[], values: readonly Quantity[]): boolean {
  const all = [
    ...words.map(({ start }) => ({ start, isWord: true })),
    ...values.map(({ start }) => ({ start, isWord: false })),
  ].sort((one, other) => one.start - other.start);
  return all.every(({ isWord }, at) => isWord !== all[at - 1]?.isWord);
}

/** Between a word and its value. */
const SIDE_BY_SIDE =
  /^[\s,:=()–-]*(?:(?:is|was|it|its|b\.?p\.?|of|the|at|came|reading|sugar|value|pressure|blood|on|in|position|down|up|only|tha|thi|hai|mein|me)(?!\p{L})[\s,:=()–-]*){0,5}$/iu;
/** "Lying and sitting 140/90": of both, which `name` '' stands for. */
const SHARED = /^\s*(?:,|and|&|\/|\+|aur|,\s*and)\s*$/iu;

function sideBySide(text: string, words: readonly Word[], values: readonly Quantity[]) {
  const isBefore = (words[0]?.start ?? 0) < (values[0]?.start ?? 0);
  return values.flatMap((value): { name: string; value: Quantity }[] => {
    const at = isBefore
      ? words.findLastIndex(({ end }) => end <= value.start)
      : words.findIndex(({ start }) => start >= value.end);
    const word = words[at];
    if (!word) return [];
    const gap = isBefore ? text.slice(word.end, value.start) : text.slice(value.end, word.start);
    if (!SIDE_BY_SIDE.test(gap)) return [];
    const next = words[isBefore ? at - 1 : at + 1];
    const isShared =
      next !== undefined &&
      SHARED.test(isBefore ? text.slice(next.end, word.start) : text.slice(word.end, next.start));
    return [{ name: isShared ? '' : word.name, value }];
  });
}

/** Between two values of one thing. */
const SAME_THING =
  /^(?:[\s,(%)–-]|(?:it|and|but|which|that|was|is|were|are|has been|had been|value|reading|the|your|now|came|gone|to|down|up|tha|thi|hai)(?!\p{L}))*$/iu;
/** Letters between the word and the only value of its sentence. */
const BESIDE = 40;
/** "The same as last time". */
const SAME = /(?<!\p{L})(?:same|unchanged|stable)(?!\p{L})/iu;

/**
 * "7.5, previously 8.2": the value without the word is that of today. "Previously it was 8.2" says
 * so of one value.
 */
function atTwoTimes(
  text: string,
  { alone }: Pick<Group, 'alone'>,
  words: readonly Word[],
  values: readonly Quantity[],
): { name: string; value: Quantity }[] {
  const [word, another] = words;
  if (!alone || !word || another || word.name !== alone.name) return [];
  if (!new RegExp(`^(?:${alone.words})$`, 'iu').test(text.slice(word.start, word.end))) return [];
  // "Three months ago" is no value.
  const [one, other, third] = values.filter(
    ({ start, end }) => end <= word.start || start >= word.end,
  );
  if (one && !other) {
    const isBeside = Math.max(one.start - word.end, word.start - one.end) <= BESIDE;
    const isBoth = SAME.test(
      text.slice(Math.min(one.end, word.end), Math.max(one.start, word.start)),
    );
    return isBeside && !isBoth ? [{ name: alone.name, value: one }] : [];
  }
  if (!one || !other || third || isOtherKind(one, other) || isSame(one, other)) return [];
  if (!isOneThing(text, word, one, other)) return [];
  const isFirst = isOfFirst(text, word, one, other);
  return [
    { name: isFirst ? alone.name : alone.other, value: one },
    { name: isFirst ? alone.other : alone.name, value: other },
  ];
}

const isOtherKind = (one: Quantity, other: Quantity) =>
  one.dimension !== undefined && other.dimension !== undefined && one.dimension !== other.dimension;

function isOneThing(text: string, word: Place, one: Place, other: Place): boolean {
  if (word.start < one.end || word.end > other.start)
    return SAME_THING.test(text.slice(one.end, other.start));
  return (
    SAME_THING.test(text.slice(one.end, word.start)) &&
    SAME_THING.test(text.slice(word.end, other.start))
  );
}

function isOfFirst(text: string, word: Place, one: Place, other: Place): boolean {
  if (word.end <= one.start) return true;
  if (word.start >= other.end) return false;
  const isRightBehind = text.slice(one.end, word.start).trim() === '';
  return isRightBehind && /[,)–-]|(?<!\p{L})and(?!\p{L})/iu.test(text.slice(word.end, other.start));
}

const paired = (names: readonly string[], values: readonly Quantity[]) =>
  values.flatMap((value, at) => {
    const name = names[at];
    return name === undefined ? [] : [{ name, value }];
  });

/** Values that were said, and each time under another circumstance than the note's. */
export const compareCircumstances = (note: Reading, said: Reading): Found[] =>
  note.circumstances.pairs.flatMap(({ group, name, value }): Found[] => {
    if (name === '') return [];
    const spoken = said.circumstances.values.filter((one) => isSame(value, one));
    const its = spoken.map(
      ({ start }) =>
        said.circumstances.pairs.find((one) => one.group === group && one.value.start === start)
          ?.name,
    );
    const [first] = spoken;
    return first && its.every((one) => one !== undefined && one !== '' && one !== name)
      ? [{ kind: 'number', span: placeOf(value), said: placeOf(first) }]
      : [];
  });

const placeOf = ({ start, end }: Span): Span => ({ start, end });
const isSame = (one: Quantity, other: Quantity) =>
  one.dimension !== undefined && other.dimension !== undefined
    ? sameAmount(one, other, '')
    : one.bare === other.bare;
