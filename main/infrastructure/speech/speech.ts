/** The port of speech recognition: sound in, words with times and confidence out. */

import type { TimedWord } from '../../../shared/model/note/draft.ts';

/** The engine that comes with Scriba, as it stands beside what it heard. */
export const BUILT_IN = 'moonshine-tiny-en';

/** Hz, of all sound that an engine takes: one channel, from -1 to 1. */
export const SPEECH_RATE = 16_000;

/**
 * What was said between two pauses. Times are those of the sound; of words they may be about. The
 * confidence of a word is that of its least sure part; an engine that is not told it says 0 for a
 * number, and 1 for other words.
 */
export type SpokenStretch = {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly words: readonly TimedWord[];
};

export type SpeechEngine = {
  /** In the order of the sound, which is read no faster than it is recognised. */
  transcribe(sound: AsyncIterable<Float32Array>): AsyncGenerator<SpokenStretch, void, void>;
  /** Ends the thread, or the call under way. */
  close(): Promise<void>;
};
