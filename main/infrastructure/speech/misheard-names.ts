/**
 * Puts names that are known (medicines, words of the doctor) where the recogniser heard something
 * that sounds like one of them and doubted it itself: "perch tomal" for paracetamol. Each such name
 * is told, with what was heard, and stays doubted: a person listens and decides.
 */
import type { TimedWord } from '../../../shared/model/note/draft.ts';
import { UNSURE_BELOW } from '../../../shared/model/note/draft.ts';
import { likeness, soundOf } from './sounds-alike.ts';
import type { SpokenStretch } from './speech.ts';

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

type Name = { readonly name: string; readonly sound: string };
type Known = {
  readonly names: readonly Name[];
  readonly own: ReadonlySet<string>;
  readonly isOrdinary: (word: string) => boolean;
};

/**
 * `names`: of medicines, one word each; others are left out. `isOrdinary`: an English word, which
 * alone is never taken for a name.
 */
export function createNameCorrector(
  names: Iterable<string>,
  isOrdinary: (word: string) => boolean,
): NameCorrector {
  const known = [...new Set([...names].map((name) => name.toLowerCase()))]
    .filter((name) => name.length >= SHORTEST && /^\p{L}+$/u.test(name))
    .map((name): Name => ({ name, sound: soundOf(name) }));
  const own = new Set(known.map(({ name }) => name));
  return (stretch) => corrected(stretch, { names: known, own, isOrdinary });
}

function corrected(stretch: SpokenStretch, known: Known): Corrected {
  if (!OF_MEDICINES.test(stretch.text)) return { stretch, corrections: [] };
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
    const found = closest(soundOf(some.map(({ text }) => text).join('')), known.names);
    const isEnglish = some.every(({ text }) => known.isOrdinary(plain(text)));
    if (isEnglish && (found?.alike ?? 0) < ALIKE_FOR_ENGLISH) continue;
    if (found && found.alike > (best?.alike ?? 0)) best = { ...found, count };
  }
  if (!best) return undefined;
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
    },
  };
}

/** Doubted, without a number, in one sentence, and neither a known name nor ordinary words alone. */
function mayBeName(words: readonly TimedWord[], { own, isOrdinary }: Known): boolean {
  const texts = words.map(({ text }) => plain(text));
  return (
    words.some(({ confidence }) => confidence < UNSURE_BELOW) &&
    !words.some(({ text }) => NEGATION_OR_NUMBER.test(text)) &&
    words.slice(0, -1).every(({ text }) => !/[.,?!;:]$/u.test(text)) &&
    !texts.some((text) => own.has(text)) &&
    !texts.every((text) => SMALL_WORDS.has(text)) &&
    !(texts.length === 1 && isOrdinary(texts[0] ?? ''))
  );
}

function closest(sound: string, known: readonly Name[]) {
  let [first, second] = [0, 0];
  let name = '';
  for (const one of known) {
    const alike = likeness(sound, one.sound);
    if (alike > first) [first, second, name] = [alike, first, one.name];
    else second = Math.max(second, alike);
  }
  return first >= ALIKE && first - second >= APART ? { name, alike: first } : undefined;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
