/**
 * Reads M4A, Ogg, WebM and the like through the system's ffmpeg, as one channel of numbers between
 * -1 and 1.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Piece } from './wav.ts';

const RATE = 16_000;

/** There is no such command on this machine. */
export class NoDecoder extends Error {}

/** @throws NoDecoder when there is no ffmpeg; Error when it cannot read the file. */
export async function* readOther(path: string, ffmpeg: string): AsyncGenerator<Piece> {
  // Only files: a container may name other addresses to read from.
  const child = spawn(
    ffmpeg,
    [
      '-v',
      'error',
      '-nostdin',
      '-protocol_whitelist',
      'file,pipe',
      '-i',
      path,
      '-vn',
      '-f',
      'f32le',
      '-ac',
      '1',
      '-ar',
      String(RATE),
      'pipe:1',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
      const all = Buffer.concat([rest, bytes]);
      const samples = new Float32Array(Math.floor(all.length / 4));
      for (let index = 0; index < samples.length; index += 1)
        samples[index] = all.readFloatLE(index * 4);
      rest = all.subarray(samples.length * 4);
      yield { samples, rate: RATE };
    }
    const [code] = await ended.catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new NoDecoder('there is no ffmpeg here') : error;
    });
    if (code !== 0) throw new Error('the sound cannot be decoded');
  } finally {
    child.kill();
  }
}
