/** Reads a sound file piece by piece, as an engine of speech takes it: WAV and MP3. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { MAGIC_BYTES, soundFormatOf } from '../../../../shared/model/sound-file.ts';
import { decodeSound } from './decode-sound.ts';
import { WAV_HEAD, wavForm } from './wav-form.ts';

/** Throws Failure `invalid` / `sound-form` for what it cannot read, and what the disk throws. */
export async function* soundOfFile(file: string): AsyncGenerator<Float32Array, void, void> {
  const { size } = await stat(file);
  yield* decodeSound(createReadStream(file, { highWaterMark: 1 << 15 }), size);
}

/** Bytes; who writes into a pipe does not know the length, and states one like these. */
const NO_LENGTH = 0x7f00_0000;
/** Seconds; less is rounding. */
const FEWEST_MISSING = 0.5;

/**
 * Seconds by which a WAV file is shorter than its own head states, as where a copy was cut; 0 where
 * nothing is missing, or no length is stated. Throws what the disk throws.
 */
export async function missingSeconds(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(WAV_HEAD), 0, WAV_HEAD, 0);
    const head = buffer.subarray(0, bytesRead);
    if (soundFormatOf(head.subarray(0, MAGIC_BYTES))?.extension !== 'wav') return 0;
    const form = wavForm(head);
    if (!form || form === 'unknown' || form.end - form.start >= NO_LENGTH) return 0;
    const missing = (form.end - size) / (form.rate * form.channels * form.bytes);
    return missing < FEWEST_MISSING ? 0 : Math.round(missing * 10) / 10;
  } finally {
    await handle.close();
  }
}
