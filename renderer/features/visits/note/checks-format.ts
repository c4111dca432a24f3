/**
 * Differences between note and transcript in words, and the record of those that were looked at.
 * Pure.
 */

import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { Difference } from '../../../../shared/model/note/checks.ts';

/**
 * A key under `checks.says`: what each of the two says. `turned`: the same words in both, and a
 * "no" in one of them; `notation`: the note alone; `heard`, `putIn`: how sure it is, and what was
 * heard.
 */
export function sentenceOf({
  kind,
  inNote,
  inTranscript,
  putIn,
}: Pick<Difference, 'kind' | 'inNote' | 'inTranscript' | 'putIn'>):
  | 'both'
  | 'turned'
  | 'noteOnly'
  | 'transcriptOnly'
  | 'notation'
  | 'heard'
  | 'putIn' {
  if (kind === 'notation') return 'notation';
  if (kind === 'heard') return putIn === undefined ? 'heard' : 'putIn';
  if (inTranscript === undefined) return 'noteOnly';
  if (inNote === '') return 'transcriptOnly';
  return kind === 'negation' && fold(inNote) === fold(inTranscript.text) ? 'turned' : 'both';
}
const fold = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * A difference counts as looked at while its words and its line stay, even when text above it
 * changes; the core's id changes then.
 */
const keyOf = ({ kind, section, inNote, inTranscript, text }: Difference) =>
  JSON.stringify([kind, section, inNote, inTranscript?.text ?? null, text]);

/**
 * Undefined where two differences say the same in the same line: these are known by their ids
 * alone.
 */
export function lookedKey(one: Difference, all: readonly Difference[]): string {
  const key = keyOf(one);
  return all.filter((other) => keyOf(other) === key).length > 1 ? one.id : key;
}

/** Ids of those that were looked at, as `notes.sign` wants them. */
export const lookedIds = (all: readonly Difference[], looked: readonly string[]) =>
  all.filter((one) => looked.includes(lookedKey(one, all))).map(({ id }) => id);

export type Excerpt = { readonly before: string; readonly words: string; readonly after: string };
/** Letters on each side; enough for a sentence. */
const AROUND = 70;

/**
 * The words of a text around a place of it, cut between words and never inside a letter of two
 * units.
 */
export function excerpt(text: string, { start, end }: Span): Excerpt {
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, end + AROUND);
  const before = text.slice(from, start);
  const after = text.slice(end, to);
  const head = from === 0 ? before : `… ${before.slice(firstBreak(before))}`;
  const tail = to === text.length ? after : `${after.slice(0, lastBreak(after))} …`;
  return {
    before: head.replace(/\s+/gu, ' '),
    words: text.slice(start, end),
    after: tail.replace(/\s+/gu, ' '),
  };
}

/** Without a space: at the first place that is not inside a pair of surrogates. */
function firstBreak(text: string): number {
  const space = text.search(/\s/u);
  if (space >= 0) return space + 1;
  return /^[\udc00-\udfff]/.test(text) ? 1 : 0;
}
function lastBreak(text: string): number {
  const at = text.search(/\s\S*$/u);
  if (at >= 0) return at;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}
