/** Any place of a sound file is decoded from a little before it, as if from the beginning. */
import { expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import {
  indexSound,
  type OpenAt,
  soundFrom,
} from '../../../../../main/infrastructure/speech/sound/sound-index.ts';
import { failure } from '../../../../support/failure.ts';
import { stillness, wav } from '../../../../support/sound/sound.ts';

const SECONDS = 8;
/** Seconds by which an encoder and a decoder of MP3 delay the sound, at most. */
const CODEC_DELAY = 0.16;

const waves = Array.from({ length: 9 }, (_, at) => ({
  pitch: 150 + ((at * 617.3) % 1100),
  phase: at * at,
}));
/** Many tones that never meet in the same way again: each place sounds as no other. */
const mixture = (rate: number, seconds = SECONDS) =>
  Float32Array.from({ length: seconds * rate }, (_, index) => {
    const time = index / rate;
    return waves.reduce(
      (sum, { pitch, phase }) => sum + Math.sin(2 * Math.PI * pitch * time + phase) / 20,
      0,
    );
  });
const original = mixture(16_000);

type Mp3 = { rate?: 8000 | 16_000 | 22_050 | 44_100 | 48_000; channels?: 1 | 2; bitrate?: number };

async function mp3(sound: Float32Array, { rate = 16_000, channels = 1, bitrate = 32 }: Mp3 = {}) {
  const encoder = await createMp3Encoder();
  const options = { sampleRate: rate, channels };
  encoder.configure(
    bitrate === 0
      ? { ...options, vbrQuality: 4 }
      : { ...options, bitrate: bitrate as 32 | 48 | 64 | 128 },
  );
  const parts = Array.from({ length: channels }, () => sound);
  return Buffer.concat([encoder.encode(parts).slice(), encoder.finalize().slice()]);
}

const inPieces = (bytes: Buffer, size = 50_001): OpenAt =>
  async function* (offset) {
    for (let at = offset; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

async function open(bytes: Buffer) {
  const index = await indexSound(inPieces(bytes)(0));
  async function hear(from: number, count: number): Promise<Float32Array> {
    const heard: number[] = [];
    for await (const piece of soundFrom(index, from, inPieces(bytes))) {
      for (const sample of piece.subarray(0, count - heard.length)) heard.push(sample);
      if (heard.length === count) break;
    }
    return Float32Array.from(heard);
  }
  return { index, hear };
}

/** How alike two stretches are, 1 for the same, and by how many samples the first is late. */
function alike(heard: Float32Array, from: number, longest: number) {
  let best = { likeness: -1, late: 0 };
  for (let late = -10; late < longest; late += 1) {
    let [product, one, other] = [0, 1e-9, 1e-9];
    for (const [at, sample] of heard.entries()) {
      const wanted = original[from - late + at] ?? 0;
      product += sample * wanted;
      one += sample ** 2;
      other += wanted ** 2;
    }
    const likeness = product / Math.sqrt(one * other);
    if (likeness > best.likeness) best = { likeness, late };
  }
  return best;
}

const places = [1.5, 2.321, 4.003, 7].map((seconds) => Math.round(seconds * 16_000));

const files: [string, () => Promise<Buffer> | Buffer, exact: boolean][] = [
  ['WAV of 16 kHz', () => wav(mixture(16_000)), true],
  [
    'WAV of 44.1 kHz, two channels, 24 bit',
    () => wav(mixture(44_100), { rate: 44_100, channels: 2, bits: 24 }),
    true,
  ],
  ['WAV of 8 kHz, 8 bit', () => wav(mixture(8000), { rate: 8000, bits: 8 }), true],
  [
    'WAV of floating point',
    () => wav(mixture(48_000), { rate: 48_000, bits: 32, float: true }),
    true,
  ],
  ['MP3 of 16 kHz', () => mp3(mixture(16_000)), false],
  [
    'MP3 of 44.1 kHz and two channels',
    () => mp3(mixture(44_100), { rate: 44_100, channels: 2, bitrate: 128 }),
    false,
  ],
  [
    'MP3 of 22 kHz and a changing rate of bits',
    () => mp3(mixture(22_050), { rate: 22_050, bitrate: 0 }),
    false,
  ],
  ['MP3 of 48 kHz', () => mp3(mixture(48_000), { rate: 48_000, bitrate: 64 }), false],
];

test.each(files)('%s: what is heard at a place is what lies there', async (_, make, exact) => {
  const { index, hear } = await open(await make());
  expect(Math.abs(index.samples / 16_000 - SECONDS)).toBeLessThan(CODEC_DELAY);
  const longest = exact ? 10 : CODEC_DELAY * 16_000;
  const found = [];
  for (const from of places) found.push(alike(await hear(from, 1_000), from, longest));
  for (const { likeness, late } of found) {
    expect(likeness).toBeGreaterThan(exact ? 0.99 : 0.97);
    // A sample between two of a file of 8 kHz lies half a one off.
    expect(Math.abs(late)).toBeLessThan(exact ? 2 : longest);
    // The same everywhere: nothing drifts.
    expect(Math.abs(late - found[0]!.late)).toBeLessThan(2);
  }
});

test.each(files)('%s: pieces lie without a seam behind one another', async (_, make) => {
  const { index, hear } = await open(await make());
  const whole = await hear(0, index.samples);
  expect(whole).toHaveLength(index.samples);
  for (const from of [1, ...places, index.samples - 8_000]) {
    const piece = await hear(from, 8_000);
    expect(piece).toHaveLength(8_000);
    const off = piece.map((sample, at) => Math.abs(sample - whole[from + at]!));
    expect(Math.max(...off)).toBeLessThan(0.001);
  }
});

test('a tag with a picture, what an encoder says of its file, and bytes that are no sound are not heard', async () => {
  const bytes = await mp3(mixture(16_000));
  const picture = Buffer.alloc(200_000, Buffer.from([0xff, 0xf3, 0x48, 0xc4]));
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0'), Buffer.alloc(4), picture]);
  for (let at = 0; at < 4; at += 1) tag[9 - at] = (picture.length >> (7 * at)) & 0x7f;
  const about = Buffer.alloc(144);
  bytes.copy(about, 0, 0, 4);
  about.write('Info', 13);
  const plain = await open(bytes);
  const tagged = await open(
    Buffer.concat([tag, about, bytes, Buffer.from('TAG of an older kind')]),
  );
  expect(tagged.index).toMatchObject({ samples: plain.index.samples, power: plain.index.power });
  for (const from of places)
    expect(await tagged.hear(from, 4_000)).toEqual(await plain.hear(from, 4_000));
  const cut = 144 * 100;
  const damaged = await open(
    Buffer.concat([bytes.subarray(0, cut), Buffer.alloc(5_000, 0xff), bytes.subarray(cut)]),
  );
  expect(damaged.index.samples).toBe(plain.index.samples);
  const late = 7 * 16_000;
  expect(await damaged.hear(late, 4_000)).toEqual(await plain.hear(late, 4_000));
});

test.each([
  ['WAV', (sound: Float32Array) => wav(sound)],
  ['MP3', (sound: Float32Array) => mp3(sound)],
])('in %s the loud seconds are told from the silent ones, without decoding', async (_, make) => {
  const voice = mixture(16_000, 4);
  const sound = Float32Array.from([...stillness(4), ...voice, ...stillness(4), ...voice]);
  const { index } = await open(
    await make(sound.map((sample, at) => sample + 0.001 * Math.sin(at))),
  );
  const levels = (from: number, to: number) =>
    index.power.slice(from * 10, to * 10).map((power) => Math.log10(power + 1));
  const quiet = [...levels(1, 3.5), ...levels(9, 11.5)];
  const loud = [...levels(4.5, 7.5), ...levels(12.5, 15.5)];
  expect(Math.min(...loud) - Math.max(...quiet)).toBeGreaterThan(1.5);
});

test.each([
  ['ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(99)])],
  [
    'a compressed WAV',
    (() => {
      const bytes = wav(mixture(16_000));
      bytes.writeUInt16LE(6, 20);
      return bytes;
    })(),
  ],
  ['an MP3 of noise', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(90_000, 7)])],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', async (_, bytes) => {
  await expect(open(bytes)).rejects.toThrow(failure('invalid', 'sound-form'));
});
