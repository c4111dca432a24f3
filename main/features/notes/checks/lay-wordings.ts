/** Finds what people say in words of their own for what a note calls by its name. */
import type { Status } from '../../../../shared/model/coding/entities.ts';
import type { Concept } from './compare.ts';
import data from './vocabulary/lay-wordings.json' with { type: 'json' };

const wordings = data.wordings.map((one) => ({
  meant: one.meant,
  asked: 'asked' in one && one.asked === true,
  pattern: new RegExp(`(?<![\\p{L}])(?:${one.said.join('|')})(?![\\p{L}])`, 'giu'),
}));
/** A list of illnesses that is asked about, and no number. */
const ASKS_FOR_ILLNESS =
  /(?:do|did) you have|have you (?:ever )?had|history of|suffer|any|diabetes|asthma|illness/iu;

/**
 * `key`: of a concept that is written by its name; undefined where no list has it. `statusOf`: of
 * words at a place of the text.
 */
export function layConcepts(
  text: string,
  key: (name: string) => string | undefined,
  statusOf: (start: number, end: number) => Status,
): Concept[] {
  return wordings.flatMap(({ meant, asked, pattern }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: words, index }): Concept[] => {
      if (asked && !isAsked(text, index, index + words.length)) return [];
      const concept = key(meant);
      if (concept === undefined) return [];
      const end = index + words.length;
      return [{ key: concept, status: statusOf(index, end), start: index, end }];
    }),
  );
}

/** In a question without a number: a measurement's name is not a disease. */
function isAsked(text: string, start: number, end: number): boolean {
  const from = Math.max(...['.', '!', '?', '\n'].map((sign) => text.lastIndexOf(sign, start - 1)));
  const rest = /^[^.!?\n]*\?/.exec(text.slice(end))?.[0];
  if (rest === undefined) return false;
  const sentence = text.slice(from + 1, end) + rest;
  return !/\d/.test(sentence) && ASKS_FOR_ILLNESS.test(sentence);
}
