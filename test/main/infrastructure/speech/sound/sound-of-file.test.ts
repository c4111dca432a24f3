/** Sound files as an engine of speech takes them: one channel at 16 kHz. */
import { closeSync, mkdtempSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { soundOfFile } from '../../../../../main/infrastructure/speech/sound/sound-of-file.ts';
import { failure } from '../../../../support/failure.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-sound-of-file-'));
let written = 0;
function fileWith(bytes: Uint8Array): string {
  const file = path.join(folder, `sound-${++written}`);
  writeFileSync(file, bytes);
  return file;
}

/** A second of 440 Hz at half the loudness, the same on all channels. */
function wav(rate: number, channels: number, bits = 16): Buffer {
  const head = Buffer.alloc(44);
  const data = Buffer.alloc(rate * channels * 2);
  for (let at = 0; at < rate; at += 1)
    for (let channel = 0; channel < channels; channel += 1)
      data.writeInt16LE(
        Math.round(16_384 * Math.sin((2 * Math.PI * 440 * at) / rate)),
        2 * (at * channels + channel),
      );
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

function withKind(kind: number): Buffer {
  const bytes = wav(16_000, 1);
  bytes.writeUInt16LE(kind, 20);
  return bytes;
}

/** The same second in other forms of samples. */
const forms: Record<
  string,
  [kind: number, bits: number, put: (data: Buffer, value: number, at: number) => void]
> = {
  '8 bit': [1, 8, (data, value, at) => data.writeUInt8(Math.round(128 + 127 * value), at)],
  '24 bit': [1, 24, (data, value, at) => data.writeIntLE(Math.round(8_388_607 * value), 3 * at, 3)],
  '32 bit': [
    1,
    32,
    (data, value, at) => data.writeInt32LE(Math.round(2_147_483_647 * value), 4 * at),
  ],
  'floating point': [3, 32, (data, value, at) => data.writeFloatLE(value, 4 * at)],
  'long floating point': [3, 64, (data, value, at) => data.writeDoubleLE(value, 8 * at)],
};

test.each(Object.entries(forms))(
  'a WAV file of %s is read, and what stands behind its sound is not',
  async (_, [kind, bits, put]) => {
    const head = withKind(kind).subarray(0, 44);
    const data = Buffer.alloc((16_000 * bits) / 8);
    for (let at = 0; at < 16_000; at += 1)
      put(data, 0.5 * Math.sin((2 * Math.PI * 440 * at) / 16_000), at);
    head.writeUInt16LE(bits, 34);
    head.writeUInt32LE(data.length, 40);
    const sound = await read(fileWith(Buffer.concat([head, data, Buffer.alloc(5_000, 0x55)])));
    expect(sound).toHaveLength(16_000);
    expect(Math.max(...sound)).toBeCloseTo(0.5, 1);
    expect(Math.min(...sound)).toBeCloseTo(-0.5, 1);
  },
);

test('a WAV file may say its form in the longer way, and a number that is none is silence', async () => {
  const fmt = Buffer.alloc(48);
  fmt.write('fmt ', 0);
  fmt.writeUInt32LE(40, 4);
  fmt.writeUInt16LE(0xfffe, 8);
  fmt.writeUInt16LE(1, 10);
  fmt.writeUInt32LE(16_000, 12);
  fmt.writeUInt16LE(32, 22);
  fmt.writeUInt16LE(3, 32);
  const data = Buffer.alloc(4 * 16_000);
  data.writeFloatLE(Number.NaN, 0);
  data.writeFloatLE(0.25, 4);
  const name = Buffer.from('data    ');
  name.writeUInt32LE(data.length, 4);
  const sound = await read(fileWith(Buffer.concat([Buffer.from('RIFF....WAVE'), fmt, name, data])));
  expect(sound).toHaveLength(16_000);
  expect([sound[0], sound[1]]).toEqual([0, 0.25]);
});

async function read(file: string): Promise<Float32Array> {
  const all: number[] = [];
  for await (const piece of soundOfFile(file)) for (const sample of piece) all.push(sample);
  return Float32Array.from(all);
}

test.each([
  [16_000, 1],
  [48_000, 2],
  [44_100, 1],
  [22_050, 2],
  [8_000, 1],
])(
  'a WAV file of %i Hz and %i channels becomes 16 kHz, with the same tone',
  async (rate, channels) => {
    const sound = await read(fileWith(wav(rate, channels)));
    expect(Math.abs(sound.length - 16_000)).toBeLessThan(10);
    const upwards = sound.filter((sample, at) => at > 0 && (sound[at - 1] ?? 0) < 0 && sample >= 0);
    expect(Math.abs(upwards.length - 440)).toBeLessThan(3);
    expect(Math.max(...sound)).toBeGreaterThan(0.47);
    expect(Math.max(...sound)).toBeLessThan(0.51);
  },
);

test('an MP3 file is decoded', async () => {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 16_000, channels: 1, bitrate: 32 });
  const tone = Float32Array.from({ length: 32_000 }, (_, at) => 0.5 * Math.sin(at / 6));
  const bytes = Buffer.concat([encoder.encode([tone]).slice(), encoder.finalize().slice()]);
  const sound = await read(fileWith(bytes));
  expect(sound.length / 16_000).toBeGreaterThan(1.9);
  expect(Math.max(...sound.slice(8_000, 24_000))).toBeGreaterThan(0.4);
});

test('a recording that was cut off, and wrote no length, is read to its end', async () => {
  const bytes = wav(16_000, 1);
  bytes.writeUInt32LE(0xffff_ffff, 40);
  expect(await read(fileWith(bytes.subarray(0, 44 + 16_000)))).toHaveLength(8_000);
});

test.each([
  ['text', Buffer.from('This is not a sound file at all.')],
  ['a few bytes', Buffer.from('RIFF')],
  ['a WAV file of 12 bit', wav(16_000, 1, 12)],
  ['a WAV file that is compressed', withKind(6)],
  ['a WAV file without sound', wav(16_000, 1).subarray(0, 36)],
  ['an MP3 file of noise', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(5_000, 7)])],
])('%s is refused with a sentence', async (_, bytes) => {
  await expect(read(fileWith(bytes))).rejects.toEqual(failure('invalid', 'sound-form'));
});

test.each([
  ['m4a', Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from('ftypM4A '), Buffer.alloc(99)])],
  ['ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(99)])],
  ['webm', Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(99)])],
])('a file of the form %s is named, and what to do with it', async (form, bytes) => {
  const error: unknown = await read(fileWith(bytes)).catch((refused: unknown) => refused);
  expect(error).toEqual(failure('invalid', 'sound-form'));
  expect((error as Error).message).toContain(`the form ${form}`);
  expect((error as Error).message).toContain('Save it as WAV');
});

test('a WAV file of more than eight hours is refused before its sound is read', async () => {
  const head = wav(8_000, 1, 8).subarray(0, 44);
  const file = fileWith(head);
  // Nine hours of 8 bit; the disk keeps nothing of them.
  truncateSync(file, 44 + 9 * 3_600 * 8_000);
  for (const length of [0xffff_ffff, 9 * 3_600 * 8_000]) {
    head.writeUInt32LE(length, 40);
    const handle = openSync(file, 'r+');
    writeSync(handle, head, 0, 44, 0);
    closeSync(handle);
    const pieces = soundOfFile(file);
    await expect(pieces.next()).rejects.toEqual(failure('invalid', 'sound-form'));
  }
});

test('a short file whose head claims days is heard', async () => {
  const bytes = wav(16_000, 1);
  bytes.writeUInt32LE(0xffff_fff0, 40);
  expect((await read(fileWith(bytes))).length).toBeGreaterThan(15_000);
});

test.each([
  ['A-law', 6, 8],
  ['ADPCM', 2, 4],
  ['samples of 12 bit', 1, 12],
])('a WAV file of %s is told as of another form, not as damaged', async (_, kind, bits) => {
  const bytes = withKind(kind);
  bytes.writeUInt16LE(bits, 34);
  const reading = read(fileWith(bytes));
  await expect(reading).rejects.toEqual(failure('invalid', 'sound-form'));
  await expect(reading).rejects.toThrow('has a form that Scriba does not read');
});

test('a WAV file without its form is told as damaged', async () => {
  await expect(read(fileWith(wav(16_000, 1).subarray(0, 30)))).rejects.toThrow('may be damaged');
});
