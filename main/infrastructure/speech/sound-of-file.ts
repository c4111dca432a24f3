/** Reads a sound file piece by piece, as an engine of speech takes it: WAV (16 bit) and MP3. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { MPEGDecoder } from 'mpg123-decoder';
import { Failure } from '../../../shared/failure.ts';
import { MAGIC_BYTES, soundFormatOf } from '../../../shared/model/sound-file.ts';
import { SPEECH_RATE } from './speech.ts';

/** Bytes at the beginning of a WAV file among which its sound must begin. */
const HEAD = 65_536;

/** Throws Failure `invalid` / `sound-form` for what it cannot read. */
export async function* soundOfFile(file: string): AsyncGenerator<Float32Array, void, void> {
  const head = await headOf(file);
  const format = soundFormatOf(head.subarray(0, MAGIC_BYTES))?.extension;
  if (format === 'mp3') yield* mp3(file);
  else if (format === 'wav') yield* wav(file, head);
  else throw wrong('This is neither WAV nor MP3. Convert it first.');
}

const wrong = (message: string) => new Failure('invalid', message, { detail: 'sound-form' });

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

type Form = { readonly rate: number; readonly channels: number };

async function* wav(file: string, head: Buffer): AsyncGenerator<Float32Array, void, void> {
  const { rate, channels, start, end } = wavForm(head);
  const frame = 2 * channels;
  const resample = createResampler(rate);
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(file, { start, end, highWaterMark: 1 << 18 })) {
    const all = Buffer.concat([rest, piece as Buffer]);
    const frames = Math.floor(all.length / frame);
    const mono = new Float32Array(frames);
    for (let at = 0; at < frames; at += 1) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel += 1)
        sum += all.readInt16LE(at * frame + 2 * channel);
      mono[at] = sum / channels / 32_768;
    }
    rest = all.subarray(frames * frame);
    yield resample(mono);
  }
}

/** `start`, `end`: the first and the last byte of its sound, as `createReadStream` takes them. */
function wavForm(head: Buffer): Form & { readonly start: number; readonly end: number } {
  let form: Form | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= head.length) form = wavFormat(head, start);
    if (name === 'data') {
      if (!form) break;
      // A recorder that was cut off wrote no length: then all that follows is sound.
      const isOpen = size === 0 || size === 0xffff_ffff;
      return { ...form, start, end: isOpen ? Number.POSITIVE_INFINITY : start + size - 1 };
    }
    at = start + size + (size % 2);
  }
  throw wrong('This WAV file has no sound where it should begin. It may be damaged.');
}

function wavFormat(head: Buffer, start: number): Form {
  const [kind, channels] = [head.readUInt16LE(start), head.readUInt16LE(start + 2)];
  const [rate, bits] = [head.readUInt32LE(start + 4), head.readUInt16LE(start + 14)];
  const isKnown = (kind === 1 || kind === 0xfffe) && bits === 16;
  if (!isKnown || channels < 1 || channels > 8 || rate < 8_000 || rate > 192_000)
    throw wrong('This WAV file is not of 16 bit samples between 8 and 192 kHz. Convert it first.');
  return { rate, channels };
}

async function* mp3(file: string): AsyncGenerator<Float32Array, void, void> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    let resample: Resample | undefined;
    for await (const piece of createReadStream(file, { highWaterMark: 1 << 15 })) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(piece as Uint8Array);
      if (samplesDecoded === 0) continue;
      resample ??= createResampler(sampleRate);
      yield resample(mixed(channelData, samplesDecoded));
    }
    if (!resample) throw wrong('This MP3 file has no sound that can be read. It may be damaged.');
  } finally {
    decoder.free();
  }
}

function mixed(channels: readonly Float32Array[], length: number): Float32Array {
  const mono = new Float32Array(length);
  for (const channel of channels)
    for (let at = 0; at < length; at += 1)
      mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0) / channels.length;
  return mono;
}

type Resample = (samples: Float32Array) => Float32Array;

/**
 * To 16 kHz, piece by piece: each sample is the mean of the sound that it stands for, and between
 * two samples where the file has fewer.
 */
function createResampler(rate: number): Resample {
  if (rate === SPEECH_RATE) return (samples) => samples;
  const step = rate / SPEECH_RATE;
  const width = Math.max(1, step);
  let rest = new Float32Array(0);
  /** Where the next sample begins, in `rest` and what follows it. */
  let at = 0;
  return (samples) => {
    const all = new Float32Array(rest.length + samples.length);
    all.set(rest);
    all.set(samples, rest.length);
    const made: number[] = [];
    for (; at + width + 1 <= all.length; at += step) made.push(meanOf(all, at, at + width));
    const kept = Math.floor(at);
    rest = all.slice(kept);
    at -= kept;
    return Float32Array.from(made);
  };
}

/** The mean of the sound between two places, whose samples count by the part that is inside. */
function meanOf(all: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = Math.floor(from); at < to; at += 1)
    sum += (all[at] ?? 0) * (Math.min(at + 1, to) - Math.max(at, from));
  return sum / (to - from);
}
