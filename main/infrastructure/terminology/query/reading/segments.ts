/**
 * The segments of a line of a ward ("22M tall thin, Rt PSP, ICD in situ D2"): what stands between
 * commas, brackets and arrows, without who the patient is, what was done, and what is not there.
 */
import { isDone, NORMAL, NOT_THERE, withoutValues } from './words-of-wards.ts';

/** Between two parts that say different things. */
const STRONG = /\s*(?:[,;()[\]→]|[-=]>|(?<=\p{L}{4}|\d)\.\s+(?=\p{Lu}|\d)|\s[-–—]+\s)\s*/u;
/** Between a disease and what goes with it. */
const WEAK =
  /\s+(?:(?:c|ē|c̄|with|w|on|under|for|post|in|due to|from|2°\s?to|sec(?:ondary)?\s+to|following)\s+|(?:w\/|c\/w|s\/p|d\/t|\+|&|@)\s*)(?=[\p{L}\d#])/u;
/** "22M", "4/M", "8y/M", "14 mo", "28F", "4wk M", "young F", "B/o Sunita". */
export const WHO =
  /^\s*(?:bed\s?(?:no\.?\s?)?\d+\s*:|(?:young|old|elderly|\d{1,3}\s*(?:y(?:rs?|ears?)?|mo(?:nths?)?|mths?|m|w(?:ee)?ks?|d(?:ays?)?)?\s*(?:old)?)\s*[/-]?\s*(?:M|F|Ch|male|female|boy|girl|child|lady|man|woman|baby)|\d{1,3}\s*(?:y(?:rs?|ears?)?|mo(?:nths?)?|mths?)(?:\s+old)?|(?:P?T|FT)\s?\/\s?[ASL]GA|[bB]\/?[oO]\s+\p{Lu}\p{Ll}+|baby of\s+\p{L}+)(?![\p{L}\d])[\s,:-]*/u;
/** "imp: appendicitis", "Dx - ": the writer says what it is. */
const CONCLUDED =
  /^\s*(?:imp(?:ression)?|dx|diag(?:nosis)?|final dx|prov(?:isional)?(?: dx)?|ass(?:essment)?|\?dx)\s*[:–-]\s*/iu;

/** "OGD: DU": how it was seen; without it, varices are those of a leg. */
const SEEN_BY =
  /^\s*(?:ogd|ugie|endoscopy|cect|ncct|ct|mri|usg|bronchoscopy|colonoscopy|x-?ray|cxr|hrct|mrcp|ercp)(?:\s+(?:brain|abdo(?:men)?|chest|abd|spine))?:\s*(?=\p{L})(?!varic)/iu;

/** What only tells for how long, or how much. */
const MEASURE = /^(?:[\d\s.,/+x×<>~-]|cms?|mms?|days?|wks?|weeks?|yrs?|years?|hrs?|min|d|y|h)+$/iu;
/** More of them is a note, and no line. */
const MOST_SEGMENTS = 14;

/** Where in an organ, how often and how it was looked for. */
const NOISE =
  /(?<![\p{L}\d])(?:seg(?:ment)?\.?\s*[\divx/,-]+|fast\s*\+(?:ve)?|\d+\s?o['’]?\s?c\p{L}*|bx|proven|biopsy|doppler\s*\+?|x\s?\d|gartland\s*[ivx\d]+\p{L}?|\d+(?:st|nd|rd|th) episode|now|at present|back in (?:sr|nsr|sinus(?: rhythm)?)|\d{1,3}\s?(?:y(?:rs?)?)?\s?\/\s?[mf]|(?:no\s+)?loc(?:\s*[x~:]?\s*\d+\s?(?:min|h)\p{L}*)?|lucid interval)(?![\p{L}\d])/giu;

export type Segments = {
  /** The whole parts, in their order. */
  readonly parts: readonly string[];
  /** What stands within a part. */
  within(part: string): readonly string[];
};

const said = (words: string, signs: string) =>
  new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])|${signs}`, 'iu');
const DOUBTED_OR_OTHERS =
  'f?\\/?h\\/o|r\\/o|rule[ds]? out|excluded|father|mother|wife|husband|brother|sister';
const PAST = 'past|prev\\p{L}*|last|healed|resolved|operated|repair\\p{L}*|spared|absent|not|free';
const DOUBTED = said(DOUBTED_OR_OTHERS, '\\?');
/** Doubted, past or of somebody else. */
const NOT_OF_NOW = said(
  `${DOUBTED_OR_OTHERS}|${PAST}`,
  '\\?|(?<!\\d)(?:19|20)\\d{2}(?!\\d)|\\d\\s?y\\p{L}*\\s+(?:back|ago)',
);

/** "DM neg", "HIV -ve". */
const NEGATIVE = /^[\p{L}\d]+(?:\s[\p{L}\d]+)?\s*(?:-ve|neg(?:ative)?)$/iu;

const tells = (segment: string): boolean =>
  /\p{L}{2}/u.test(segment) &&
  !DOUBTED.test(segment) &&
  !isDone(segment) &&
  !NOT_THERE.test(segment) &&
  !/^not\s/iu.test(segment) &&
  !NEGATIVE.test(segment) &&
  !MEASURE.test(segment);

export function segmentsOf(line: string): Segments {
  const named = line.replace(WHO, '').replace(WHO, '').replace(NOISE, ' ').replace(NORMAL, ' ');
  const parts = named
    .split(STRONG)
    .map((part) => part.replace(CONCLUDED, '').replace(SEEN_BY, ''))
    .map((part) => withoutValues(part.replace(WHO, '')).trim());
  return {
    parts: parts.filter(tells).slice(0, MOST_SEGMENTS),
    within: (part) => {
      const inner = part.split(WEAK).map((one) => one.trim());
      return inner.length > 1 ? inner.filter(tells) : [];
    },
  };
}

/** Told of this patient, and now. */
export const isOfNow = (part: string): boolean => !NOT_OF_NOW.test(part);

/** Of a disease in a part of its own: "Dementia, severe anemia". */
const DEGREES =
  /(?<![\p{L}])(?:severe|sev|mild|moderate|mod|persistent|acute|ac|chronic|ch|paroxysmal|intractable|(?:stage|grade|class)\s?[\p{L}\d]+)(?![\p{L}])/giu;

/** What tells more of the first part: nothing past, doubted or of others, and no degree of another part. */
export const sayingMore = (line: string): string =>
  line
    .split(STRONG)
    .filter((part) => !NOT_OF_NOW.test(part))
    .map((part, at) => (at === 0 ? part : part.replace(DEGREES, ' ')))
    .join(', ');
