/** Reads a sound file piece by piece, as an engine of speech takes it: WAV and MP3. */
import { createReadStream } from 'node:fs';
import { decodeSound } from './decode-sound.ts';

/** Throws Failure `invalid` / `sound-form` for what it cannot read. */
export const soundOfFile = (file: string): AsyncGenerator<Float32Array, void, void> =>
  decodeSound(createReadStream(file, { highWaterMark: 1 << 15 }));
