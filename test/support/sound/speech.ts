/**
 * Makes spoken sound for tests: espeak-ng says invented sentences, sox brings them to the wanted
 * rate.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readWav } from './wav.ts';

const said = `Good morning. Please sit down. What brings you here today? I have had a fever for three days, doctor, and a dry cough
that is worse at night. Did you measure the temperature? Yes, it was one hundred and two yesterday evening. Any difficulty in
breathing, or chest pain? No chest pain, but I feel short of breath when I climb the stairs. Do you have diabetes or high blood
pressure? I take metformin five hundred milligrams twice a day, and amlodipine five milligrams once a day. Any allergies? I am
allergic to penicillin, it gave me a rash when I was a child. All right, let me listen to your chest. Breathe in. Breathe out.
Again, please. There are a few crackles at the left base. Your oxygen saturation is ninety six percent, and your pulse is ninety
eight. I think that this is a chest infection. I will give you azithromycin five hundred milligrams once a day for three days,
and paracetamol for the fever. We will also do a chest x ray and a blood count. Please drink plenty of water and come back after
five days, or sooner if the breathing becomes worse. Thank you, doctor. Take care. Goodbye.`;

export type Speech = {
  /** The file at the rate that was asked for; one channel, 16 bit. */
  readonly file: string;
  readonly seconds: number;
  /** The same at 16 kHz, made by sox: what a perfect recording would be. */
  readonly reference: Int16Array;
};

const speechTools = ['espeak-ng', 'sox'] as const;

/** Whether the tools are here; without them the tests that need speech say so and are skipped. */
export const canSpeak = (): boolean =>
  speechTools.every((tool) => {
    try {
      execFileSync(tool, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });

/** About 75 s unless the words say otherwise. `rate` in Hz. */
export function makeSpeech(folder: string, rate: number, words = said): Speech {
  mkdirSync(folder, { recursive: true });
  const raw = path.join(folder, 'said.wav');
  const file = path.join(folder, `speech-${rate}.wav`);
  const small = path.join(folder, `speech-${rate}-reference.wav`);
  execFileSync('espeak-ng', ['-v', 'en', '-s', '155', '-w', raw, words.replace(/\s+/g, ' ')]);
  execFileSync('sox', ['-D', raw, '-r', String(rate), '-b', '16', file, 'gain', '-3']);
  execFileSync('sox', ['-D', file, '-r', '16000', '-b', '16', small]);
  const { samples } = readWav(small);
  return { file, seconds: samples.length / 16_000, reference: samples };
}
