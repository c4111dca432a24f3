/** Listens to an uploaded file: its length and loudness, or why it cannot be heard. */
import { closeSync, openSync, readSync } from 'node:fs';
import { saidDuration } from './container.ts';
import { createMeter, type Measured } from './loudness.ts';
import { readMp3 } from './mp3.ts';
import { NoDecoder, readOther } from './other-sound.ts';
import { type Piece, readWav } from './wav.ts';

export type Listened =
  | ({ readonly kind: 'heard' } & Measured)
  /** Only its length could be read: this machine has no decoder for it. */
  | { readonly kind: 'measured'; readonly duration: number }
  | { readonly kind: 'unreadable'; readonly reason: string };
export type Listen = (path: string) => Promise<Listened>;

type SoundKind = 'wav' | 'mp3' | 'ogg' | 'mp4' | 'webm';

export function createListen({ ffmpeg }: { readonly ffmpeg: string }): Listen {
  return async (path) => {
    const kind = kindOf(path);
    if (!kind) return { kind: 'unreadable', reason: 'this is no sound in a known format' };
    const meter = createMeter();
    try {
      for await (const { samples, rate } of readSound(path, kind, ffmpeg)) meter.add(samples, rate);
    } catch (error) {
      if (!(error instanceof NoDecoder) || kind === 'wav' || kind === 'mp3')
        return {
          kind: 'unreadable',
          reason: error instanceof Error ? error.message : 'it cannot be read',
        };
      const duration = saidDuration(path, kind);
      return duration === undefined
        ? { kind: 'unreadable', reason: 'its length cannot be read' }
        : { kind: 'measured', duration };
    }
    const measured = meter.result();
    return measured.duration > 0
      ? { kind: 'heard', ...measured }
      : { kind: 'unreadable', reason: 'there is no sound in it' };
  };
}

function readSound(
  path: string,
  kind: SoundKind,
  ffmpeg: string,
): AsyncIterable<Piece> | Iterable<Piece> {
  if (kind === 'wav') return readWav(path);
  return kind === 'mp3' ? readMp3(path) : readOther(path, ffmpeg);
}

/** By its first bytes, not by the name of the file. */
function kindOf(path: string): SoundKind | undefined {
  const head = Buffer.alloc(12);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, 12, 0);
  } finally {
    closeSync(file);
  }
  const word = (from: number, to: number) => head.toString('latin1', from, to);
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WAVE') return 'wav';
  if (word(0, 4) === 'OggS') return 'ogg';
  if (word(4, 8) === 'ftyp') return 'mp4';
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'webm';
  // Eleven bits of sync, and a layer that exists.
  if (
    word(0, 3) === 'ID3' ||
    (head[0] === 0xff && (head.readUInt8(1) & 0xe0) === 0xe0 && (head.readUInt8(1) & 0x06) !== 0)
  )
    return 'mp3';
  return undefined;
}
