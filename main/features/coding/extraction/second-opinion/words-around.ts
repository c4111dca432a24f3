/**
 * What a finding stands among, as a set of numbers: words and pairs of its sentence, how its line
 * begins, and how the next sentence answers. The words of the finding itself are left out, so that
 * the opinion is of what is said of it.
 */
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import { unifyScripts } from '../../../../infrastructure/terminology/text/scripts.ts';

/** What is learned has two to this power places; two features may share one. */
export const BITS = 18;
/** Letters and words that are looked at on each side. */
const LETTERS = 300;
const WORDS = 32;
/** A longer word is told by its beginning, too: "improving", "improved". */
const STEM = 5;

const WORD =
  /(?:\p{L}|\p{M}|[\u200c\u200d])+(?:['’](?:\p{L}|\p{M})+)*|\p{Nd}+|[.,;:?!।\-–—()"“”\n]/gu;
const ENDS = new Set(['.', '?', '!', '।', '\n']);
/** Between a question and its answer. */
const BETWEEN = new Set([...ENDS, '-', '–', '—', '"', '“', '”']);
/** The last heading or speaker before the finding. */
const HEADINGS = /(?:^|[\n.।])\s*([\p{L}\p{M}/ ]{2,30}):/gu;

const wordsOf = (text: string): string[] =>
  (unifyScripts(text).match(WORD) ?? []).map((word) =>
    /^\p{Nd}/u.test(word) ? '0' : word.toLowerCase().replaceAll('’', "'"),
  );

/** FNV-1a, folded into the places there are. */
function placeOf(feature: string, bits: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1)
    hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> bits)) & (2 ** bits - 1);
}

type Add = (...parts: readonly (string | undefined)[]) => void;

/** The worth of each feature: a finding with many does not count more than one with few. */
export const worthOf = (features: readonly number[]): number => 1 / Math.sqrt(features.length || 1);

/** In order, each once. `title`: the heading that the text stands under. */
export function featuresAround(
  text: string,
  { start, end }: Span,
  title = '',
  bits = BITS,
): number[] {
  const lead = text.slice(Math.max(0, start - LETTERS), start);
  const before = wordsOf(lead).slice(-WORDS);
  const behind = wordsOf(text.slice(end, end + LETTERS)).slice(0, WORDS);
  const from = before.findLastIndex((word) => ENDS.has(word)) + 1;
  const found = behind.findIndex((word) => ENDS.has(word));
  const to = found < 0 ? behind.length : found;
  const mark = behind[to] ?? '$';
  const own = before.slice(from);
  const places = new Set<number>();
  const add: Add = (...parts) => places.add(placeOf(parts.join(' '), bits));
  add('end', mark);
  addPart(add, own.toReversed(), 'before');
  addPart(add, behind.slice(0, to), 'behind');
  addNear(add, before, behind);
  addAnswer(add, behind.slice(to), mark);
  const opening = before[from - 1] ?? '^';
  add('opens', opening);
  add('opens', opening, ...own.slice(0, 2));
  for (const count of [1, 2]) add('first', ...[...own, '_'].slice(0, count + 1));
  addLine(add, lead, title, mark);
  return [...places].sort((a, b) => a - b);
}

/** `words`: of one side within the sentence, from the finding outwards. */
function addPart(add: Add, words: readonly string[], side: string): void {
  for (const [away, word] of words.entries()) {
    add(side, word);
    if (word.length > STEM) add(side, 'begins', word.slice(0, STEM));
    if (away < 3) add(side, String(away), word);
    const next = words[away + 1];
    if (next !== undefined) add(side, word, next);
  }
}

/** From the finding, by words: where each stretch begins and ends. */
const AROUND = [
  [-1, 2],
  [-2, 1],
  [0, 3],
  [-2, 2],
  [-1, 3],
  [-3, 1],
  [0, 4],
] as const;

function addNear(add: Add, before: readonly string[], behind: readonly string[]): void {
  const words = ['<', ...before, '_', ...behind, '>'];
  const at = before.length + 1;
  for (const [from, to] of AROUND)
    add('near', `${from} ${to}`, ...words.slice(Math.max(0, at + from), at + to));
}

/** The beginning of the next sentence, behind the label of its speaker. */
function addAnswer(add: Add, rest: readonly string[], mark: string): void {
  const first = rest.findIndex((word) => !BETWEEN.has(word));
  if (first < 0) return;
  const isNewLine = rest.slice(0, first).includes('\n');
  const colon = isNewLine ? rest.slice(first, first + 3).indexOf(':') : -1;
  const answer = rest.slice(first + colon + 1).filter((word) => !BETWEEN.has(word));
  for (const count of [1, 2, 3])
    if (answer.length >= count) {
      add('answer', mark, ...answer.slice(0, count));
      add('answer', mark, String(isNewLine), ...answer.slice(0, count));
    }
}

function addLine(add: Add, lead: string, title: string, mark: string): void {
  const line = lead.slice(lead.lastIndexOf('\n') + 1);
  const words = wordsOf(line);
  for (const count of [1, 2, 3]) add('line', String(count), ...words.slice(0, count));
  const colon = words.lastIndexOf(':');
  if (colon > 0) {
    add('label', words[colon - 1]);
    add('label', words[colon - 1], mark);
  }
  const heading = ([...lead.matchAll(HEADINGS)].at(-1)?.[1] ?? title).trim().toLowerCase();
  if (heading !== '') add('heading', heading);
}
