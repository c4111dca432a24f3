/** Words of a transcript, and enough of what stands around them to understand them. */
import type { Span } from '../../../../shared/model/coding/entities.ts';

/** Letters on each side, about. */
const ENOUGH = 240;

/** Nothing but text of the transcript, in its order. Cut between words; at the beginning of a line where one is near. */
export function around(
  transcript: string,
  { start, end }: Span,
): { before: string; words: string; after: string } {
  const from = Math.max(0, start - ENOUGH);
  const lead = from === 0 ? 0 : firstBreak(transcript.slice(from, start));
  const rest = transcript.slice(end, end + ENOUGH);
  const tail =
    end + ENOUGH >= transcript.length
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
