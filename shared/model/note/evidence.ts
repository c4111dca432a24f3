/**
 * Which words of the transcript a note rests on, and about where in the recording they were said.
 * Found by comparing words: an aid to looking, never a proof.
 */
import type { Span } from '../coding/entities.ts';
import type { SpeakerNumber } from './speakers.ts';

/** `weak`: some of it was said in that place; `none`: nothing like it was found. */
export const supports = ['found', 'weak', 'none'] as const;
export type Support = (typeof supports)[number];

/**
 * A sentence (or a line) of the note. Headings, boilerplate and the patient's own data have none.
 */
export type EvidenceLine = {
  /** Id of the section of the note. */
  readonly section: string;
  /** In the text of that section; UTF-16 code units. */
  readonly span: Span;
  readonly support: Support;
  /** In the transcript's text (`transcriptOf`); absent for `none`. */
  readonly transcript?: Span | undefined;
};

export type NoteEvidence = {
  /**
   * False: the two cannot be held against each other, and `lines` is empty. To be said once, in
   * place of marking every sentence.
   */
  readonly comparable: boolean;
  /**
   * Reason why note and transcript are not comparable: no transcript came, or it is in another
   * language or script than the note.
   */
  readonly why?: 'no-transcript' | 'other-language' | undefined;
  /** In the order of the note. */
  readonly lines: readonly EvidenceLine[];
};

/**
 * Whether seconds of a visit can be listened to. `imported`: brought along as a file of a
 * form that is not played here; `recording`:
 * still running; `unreadable`: nothing of it can be read.
 */
const soundStates = ['there', 'erased', 'imported', 'recording', 'unreadable'] as const;
export type SoundState = (typeof soundStates)[number];

/** Words of the transcript with what stands around them. */
export type Said = {
  readonly before: string;
  readonly words: string;
  readonly after: string;
  /**
   * Samples of the recording in which they were said, approximately; absent where there is no sound
   * to listen to.
   */
  readonly about?: { readonly from: number; readonly to: number } | undefined;
  readonly sound: SoundState;
};

/** A transcript as it was spoken: who said what, and about when. */
export type SpokenTranscript = {
  readonly turns: readonly SpokenTurn[];
  readonly sound: SoundState;
  /** Length of the recording, where there is sound to listen to. */
  readonly samples?: number | undefined;
  /** Where two speakers were told apart here; `doctor`: as a person said. */
  readonly toldApart?: { readonly doctor?: SpeakerNumber | undefined } | undefined;
};

type SpokenTurn = {
  /** Absent where the transcript names nobody. */
  readonly speaker?: string | undefined;
  /** Its place among the turns that were told apart, from 0. */
  readonly turn?: number | undefined;
  /** About a sentence each. */
  readonly said: readonly SpokenSentence[];
};

/** Its place in the transcript's text. */
export type SpokenSentence = Span & {
  readonly text: string;
  /** The sample with which it begins, approximately; absent where there is no sound. */
  readonly at?: number | undefined;
};

/** Sound as it is kept: 16 000 samples a second, one channel, signed 16 bit, little endian. */
export type Heard = {
  /** The sample that it begins with. */
  readonly from: number;
  readonly audio: Uint8Array;
  /** Stretches of it that could not be read, and are silent in it; samples of the recording. */
  readonly missing: readonly (readonly [from: number, to: number])[];
};

/** Samples in one listening: a minute. */
export const LONGEST_LISTEN = 60 * 16_000;
