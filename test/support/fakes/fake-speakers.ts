/** A visit whose two speakers were told apart by their voices, and what a person says of them. */
import type { SpokenTranscript } from '../../../shared/model/note/evidence.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import {
  otherSpeaker,
  type SpeakerNumber,
  speakerLabel,
} from '../../../shared/model/note/speakers.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

/** `refused`: the note is just being written, and nothing can be said of the speakers. */
export type SpeakersScene = { readonly toldApart?: 'guessed' | 'refused' | undefined };

/** What a person said. */
export type SaidOfSpeakers = {
  doctor?: SpeakerNumber | undefined;
  /** Turns that are the other speaker's, and not who was guessed. */
  readonly others: Set<number>;
};

const turns: readonly (readonly [guess: SpeakerNumber, words: string])[] = [
  [1, 'Any fever at night?'],
  [2, 'High fever for three days.'],
  [1, 'Any vomiting?'],
  [2, 'No vomiting at all.'],
];

const speakerAt = ({ others }: SaidOfSpeakers, turn: number, guess: SpeakerNumber) =>
  others.has(turn) ? otherSpeaker(guess) : guess;

const linesOf = (said: SaidOfSpeakers) =>
  turns.map(([guess, words], turn) => {
    const speaker = speakerLabel(speakerAt(said, turn, guess), said.doctor);
    return {
      turn,
      speaker,
      words,
      before: `[00:${String(turn * 4).padStart(2, '0')}] ${speaker}: `,
    };
  });

export const toldApartNote = (note: Note, said: SaidOfSpeakers): Note => ({
  ...note,
  documents: note.documents.map((one) => {
    const writtenHere = { speech: 'moonshine-tiny-en' };
    if (one.kind !== 'transcript') return { ...one, writtenHere };
    const text = linesOf(said)
      .map(({ before, words }) => before + words)
      .join('\n');
    return { ...one, text, writtenHere };
  }),
});

export function fakeSpeakers(
  { toldApart }: SpeakersScene,
  said: SaidOfSpeakers,
  tell: (name: string, payload: unknown) => void,
): FakeHandlers {
  if (!toldApart) return {};
  return {
    'notes.spoken': (): SpokenTranscript => spokenOf(said),
    'here.whoSpoke': (one) => {
      if (toldApart === 'refused') refuse('busy', 'note-being-written');
      if ('doctor' in one) said.doctor = one.doctor;
      else if (one.speaker === turns[one.turn]?.[0]) said.others.delete(one.turn);
      else said.others.add(one.turn);
      tell('notes.changed', { id: one.id });
    },
  };
}

/** Without sound: what is said of the speakers needs none. */
function spokenOf(said: SaidOfSpeakers): SpokenTranscript {
  let start = 0;
  const spoken = linesOf(said).map(({ turn, speaker, words, before }) => {
    const from = start + before.length;
    start = from + words.length + 1;
    return { turn, speaker, said: [{ start: from, end: from + words.length, text: words }] };
  });
  return { turns: spoken, sound: 'erased', toldApart: { doctor: said.doctor } };
}
