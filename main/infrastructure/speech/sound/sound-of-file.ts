/** Reads a sound file piece by piece, as an engine of speech takes it: WAV and MP3. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { decodeSound } from './decode-sound.ts';

/** Throws Failure `invalid` / `sound-form` for what it cannot read, and what the disk throws. */
export async function* soundOfFile(file: string): AsyncGenerator<Float32Array, void, void> {
  const { size } = await stat(file);
  yield* decodeSound(createReadStream(file, { highWaterMark: 1 << 15 }), size);
}
