import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../support/failure.ts';
import { heldRecorder, vaultFiles } from '../../../../support/rigs/held-recorder.ts';
import { collect, visit } from '../../../../support/rigs/recorder.ts';
import { numberedSound } from '../../../../support/sound/sound.ts';
import { waveOf } from '../../../../support/sound/wave-of.ts';

describe('a file from elsewhere', () => {
  const heads: [string, Buffer, string, string][] = [
    ['wav', Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'audio_0001.wav', 'audio/wav'],
    ['mp3', Buffer.from('ID3\x04\0\0\0\0\0\0\0\0\0'), 'audio_0001.mp3', 'audio/mpeg'],
    [
      'mp3 without a tag',
      Buffer.from([0xff, 0xfb, 0x90, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      'audio_0001.mp3',
      'audio/mpeg',
    ],
    ['m4a', Buffer.from('\0\0\0\x20ftypM4A '), 'audio_0001.m4a', 'audio/m4a'],
    [
      'ogg',
      Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0'),
      'audio_0001.ogg',
      'application/octet-stream',
    ],
    [
      'webm',
      Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0, 0, 0, 0, 0, 0, 0]),
      'audio_0001.webm',
      'application/octet-stream',
    ],
  ];
  test.each(heads)(
    '(%s) is sealed as it is and comes out byte for byte',
    async (_, head, name, contentType) => {
      const core = await heldRecorder();
      const content = Buffer.concat([head, numberedSound(0, 400_000)]);
      const row = await core.recordings.importFile(visit(), {
        name: 'anything',
        size: content.length,
        async *read() {
          for (let at = 0; at < content.length; at += at < 20 ? 5 : 70_001)
            yield content.subarray(at, at + (at < 20 ? 5 : 70_001));
        },
      });
      expect(row).toMatchObject({ state: 'prepared', details: { imported: true } });
      const [part] = core.store.uploads.list(row.id);
      expect(part).toMatchObject({
        name,
        contentType,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
      for await (const piece of core.recordings.openUpload(part!))
        expect(piece.length).toBeLessThanOrEqual(256 * 1024);
      expect((await collect(core.recordings.openUpload(part!))).equals(content)).toBe(true);
    },
  );

  test('that is no recording, is empty, too large or breaks off leaves nothing behind', async () => {
    const core = await heldRecorder();
    const give = (content: Buffer, size = content.length) => ({
      name: 'x.mp3',
      size,
      async *read() {
        yield content;
      },
    });
    await expect(
      core.recordings.importFile(visit(), give(Buffer.from('<html> this is no recording'))),
    ).rejects.toThrow(failure('invalid', 'file-format'));
    await expect(core.recordings.importFile(visit(), give(Buffer.from('RIFF')))).rejects.toThrow(
      failure('invalid', 'file-format'),
    );
    await expect(core.recordings.importFile(visit(), give(Buffer.alloc(0)))).rejects.toThrow(
      failure('invalid', 'file-empty'),
    );
    await expect(
      core.recordings.importFile(visit(), give(Buffer.from('OggS'), 2 ** 30)),
    ).rejects.toThrow(failure('invalid', 'file-too-large'));
    const broken = {
      name: 'x',
      size: 10,
      async *read() {
        yield Buffer.from('OggS0000000000');
        throw new Error('unplugged');
      },
    };
    await expect(core.recordings.importFile(visit(), broken)).rejects.toThrow('unplugged');
    expect(core.store.visits.list()).toEqual([]);
    expect(vaultFiles(core, '.up')).toEqual([]);
  });
});

/** One second of silence at 16 kHz, whose head states `stated` seconds. */
function wavStating(stated: number): Buffer {
  const file = waveOf(new Float32Array(16_000));
  file.writeUInt32LE(36 + 32_000 * stated, 4);
  file.writeUInt32LE(32_000 * stated, 40);
  return file;
}

test.each([
  ['a WAV file that was cut is taken in, and how much is missing is kept with it', 60, 59],
  ['a WAV file that is whole misses nothing', 1, undefined],
  ['a WAV file that was cut by less than half a second misses nothing', 1.4, undefined],
  ['a WAV file without a length misses nothing', 0, undefined],
])('%s', async (_, stated, missingSeconds) => {
  const core = await heldRecorder();
  const content = wavStating(stated);
  const row = await core.recordings.importFile(visit(), {
    name: 'cut.wav',
    size: content.length,
    async *read() {
      for (let at = 0; at < content.length; at += 7) yield content.subarray(at, at + 7);
    },
  });
  expect(row.details.missingSeconds).toBe(missingSeconds);
  expect(core.store.visits.get(row.id)?.details.missingSeconds).toBe(missingSeconds);
});
