/** Ways to read a question: as it stands, with abbreviations written out, with words corrected, joined or parted. */

import type { Index } from '../index/open-index.ts';
import type { Abbreviations, ShortForm } from '../text/abbreviations.ts';
import { plainWordsOfCompound } from '../text/compounds.ts';
import { keyOf, rawWords } from '../text/normalise.ts';
import { PLAIN_WORDS } from '../text/plain-words.ts';
import type { Correction } from '../text/spelling.ts';

export type ReadWord = {
  readonly word: string;
  readonly id: number;
  readonly weight: number;
  readonly sure: number;
};
export type Reading = {
  readonly asked: readonly ReadWord[];
  readonly key: string;
  /** Under one: a way that is less likely to be meant. */
  readonly weight: number;
  /** What stands there has several senses: a person decides. */
  readonly ambiguous: boolean;
  /** Said of degree or course, and not looked for. */
  readonly aside?: readonly string[] | undefined;
  readonly corrected?: Readonly<Record<string, string>> | undefined;
  readonly expanded?: Readonly<Record<string, string>> | undefined;
};
export type Question = {
  readonly readings: readonly Reading[];
  /** "? UTI", "h/o", "no fever": whatever is found, nobody said that it is there. */
  readonly doubtful: boolean;
};

/** How a complaint or a known disease is led in; says nothing of what it is. */
const LEAD_IN =
  /(?<![\p{L}])(?:k\/?c\/?o|known case of|known to have|c\/o|co\b(?=\s)|complain(?:s|ing|ts?)? of|presents? with|presented with|presenting with|came with|suffers? from|suffering from|diagnosed (?:with|as|to have)|diagnosis of|dx of|dx|patient has|pt has|he has|she has|i have|has been having|i am having|having|feels like|imp|impression|a\/w|associated with)(?![\p{L}])\s*[:-]?/giu;
const DOUBT =
  /(?<![\p{L}])(?:s\/o|r\/o|s\/p|status post|\?|suggestive of|rule out|ruled out|suspected|suspect|query|probable|probably|possible|possibly|likely|unlikely|differential|d\/d|h\/o|p\/h\/o|ph\/o|f\/h\/o|fh\/o|history of|past history|family history|risk of|fear of|screening for|vaccination|no|not|nil|never|denies|denied|deny|without|negative for|absence of|no evidence of|free of|resolved|excluded)(?![\p{L}])|[\s(][-\u2013]\s*\)?\s*$|-ve(?![\p{L}])/iu;
const DOUBT_MARKS =
  /(?<![\p{L}])(?:s\/o|r\/o|h\/o|s\/p|d\/d|\?+|suggestive of|to rule out|rule out|suspected|suspect|probable|probably|possible|possibly)(?![\p{L}])|\?/giu;
const SPAN =
  /(?<![\p{L}\d])(?:(?:since|for|from|x|over|past|last|the)\s*)*(?:\d+|one|two|three|four|five|six|few|several|many)\s*(?:-|to)?\s*\d*\s*(?:days?|weeks?|wks?|months?|mths?|years?|yrs?|hours?|hrs?|minutes?|d|w|m|y)(?:\s*(?:ago|back|duration|old))?(?![\p{L}\d])/giu;
/** There the weeks are the diagnosis. */
const PREGNANT = /pregnan|gestation|gravid|\bweeks? of\b/i;
const BY_THE_WAY =
  /(?<![\p{L}])(?:on and off|off and on|on\/off|since (?:morning|yesterday|last night|long|childhood|birth)|for (?:some|long) time|now and then|sometimes|always|very|bad|terrible|really|a lot of|lot of|lots of|a bit of|some|kind of|on (?:regular )?(?:treatment|medications?|meds|rx|tablets|drugs)|under treatment)(?![\p{L}])/giu;

/** How bad, how often: many codes do not say it. It is told that it was left aside, and where a code near by says it, nothing is promised. */
const DEGREE =
  /(?<![\p{L}])(?:very severe|severe|mild|moderate|moderately|mildly|severely|slight|profound|massive|intermittent|persistent|recurrent|frequent|occasional)(?![\p{L}])/giu;

/** Whether somebody says that it is so, and of this patient: "? UTI", "no fever" and "h/o MI" do not. */
export const soundsDoubtful = (query: string): boolean => query.includes('?') || DOUBT.test(query);

const MOST_READINGS = 6;

export function read(index: Index, abbreviations: Abbreviations, query: string): Question {
  const asSaid = readPlainly(index, abbreviations, query);
  const without = stripped(query, DEGREE);
  const aside =
    without === query.replace(/\s+/g, ' ').trim()
      ? []
      : [...query.matchAll(DEGREE)].map(([word]) => word.toLowerCase());
  const { doubtful } = asSaid;
  const readings =
    aside.length === 0
      ? asSaid.readings
      : [
          ...asSaid.readings,
          ...readPlainly(index, abbreviations, without).readings.map((one) => ({
            ...one,
            weight: one.weight * WITHOUT_DEGREE,
            aside,
          })),
        ];
  return {
    doubtful,
    readings: [...readings, ...readings.flatMap((one) => asCancer(index, one))].slice(
      0,
      MOST_READINGS + 3,
    ),
  };
}

/** A neoplasm that is not told to be benign may be a cancer: to be shown, never to be promised. */
function asCancer(index: Index, reading: Reading): Reading[] {
  const cancer = index.word('cancer');
  if (
    !cancer ||
    !reading.asked.some(({ word }) => word === 'neoplasm') ||
    reading.asked.some(({ word }) => TOLD.has(word))
  )
    return [];
  const asked = reading.asked.map((one) =>
    one.word === 'neoplasm' ? { ...one, word: cancer.word, id: cancer.id } : one,
  );
  return [
    {
      ...reading,
      asked,
      key: keyOf(asked.map(({ word }) => word)),
      weight: reading.weight * AS_CANCER,
      ambiguous: true,
    },
  ];
}
const AS_CANCER = 0.8;
/** A code that says the degree comes before one that does not. */
const WITHOUT_DEGREE = 0.97;
const TOLD: ReadonlySet<string> = new Set([
  'benign',
  'cancer',
  'uncertain',
  'situ',
  'behavior',
  'secondary',
  'malignant',
]);

function readPlainly(index: Index, abbreviations: Abbreviations, query: string): Question {
  // "Glaucoma suspect" is a term of its own: what is said as it stands comes before any reading of it.
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
  const shorter = stripped(PREGNANT.test(bare) ? bare : stripped(bare, SPAN), BY_THE_WAY);
  const inShort = expanded(index, abbreviations, shorter);
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
      readings:
        terse.key === plain.key
          ? [plain, ...second]
          : [terse, { ...plain, weight: 0.97 }, ...second],
    };
  // An abbreviation by itself is not looked for by its letters; among other words it may have been meant as it stands.
  const rest =
    terse.asked.length > 1 && terse.asked.every(({ id }) => id !== 0)
      ? [{ ...terse, weight: 0.88 }]
      : [];
  return { doubtful, readings: [...inShort, ...rest] };
}

/** "toe nail", "post menopausal": two words that the terms write as one. */
function joinedWords(index: Index, text: string): string {
  return text.replace(
    /(?<![\p{L}])(\p{L}{2,})[ -](?=(\p{L}{4,})(?![\p{L}]))/gu,
    (pair, first: string, second: string) => {
      const joint = index.wordsOf(first + second);
      return joint.length === 1 && index.word(joint[0]!) ? first : pair;
    },
  );
}

/** Nothing is taken away where nothing would be left. */
function stripped(text: string, what: RegExp): string {
  const left = text.replace(what, ' ').replace(/\s+/g, ' ').trim();
  return /[\p{L}\d]/u.test(left) ? left : text;
}

type Spelt = Pick<Reading, 'asked' | 'key' | 'corrected'>;

/** Known words, each as it is, parted in two, or corrected. */
function spelt(index: Index, words: readonly string[], choice = 0): Spelt {
  const corrected: Record<string, string> = {};
  const asked: ReadWord[] = [];
  const add = (word: string, id: number, sure = 1, weight = 1) => {
    if (!asked.some((one) => one.word === word)) asked.push({ word, id, weight, sure });
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const known = index.word(word);
    if (known) add(word, known.id);
    else {
      const apart = plainWordsOfCompound(word);
      if (apart !== undefined) {
        corrected[word] = apart;
        for (const part of index.wordsOf(apart)) add(part, index.word(part)?.id ?? 0, 0.85);
        continue;
      }
      if (PLAIN_WORDS.has(word)) {
        add(word, 0, 1, 0.1);
        continue;
      }
      const near = nearest(index, word);
      const better = near[choice] ?? near[0];
      const [left, right] = better?.distance === 1 ? [] : parted(index, word);
      if (left && right) {
        add(left.word, left.id);
        add(right.word, right.id);
      } else if (better) {
        corrected[word] = better.word;
        add(
          index.wordsOf(better.word)[0] ?? better.word,
          better.id,
          better.distance === 1 ? 0.92 : 0.8,
        );
        // Letters that say nothing to us say little: the subtype of a gene, the name of its finder.
      } else add(word, 0, 1, /\d/.test(word) || word.length <= 2 ? 0.2 : 0.8);
    }
  }
  return {
    asked,
    key: keyOf(asked.map(({ word }) => word)),
    ...(Object.keys(corrected).length > 0 ? { corrected } : {}),
  };
}

/** "diabtes" has lost an s as if it were one of several; the word it stands for has it. */
function nearest(index: Index, word: string): Correction[] {
  if (word.length < 4 || !LETTERS.test(word)) return [];
  const near = index.near(word);
  return near.length > 0 ? near : index.near(`${word}s`);
}

const LETTERS = /^\p{L}{2,}$/u;

/** "backpain": two words that are known, each of four letters or more. */
function parted(index: Index, word: string): ReturnType<Index['word']>[] {
  if (!/^\p{L}{8,}$/u.test(word)) return [];
  for (let at = 4; at <= word.length - 4; at++) {
    const left = index.word(index.wordsOf(word.slice(0, at))[0] ?? '');
    const right = left && index.word(index.wordsOf(word.slice(at))[0] ?? '');
    if (left && right) return [left, right];
  }
  return [];
}

/** Every way to write the abbreviations out; none where there is none. */
function expanded(index: Index, { of, longest }: Abbreviations, text: string): Reading[] {
  const words = rawWords(text);
  const parts: (string | ShortForm)[] = [];
  for (let at = 0; at < words.length; ) {
    let short: ShortForm | undefined;
    let taken = Math.min(longest, words.length - at);
    for (; taken > 0; taken--) {
      const found = of(words.slice(at, at + taken).join(' '));
      if (
        found &&
        (!found.capitalsOnly || inCapitals(text, found.short)) &&
        (!found.alone || taken === words.length)
      ) {
        short = found;
        break;
      }
    }
    parts.push(short ?? words[at]!);
    at += short ? taken : 1;
  }
  const shorts = parts.filter((part) => typeof part === 'object');
  if (shorts.length === 0) return [];
  let ways: { words: string; weight: number; told: Record<string, string> }[] = [
    { words: '', weight: 1, told: {} },
  ];
  for (const part of parts) {
    if (typeof part === 'string') {
      ways = ways.map((way) => ({ ...way, words: `${way.words} ${part}` }));
      continue;
    }
    const most = Math.max(...part.senses.map(({ share }) => share));
    ways = ways
      .flatMap((way) =>
        part.senses.map(({ words: sense, share }) => ({
          words: `${way.words} ${sense}`,
          weight: way.weight * (share / most) ** 0.15,
          told: { ...way.told, [part.short]: sense },
        })),
      )
      .slice(0, MOST_READINGS);
  }
  const ambiguous = shorts.some(({ senses }) => senses.length > 1);
  return ways.map(({ words: all, weight, told }) => ({
    ...spelt(index, index.wordsOf(all)),
    weight,
    ambiguous,
    expanded: told,
  }));
}

function inCapitals(text: string, short: string): boolean {
  const written = short.toUpperCase().replace(/\s+/g, '\\W*');
  return new RegExp(`(?<![A-Za-z])${written}(?![A-Za-z])`).test(text);
}
