/**
 * Puts names that are known (medicines, words of the doctor) where the recogniser heard something
 * that sounds like one of them and doubted it itself: "perch tomal" for paracetamol. Each such name
 * is told, with what was heard, and stays doubted: a person listens and decides.
 */
import type { TimedWord } from '../../../../shared/model/note/draft.ts';
import { UNSURE_BELOW } from '../../../../shared/model/note/draft.ts';
import type { SpokenStretch } from '../speech.ts';
import { type OtherDrug, otherDrugNames } from './other-drugs.ts';
import { likeness, soundOf } from './sounds-alike.ts';

type Correction = {
  readonly heard: string;
  readonly name: string;
  /** Seconds. */
  readonly from: number;
};
type Corrected = {
  readonly stretch: SpokenStretch;
  readonly corrections: readonly Correction[];
};
export type NameCorrector = (stretch: SpokenStretch) => Corrected;

/** Letters; shorter names sound like ordinary words. */
const SHORTEST = 7;
/** Words that one name is heard as, at most. */
const MOST_WORDS = 4;
/** Of 1: how alike a name must sound, and how much more so than every other name. */
const ALIKE = 0.87;
/** The same where each word that was heard is an English one: "have no fever" is near tenofovir. */
const ALIKE_FOR_ENGLISH = 0.95;
const APART = 0.08;
/** The same for a drug that is not put in, and is seldom meant. */
const APART_FROM_OTHERS = 0.06;
/** The confidence of a name that was put in, at most: below it a word is told as doubted. */
const STILL_DOUBTED = 0.5;

/** Where nothing is said of medicines, no name of one is put in. */
const OF_MEDICINES =
  /\b(?:ta[kc]\w*|took|g[ia]v\w*|prescri\w+|start\w*|stop\w*|continu\w+|increas\w+|tablets?|capsules?|pills?|medic\w+|drugs?|milligrams?|micrograms?|m[cg]?g|doses?|daily|inhal\w+|allerg\w+|inject\w+)\b/i;
/** Never changed, whatever they sound like. */
const NEGATION_OR_NUMBER =
  /\d|^(?:no|not|nor|never|none|nothing|nobody|without|neither|denies|denied|\w+n['’]?t|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|half|quarter|once|twice|thrice)[.,?!;:]*$/iu;
/** Words of which nobody's medicine is made: "times a day" sounds like thiamazole. */
const SMALL_WORDS = new Set(
  'a about all also an and another any are as at be been but by can day days did do does feel for from get go got had has have he her his how i if in is it its just like main me mean more my no not now of on one or other out over say she so some than that the them then there these they this those time times to too twice up use used very was we well were what when which who will with worse would you your'.split(
    ' ',
  ),
);

/** Begin a line about medicines or say how one is taken: "take cimetidine" is no dexamethasone. */
const NEVER_IN_NAME =
  /^(?:tak(?:e[ns]?|ing)|took|giv(?:e[ns]?|ing)|gave|prescri\w+|start(?:s|ed|ing)?|stop(?:s|ped|ping)?|continu\w+|increas\w+|reduc\w+|tablets?|capsules?|pills?|medic\w+|drugs?|(?:milli|micro)?grams?|m[cg]?g|doses?|daily|weekly|morning|night|right|left)[.,?!;:]*$/iu;
/** Small words with which a name may begin as it was heard: "a moxicillin", "as pirin". */
const LONGEST_FIRST = 2;

/** `isOwn`: a word of the doctor, which need not be a medicine. */
type Name = { readonly name: string; readonly sound: string; readonly isOwn?: boolean };
type Other = Name & { readonly of: readonly string[] };
type Known = {
  readonly names: readonly Name[];
  /** Drugs that are not put in; what sounds as much like one of them is left. */
  readonly others: readonly Other[];
  /** Names of drugs of both kinds, and words of them. */
  readonly drugs: ReadonlySet<string>;
  readonly isOrdinary: (word: string) => boolean;
  /** Whether the stretch says something of medicines; else only words of the doctor are put in. */
  readonly ofMedicines: boolean;
};

/**
 * `names`: of medicines, one word each; others are left out, as are those of `ownWords`, which are
 * put in as the doctor wrote them. `isOrdinary`: an English word, which alone is never taken for a
 * name. `otherDrugs`: those that are neither put in nor changed.
 */
export function createNameCorrector(
  names: Iterable<string>,
  isOrdinary: (word: string) => boolean,
  otherDrugs: readonly OtherDrug[] = otherDrugNames(),
  ownWords: readonly string[] = [],
): NameCorrector {
  const own = ownWords
    .filter((word) => isName(word) && !isOrdinary(word.toLowerCase()))
    .map((name): Name => ({ name, sound: soundOf(name.toLowerCase()), isOwn: true }));
  const written = new Set(own.map(({ name }) => name.toLowerCase()));
  const medicines = [...new Set([...names].map((name) => name.toLowerCase()))]
    .filter((name) => isName(name) && !written.has(name))
    .map((name): Name => ({ name, sound: soundOf(name) }));
  const known = new Set([...written, ...medicines.map(({ name }) => name)]);
  const others = otherDrugs
    .filter(({ name }) => !known.has(name) && !isOrdinary(name))
    .map((one): Other => ({ ...one, sound: soundOf(one.name) }));
  const drugs = new Set([...known, ...others.map(({ name }) => name)]);
  const all = { names: [...own, ...medicines], others, drugs, isOrdinary };
  return (stretch) => {
    const ofMedicines = OF_MEDICINES.test(stretch.text);
    if (!ofMedicines && own.length === 0) return { stretch, corrections: [] };
    return corrected(stretch, { ...all, ofMedicines });
  };
}

const isName = (word: string) => word.length >= SHORTEST && /^\p{L}+$/u.test(word);

function corrected(stretch: SpokenStretch, known: Known): Corrected {
  const words: TimedWord[] = [];
  const corrections: Correction[] = [];
  for (let at = 0; at < stretch.words.length; ) {
    const found = nameAt(stretch.words, at, known);
    if (found) {
      words.push(found.word);
      corrections.push({ heard: found.heard, name: found.name, from: found.word.from });
      at += found.count;
    } else {
      words.push(stretch.words[at] as TimedWord);
      at += 1;
    }
  }
  if (corrections.length === 0) return { stretch, corrections };
  const text = words.map((word) => word.text).join(' ');
  return { stretch: { ...stretch, text, words }, corrections };
}

type Found = {
  readonly count: number;
  readonly name: string;
  readonly heard: string;
  readonly word: TimedWord;
};

/** The best of the names that the words from here on may have been. */
function nameAt(words: readonly TimedWord[], at: number, known: Known): Found | undefined {
  let best: { name: string; alike: number; count: number } | undefined;
  for (let count = 1; count <= MOST_WORDS && at + count <= words.length; count += 1) {
    const some = words.slice(at, at + count);
    if (!mayBeName(some, known)) continue;
    const found = closest(soundOf(some.map(({ text }) => text).join('')), known);
    const isEnglish = some.every(({ text }) => known.isOrdinary(plain(text)));
    if (isEnglish && (found?.alike ?? 0) < ALIKE_FOR_ENGLISH) continue;
    if (found && found.alike > (best?.alike ?? 0)) best = { ...found, count };
  }
  if (!best || isPartOfOther(words, at, best.count, known)) return undefined;
  const some = words.slice(at, at + best.count);
  const heard = some.map(({ text }) => text).join(' ');
  const [first, last] = [some[0] as TimedWord, some.at(-1) as TimedWord];
  const mark = /[.,?!;:]+$/u.exec(last.text)?.[0] ?? '';
  return {
    count: best.count,
    name: best.name,
    heard,
    word: {
      text: best.name + mark,
      from: first.from,
      to: last.to,
      confidence: Math.min(STILL_DOUBTED, ...some.map(({ confidence }) => confidence)),
      heard,
    },
  };
}

/** "lev obunolol": the second half sounds like atenolol, and both together are another drug. */
function isPartOfOther(
  words: readonly TimedWord[],
  at: number,
  count: number,
  { others }: Known,
): boolean {
  const [before, behind] = [words[at - 1], words[at + count]].map((word) =>
    word && !NEGATION_OR_NUMBER.test(word.text) && !NEVER_IN_NAME.test(word.text) ? word.text : '',
  );
  const heard = words.slice(at, at + count).map(({ text }) => text);
  return [
    [before, ...heard],
    [...heard, behind],
    [before, ...heard, behind],
  ]
    .filter((texts) => texts.join('') !== heard.join(''))
    .some((texts) => {
      const sound = soundOf(texts.join(''));
      return others.some((one) => likeness(sound, one.sound, ALIKE) >= ALIKE);
    });
}

/** Doubted, without a number, in one sentence, and neither a drug nor ordinary words alone. */
function mayBeName(words: readonly TimedWord[], { drugs, isOrdinary }: Known): boolean {
  const texts = words.map(({ text }) => plain(text));
  return (
    words.some(({ confidence }) => confidence < UNSURE_BELOW) &&
    !words.some(({ text }) => NEGATION_OR_NUMBER.test(text) || NEVER_IN_NAME.test(text)) &&
    !(SMALL_WORDS.has(texts[0] ?? '') && (texts[0] ?? '').length > LONGEST_FIRST) &&
    words.slice(0, -1).every(({ text }) => !/[.,?!;:]$/u.test(text)) &&
    !texts.some((text) => drugs.has(text)) &&
    !texts.every((text) => SMALL_WORDS.has(text)) &&
    !(texts.length === 1 && isOrdinary(texts[0] ?? ''))
  );
}

function closest(sound: string, { names, others, ofMedicines }: Known) {
  let [first, second] = [0, 0];
  let best: Name | undefined;
  for (const one of names) {
    // Those that are less alike part nothing.
    const alike = likeness(sound, one.sound, ALIKE - APART);
    if (alike > first) [first, second, best] = [alike, first, one];
    else second = Math.max(second, alike);
  }
  if (!best || first < ALIKE || first - second < APART) return undefined;
  if (!ofMedicines && !best.isOwn) return undefined;
  const { name } = best;
  const isNearOther = others.some(
    (one) =>
      !one.of.includes(name) &&
      likeness(sound, one.sound, first - APART_FROM_OTHERS) > first - APART_FROM_OTHERS,
  );
  return isNearOther ? undefined : { name, alike: first };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
