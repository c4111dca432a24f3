/** The sentences of a text with their places, line by line. */
import type { Span } from '../../../../shared/model/coding/entities.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** What looks like the end of a sentence and is none. */
const SHORT_FORM =
  /(?<![\p{L}])(?:dr|mr|mrs|ms|st|vs|e\.g|i\.e|approx|tab|cap|inj|syp|no|hx|pt|\d+)\.\s*$/iu;

/** Without blanks at their ends; none is empty. A list's mark at the beginning of a line is left out. */
export function sentencesIn(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    let open: number | undefined;
    for (const { segment, index } of segmenter.segment(line)) {
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

  function put(line: string, start: number, end: number) {
    const inner = line.slice(start, end);
    const lead = /^\s*(?:[-*•–·]\s+|\d{1,2}[.)]\s+)?/u.exec(inner)![0].length;
    const tail = /\s*$/u.exec(inner)![0].length;
    if (lead + tail < inner.length)
      found.push({ start: from + start + lead, end: from + end - tail });
  }
}
