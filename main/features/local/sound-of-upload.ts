/** Reads the sound of a visit that is worked on here: our own recordings, and imported files. */
import { Failure } from '../../../shared/failure.ts';
import { decodeSound } from '../../infrastructure/speech/sound/decode-sound.ts';
import { SPEECH_RATE } from '../../infrastructure/speech/speech.ts';

export type ReadSound = {
  readonly sound: AsyncGenerator<Float32Array, void, void>;
  /** Of the sound that was read up to now. */
  seconds(): number;
};

/** Throws Failure `refused` / `sound-not-heard-here` for another file, and what reading throws. */
export function soundOfUpload(bytes: AsyncIterable<Uint8Array>): ReadSound {
  const read = { samples: 0 };
  return { sound: counted(bytes, read), seconds: () => read.samples / SPEECH_RATE };
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  read: { samples: number },
): AsyncGenerator<Float32Array, void, void> {
  try {
    for await (const samples of decodeSound(bytes)) {
      read.samples += samples.length;
      yield samples;
    }
  } catch (error) {
    if (error instanceof Failure && error.detail === 'sound-form') throw notHeard(error);
    throw error;
  }
}

const notHeard = (cause: Failure) =>
  new Failure(
    'refused',
    'This file cannot be heard on this computer: it takes WAV and MP3 files, of eight hours at most. Convert it, and import it again. It is safe here.',
    { detail: 'sound-not-heard-here', cause },
  );
