/**
 * How Whisper writes: which token may follow (times stand in pairs around what was said, and never
 * go back), and sentences with times out of the tokens.
 */
import type { HeardSegment, Token } from '../onnx-thread.ts';
import type { WhisperGeneration } from './model-config.ts';
import { type Vocabulary, wordsOfTokens } from './token-text.ts';

/** Seconds between two times that it can write; of the first time at most, where nothing is told. */
const A_TIME = 0.02;
const LATEST_FIRST = 50;
/** As Whisper judges it: no speech, and a text that is hardly likely. */
const [NO_SPEECH, HARDLY_LIKELY] = [0.6, -1];

export type Rules = {
  readonly generation: WhisperGeneration;
  readonly firstTime: number;
  readonly suppressed: readonly number[];
};

export function rulesOf(generation: WhisperGeneration): Rules {
  const firstTime = generation.no_timestamps_token_id + 1;
  return {
    generation,
    firstTime,
    suppressed: [...generation.suppress_tokens, generation.no_timestamps_token_id],
  };
}

/** Lowers in place the scores of tokens that cannot follow. */
export function allow(scores: Float32Array, written: readonly Token[], rules: Rules): void {
  const { generation, firstTime, suppressed } = rules;
  const end = generation.eos_token_id;
  const never = (from: number, to: number) => scores.fill(Number.NEGATIVE_INFINITY, from, to);
  const scoreOfEnd = scores[end] ?? Number.NEGATIVE_INFINITY;
  for (const id of suppressed) never(id, id + 1);
  // Signs of the model stand between the end of a text and the times.
  never(end + 1, firstTime);
  scores[end] = scoreOfEnd;
  if (written.length === 0) {
    for (const id of generation.begin_suppress_tokens) never(id, id + 1);
    const latest = firstTime + (generation.max_initial_timestamp_index ?? LATEST_FIRST);
    never(0, firstTime);
    never(latest + 1, scores.length);
    return;
  }
  const isTime = (token: Token | undefined) => token !== undefined && token.id >= firstTime;
  const last = written.at(-1);
  if (isTime(last)) {
    if (written.length === 1 || isTime(written.at(-2))) never(firstTime, scores.length);
    else never(0, end);
  }
  const latest = written.findLast(isTime);
  // The beginning of a sentence may be the end of the one before; an end is after its beginning.
  if (latest) never(firstTime, latest.id + (isTime(last) ? 0 : 1));
  if (timesAreLikelier(scores, firstTime)) never(0, firstTime);
}

/** All times together against the likeliest word. */
function timesAreLikelier(scores: Float32Array, firstTime: number): boolean {
  let [word, time] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < firstTime; at += 1) word = Math.max(word, scores[at] ?? word);
  for (let at = firstTime; at < scores.length; at += 1) time = Math.max(time, scores[at] ?? time);
  let sum = 0;
  for (let at = firstTime; at < scores.length; at += 1)
    sum += Math.exp((scores[at] ?? time) - time);
  return time > Number.NEGATIVE_INFINITY && time + Math.log(sum) > word;
}

/** Sentences between two times; `noSpeech`: how likely the model held that nobody speaks. */
export function segmentsOf(
  written: readonly Token[],
  { seconds, noSpeech }: { readonly seconds: number; readonly noSpeech: number },
  { firstTime }: Rules,
  vocabulary: Vocabulary,
): HeardSegment[] {
  const texts = written.filter(({ id }) => id < firstTime);
  const likely = texts.reduce((sum, { confidence }) => sum + Math.log(confidence), 0);
  if (texts.length === 0) return [];
  if (noSpeech > NO_SPEECH && likely / texts.length < HARDLY_LIKELY) return [];
  const segments: HeardSegment[] = [];
  let [from, own]: [number, Token[]] = [0, []];
  const finish = (to: number) => {
    const words = wordsOfTokens(own, vocabulary);
    if (words.length > 0)
      segments.push({ from: Math.min(from, seconds), to: Math.min(to, seconds), words });
    own = [];
  };
  for (const token of written) {
    if (token.id < firstTime) own.push(token);
    else {
      const time = (token.id - firstTime) * A_TIME;
      finish(time);
      from = time;
    }
  }
  finish(seconds);
  return segments;
}
