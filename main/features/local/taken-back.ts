/**
 * Names that were put in stay in the words that are stored. One that the doctor took back is told
 * by the transcript: there, it is no put-in name any more.
 */
import { type SpokenTurn, type TimedWord, UNSURE_BELOW } from '../../../shared/model/note/draft.ts';
import type { Note, NoteDocument } from '../../../shared/model/note/note.ts';
import { placedWords } from './doubts.ts';

/**
 * The turns with what was heard in place of each name that the transcript of `note` does not have.
 * Its lines are the turns.
 */
export function withTakenBack(
  turns: readonly SpokenTurn[],
  note: Pick<Note, 'documents'> | undefined,
): readonly SpokenTurn[] {
  const transcript = note?.documents.find(
    ({ kind, writtenHere }) => kind === 'transcript' && writtenHere !== undefined,
  );
  return transcript ? turns.map((turn, line) => asItStands(turn, line, transcript)) : turns;
}

/** From the end, so that what stands behind a name is as the transcript has it. */
function asItStands(turn: SpokenTurn, line: number, { doubts = [] }: NoteDocument): SpokenTurn {
  let { text } = turn;
  const taken = new Map<TimedWord, TimedWord>();
  for (const { word, start, end } of placedWords(turn).toReversed()) {
    const { heard, ...own } = word;
    // Only doubted ones can be taken back.
    if (heard === undefined || word.confidence >= UNSURE_BELOW) continue;
    const name = text.slice(start, end);
    const back = text.length - start;
    const stands = doubts.some(
      (one) =>
        one.heard !== undefined && one.line === line && one.back === back && one.words === name,
    );
    if (stands) continue;
    text = text.slice(0, start) + heard + text.slice(end);
    taken.set(word, { ...own, text: word.text.replace(name, () => heard), isTakenBack: true });
  }
  return { ...turn, text, words: turn.words?.map((word) => taken.get(word) ?? word) };
}
