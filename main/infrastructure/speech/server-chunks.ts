/**
 * Gathers what is said between pauses into pieces that a server hears at once, with a short silence
 * where a pause was; and leads times of a piece back to the whole sound.
 */
import { cutAtPauses, type Stretch } from './pauses.ts';
import { SPEECH_RATE } from './speech.ts';

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

export async function* chunksOf(
  sound: AsyncIterable<Float32Array>,
): AsyncGenerator<Chunk, void, void> {
  let waiting: Stretch[] = [];
  let length = 0;
  for await (const stretch of cutAtPauses(sound)) {
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
