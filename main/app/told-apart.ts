/** Says of a transcript that was recognised here which of its turns can be given to the other one. */
import type { SpokenTranscript } from '../../shared/model/note/evidence.ts';
import type { Note } from '../../shared/model/note/note.ts';
import { speakerNumber } from '../../shared/model/note/speakers.ts';
import type { VisitDetails } from '../infrastructure/store/rows.ts';

type Turns = Pick<SpokenTranscript, 'turns' | 'toldApart'>;

/** `transcript`: the text in which the turns stand; each that was told apart begins a line. */
export function withToldApart(
  turns: SpokenTranscript['turns'],
  transcript: string,
  { documents }: Pick<Note, 'documents'>,
  { mode, speakers: { doctor } = {} }: Partial<Pick<VisitDetails, 'mode' | 'speakers'>> = {},
): Turns {
  const isOurs = documents.some(
    ({ kind, writtenHere, text }) =>
      kind === 'transcript' && writtenHere !== undefined && text === transcript,
  );
  // A visit that became a dictation later has one speaker: there is nobody to swap with.
  if (
    !isOurs ||
    mode === 'dictation' ||
    !turns.some(({ speaker }) => speakerNumber(speaker, doctor) !== undefined)
  )
    return { turns };
  return {
    turns: turns.map((turn) => ({ ...turn, turn: lineOf(transcript, turn.said[0]?.start ?? 0) })),
    toldApart: { ...(doctor !== undefined && { doctor }) },
  };
}

const lineOf = (text: string, place: number) => text.slice(0, place).split('\n').length - 1;
