/**
 * Parses a question into its readings: as it stands, with abbreviations written out, with words
 * corrected, joined or parted.
 */

import type { Index } from '../../index/open-index.ts';
import type { Abbreviations, ShortForm } from '../../text/abbreviations.ts';
import { plainWordsOfCompound } from '../../text/compounds.ts';
import { rawWords } from '../../text/normalise.ts';
import type { Asked } from '../rank.ts';
import { asCancer } from './as-cancer.ts';
import { asScribbled, type Scribbled } from './as-scribbled.ts';
import { mended } from './mend-short-forms.ts';
import { isOfOtherNames, ofRelease } from './of-release.ts';
import { spelt } from './spelt-words.ts';
import {
  BY_THE_WAY,
  CANCER,
  DEGREE,
  DOUBT,
  DOUBT_MARKS,
  FRACTURE_SIGN,
  GRAVIDA,
  LEAD_IN,
  PREGNANT,
  SPAN,
  STAGE,
  WITH_SIGN,
} from './words-beside.ts';
import { isSelfPoisoning, withoutIntent } from './words-of-wards.ts';

export type Reading = {
  readonly asked: readonly Asked[];
  readonly key: string;
  /** Under one: a way that is less likely to be meant. */
  readonly weight: number;
  /** A short form with several senses: a person decides. */
  readonly ambiguous: boolean;
  /** Words of degree or course that are not searched for. */
  readonly aside?: readonly string[] | undefined;
  readonly corrected?: Readonly<Record<string, string>> | undefined;
  readonly expanded?: Readonly<Record<string, string>> | undefined;
  /** Of a line that was read as it was meant: like a short form, a diagnosis to sign. */
  readonly isLine?: boolean | undefined;
};
export type Question = {
  readonly readings: readonly Reading[];
  /** "? UTI", "h/o", "no fever": nobody said that the patient has it. */
  readonly doubtful: boolean;
  /** Something is written as in wards: a short form, a clipped or unknown word, what was done. */
  readonly isMarked: boolean;
};

/** True where the words do not say that this patient has it now: "? UTI", "no fever", "h/o MI". */
export const soundsDoubtful = (query: string): boolean => query.includes('?') || DOUBT.test(query);

const MOST_READINGS = 6;

export function parseQuery(whole: Index, abbreviations: Abbreviations, asked: string): Question {
  const index = withoutSlipsIn(whole, acronymsIn(asked));
  const written = asked
    .normalize('NFC')
    .replace(FRACTURE_SIGN, 'fracture ')
    .replace(WITH_SIGN, 'with');
  // "OP poisoning suicidal" is no idea of suicide: the intent is read behind the poison.
  const isPoisoned = isSelfPoisoning(written);
  const query = (isPoisoned ? withoutIntent(written) : written).replace(GRAVIDA, ' ');
  if (query !== asked && !/[\p{L}\d]/u.test(query))
    return { doubtful: true, isMarked: false, readings: [] };
  const { doubtful, readings: asAsked } = readPlainly(index, abbreviations, query);
  const inRelease = asInRelease(index, abbreviations, query, asAsked);
  const readings = [
    ...asAsked,
    ...asWritten(index, query, asAsked),
    ...inRelease,
    ...withoutDegree(index, abbreviations, query),
  ];
  const line = asScribbled(written);
  const scribbled = scribbledReadings(index, abbreviations, query, line, asAsked);
  return {
    doubtful: doubtful || isPoisoned,
    isMarked:
      line.isMarked ||
      asAsked.some(
        ({ expanded: forms, corrected, asked: words }) =>
          forms !== undefined || corrected !== undefined || words.some(({ id }) => id === 0),
      ),
    readings: [
      ...[...readings, ...readings.flatMap((one) => asCancer(index, one))]
        .slice(0, MOST_READINGS + 3 + inRelease.length)
        .map((one) => (scribbled.length > 0 ? asOfLine(one, line) : one)),
      ...scribbled,
    ],
  };
}

/** A line of a ward, as it was meant: shown, and never promised. */
function scribbledReadings(
  index: Index,
  abbreviations: Abbreviations,
  query: string,
  { ways, overrules }: Scribbled,
  [plain]: readonly Reading[],
): Reading[] {
  if (plain !== undefined && !overrules && index.exactly(plain.key).length > 0) return [];
  return ways.flatMap((meant, at) =>
    readPlainly(index, abbreviations, meant.replace(GRAVIDA, ' '))
      .readings.slice(0, MOST_SCRIBBLED)
      .map((one) => ({
        ...one,
        weight: one.weight * (at === 0 ? SCRIBBLED : FIRST_PART),
        ambiguous: true,
        isLine: true,
        corrected: { ...one.corrected, [query]: meant },
      })),
  );
}
const asOfLine = (one: Reading, { saysMore }: Scribbled): Reading => ({
  ...one,
  weight: one.weight * (saysMore ? LESS_SAID : 1),
  isLine: true,
});
const LESS_SAID = 0.9;
/** Less sure still: the name before a comma alone. */
const FIRST_PART = 0.93;
const MOST_SCRIBBLED = 3;
/** Less sure than the words as they stand. */
const SCRIBBLED = 0.97;

/** "MPAN", "CoPAN" and "HOMG6" are names that nobody mistyped: no mean, no Cogan, and no home. */
const acronymsIn = (asked: string): string[] =>
  [...asked.matchAll(ACRONYM)].map(([letters]) => letters.toLowerCase());
const ACRONYM =
  /(?<![\p{L}\d])(?:\p{Lu}{4}(?![\p{L}])|\p{Lu}{2,6}(?=\d)|\p{L}{0,3}\p{Ll}\p{Lu}{2,})/gu;

function withoutSlipsIn(index: Index, names: readonly string[]): Index {
  if (names.length === 0) return index;
  return { ...index, near: (word) => (names.includes(word) ? [] : index.near(word)) };
}

/** "Post-traumatic" is read as one word; a term that has it as two is found as well. */
function asWritten(index: Index, query: string, readings: readonly Reading[]): Reading[] {
  const [plain] = readings;
  const words = index.wordsOf(query);
  const written = spelt(index, words);
  const isNew = plain !== undefined && written.key !== plain.key && written.corrected === undefined;
  return isNew && index.exactly(written.key).length > 0
    ? [{ ...written, weight: 1, ambiguous: plain.ambiguous }]
    : [];
}

/**
 * A word that only other names have may be a slip of one that the release has, or another form of it:
 * "plexopathy", "foliaceus". It is read so as well.
 */
function asInRelease(
  index: Index,
  abbreviations: Abbreviations,
  query: string,
  readings: readonly Reading[],
): readonly Reading[] {
  const [plain] = readings;
  if (!plain?.asked.some(({ word }) => isOfOtherNames(index, word))) return [];
  if (index.exactly(plain.key).length > 0) return [];
  // "May-Thurner" is no slip of Turner: what was corrected so is shown, and not promised.
  return readPlainly(ofRelease(index), abbreviations, query).readings.map((reading) => ({
    ...reading,
    ambiguous:
      reading.ambiguous ||
      Object.keys(reading.corrected ?? {}).some(
        (word) => isOfOtherNames(index, word) && plainWordsOfCompound(word) === undefined,
      ),
  }));
}

function withoutDegree(index: Index, abbreviations: Abbreviations, query: string): Reading[] {
  const without = stripped(query, DEGREE);
  if (without === query.replace(/\s+/g, ' ').trim()) return [];
  const aside = [...query.matchAll(DEGREE)].map(([word]) => word.toLowerCase());
  if (aside.length === 0) return [];
  return readPlainly(index, abbreviations, without).readings.map((one) => ({
    ...one,
    weight: one.weight * WITHOUT_DEGREE,
    aside,
  }));
}

/** Puts a code that says the degree before one that does not. */
const WITHOUT_DEGREE = 0.97;
type Plain = Pick<Question, 'doubtful' | 'readings'>;
function readPlainly(index: Index, abbreviations: Abbreviations, query: string): Plain {
  // "Glaucoma suspect" is a term of its own: a term for the words as they stand comes before any
  // reading of them.
  const asIs = spelt(index, index.wordsOf(query));
  const doubt = DOUBT.exec(query)?.[0] ?? '';
  const said = index.wordsOf(doubt);
  if (
    said.length > 0 &&
    asIs.corrected === undefined &&
    said.every((word) => asIs.asked.some((one) => one.word === word)) &&
    index.exactly(asIs.key).length > 0
  ) {
    return { doubtful: false, readings: [{ ...asIs, weight: 1, ambiguous: false }] };
  }
  const doubtful = doubt !== '' || query.includes('?');
  const bare = joinedWords(index, stripped(stripped(query, DOUBT_MARKS), LEAD_IN));
  const literal = spelt(index, index.wordsOf(bare));
  const plain: Reading = { ...literal, weight: 1, ambiguous: false };
  const exact = index.exactly(plain.key).length > 0 && literal.corrected === undefined;
  const staged = CANCER.test(bare) ? stripped(bare, STAGE) : bare;
  const shorter = stripped(PREGNANT.test(staged) ? staged : stripped(staged, SPAN), BY_THE_WAY);
  const inShort = expanded(index, abbreviations, afterDeed(abbreviations, query) ?? shorter);
  const ambiguous = inShort.some((one) => one.ambiguous);
  const overruled = abbreviations.of(rawWords(shorter).join(' '))?.overrules === true;
  if (exact)
    return {
      doubtful,
      readings: [
        { ...plain, ambiguous, weight: ambiguous || overruled ? 0.9 : 1 },
        ...inShort.map((one) => (overruled ? one : { ...one, weight: one.weight * 0.95 })),
      ],
    };
  const other =
    literal.corrected === undefined ? undefined : spelt(index, index.wordsOf(shorter), 1);
  const second: Reading[] =
    other && other.key !== literal.key ? [{ ...other, weight: 0.96, ambiguous: false }] : [];
  const terse =
    shorter === bare
      ? plain
      : { ...spelt(index, index.wordsOf(shorter)), weight: 1, ambiguous: false };
  if (inShort.length === 0)
    return {
      doubtful,
      readings: [
        ...mendedForms(index, abbreviations, shorter),
        ...(terse.key === plain.key
          ? [plain, ...second]
          : [terse, { ...plain, weight: 0.97 }, ...second]),
      ],
    };
  // An abbreviation by itself is not looked for by its letters; among other words it may have been
  // meant as it stands.
  const rest =
    terse.asked.length > 1 && terse.asked.every(({ id }) => id !== 0)
      ? [{ ...terse, weight: 0.88 }]
      : [];
  return { doubtful, readings: [...inShort, ...rest] };
}

/** Short forms with a slip in them are shown, and never promised. */
function mendedForms(index: Index, abbreviations: Abbreviations, text: string): Reading[] {
  const found = mended(index, abbreviations, text);
  if (!found) return [];
  const meant = Object.values(found.corrected);
  return expanded(index, abbreviations, found.text)
    .filter(({ expanded: forms = {} }) =>
      Object.keys(forms).some((form) => form.split(' ').some((word) => meant.includes(word))),
    )
    .map((one) => ({
      ...one,
      weight: one.weight * MENDED,
      ambiguous: true,
      corrected: { ...one.corrected, ...found.corrected },
    }));
}
const MENDED = 0.96;

/** "s/p TKR": what was done left a state that has a name of its own. */
function afterDeed(abbreviations: Abbreviations, query: string): string | undefined {
  const words = query.replace(LEAD_IN, ' ').trim();
  if (!DEED.test(words)) return undefined;
  return [words, words.replace(DEED_DETAIL, '')].find((deed) =>
    abbreviations.of(rawWords(deed).join(' ')),
  );
}
const DEED = /^(?:s\/p|post)(?![\p{L}])/iu;
/** "x3", "to LAD", "in 2019": how often, where or when it was done. */
const DEED_DETAIL = /\s+(?:x\s?\d|\(?(?:19|20)\d\d\)?|(?:to|in|on|for)\s).*$/iu;

/** "toe nail", "post menopausal": two words that the terms write as one. */
function joinedWords(index: Index, text: string): string {
  return text.replace(
    /(?<![\p{L}])(\p{L}{2,})[ -](?=(\p{L}{4,})(?![\p{L}]))/gu,
    (pair, first: string, second: string) => {
      const joint = index.wordsOf(first + second);
      const [word, ...others] = joint;
      return word !== undefined && others.length === 0 && index.word(word) ? first : pair;
    },
  );
}

/** Takes nothing away where nothing would be left. */
function stripped(text: string, what: RegExp): string {
  const left = text.replace(what, ' ').replace(/\s+/g, ' ').trim();
  return /[\p{L}\d]/u.test(left) ? left : text;
}

/** Every way to write the abbreviations out; none where there is none. */
function expanded(index: Index, abbreviations: Abbreviations, text: string): Reading[] {
  const parts = partsOf(abbreviations, text);
  const forms = parts.filter((part) => typeof part === 'object');
  if (forms.length === 0) return [];
  let ways: Expansion[] = [{ words: '', weight: 1, expanded: {} }];
  for (const part of parts)
    ways =
      typeof part === 'string'
        ? ways.map((way) => ({ ...way, words: `${way.words} ${part}` }))
        : ways.flatMap((way) => withSenses(way, part)).slice(0, MOST_READINGS);
  const ambiguous = forms.some(({ senses }) => senses.length > 1);
  return ways.map(({ words, weight, expanded: meanings }) => ({
    ...spelt(index, index.wordsOf(words)),
    weight,
    ambiguous,
    expanded: meanings,
  }));
}

type Expansion = {
  readonly words: string;
  readonly weight: number;
  readonly expanded: Readonly<Record<string, string>>;
};

function withSenses(way: Expansion, { short, senses }: ShortForm): Expansion[] {
  const most = Math.max(...senses.map(({ share }) => share));
  return senses.map(({ words, share }) => ({
    words: `${way.words} ${words}`,
    weight: way.weight * (share / most) ** 0.15,
    expanded: { ...way.expanded, [short]: words },
  }));
}

/** The words of a text in order, the longest short form at each place in their stead. */
function partsOf(abbreviations: Abbreviations, text: string): (string | ShortForm)[] {
  const words = rawWords(text);
  const parts: (string | ShortForm)[] = [];
  let at = 0;
  while (at < words.length) {
    const found = shortFormAt(abbreviations, words, at, text);
    parts.push(found?.form ?? words[at] ?? '');
    at += found?.length ?? 1;
  }
  return parts;
}

function shortFormAt(
  { of, longest }: Abbreviations,
  words: readonly string[],
  at: number,
  text: string,
) {
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const form = of(words.slice(at, at + length).join(' '));
    if (
      form &&
      (!form.capitalsOnly || inCapitals(text, form.short)) &&
      (!form.alone || length === words.length)
    )
      return { form, length };
  }
  return undefined;
}

function inCapitals(text: string, short: string): boolean {
  const written = short.toUpperCase().replace(/\s+/g, '\\W*');
  return new RegExp(`(?<![A-Za-z])${written}(?![A-Za-z])`).test(text);
}
