import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { levelOf } from '../../../../renderer/capture/frames/level.ts';
import { beginWatch, watch } from '../../../../renderer/capture/recorder/watchdog.ts';
import { canSpeak, makeSpeech } from '../../../support/sound/speech.ts';
import { readWav } from '../../../support/sound/wav.ts';

const BLOCK = 1_000;

/** Returns each change of the telephone finding with its second. */
function hearAll(samples: Int16Array) {
  let state = beginWatch();
  const found: { type: string; second: number }[] = [];
  for (let at = 0; at + BLOCK <= samples.length; at += BLOCK) {
    const level = levelOf(samples.subarray(at, at + BLOCK));
    const next = watch(state, { type: 'heard', level, samples: BLOCK });
    state = next.state;
    for (const { type } of next.findings)
      if (type.startsWith('telephone')) found.push({ type, second: (at + BLOCK) / 16_000 });
  }
  return found;
}

describe.skipIf(!canSpeak())('spoken sound', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-telephone-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const sox = (file: string, name: string, ...effects: string[]) => {
    const out = path.join(folder, name);
    execFileSync('sox', ['-D', file, '-r', '16000', '-b', '16', out, ...effects]);
    return readWav(out).samples;
  };
  const wide = makeSpeech(folder, 16_000);
  const narrow = makeSpeech(folder, 8_000);

  test('speech from an 8 kHz line is called a telephone within 30 seconds', () => {
    const found = hearAll(narrow.reference);
    expect(found.map(({ type }) => type)).toEqual(['telephone']);
    expect(found[0]?.second).toBeLessThan(30);
  });

  test('so is quiet speech from it, and speech that a telephone codec (GSM) carried', () => {
    expect(hearAll(sox(narrow.file, 'soft.wav', 'gain', '-12'))).toHaveLength(1);
    const gsm = path.join(folder, 'line.gsm');
    execFileSync('sox', ['-D', narrow.file, gsm]);
    expect(hearAll(sox(gsm, 'gsm.wav'))).toHaveLength(1);
  });

  test('speech of a 16 kHz microphone is not, loud or soft', () => {
    expect(hearAll(wide.reference)).toEqual([]);
    expect(hearAll(sox(wide.file, 'low.wav', 'gain', '-20'))).toEqual([]);
  });

  test('the warning ends when the microphone carries the whole voice again', () => {
    const both = Int16Array.from([...narrow.reference, ...wide.reference]);
    expect(hearAll(both).map(({ type }) => type)).toEqual(['telephone', 'telephone-over']);
  });
});

test('noise of any loudness that has its high part is never called a telephone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 2 }),
      fc.integer({ min: 1, max: 32_000 }),
      (seed, loud) => {
        let word = seed;
        const noise = Int16Array.from({ length: 64_000 }, () => {
          word = (word * 48_271) % 2_147_483_647;
          return Math.round((word / 2_147_483_647 - 0.5) * 2 * loud);
        });
        expect(hearAll(noise)).toEqual([]);
      },
    ),
    { numRuns: 8 },
  );
});

test('a hum is never called a telephone, and has no brightness', () => {
  const hum = Int16Array.from({ length: 160_000 }, (_, i) => 8_000 * Math.sin((i * Math.PI) / 160));
  expect(hearAll(hum)).toEqual([]);
  expect(levelOf(hum.subarray(0, BLOCK)).presence).toBeLessThan(0.001);
});
