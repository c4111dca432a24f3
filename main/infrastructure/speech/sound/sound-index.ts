/**
 * Where in a sound file (WAV, MP3) each of its seconds lies, and how loud it is there: made by
 * reading the bytes once, without decoding an MP3. Any place is then decoded from a little before.
 */
import { MPEGDecoder } from 'mpg123-decoder';
import { Failure } from '../../../../shared/failure.ts';
import { MAGIC_BYTES, soundFormatOf } from '../../../../shared/model/sound-file.ts';
import { SPEECH_RATE } from '../speech.ts';
import { mixed } from './decode-sound.ts';
import { createFrameWalk } from './mp3-frames.ts';
import { createResampler, resampledLength } from './resample.ts';
import { readSamples, sampleOf, WAV_HEAD, type WavForm, wavForm } from './wav-form.ts';

export type SoundIndex = {
  /** At the rate of speech. */
  readonly samples: number;
  /** Power for each tenth of a second; to be compared with one another alone. */
  readonly power: readonly number[];
  readonly places: WavPlaces | Mp3Places;
};

type WavPlaces = { readonly form: WavForm };
type Mp3Places = {
  readonly rate: number;
  /** Samples of a frame. */
  readonly frame: number;
  /** Where every `EVERY`th frame begins in the file. */
  readonly offsets: readonly number[];
};

/** The bytes of the file from one on, to its end. */
export type OpenAt = (offset: number) => AsyncIterable<Uint8Array>;

const STEPS_A_SECOND = 10;
/** Samples a second that are looked at in a WAV file: speech is loud for longer than that. */
const LOOKS_A_SECOND = 2_000;
/** Frames between two that are known by their place: a second or two. */
const EVERY = 32;
/** A frame borrows bits of those before it, and fades in from the one before: nine of the shortest. */
const FRAMES_BEFORE = 12;
/** Bytes that are decoded without a pause. */
const SLICE = 16 * 1024;

/** Throws Failure `invalid` / `sound-form` for what cannot be played, and what the bytes throw. */
export async function indexSound(bytes: AsyncIterable<Uint8Array>): Promise<SoundIndex> {
  let head = Buffer.alloc(0);
  let indexing: Indexing | undefined;
  for await (const piece of bytes) {
    if (indexing) {
      indexing.take(piece);
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < WAV_HEAD) continue;
    indexing = begin(head);
    indexing.take(head);
  }
  if (indexing) return indexing.finish();
  const short = begin(head);
  short.take(head);
  return short.finish();
}

type Indexing = { take(piece: Uint8Array): void; finish(): SoundIndex };

function begin(head: Buffer): Indexing {
  const format = soundFormatOf(head.subarray(0, MAGIC_BYTES))?.extension;
  if (format === 'mp3') return mp3Indexing();
  const form = format === 'wav' ? wavForm(head) : undefined;
  if (!form || form === 'unknown') throw notPlayed();
  return wavIndexing(form);
}

const notPlayed = () =>
  new Failure('invalid', 'Only the sound of MP3 and usual WAV files is played here.', {
    detail: 'sound-form',
  });

function addTo(power: number[], step: number, more: number): void {
  for (let at = power.length; at <= step; at += 1) power.push(0);
  power[step] = (power[step] ?? 0) + more;
}

function wavIndexing(form: WavForm): Indexing {
  const { rate, start, end } = form;
  const frame = form.channels * form.bytes;
  const stride = Math.max(1, Math.floor(rate / LOOKS_A_SECOND));
  const power: number[] = [];
  let rest = Buffer.alloc(0);
  let at = 0;
  let frames = 0;
  return {
    take(piece) {
      const sound = Buffer.concat([rest, within(piece, at, start, end)]);
      at += piece.length;
      const count = Math.floor(sound.length / frame);
      for (let next = (stride - (frames % stride)) % stride; next < count; next += stride) {
        const step = Math.floor(((frames + next) / rate) * STEPS_A_SECOND);
        addTo(power, step, (sampleOf(form, sound, next) * 32_768) ** 2);
      }
      frames += count;
      rest = sound.subarray(count * frame);
    },
    finish: () => ({
      samples: resampledLength(frames, rate),
      power,
      places: { form },
    }),
  };
}

/** The part of a piece that is sound; `at`: where the piece begins. */
const within = (piece: Uint8Array, at: number, start: number, end: number): Uint8Array => {
  const from = Math.max(0, start - at);
  return piece.subarray(from, Math.max(from, Math.min(piece.length, end - at)));
};

function mp3Indexing(): Indexing {
  const walk = createFrameWalk();
  const power: number[] = [];
  const offsets: number[] = [];
  let frames = 0;
  let first: { readonly rate: number; readonly samples: number } | undefined;
  return {
    take(piece) {
      for (const { frame, offset, powers } of walk(piece)) {
        first ??= frame;
        if (frames % EVERY === 0) offsets.push(offset);
        const begins = frames * frame.samples;
        for (const [part, one] of powers.entries())
          addTo(power, Math.floor(((begins + part * 576) / frame.rate) * STEPS_A_SECOND), one);
        frames += 1;
      }
    },
    finish() {
      if (!first) throw notPlayed();
      const { rate, samples: frame } = first;
      return {
        samples: resampledLength(frames * frame, rate),
        power,
        places: { rate, frame, offsets },
      };
    },
  };
}

/** Yields the sound from this sample on, at the rate of speech: as decoded from the beginning. */
export async function* soundFrom(
  { places }: SoundIndex,
  sample: number,
  open: OpenAt,
): AsyncGenerator<Float32Array, void, void> {
  const rate = 'form' in places ? places.form.rate : places.rate;
  const place = (sample * rate) / SPEECH_RATE;
  const first = Math.floor(place);
  const resample = createResampler(rate, place - first);
  const sound = 'form' in places ? wavFrom(places, first, open) : mp3From(places, first, open);
  for await (const piece of sound) yield resample(piece);
}

type Sound = AsyncGenerator<Float32Array, void, void>;

async function* wavFrom({ form }: WavPlaces, first: number, open: OpenAt): Sound {
  const frame = form.channels * form.bytes;
  let at = form.start + first * frame;
  let rest = Buffer.alloc(0);
  for await (const piece of open(at)) {
    const sound = Buffer.concat([rest, within(piece, at, form.start, form.end)]);
    at += piece.length;
    const frames = Math.floor(sound.length / frame);
    rest = sound.subarray(frames * frame);
    yield readSamples(form, sound, frames);
  }
}

async function* mp3From({ frame, offsets }: Mp3Places, first: number, open: OpenAt): Sound {
  const known = Math.floor((Math.floor(first / frame) - FRAMES_BEFORE) / EVERY);
  const entry = Math.max(0, Math.min(offsets.length - 1, known));
  let early = first - entry * EVERY * frame;
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for await (const piece of open(offsets[entry] ?? 0))
      for (let at = 0; at < piece.length; at += SLICE) {
        const { channelData, samplesDecoded } = decoder.decode(piece.subarray(at, at + SLICE));
        const skipped = Math.min(early, samplesDecoded);
        early -= skipped;
        if (skipped < samplesDecoded) yield mixed(channelData, samplesDecoded).subarray(skipped);
      }
  } finally {
    decoder.free();
  }
}
