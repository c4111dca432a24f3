/**
 * The practice platform really listens: length and loudness of every kind of file, and what cannot
 * be read.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { createListen } from '../../../sandbox/sound/listen.ts';
import { buzz, stillness, type WavKind, wav } from '../../support/sound/sound.ts';

const folder = mkdtempSync(join(tmpdir(), 'scriba-listen-'));
afterAll(() => rmSync(folder, { recursive: true }));
const listen = createListen({ ffmpeg: 'ffmpeg' });
const deaf = createListen({ ffmpeg: join(folder, 'no-such-command') });
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

let files = 0;
function keep(bytes: Uint8Array, name = 'sound') {
  files += 1;
  const path = join(folder, `${files}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

const kinds: WavKind[] = [
  {},
  { bits: 8 },
  { bits: 24 },
  { bits: 32 },
  { bits: 32, float: true },
  { rate: 8000 },
  { rate: 44_100, channels: 2 },
  { rate: 48_000, channels: 2, bits: 24 },
];
test.each(kinds)('a WAV of %j is measured right', async (kind) => {
  const heard = await listen(keep(wav(buzz(2, kind.rate), kind)));
  expect(heard).toMatchObject({ kind: 'heard', duration: 2 });
  if (heard.kind !== 'heard') return;
  const exact = await listen(keep(wav(buzz(2, 16_000), { bits: 32, float: true })));
  expect(heard.loudness).toBeCloseTo(exact.kind === 'heard' ? exact.loudness : 0, 0);
  expect(heard.speech).toBeGreaterThan(0.8);
});

test('loudness is in dBFS: half the size is 6 dB less, and silence is silent', async () => {
  const level = async (loudness: number) => {
    const heard = await listen(keep(wav(buzz(1, 16_000, loudness))));
    return heard.kind === 'heard' ? heard.loudness : NaN;
  };
  expect((await level(0.4)) - (await level(0.2))).toBeCloseTo(6.02, 1);
  expect(await listen(keep(wav(stillness(1))))).toMatchObject({
    kind: 'heard',
    loudness: -120,
    peak: 0,
    active: 0,
    speech: 0,
  });
});

test('a WAV that its recorder could not finish is heard to its end', async () => {
  const bytes = wav(buzz(1));
  for (const size of [0, 0xffffffff]) {
    bytes.writeUInt32LE(size, 40);
    expect(await listen(keep(bytes))).toMatchObject({ kind: 'heard', duration: 1 });
  }
});

test('an MP3 of any rate is decoded, and of silence it hears nothing', async () => {
  const mp3 = async (samples: Float32Array, rate: 16_000 | 44_100) => {
    const encoder = await createMp3Encoder();
    encoder.configure({ channels: 1, sampleRate: rate, bitrate: 32 });
    return Buffer.concat([Buffer.from(encoder.encode([samples])), Buffer.from(encoder.finalize())]);
  };
  for (const rate of [16_000, 44_100] as const) {
    const heard = await listen(keep(await mp3(buzz(3, rate), rate)));
    expect(heard.kind).toBe('heard');
    if (heard.kind !== 'heard') continue;
    expect(heard.duration).toBeGreaterThan(2.9);
    expect(heard.duration).toBeLessThan(3.2);
    expect(heard.speech).toBeGreaterThan(0.7);
  }
  const silent = await listen(keep(await mp3(stillness(3), 16_000)));
  expect(silent.kind === 'heard' && silent.active).toBe(0);
});

const others = [
  ['m4a', ['-c:a', 'aac']],
  ['ogg', ['-c:a', 'libopus']],
  ['ogg', ['-c:a', 'libvorbis']],
  ['webm', ['-c:a', 'libopus']],
] as const;
test.skipIf(!hasFfmpeg).each(others)(
  hasFfmpeg
    ? '%s made with %j is decoded; without a decoder its length is read'
    : 'no ffmpeg here: %s %j is not tried',
  async (extension, codec) => {
    const path = join(folder, `${codec[1]}.${extension}`);
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      keep(wav(buzz(3, 48_000), { rate: 48_000 })),
      ...codec,
      path,
    ]);
    const heard = await listen(path);
    expect(heard.kind).toBe('heard');
    if (heard.kind === 'heard') expect(Math.abs(heard.duration - 3)).toBeLessThan(0.15);
    const measured = await deaf(path);
    expect(measured.kind).toBe('measured');
    if (measured.kind === 'measured') expect(Math.abs(measured.duration - 3)).toBeLessThan(0.15);
    // Cut in its first bytes, the same file is no sound any more.
    expect((await listen(keep(readFileSync(path).subarray(0, 40)))).kind).toBe('unreadable');
  },
);

test('words, an empty file, a bare header and other formats are unreadable, with a reason', async () => {
  for (const bytes of [
    Buffer.from('only words, nothing to hear'),
    Buffer.alloc(0),
    wav(stillness(0)),
    wav(buzz(1)).subarray(0, 30),
    Buffer.from('%PDF-1.7 and so on'),
  ]) {
    expect(await listen(keep(bytes))).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(/\w+/),
    });
  }
});

test('no bytes whatever make it stumble', async () => {
  const heads = [
    'RIFF\0\0\0\0WAVEfmt ',
    'ID3\x04',
    'OggS',
    '\0\0\0\x18ftypM4A ',
    '\x1a\x45\xdf\xa3',
  ].map((head) => Buffer.from(head, 'latin1'));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...heads),
      fc.uint8Array({ maxLength: 300 }),
      async (head, rest) => {
        expect(['heard', 'measured', 'unreadable']).toContain(
          (await deaf(keep(Buffer.concat([head, rest])))).kind,
        );
      },
    ),
    { numRuns: 60 },
  );
});
