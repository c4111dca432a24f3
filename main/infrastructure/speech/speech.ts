/** The port of speech recognition on this computer: sound in, words with times and confidence out. */

/** Hz, of all sound that an engine takes: one channel, from -1 to 1. */
export const SPEECH_RATE = 16_000;

export type SpokenWord = {
  readonly text: string;
  /** Seconds since the beginning of the sound; about, within the stretch. */
  readonly from: number;
  readonly to: number;
  /** How sure the recogniser is of its least sure part, from 0 to 1. */
  readonly confidence: number;
};

/** What was said between two pauses. Its times are those of the sound. */
export type SpokenStretch = {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly words: readonly SpokenWord[];
};

export type SpeechEngine = {
  /** In the order of the sound, which is read no faster than it is recognised. */
  transcribe(sound: AsyncIterable<Float32Array>): AsyncGenerator<SpokenStretch, void, void>;
  /** Ends the thread. */
  close(): Promise<void>;
};
