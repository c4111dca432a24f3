/** Reads a sound file piece by piece, as an engine of speech takes it: WAV and MP3. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { decodeSound } from './decode-sound.ts';
import { missingSecondsIn, WAV_HEAD } from './wav-form.ts';

/** Throws Failure `invalid` / `sound-form` for what it cannot read, and what the disk throws. */
export async function* soundOfFile(file: string): AsyncGenerator<Float32Array, void, void> {
  const { size } = await stat(file);
  yield* decodeSound(createReadStream(file, { highWaterMark: 1 << 15 }), size);
}

/**
 * Seconds by which a WAV file is shorter than its own head states, as where a copy was cut; 0 where
 * nothing is missing, or no length is stated. Throws what the disk throws.
 */
export async function missingSeconds(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(WAV_HEAD), 0, WAV_HEAD, 0);
    return missingSecondsIn(buffer.subarray(0, bytesRead), size);
  } finally {
    await handle.close();
  }
}
