/**
 * Limits of a document that a page can draw at once. A document is untrusted: a few kilobytes of
 * the right signs keep a Markdown parser busy for a minute or break it, and a few megabytes of
 * anything do so to a page (P17).
 */

import type { EmrSection } from '../../../../shared/model/note/emr-sections.ts';

/** UTF-16 units; more than is said in eight hours. */
const LONGEST_SHOWN = 600_000;
const MOST_PARAGRAPHS = 1_000;
/**
 * A browser's time for a paragraph of an Indic script grows with the square of its length: 20,000
 * letters take a second, 60,000 a minute.
 */
const LONGEST_PARAGRAPH = 2_000;
const LONGEST_BLOCK = 6_000;

/**
 * Limits of Markdown that is laid out: more than any note holds, and still drawn within a second.
 */
const LONGEST_MARKDOWN = 60_000;
const MOST_LINES = 3_000;
const MOST_MARKS = 3_000;
const MOST_BRACKETS = 1_200;
/**
 * Quotes and lists inside one another, on one line; and how far to the right a list inside lists
 * may begin.
 */
const DEEPEST = 16;
const FARTHEST = 64;

/** Names, words and values of an EMR document. */
const MOST_ROWS = 4_000;

/** The part that is shown, and whether there is more. */
export function shown(text: string): { readonly text: string; readonly more: boolean } {
  return text.length <= LONGEST_SHOWN
    ? { text, more: false }
    : { text: text.slice(0, LONGEST_SHOWN), more: true };
}

/**
 * Blank lines part the speakers' turns; beyond a thousand turns the rest goes together, and what is
 * very long is parted at a space.
 */
export function paragraphs(text: string): string[] {
  const all = text.split(/\n{2,}/);
  const few =
    all.length <= MOST_PARAGRAPHS
      ? all
      : [...all.slice(0, MOST_PARAGRAPHS), all.slice(MOST_PARAGRAPHS).join('\n\n')];
  return few.flatMap(parted);
}

function parted(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph;
  while (rest.length > LONGEST_PARAGRAPH) {
    const space = Math.max(
      rest.lastIndexOf(' ', LONGEST_PARAGRAPH),
      rest.lastIndexOf('\n', LONGEST_PARAGRAPH),
    );
    // No space for so long: anywhere, but not inside a pair of surrogates.
    const at =
      space > LONGEST_PARAGRAPH / 2
        ? space + 1
        : LONGEST_PARAGRAPH - (/[\ud800-\udbff]/.test(rest.charAt(LONGEST_PARAGRAPH - 1)) ? 1 : 0);
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

/** Markdown may be laid out; other text is shown as the plain text it is. */
export function canLayOut(text: string): boolean {
  if (text.length > LONGEST_MARKDOWN || count(text, /\n/g) > MOST_LINES) return false;
  if (count(text, /[*_~|`]/g) > MOST_MARKS || count(text, /[[\]<]/g) > MOST_BRACKETS) return false;
  if (text.split(/\n\s*\n/).some((block) => block.length > LONGEST_BLOCK)) return false;
  return !text.split('\n').some(isTooDeep);
}

function isTooDeep(line: string): boolean {
  const before = /^(?:[\s>*+-]|\d{1,9}[.)])*/.exec(line)?.[0] ?? '';
  const indent = /^[\s>]*/.exec(line)?.[0] ?? '';
  if (indent.length + 3 * count(indent, /\t/g) > FARTHEST && before.trim() !== '') return true;
  return count(before, /[>*+-]|\d[.)]/g) > DEEPEST && !isRule(line);
}

/** The sections of an EMR document are small enough to be drawn. */
export function canDraw(sections: readonly EmrSection[]): boolean {
  const lines = sections.flatMap(({ key, items }) => [
    key,
    ...items.flatMap(({ name, facts, codes }) => [name, ...facts.flat(), ...codes]),
  ]);
  return lines.length <= MOST_ROWS && lines.every(({ length }) => length <= LONGEST_BLOCK);
}

/** `* * * *` and `-----` are one line across the page, however long. */
const isRule = (line: string) => /^\s*([*_-])\s*(?:\1\s*)*$/.test(line) && line.length < 200;

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
