/** Reads the WAV files that this app makes: 16 kHz, one channel, 16 bit, the sound after 44 bytes. */
import { Failure } from '../../../shared/failure.ts';
import { SPEECH_RATE } from '../../infrastructure/speech/speech.ts';

const HEADER = 44;

export type ReadSound = {
  readonly sound: AsyncGenerator<Float32Array, void, void>;
  /** Of the sound that was read up to now. */
  seconds(): number;
};

/** Throws Failure `refused` / `sound-not-heard-here` for another file, and what reading throws. */
export function soundOfWav(bytes: AsyncIterable<Uint8Array>): ReadSound {
  const read = { samples: 0 };
  return { sound: samplesOf(bytes, read), seconds: () => read.samples / SPEECH_RATE };
}

async function* samplesOf(
  bytes: AsyncIterable<Uint8Array>,
  read: { samples: number },
): AsyncGenerator<Float32Array, void, void> {
  let rest = Buffer.alloc(0);
  let isPastHeader = false;
  for await (const piece of bytes) {
    let all = Buffer.concat([rest, piece]);
    if (!isPastHeader) {
      if (all.length < HEADER) {
        rest = all;
        continue;
      }
      checkHeader(all);
      all = all.subarray(HEADER);
      isPastHeader = true;
    }
    const count = Math.floor(all.length / 2);
    const samples = new Float32Array(count);
    for (let at = 0; at < count; at += 1) samples[at] = all.readInt16LE(at * 2) / 32_768;
    rest = all.subarray(count * 2);
    read.samples += count;
    if (count > 0) yield samples;
  }
  if (!isPastHeader) throw notHeard();
}

function checkHeader(head: Buffer): void {
  const isOurs =
    head.toString('latin1', 0, 4) === 'RIFF' &&
    head.toString('latin1', 8, 16) === 'WAVEfmt ' &&
    head.readUInt16LE(20) === 1 &&
    head.readUInt16LE(22) === 1 &&
    head.readUInt32LE(24) === SPEECH_RATE &&
    head.readUInt16LE(34) === 16 &&
    head.toString('latin1', 36, 40) === 'data';
  if (!isOurs) throw notHeard();
}

export const notHeard = () =>
  new Failure(
    'refused',
    'This file cannot be heard on this computer: it takes WAV files of 16 kHz, one channel and 16 bit. Convert it, and import it again. It is safe here.',
    { detail: 'sound-not-heard-here' },
  );
