/**
 * Joins the turns of a visit into one text that extraction can read, and leads places of that text
 * back to the turns.
 */
import type { Span } from '../../../shared/model/coding/entities.ts';
import type { SpokenPlace, SpokenTurn } from '../../../shared/model/note/draft.ts';

export type SpokenText = {
  readonly text: string;
  /** Undefined for a place that is not within one turn, and for one of blanks alone. */
  placeOf(span: Span): SpokenPlace | undefined;
  /** Where a place begins in the text. */
  startOf(place: SpokenPlace): number;
};

const DOCTOR =
  /^(?:the )?(?:doctor|dr|clinician|physician|nurse|provider|gp|consultant|interviewer)(?![\p{L}])/iu;
const PATIENT = /^(?:the )?(?:patient|pt)(?![\p{L}])/iu;
const OTHER =
  /^(?:the )?(?:guest|caregiver|attendant|attender|relative|mother|father|wife|husband|son|daughter|parent)(?![\p{L}])/iu;

/** The label by which extraction knows the speaker; none for a name that tells no role. */
function labelOf(speaker = ''): string {
  const name = speaker.trim();
  if (DOCTOR.test(name)) return '[doctor] ';
  if (PATIENT.test(name)) return '[patient] ';
  return OTHER.test(name) ? '[guest] ' : '';
}

export function joinTurns(turns: readonly SpokenTurn[]): SpokenText {
  const starts: number[] = [];
  let text = '';
  for (const turn of turns) {
    text += labelOf(turn.speaker);
    starts.push(text.length);
    // An empty line ends a sentence, whatever stands before and behind it.
    text += `${turn.text}\n\n`;
  }
  return {
    text,
    placeOf: (span) => placeIn(text, turns, starts, span),
    startOf: ({ turn, start }) => (starts[turn] ?? 0) + start,
  };
}

function placeIn(
  text: string,
  turns: readonly SpokenTurn[],
  starts: readonly number[],
  { start, end }: Span,
): SpokenPlace | undefined {
  const words = text.slice(start, end);
  if (words.trim() === '') return undefined;
  const from = start + words.length - words.trimStart().length;
  const to = end - (words.length - words.trimEnd().length);
  const turn = starts.findLastIndex((begin) => begin <= from);
  const begin = starts[turn];
  if (begin === undefined || to - begin > (turns[turn]?.text.length ?? 0)) return undefined;
  return { turn, start: from - begin, end: to - begin };
}
