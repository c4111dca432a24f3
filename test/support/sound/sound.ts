/**
 * Makes sound for tests: a voice-like buzz, silence, WAV of any kind, and sound whose every sample
 * can be told from its place.
 */

export type WavKind = {
  readonly rate?: number;
  readonly channels?: number;
  readonly bits?: 8 | 16 | 24 | 32;
  readonly float?: boolean;
};

/**
 * A buzz with syllables: harmonics of 140 Hz, louder and softer four times a second. Values -1..1.
 */
export const buzz = (seconds: number, rate = 16_000, loudness = 0.3) =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, index) => {
    const time = index / rate;
    const wave = [1, 2, 3, 5, 8].reduce(
      (sum, harmonic) => sum + Math.sin(2 * Math.PI * 140 * harmonic * time) / harmonic,
      0,
    );
    return (loudness * wave * (0.55 + 0.45 * Math.sin(2 * Math.PI * 4 * time))) / 2;
  });

export const stillness = (seconds: number, rate = 16_000) =>
  new Float32Array(Math.round(seconds * rate));

/** A WAV file of these samples, the same in every channel. */
export function wav(
  samples: Float32Array,
  { rate = 16_000, channels = 1, bits = 16, float = false }: WavKind = {},
): Buffer<ArrayBuffer> {
  const width = bits / 8;
  const data = Buffer.alloc(samples.length * channels * width);
  samples.forEach((value, index) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const offset = (index * channels + channel) * width;
      if (float) data.writeFloatLE(value, offset);
      else if (bits === 8) data.writeUInt8(Math.round(value * 127) + 128, offset);
      else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), offset, width);
    }
  });
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(float ? 3 : 1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * width, 28);
  head.writeUInt16LE(channels * width, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** -32768..32767; neighbours and distant samples differ. */
const numbered = (index: number): number =>
  ((Math.imul(index + 1, 2_654_435_761) >>> 16) & 0xffff) - 32_768;

/** s16le of samples [from, to). */
export function numberedSound(from: number, to: number): Buffer {
  const bytes = Buffer.alloc((to - from) * 2);
  for (let i = from; i < to; i++) bytes.writeInt16LE(numbered(i), (i - from) * 2);
  return bytes;
}

/** The first sample of `bytes` that is not f(from + i); -1 when all are. */
export function firstWrong(bytes: Uint8Array, from: number): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i * 2 < view.length; i++)
    if (view.readInt16LE(i * 2) !== numbered(from + i)) return from + i;
  return -1;
}
