/** Finds sides (left, right, both) and the part of the body that each belongs to. */
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import bodyParts from './vocabulary/body-parts.json' with { type: 'json' };

export type Sided = {
  /** `either`: "R/L", which may mean both, or one of them that nobody chose. */
  readonly side: 'left' | 'right' | 'both' | 'either';
  /** The part of the body that has the side, in one form ("eyes" as "eye"). */
  readonly of: string;
  /** It is what the side is told of ("cataract of the right eye"), not only a word nearby. */
  readonly isOwn?: boolean | undefined;
  readonly start: number;
  readonly end: number;
};

const SIDE =
  /(?<![\p{L}\p{N}/])((?:right|rt|r)\/(?:left|lt|l)|(?:left|lt|l)\/(?:right|rt|r)|left|right|bilateral(?:ly)?|b\/l|bilat|bil(?=\.?\s+\p{L})(?!\.?\s+(?:raised|high|low|normal|elevated|total|direct|indirect|levels?|is|was)(?!\p{L}))|both|lt|rt|(?<!\d\s)[lr](?!\/\p{L}))(?:[- ]?sided?)?(?![\p{L}\p{N}'’])/giu;
/** Written, and never spoken. */
const SHORT = /^(?:..?|b\/l|bilat|bil|.*\/.*)$/iu;
const SIDE_WORD = /(?<![\p{L}])(?:left|right|both|bilat(?:eral(?:ly)?)?|b\/l|lt|rt)(?![\p{L}])/iu;
const WORD = /[\p{L}]{3,}/gu;
/** "Cataract in the", "Cataract" before the side. */
const OF_WHICH = /([\p{L}]{4,})(?:\s+(?:in|of|on|at|over)(?:\s+(?:the|his|her|my|your))?)?\s+$/iu;
const FAR = 40;
const notParts = wordSet(bodyParts.notParts);
const sameAs = new Map(Object.entries(bodyParts.sameAs));
/** The word in the form that parts are compared in ("eyes" as "eye"). */
export const partOf = (word: string): string => sameAs.get(word) ?? word;
/** "Pedal oedema" is one of the feet; no place where a foot without its side is named. */
const ADJECTIVES = new Map(Object.entries(bodyParts.adjectives));
const pairedParts = wordSet(bodyParts.paired);
export const isPart = (word: string): boolean => pairedParts.has(word);
const lowerLimb = wordSet(bodyParts.lowerLimb);
export const isLowerLimb = (part: string): boolean => lowerLimb.has(part);
/** A part further away than this has another side; letters. */
const AWAY = 28;

/** `abbreviations`: a note writes "Rt" and "L"; in speech they are nothing. */
export function sides(
  text: string,
  { abbreviations }: { readonly abbreviations: boolean },
): Sided[] {
  const found: Sided[] = [];
  for (const { 0: whole, 1: word = '', index } of text.matchAll(SIDE)) {
    const said = word.toLowerCase();
    if (
      !abbreviations &&
      (SHORT.test(said) || isAgreement(text, said, index, index + whole.length))
    )
      continue;
    if (said.length === 1 && word !== word.toUpperCase()) continue;
    const side = sideOf(said);
    const end = index + whole.length;
    const after = nounIn(clause(text.slice(end, end + AWAY)), false);
    const ahead = clauseBefore(text.slice(Math.max(0, index - AWAY), index));
    // In "left knee and right hip" the knee has a side of its own.
    const before = SIDE_WORD.test(ahead) ? undefined : nounIn(ahead, true);
    const part = abbreviations ? undefined : samePart(text, index, end, found);
    const isBare = after === undefined && before === undefined && part === undefined;
    // "22 in the right and 24 in the left": a side was said, of whatever it was.
    if (
      isBare &&
      !abbreviations &&
      /(?<!\p{L})the\s+$/iu.test(text.slice(Math.max(0, index - 8), index))
    )
      found.push({ side, of: '', start: index, end });
    for (const of of new Set([after, before, part]))
      if (of !== undefined) found.push({ side, of, start: index, end });
    const wide = clauseBefore(text.slice(Math.max(0, index - FAR), index));
    const disease = ofWhich(wide) ?? inherited(wide, text.slice(end), found);
    if (disease !== undefined) found.push({ side, of: disease, isOwn: true, start: index, end });
  }
  return abbreviations ? [...found, ...eyes(text)] : found;
}

/** "RE" and "LE" are eyes in a line that tells of eyes; elsewhere "LE" are legs, and "OS" a bone. */
const EYES = /(?<![\p{L}\p{N}])(RE|LE|OS|OU)(?![\p{L}\p{N}])/gu;
const EYE_LINE =
  /(?<!\p{L})(?:eyes?|drops?|gtts?|va|vision|visual|iop|cataract|cornea\p{L}*|fundus|pupils?|conjunctiv\p{L}*|lens|retina\p{L}*|glaucoma)(?!\p{L})/iu;
const EYE_SIDES = { RE: 'right', LE: 'left', OS: 'left', OU: 'both' } as const;
/** "Oedema both LE", "power LE 5/5". */
const LEGS =
  /(?<!\p{L})(?:o?edema|power|pulses?|swelling|both|bilateral|b\/l)\s+(?:of\s+|in\s+)?$/iu;
function eyes(text: string): Sided[] {
  const found: Sided[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    if (EYE_LINE.test(line))
      for (const { 0: word, index } of line.matchAll(EYES)) {
        const side = EYE_SIDES[word as keyof typeof EYE_SIDES];
        const isLegs = word === 'LE' && LEGS.test(line.slice(Math.max(0, index - 24), index));
        const start = from + index;
        if (!isLegs) found.push({ side, of: 'eye', start, end: start + word.length });
      }
    from += line.length + 1;
  }
  return found;
}

/** "In the right eye and six by twelve in the left": the part that was named last is meant. */
function samePart(
  text: string,
  start: number,
  end: number,
  found: readonly Sided[],
): string | undefined {
  if (!/^\s*(?:[.,;!]|$|\n|(?:is|and|it)(?!\p{L}))/iu.test(text.slice(end))) return undefined;
  // "Both knees, more on the left" is not the left one alone.
  const last = found.findLast(({ of, isOwn }) => !isOwn && isPart(of));
  if (
    !last ||
    last.side === 'both' ||
    last.end + SAME_PART < start ||
    /[.;!?\n]/.test(text.slice(last.end, start))
  )
    return undefined;
  return /(?<!\p{L})the\s+$/iu.test(text.slice(0, start)) ? last.of : undefined;
}
/** Letters from a part to another side of it that is said without the part. */
const SAME_PART = 60;

/** "It's your left knee, right?", "all right", "right now": no side. */
const isAgreement = (text: string, said: string, start: number, end: number) =>
  said === 'right' &&
  (AGREES_BEFORE.test(text.slice(Math.max(0, start - 16), start)) ||
    (AGREES_BEHIND.test(text.slice(end, end + 12)) &&
      !/(?:the|my|your|his|her|on|side|or|and)\s+$/iu.test(
        text.slice(Math.max(0, start - 8), start),
      )));
const AGREES_BEFORE = /(?<![\p{L}])(?:all|that['’]s|that is|you['’]re|quite)\s+$/iu;
const AGREES_BEHIND =
  /^\s*(?:[?!]|,\s*\?|now(?![\p{L}])|away(?![\p{L}])|here(?![\p{L}])|there(?![\p{L}])|so(?![\p{L}])|okay(?![\p{L}])|\n|$)/iu;

/** The disease or finding that has the side. */
function ofWhich(before: string): string | undefined {
  const word = OF_WHICH.exec(before)?.[1]?.toLowerCase();
  return word === undefined || notParts.has(word) || SIDE_WORD.test(word)
    ? undefined
    : partOf(word);
}

/** "Cataract in the left eye and in the right": the one side has what the other has. */
const inherited = (before: string, behind: string, found: readonly Sided[]) =>
  SIDE_WORD.test(before) &&
  /(?<![\p{L}])(?:and|or)\s+(?:(?:in|of|on|at)\s+)?(?:(?:the|his|her|my|your)\s+)?$/iu.test(
    before,
  ) &&
  !/^\s+\p{L}+\s+(?:is|are|was|were|has|looks?)(?![\p{L}])/iu.test(behind)
    ? found.findLast(({ isOwn }) => isOwn)?.of
    : undefined;

function sideOf(word: string): Sided['side'] {
  if (word.startsWith('b')) return 'both';
  if (word.includes('/')) return 'either';
  return word.startsWith('l') ? 'left' : 'right';
}

/** Places where `of` is named, with or without a side. */
export function mentions(
  text: string,
  of: string,
): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(WORD)]
    .filter(([word]) => partOf(word.toLowerCase()) === of)
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

const clause = (text: string) => text.split(/[.;:!?\n]/)[0] ?? '';
const clauseBefore = (text: string) => text.split(/[.;:!?\n]/).at(-1) ?? '';

function nounIn(text: string, last: boolean): string | undefined {
  const words = [...text.matchAll(WORD)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => !notParts.has(word) && !SIDE_WORD.test(word));
  const word = last ? words.at(-1) : words[0];
  return word === undefined ? undefined : (ADJECTIVES.get(word) ?? partOf(word));
}
