/**
 * Gathers what is said between pauses into pieces that a server or a model hears at once, with a short silence
 * where a pause was; and leads times of a piece back to the whole sound.
 */
import { cutAtPauses, type Listen, type Stretch } from '../sound/pauses.ts';
import { SPEECH_RATE } from '../speech.ts';

/** Samples: models of servers hear half a minute at a time, and need context. */
const LARGEST = 28 * SPEECH_RATE;
const PAUSE = 0.4 * SPEECH_RATE;

type Part = {
  /** In the whole sound. */
  readonly at: number;
  readonly start: number;
  readonly length: number;
};
export type Chunk = {
  readonly samples: Float32Array;
  /** Each begins at `start` in the piece; samples. */
  readonly parts: readonly Part[];
};

/** Each stretch between two pauses by itself. */
export async function* stretchesOf(
  sound: AsyncIterable<Float32Array>,
  listen?: Listen,
): AsyncGenerator<Chunk, void, void> {
  for await (const { at, samples } of cutAtPauses(sound, listen))
    yield { samples, parts: [{ at, start: 0, length: samples.length }] };
}

export async function* chunksOf(
  sound: AsyncIterable<Float32Array>,
  listen?: Listen,
): AsyncGenerator<Chunk, void, void> {
  let waiting: Stretch[] = [];
  let length = 0;
  for await (const stretch of cutAtPauses(sound, listen)) {
    if (waiting.length > 0 && length + stretch.samples.length > LARGEST) {
      yield joined(waiting, length);
      [waiting, length] = [[], 0];
    }
    waiting.push(stretch);
    length += stretch.samples.length + PAUSE;
  }
  if (waiting.length > 0) yield joined(waiting, length);
}

function joined(stretches: readonly Stretch[], length: number): Chunk {
  const samples = new Float32Array(length);
  const parts: Part[] = [];
  let start = 0;
  for (const { at, samples: own } of stretches) {
    samples.set(own, start);
    parts.push({ at, start, length: own.length });
    start += own.length + PAUSE;
  }
  return { samples, parts };
}

/** Parted at the quietest place of its middle third. */
export function halvesOf({ samples, parts }: Chunk): Chunk[] {
  const cut = quietestPlace(
    samples,
    Math.floor(samples.length / 3),
    Math.ceil((2 * samples.length) / 3),
  );
  const half = (from: number, to: number): Chunk => ({
    samples: samples.slice(from, to),
    parts: parts.flatMap(({ at, start, length }) => {
      const [begins, ends] = [Math.max(start, from), Math.min(start + length, to)];
      if (begins >= ends) return [];
      return [{ at: at + begins - start, start: begins - from, length: ends - begins }];
    }),
  });
  // What lies in a pause alone was never sound.
  return [half(0, cut), half(cut, samples.length)].filter((one) => one.parts.length > 0);
}

/** Samples by which a place is judged: 20 ms. */
const PLACE = 320;

function quietestPlace(samples: Float32Array, from: number, to: number): number {
  let [best, least] = [from, Number.POSITIVE_INFINITY];
  for (let at = from; at + PLACE <= to; at += PLACE) {
    let sum = 0;
    for (let sample = at; sample < at + PLACE; sample += 1) sum += (samples[sample] ?? 0) ** 2;
    if (sum < least) [best, least] = [at + PLACE / 2, sum];
  }
  return best;
}

/** Seconds in the whole sound for seconds in the piece: what lies in a pause is its beginning. */
export function placeInSound({ samples, parts }: Chunk, seconds: number): number {
  const sample = Math.min(Math.max(0, seconds * SPEECH_RATE), samples.length);
  const part = parts.findLast(({ start }) => start <= sample) ?? parts[0];
  return part ? (part.at + Math.min(sample - part.start, part.length)) / SPEECH_RATE : 0;
}

/** A WAV file of one channel, 16 bit. */
export function wavOf(samples: Float32Array): Buffer {
  const file = Buffer.alloc(44 + 2 * samples.length);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + 2 * samples.length, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SPEECH_RATE, 24);
  file.writeUInt32LE(2 * SPEECH_RATE, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(2 * samples.length, 40);
  for (const [at, sample] of samples.entries())
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + 2 * at);
  return file;
}
