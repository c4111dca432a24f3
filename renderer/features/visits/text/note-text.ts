/**
 * Cuts a note's text: into lines with the words of entities in them, and into excerpts around some
 * words.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';

export type Marked = Span & { readonly id: string };
type Piece = { readonly text: string; readonly id?: string | undefined };
export type Line = {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
};

/**
 * UTF-16 units; a browser's time for a paragraph of an Indic script grows with the square of its
 * length (P17).
 */
const LONGEST = 2_000;

/**
 * Lines without the empty ones; of spans that lie over one another the first is marked. Positions
 * stay those of the whole text.
 */
export function linesOf(text: string, spans: readonly Marked[]): Line[] {
  const marks = [...spans]
    .filter(({ start, end }) => start >= 0 && end > start && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const lines: Line[] = [];
  let next = 0;
  let until = 0;
  for (const [start, end] of rowsOf(text)) {
    const pieces: Piece[] = [];
    let at = start;
    for (let mark = marks[next]; mark && mark.start < end; mark = marks[next]) {
      const { id, start: from, end: to } = mark;
      const begin = Math.max(from, at, until);
      if (begin < to && begin < end) {
        if (begin > at) pieces.push({ text: text.slice(at, begin) });
        at = Math.min(to, end);
        pieces.push({ text: text.slice(begin, at), id });
      }
      if (to > end) break;
      until = Math.max(until, to);
      next += 1;
    }
    if (at < end) pieces.push({ text: text.slice(at, end) });
    if (text.slice(start, end).trim() !== '') lines.push({ start, end, pieces });
  }
  return lines;
}

function* rowsOf(text: string): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    let from = start;
    while (end - from > LONGEST) {
      const space = text.lastIndexOf(' ', from + LONGEST);
      const cut =
        space > from + LONGEST / 2
          ? space + 1
          : from + LONGEST - (/[\ud800-\udbff]/.test(text.charAt(from + LONGEST - 1)) ? 1 : 0);
      yield [from, cut];
      from = cut;
    }
    yield [from, end];
    start = end + 1;
  }
}

/**
 * The words with the text around them on their line, at most so many units on each side, cut at
 * spaces.
 */
export function around(
  text: string,
  { start, end }: Span,
  room = 60,
): { readonly before: string; readonly words: string; readonly after: string } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  const from =
    start - lineStart <= room
      ? lineStart
      : start - room + Math.max(0, text.slice(start - room, start).indexOf(' ') + 1);
  const cut = text.slice(end, end + room).lastIndexOf(' ');
  const to = lineEnd - end <= room ? lineEnd : end + (cut > 0 ? cut : room);
  return {
    before: `${from > lineStart ? '… ' : ''}${text.slice(from, start)}`,
    words: text.slice(start, end),
    after: `${text.slice(end, to)}${to < lineEnd ? ' …' : ''}`,
  };
}

/** The words of a stretch of text, each with its place in the whole. */
export function wordsIn(
  text: string,
  { start, end }: Span,
  language: string,
): (Span & { readonly text: string })[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return [...segmenter.segment(text.slice(start, end))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({
      text: segment,
      start: start + index,
      end: start + index + segment.length,
    }));
}
