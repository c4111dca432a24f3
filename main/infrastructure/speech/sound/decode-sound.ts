/**
 * Makes what an engine of speech takes out of the bytes of a sound file, piece by piece: WAV (8 to 32
 * bit, or floating point) and MP3. The bytes are read to their end, so that who gives them can check
 * them there.
 */
import { MPEGDecoder } from 'mpg123-decoder';
import { Failure } from '../../../../shared/failure.ts';
import { MAGIC_BYTES, soundFormatOf } from '../../../../shared/model/sound-file.ts';
import { HOUR, SECOND } from '../../../../shared/time.ts';
import { SPEECH_RATE } from '../speech.ts';
import { createResampler, type Resample } from './resample.ts';
import { readSamples, WAV_HEAD, wavForm } from './wav-form.ts';

/** Samples; small files can say that they are days long. */
const LONGEST = ((8 * HOUR) / SECOND) * SPEECH_RATE;

type Bytes = AsyncIterable<Uint8Array>;
type Sound = AsyncGenerator<Float32Array, void, void>;

/**
 * `size`: of all bytes, where it is known: too long a WAV file is then refused before it is read.
 * Throws Failure `invalid` / `sound-form` for what it cannot read, and what the bytes throw.
 */
export async function* decodeSound(bytes: Bytes, size = Number.POSITIVE_INFINITY): Sound {
  const { head, all } = await withHead(bytes);
  let samples = 0;
  for await (const piece of decoded(head, all, size)) {
    samples += piece.length;
    if (samples > LONGEST) throw tooLong();
    if (piece.length > 0) yield piece;
  }
}

function decoded(head: Buffer, all: Bytes, size: number): Sound {
  const format = soundFormatOf(head.subarray(0, MAGIC_BYTES))?.extension;
  if (format === 'mp3') return mp3(all);
  if (format === 'wav') return wav(head, all, size);
  if (format)
    throw wrong(
      `This is a file of the form ${format}. Speech is recognised on this computer in WAV and MP3 files only. Save it as WAV with a program that plays it, or with "ffmpeg -i FILE.${format} FILE.wav", and take that file.`,
    );
  throw wrong(
    'This is no sound file that Scriba knows: neither WAV nor MP3. Save the sound as WAV, and take that file.',
  );
}

const wrong = (message: string) => new Failure('invalid', message, { detail: 'sound-form' });
const tooLong = () =>
  wrong('This sound is longer than eight hours. Cut it into visits, and take one after another.');

const OTHER_WAV =
  'The sound in this WAV file has a form that Scriba does not read, such as A-law or ADPCM of a telephone: it reads 8 to 32 bit or floating point, 8 to 192 kHz, of 8 channels at most. Save it as WAV of 16 bit with a program that plays it, or with "ffmpeg -i FILE -c:a pcm_s16le NEW.wav", and take that file.';

/** The first bytes, and all of them once more. */
async function withHead(bytes: Bytes): Promise<{ readonly head: Buffer; readonly all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < WAV_HEAD) {
    const { done, value } = await iterator.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const rest = { [Symbol.asyncIterator]: () => iterator };
  return {
    head,
    all: (async function* () {
      yield head;
      yield* rest;
    })(),
  };
}

async function* wav(head: Buffer, all: Bytes, size: number): Sound {
  const form = wavForm(head);
  if (!form) throw wrong('This WAV file cannot be read. It may be damaged. Convert it first.');
  if (form === 'unknown') throw wrong(OTHER_WAV);
  const frame = form.channels * form.bytes;
  const longest = (LONGEST / SPEECH_RATE) * form.rate * frame;
  // A head may claim any length; the bytes that are there tell the truth.
  if (Number.isFinite(size) && Math.min(form.end, size) - form.start > longest) throw tooLong();
  const resample = createResampler(form.rate);
  let rest = Buffer.alloc(0);
  let at = 0;
  for await (const piece of all) {
    const from = Math.max(0, form.start - at);
    const to = Math.max(from, Math.min(piece.length, form.end - at));
    at += piece.length;
    if (to === from) continue;
    const sound = Buffer.concat([rest, piece.subarray(from, to)]);
    const frames = Math.floor(sound.length / frame);
    rest = sound.subarray(frames * frame);
    yield resample(readSamples(form, sound, frames));
  }
}

async function* mp3(all: Bytes): Sound {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    let resample: Resample | undefined;
    for await (const piece of all) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(piece);
      if (samplesDecoded === 0) continue;
      resample ??= createResampler(sampleRate);
      yield resample(mixed(channelData, samplesDecoded));
    }
    if (!resample) throw wrong('This MP3 file has no sound that can be read. It may be damaged.');
  } finally {
    decoder.free();
  }
}

/** All channels as one. */
export function mixed(channels: readonly Float32Array[], length: number): Float32Array {
  const mono = new Float32Array(length);
  for (const channel of channels)
    for (let at = 0; at < length; at += 1)
      mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0) / channels.length;
  return mono;
}
