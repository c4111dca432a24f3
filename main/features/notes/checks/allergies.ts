/** Finds the allergies that a text names or denies. */
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import allergyWords from './allergy-words.json' with { type: 'json' };

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

export function allergies(text: string): Allergy[] {
  const none = [...text.matchAll(NONE)].map(({ 0: whole, index }) => ({
    to: '',
    start: index,
    end: index + whole.length,
  }));
  const denied = ({ start, end }: { start: number; end: number }) =>
    none.some((one) => start < one.end && end > one.start) ||
    isAsked(text, end) ||
    /(?<![\p{L}])(?:no|not|n['’]t|never|denies)\s+(?:\p{L}+\s+){0,2}$/iu.test(
      text.slice(Math.max(0, start - 30), start),
    );
  const named = [...text.matchAll(TO), ...text.matchAll(OF), ...text.matchAll(LISTED)].flatMap(
    ({ 0: whole, 1: what = '', index }) => {
      const offset = index + whole.indexOf(what);
      if (denied({ start: index, end: index + whole.length })) return [];
      return [...what.matchAll(/[\p{L}][\p{L}-]{2,}/gu)]
        .filter(([word]) => !notSubstances.has(word.toLowerCase()))
        .map(({ 0: word, index: at }) => ({
          to: word.toLowerCase(),
          start: offset + at,
          end: offset + at + word.length,
        }));
    },
  );
  const once = named.filter(
    ({ start }, at) => named.findIndex((one) => one.start === start) === at,
  );
  return [...once, ...none].sort((one, other) => one.start - other.start);
}

/** "Are you allergic to penicillin?" is a question, and no allergy. */
const isAsked = (text: string, end: number) => /^[^.!\n]{0,40}\?/.test(text.slice(end));
