/** Finds the allergies that a text names or denies. */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import { EMPTY_WORDS } from '../evidence/small-words.ts';
import { isNoReaction, isRelatives, isWarning, toldInWords } from './told-allergies.ts';
import allergyWords from './vocabulary/allergy-words.json' with { type: 'json' };

export type Allergy = {
  /** In lower case; empty: no known allergy. */
  readonly to: string;
  readonly start: number;
  readonly end: number;
};

const TO =
  /(?<![\p{L}])(?:allergic|allergy|allergies|hypersensitiv\p{L}*|intoleran\p{L}*|reacts?|reaction)\s+(?:to|with)\s+(?:the\s+|any\s+)?([\p{L}][\p{L}-]{2,}(?:\s+(?:and|or)\s+[\p{L}][\p{L}-]{2,})?)/giu;
const OF =
  /(?<![\p{L}])([\p{L}][\p{L}-]{2,})\s+(?:allergy|allergic|hypersensitivity)(?![\p{L}])/giu;
const LISTED = /(?<![\p{L}])allerg(?:y|ies)\s*[:–-]\s*([^\n.;]+)/giu;
const NONE =
  /(?<![\p{L}])(?:nkda|nka|no(?:t| known| h\/o| history of)?(?:\s+(?:known|drug|any|food|medication|a))*\s+allerg\p{L}*|denies (?:any |drug |known )*allerg\p{L}*|without (?:any |known )*allerg\p{L}*|allerg(?:y|ies)\s*[:–-]\s*(?:nil|none|no|nka|nkda)(?![\p{L}]))/giu;
const notSubstances = wordSet(allergyWords.notSubstances);
/** "Never allergic", "are allergic": words without a meaning of their own. */
const isNoSubstance = (word: string) => notSubstances.has(word) || EMPTY_WORDS.has(word);

/** An allergy that was told of without its substance. */
export const UNNAMED = '?';

type StatusOf = (start: number, end: number) => Status;

/** Allergies by the words "allergic", "allergy", and denials of them. */
export function allergies(text: string, statusOf?: StatusOf): Allergy[] {
  const none = [...text.matchAll(NONE)].map(({ 0: whole, index }) => ({
    to: '',
    start: index,
    end: index + whole.length,
  }));
  const denied = ({ start, end }: Span) =>
    none.some((one) => start < one.end && end > one.start) ||
    /(?:(?<![\p{L}])(?:no|not|never|denies)|n['’]t)\s+(?:\p{L}+\s+){0,2}$/iu.test(
      text.slice(Math.max(0, start - 30), start),
    );
  const named = [...text.matchAll(TO), ...text.matchAll(OF), ...text.matchAll(LISTED)].flatMap(
    ({ 0: whole, 1: what = '', index }): Allergy[] => {
      const offset = index + whole.indexOf(what);
      const place = { start: index, end: index + whole.length };
      if (denied(place) || (statusOf && isOfRelative(text, index))) return [];
      return [...what.matchAll(/[\p{L}][\p{L}-]{2,}/gu)]
        .filter(([word]) => !isNoSubstance(word.toLowerCase()))
        .map(({ 0: word, index: at }) => ({
          to: word.toLowerCase(),
          start: offset + at,
          end: offset + at + word.length,
        }))
        .flatMap((one) => answered(text, one, statusOf));
    },
  );
  return once([...named, ...none]);
}

const LABEL = /(?:^|\n)[ \t]*\[?(\p{L}[\p{L} ]{0,20})\]?:/gu;
/** "My mother is allergic to penicillin", by the patient's own mouth. */
function isOfRelative(text: string, at: number): boolean {
  const lead = /[^.;?!\n]*$/u.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? '';
  const speaker = [...text.slice(0, at).matchAll(LABEL)].at(-1)?.[1];
  return speaker !== undefined && /^(?:patient|pt)$/iu.test(speaker.trim()) && isRelatives(lead);
}

const once = (all: readonly Allergy[]): Allergy[] =>
  all
    .filter(({ start }, at) => all.findIndex((one) => one.start === start) === at)
    .sort((one, other) => one.start - other.start);

/** "Are you allergic to penicillin?" is a question: its answer tells. */
function answered(text: string, one: Allergy, statusOf: StatusOf | undefined): Allergy[] {
  if (!isAsked(text, one.end)) return [one];
  const status = statusOf?.(one.start, one.end);
  if (status === 'present' || status === 'possible') return [one];
  return status === 'absent' ? [{ ...one, to: '' }] : [];
}
const isAsked = (text: string, end: number) => /^[^.!\n]{0,80}\?/.test(text.slice(end));

const ASKED = /allerg\p{L}*[^.!?\n]*\?/giu;
const SPEAKER = /^[\s"'-]*(?:\[?\p{L}+\]?\s*:)?\s*/u;
const YES = /^(?:yes|yeah|yep|ya|haan?|ji|i (?:am|do|have)(?!\s+not?(?![\p{L}])))(?![\p{L}])/iu;
const NO = /^(?:no|nope|none|nothing|never|nahi|not|nil)(?![\p{L}])/iu;
/** Reactions that people tell of without the word "allergy". */
const REACTION =
  '(?:rash(?:es)?|hives|itch(?:ing|es)?|swell(?:ing|s)?|anaphyla\\p{L}+|reaction|urticaria)';
const CAUSES = new RegExp(
  `([\\p{L}-]{4,})\\s+(?:always\\s+)?(?:gives?|gave|causes?|caused|brings?)\\s+(?:me|him|her|us)?\\s*(?:out\\s+in\\s+)?(?:a\\s+|an\\s+|the\\s+)?(?:bad\\s+|severe\\s+)?${REACTION}`,
  'giu',
);
/** "Penicillin makes me swell up". */
const MAKES =
  /([\p{L}-]{4,})\s+(?:always\s+)?(?:makes?|made)\s+(?:me|him|her|us|(?:my|his|her)\s+(?:face|lips?|eyes|tongue|throat|skin))\s+(?:all\s+|badly\s+)?(?:swell|itch|wheeze|close|tighten|break\s+out|come\s+(?:out|up)\s+in)(?![\p{L}])/giu;
const AFTER = new RegExp(
  `${REACTION}\\s+(?:with|after|to|from|when (?:i|he|she) (?:take|took|takes|had|has))\\s+(?:taking\\s+)?([\\p{L}-]{4,})`,
  'giu',
);

/** The words of its sentence before a place. */
const before = (text: string, at: number) => /[^.;?!\n]*$/u.exec(text.slice(0, at))?.[0] ?? '';

/** Allergies of a conversation: in answers, and by the reaction that somebody had. */
export function spokenAllergies(
  text: string,
  isDrug: (word: string) => boolean,
  statusOf: StatusOf,
): Allergy[] {
  const told = [CAUSES, MAKES, AFTER]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(({ 0: whole, 1: word = '', index }): Allergy[] => {
      const start = index + whole.indexOf(word);
      const one = { to: word.toLowerCase(), start, end: start + word.length };
      const isTold =
        statusOf(one.start, one.end) === 'present' &&
        !isWarning(before(text, index)) &&
        !isNoReaction(text, { start: index, end: index + whole.length });
      return isTold && isSubstance(one.to, isDrug) ? [one] : [];
    });
  const given = [...text.matchAll(ASKED)].flatMap(({ 0: whole, index }) =>
    answerTo(text, index + whole.length, isDrug),
  );
  return once([
    ...told,
    ...toldInWords(text, (word) => isSubstance(word, isDrug), statusOf),
    ...given,
    ...askedOn(text, isDrug),
  ]);
}

/** "Are you allergic to penicillin? - No. - And sulfa? - Yes." */
const ASKED_ON =
  /(?<=(?:^|[.!?:\n])\s*)(?:(?:and|or|what|how|about|to|with|also|any|then)\s+)*([\p{L}-]{4,})(?:\s+(?:drugs?|medicines?|tablets?|injections?))?\s*\?/giu;
/** Letters from the question that names allergies to the one that goes on with it. */
const ON = 160;

const askedOn = (text: string, isDrug: (word: string) => boolean): Allergy[] =>
  [...text.matchAll(ASKED_ON)].flatMap(({ 0: whole, 1: word = '', index }): Allergy[] => {
    const before = text.slice(Math.max(0, index - ON), index);
    if (!isSubstance(word.toLowerCase(), isDrug) || !/allerg\p{L}*[^.!?\n]*\?/iu.test(before))
      return [];
    const rest = text.slice(index + whole.length);
    const answer = rest.slice(SPEAKER.exec(rest)?.[0].length ?? 0);
    const start = index + whole.indexOf(word);
    // "Metformin? - Yes, 500 mg": the talk has gone on to what is taken.
    const isYes = YES.test(answer) && !/^[^.?\n]{0,40}\d/.test(answer);
    return isYes ? [{ to: word.toLowerCase(), start, end: start + word.length }] : [];
  });

const substances = wordSet(allergyWords.substances);
const isSubstance = (word: string, isDrug: (word: string) => boolean) =>
  substances.has(word) || isDrug(word);

/** "Any allergies? - Yes, penicillin." */
function answerTo(text: string, at: number, isDrug: (word: string) => boolean): Allergy[] {
  const from = at + (SPEAKER.exec(text.slice(at))?.[0].length ?? 0);
  const said = /^[^?\n]{0,120}/.exec(text.slice(from))?.[0] ?? '';
  // What is asked next is no part of the answer.
  const answer = text[from + said.length] === '?' ? said.replace(/(?<=[.!])[^.!]*$/u, '') : said;
  const no = NO.exec(answer);
  const but = no && /(?<![\p{L}])(?:but|only|except)(?![\p{L}])/iu.exec(answer);
  if (no && !but) return [{ to: '', start: from, end: from + no[0].length }];
  const rest = but ? but.index : 0;
  const named = [...answer.slice(rest).matchAll(/[\p{L}][\p{L}-]{2,}/gu)]
    .filter(([word]) => isSubstance(word.toLowerCase(), isDrug))
    .map(({ 0: word, index }) => ({
      to: word.toLowerCase(),
      start: from + rest + index,
      end: from + rest + index + word.length,
    }));
  const yes = YES.exec(answer);
  if (named.length > 0 || !yes) return named;
  return [{ to: UNNAMED, start: from, end: from + yes[0].length }];
}

/** In a section of allergies each medicine is one, unless the line denies it. */
export function writtenAllergies(
  text: string,
  isList: boolean,
  isDrug: (word: string) => boolean,
): Allergy[] {
  const named = once([
    ...allergies(text),
    ...toldInWords(text, (word) => isSubstance(word, isDrug)),
  ]);
  if (!isList || named.some(({ to }) => to === '')) return named;
  const listed = [...text.matchAll(/[\p{L}][\p{L}-]{2,}/gu)]
    .filter(([word]) => isSubstance(word.toLowerCase(), isDrug))
    .map(({ 0: word, index }) => ({
      to: word.toLowerCase(),
      start: index,
      end: index + word.length,
    }));
  return once([...named, ...listed]);
}
