/** Left, right, both: which side is said of what. */
export type Sided = {
  readonly side:
    | 'left'
    | 'right'
    | 'both' /** The part of the body or thing it is said of, in one form. */;
  readonly of: string;
  readonly start: number;
  readonly end: number;
};

const SIDE =
  /(?<![\p{L}])(left|right|bilateral(?:ly)?|both|lt|rt|l|r)(?:[- ]?sided?)?(?![\p{L}'’])/giu;
const WORD = /[\p{L}]{3,}/gu;
/** Said beside a side without being what has it. */
const NOT_IT = new Set(
  'side sided the and for with from pain swelling tenderness acute chronic severe mild upper lower inner outer front back posterior anterior lateral medial her his your their since was has had now there here okay yes not are who over out can you did does just about some any very more all that this then again well good one'.split(
    ' ',
  ),
);
/** Adjectives of a side that are no noun, but say the same as one. */
const SAME = new Map(
  Object.entries({
    eyes: 'eye',
    ears: 'ear',
    knees: 'knee',
    legs: 'leg',
    arms: 'arm',
    feet: 'foot',
    hands: 'hand',
    hips: 'hip',
    shoulders: 'shoulder',
    ankles: 'ankle',
    wrists: 'wrist',
    elbows: 'elbow',
    lungs: 'lung',
    kidneys: 'kidney',
    breasts: 'breast',
    renal: 'kidney',
    ovaries: 'ovary',
    testes: 'testis',
    testicle: 'testis',
    toes: 'toe',
    fingers: 'finger',
    thighs: 'thigh',
    calves: 'calf',
    ocular: 'eye',
    chests: 'chest',
  }),
);
const form = (word: string) => SAME.get(word) ?? word;
/** What there are two of, and people name by the side. */
const PARTS = new Set(
  'eye ear knee leg arm foot hand hip shoulder ankle wrist elbow lung kidney breast ovary testis toe finger thumb thigh calf cheek jaw nostril temple flank groin loin buttock heel shin forearm armpit axilla chest breast tonsil eyelid hemithorax iliac hypochondrium scapula clavicle molar incisor'.split(
    ' ',
  ),
);
export const isPart = (word: string): boolean => PARTS.has(word);
/** A side said so many letters away belongs to something else. */
const AWAY = 28;

/** `abbreviations`: a note writes "Rt" and "L"; in speech they are nothing. */
export function sides(
  text: string,
  { abbreviations }: { readonly abbreviations: boolean },
): Sided[] {
  const found: Sided[] = [];
  for (const { 0: whole, 1: word, index } of text.matchAll(SIDE)) {
    const said = word!.toLowerCase();
    if (!abbreviations && said.length <= 2) continue;
    if (said.length === 1 && word !== word!.toUpperCase()) continue;
    const side =
      said.startsWith('bi') || said === 'both' ? 'both' : said.startsWith('l') ? 'left' : 'right';
    const end = index + whole.length;
    const after = nounIn(clause(text.slice(end, end + AWAY)), false);
    const before = nounIn(clauseBefore(text.slice(Math.max(0, index - AWAY), index)), true);
    for (const of of new Set([after, before]))
      if (of !== undefined) found.push({ side, of, start: index, end });
  }
  return found;
}

/** Where `of` is spoken of at all. */
export function mentions(
  text: string,
  of: string,
): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(WORD)]
    .filter(([word]) => form(word.toLowerCase()) === of)
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

const clause = (text: string) => text.split(/[.;:!?\n]/)[0]!;
const clauseBefore = (text: string) => text.split(/[.;:!?\n]/).at(-1)!;

function nounIn(text: string, last: boolean): string | undefined {
  const words = [...text.matchAll(WORD)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => !NOT_IT.has(word));
  const word = last ? words.at(-1) : words[0];
  return word === undefined ? undefined : form(word);
}
