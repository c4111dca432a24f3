/**
 * An engine that runs a model in a thread: gives it pieces of the sound, and places what it heard.
 * A piece whose text was ended before its own end is heard again in two halves, so that its last
 * words are not lost; what is still ended there is doubted.
 */
import type { TimedWord } from '../../../shared/model/note/draft.ts';
import type { HeardSegment } from './onnx-thread.ts';
import type { Recogniser } from './recogniser.ts';
import { IN_REPETITION, isRepetitive } from './repetition.ts';
import { type Chunk, halvesOf, placeInSound } from './server/server-chunks.ts';
import type { Listen } from './sound/pauses.ts';
import { SPEECH_RATE, type SpeechEngine, type SpokenStretch } from './speech.ts';
import { shareTimes, toMilliseconds } from './word-times.ts';

/** Samples; half of a shorter piece is no sentence. */
const SPLIT_FROM = 3 * SPEECH_RATE;

export const createModelEngine = (
  recogniser: Recogniser,
  pieces: (sound: AsyncIterable<Float32Array>, listen: Listen) => AsyncIterable<Chunk>,
): SpeechEngine => ({
  async *transcribe(sound) {
    for await (const piece of pieces(sound, recogniser.listen))
      yield* await hear(recogniser, piece);
  },
  close: () => recogniser.close(),
});

/** Throws what the recogniser throws. */
async function hear(recogniser: Recogniser, piece: Chunk): Promise<SpokenStretch[]> {
  const { segments, isCut } = await recogniser.hear(piece.samples);
  if (isCut && piece.samples.length >= SPLIT_FROM) {
    const heard: SpokenStretch[] = [];
    for (const half of halvesOf(piece)) heard.push(...(await hear(recogniser, half)));
    return heard;
  }
  return segments.map((segment) => placed(piece, segment, isCut));
}

/** Where the model tells no times of words they share those of their sentence by their letters. */
function placed(piece: Chunk, { from, to, words: heard }: HeardSegment, isCut: boolean) {
  const texts = heard.map(({ text }) => text);
  const most = isCut || isRepetitive(texts) ? IN_REPETITION : 1;
  const at = (seconds: number) => toMilliseconds(placeInSound(piece, seconds));
  const words = shareTimes(texts, { from, to }).map((shared, index): TimedWord => {
    const { confidence = 0, from: begins = shared.from, to: ends = shared.to } = heard[index] ?? {};
    return {
      text: shared.text,
      from: at(begins),
      to: Math.max(at(begins), at(ends)),
      confidence: Math.round(Math.min(confidence, most) * 100) / 100,
    };
  });
  return {
    text: texts.join(' '),
    from: at(from),
    to: Math.max(at(from), at(to)),
    words,
  };
}
