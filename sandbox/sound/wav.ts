/** Reads WAV of any rate and depth, piece by piece, as one channel of numbers between -1 and 1. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export type Piece = { readonly samples: Float32Array; readonly rate: number };

type Format = {
  readonly float: boolean;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
};

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const FRAMES_AT_ONCE = 16_384;

/** @throws Error with a plain sentence when the file is no WAV that we know. */
export function* readWav(path: string): Generator<Piece> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const at = (position: number, length: number) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, position));
    };
    let format: Format | undefined;
    for (let position = 12; position + 8 <= size; ) {
      const head = at(position, 8);
      const name = head.toString('latin1', 0, 4);
      const said = head.readUInt32LE(4);
      const start = position + 8;
      if (name === 'fmt ') format = readFormat(at(start, Math.min(said, 40)));
      if (name === 'data') {
        if (!format) throw new Error('sound before its format');
        // A recorder that was cut off leaves 0 or all ones here: then everything to the end is
        // sound.
        const length = said === 0 || start + said > size ? size - start : said;
        yield* readData(format, start, length, at);
        return;
      }
      position = start + said + (said % 2);
    }
    throw new Error('no sound in the file');
  } finally {
    closeSync(file);
  }
}

function readFormat(bytes: Buffer): Format {
  if (bytes.length < 16) throw new Error('the format is cut off');
  const tag = bytes.readUInt16LE(0);
  const kind = tag === EXTENSIBLE && bytes.length >= 26 ? bytes.readUInt16LE(24) : tag;
  const format = {
    float: kind === FLOAT,
    channels: bytes.readUInt16LE(2),
    rate: bytes.readUInt32LE(4),
    bits: bytes.readUInt16LE(14),
  };
  const known = kind === FLOAT ? [32, 64] : [8, 16, 24, 32];
  if (
    (kind !== PCM && kind !== FLOAT) ||
    !known.includes(format.bits) ||
    format.channels === 0 ||
    format.rate < 1000
  )
    throw new Error('a kind of WAV that is not known here');
  return format;
}

function* readData(
  { float, channels, rate, bits }: Format,
  start: number,
  length: number,
  at: (position: number, length: number) => Buffer,
): Generator<Piece> {
  const width = bits / 8;
  const frame = width * channels;
  for (let done = 0; done + frame <= length; ) {
    const bytes = at(
      start + done,
      Math.min(FRAMES_AT_ONCE * frame, Math.floor((length - done) / frame) * frame),
    );
    const frames = Math.floor(bytes.length / frame);
    if (frames === 0) return;
    const samples = new Float32Array(frames);
    for (let index = 0; index < frames; index += 1) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel += 1)
        sum += sample(bytes, index * frame + channel * width, bits, float);
      samples[index] = sum / channels;
    }
    yield { samples, rate };
    done += frames * frame;
  }
}

function sample(bytes: Buffer, offset: number, bits: number, float: boolean) {
  if (float) return bits === 32 ? bytes.readFloatLE(offset) : bytes.readDoubleLE(offset);
  if (bits === 8) return (bytes.readUInt8(offset) - 128) / 128;
  return bytes.readIntLE(offset, bits / 8) / 2 ** (bits - 1);
}
