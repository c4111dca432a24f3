import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEncoder } from '../../../../../main/features/recordings/prepare/encode.ts';
import { failure } from '../../../../support/failure.ts';
import { numberedSound } from '../../../../support/sound/sound.ts';

const SAMPLES = 16_000 * 5;

function encoder(format: 'mp3' | 'wav') {
  const made = createEncoder(format);
  onTestFinished(() => made.end());
  return async (from: number) => {
    const hash = createHash('sha256');
    for await (const bytes of made.encode({ samples: SAMPLES }, [
      numberedSound(from, from + SAMPLES),
    ]))
      hash.update(bytes);
    return hash.digest('hex');
  };
}

describe('the encoder', () => {
  test.each(['mp3', 'wav'] as const)(
    'makes the same bytes of the same sound (%s), whatever went through it before',
    async (format) => {
      const first = encoder(format);
      const other = encoder(format);
      const digest = await first(0);
      await other(100_000);
      expect([await other(0), await first(0)]).toEqual([digest, digest]);
      expect(await other(100_000)).not.toBe(digest);
    },
  );

  test('says that it broke when its thread is gone, each time it is asked', async () => {
    const made = createEncoder('mp3');
    await made.end();
    for (let time = 0; time < 2; time++)
      await expect(made.encode({ samples: 10 }, [new Uint8Array(20)]).next()).rejects.toThrow(
        failure('broken', 'encoder-failed'),
      );
  });
});
