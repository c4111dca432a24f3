/** A stand-in recogniser that hears which of two made-up voices (voices.ts) speaks. */
import { SPEECH_RATE } from '../../../main/infrastructure/speech/speech.ts';
import { secondsIn } from '../servers/openai-server.ts';

/** Samples: a tenth of a second. */
const STEP = SPEECH_RATE / 10;
/** `highVoice` repeats itself after one of these, and `lowVoice` is then at its opposite. */
const PERIODS_OF_HIGH = [70, 72, 74, 76, 78];
const ALIKE = 0.5;
/** Of 32,768. */
const QUIET = 100;
/** Half a second. */
const SHORTEST_TURN = 5 * STEP;

/**
 * Sentences where one of two made-up voices speaks until the other begins, as a recogniser that
 * hears them would say: each takes the next sentence, its words spread over its time.
 */
export function spokenByTurns(sentences: readonly string[], body: Buffer) {
  const start = body.indexOf('RIFF') + 44;
  const count = Math.round(secondsIn(body) * SPEECH_RATE);
  const samples = Float64Array.from({ length: count }, (_, at) => body.readInt16LE(start + 2 * at));
  const heard: Turn[] = [];
  for (let from = 0; from + 2 * STEP <= count; from += STEP) {
    const frame = samples.subarray(from, from + STEP);
    // Where the computer was too busy nothing was heard.
    if (frame.every((sample) => Math.abs(sample) < QUIET)) continue;
    const isHigh = PERIODS_OF_HIGH.some((lag) => likeness(samples, from, lag) > ALIKE);
    add(heard, { isHigh, from, to: from + STEP });
  }
  const turns: Turn[] = [];
  for (const turn of heard) if (turn.to - turn.from > SHORTEST_TURN) add(turns, turn);
  const words = turns.flatMap(({ from, to }, at) => {
    const said = (sentences[at % sentences.length] ?? '').split(' ');
    const each = (to - from) / said.length / SPEECH_RATE;
    return said.map((word, place) => ({
      word,
      start: from / SPEECH_RATE + place * each,
      end: from / SPEECH_RATE + (place + 1) * each,
    }));
  });
  const text = words.map(({ word }) => word).join(' ');
  return {
    text,
    segments: [
      { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text, avg_logprob: -0.1 },
    ],
    words,
  };
}

type Turn = { readonly isHigh: boolean; readonly from: number; to: number };

/** The same voice goes on. */
function add(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (last?.isHigh === turn.isHigh) last.to = turn.to;
  else turns.push({ ...turn });
}

/** 1 where the frame repeats itself after so many samples. */
function likeness(samples: Float64Array, from: number, lag: number): number {
  let [both, one, other] = [0, 1e-9, 1e-9];
  for (let at = from; at < from + STEP; at += 1) {
    const [a, b] = [samples[at] ?? 0, samples[at + lag] ?? 0];
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return both / Math.sqrt(one * other);
}
