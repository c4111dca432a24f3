/** The sentences of a text with their places, line by line. */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { once } from '../../../../shared/once.ts';

/** Its rules take ten milliseconds to load. */
const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'sentence' }));
/** A full stop behind these does not end a sentence. */
const SHORT_FORM =
  /(?<![\p{L}])(?:dr|mr|mrs|ms|st|vs|e\.g|i\.e|approx|tab|cap|inj|syp|no|hx|pt|\d+)\.\s*$/iu;

/**
 * Spans without blanks at their ends; none is empty. A list mark at the beginning of a line is left
 * out.
 */
export function sentencesIn(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  const put = (line: string, start: number, end: number) => {
    const inner = trimmed(line.slice(start, end));
    if (inner) found.push({ start: from + start + inner.start, end: from + start + inner.end });
  };
  for (const line of text.split('\n')) {
    let open: number | undefined;
    for (const { segment, index } of segmenter().segment(line)) {
      open ??= index;
      const end = index + segment.length;
      if (SHORT_FORM.test(line.slice(open, end)) && end < line.length) continue;
      put(line, open, end);
      open = undefined;
    }
    if (open !== undefined) put(line, open, line.length);
    from += line.length + 1;
  }
  return found;
}

const LIST_MARK = /^\s*(?:[-*•–·]\s+|\d{1,2}[.)]\s+)?/u;
/** Without its list mark and the blanks at its ends; undefined where nothing is left. */
function trimmed(text: string): Span | undefined {
  const start = text.length - text.replace(LIST_MARK, '').length;
  const end = text.trimEnd().length;
  return start < end ? { start, end } : undefined;
}
