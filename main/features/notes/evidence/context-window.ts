/** Words of a transcript with enough context to understand them. */
import type { Span } from '../../../../shared/model/coding/entities.ts';

/** Letters on each side, approximately. */
const CONTEXT = 240;

/**
 * The three parts joined are text of the transcript. Cut between words, and at the beginning of a
 * line where one is near.
 */
export function contextWindow(
  transcript: string,
  { start, end }: Span,
): { before: string; words: string; after: string } {
  const from = Math.max(0, start - CONTEXT);
  const lead = from === 0 ? 0 : firstBreak(transcript.slice(from, start));
  const rest = transcript.slice(end, end + CONTEXT);
  const tail =
    end + CONTEXT >= transcript.length
      ? rest.length
      : Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf(' '), 0);
  return {
    before: transcript.slice(from + lead, start),
    words: transcript.slice(start, end),
    after: rest.slice(0, tail),
  };
}

function firstBreak(text: string): number {
  const line = text.indexOf('\n');
  if (line >= 0 && line < text.length - 1) return line + 1;
  const blank = text.indexOf(' ');
  return blank >= 0 ? blank + 1 : text.length;
}
