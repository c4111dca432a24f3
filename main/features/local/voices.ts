/** Gives each sentence that was heard the voice in which it was said. */
import type { TimedWord } from '../../../shared/model/note/draft.ts';
import { createVoiceMeter, type VoiceMeter } from '../../infrastructure/speech/sound/voice.ts';
import type { SpokenStretch } from '../../infrastructure/speech/speech.ts';

/** So many words of the stretch, one behind the other; without a voice where little was heard. */
type SpokenSentence = {
  readonly words: number;
  readonly voice?: readonly number[] | undefined;
};
/** `sentences`: of all its words; absent where nobody listened to the voice. */
export type VoicedStretch = SpokenStretch & {
  readonly sentences?: readonly SpokenSentence[] | undefined;
};

export type MeteredSound = {
  /** The same sound. */
  readonly sound: AsyncGenerator<Float32Array, void, void>;
  /** The stretches of that sound, as far as it was read. */
  voiced(stretches: readonly SpokenStretch[]): VoicedStretch[];
};

/** Listens along. Times of the stretches are those of the sound. */
export function metered(sound: AsyncIterable<Float32Array>): MeteredSound {
  const meter = createVoiceMeter();
  return {
    sound: listened(sound, meter),
    voiced: (stretches) =>
      stretches.map((stretch) => ({ ...stretch, sentences: sentencesOf(stretch, meter) })),
  };
}

async function* listened(
  sound: AsyncIterable<Float32Array>,
  meter: VoiceMeter,
): AsyncGenerator<Float32Array, void, void> {
  for await (const piece of sound) {
    meter.add(piece);
    yield piece;
  }
}

const ENDS = /[.?!।？！…]["'”’)]*$/u;
/** Seconds at both ends of a sentence that may be its neighbour's: times of words are about. */
const EDGE = 0.1;

function sentencesOf({ words, from, to }: SpokenStretch, meter: VoiceMeter): SpokenSentence[] {
  const runs = words.length > 0 ? runsOf(words) : [];
  const all = runs.length > 0 ? runs : [{ words: 0, from, to }];
  return all.map((run) => {
    const voice = meter.voiceIn(run.from + EDGE, run.to - EDGE);
    return { words: run.words, ...(voice && { voice }) };
  });
}

function runsOf(words: readonly TimedWord[]) {
  const runs: { words: number; from: number; to: number }[] = [];
  let isNew = true;
  for (const { text, from, to } of words) {
    const last = runs.at(-1);
    if (isNew || !last) runs.push({ words: 1, from, to });
    else Object.assign(last, { words: last.words + 1, to });
    isNew = ENDS.test(text);
  }
  return runs;
}
