/** Made-up voices: tones with the overtones of a throat, of two heights and two shapes. */
import { SPEECH_RATE } from '../../../main/infrastructure/speech/speech.ts';

export type MadeVoice = { readonly height: number; readonly brightness: number };
export const lowVoice: MadeVoice = { height: 110, brightness: 0.6 };
export const highVoice: MadeVoice = { height: 215, brightness: 0.85 };

/** The height moves a little, as it does when somebody speaks. */
export function spokenBy({ height, brightness }: MadeVoice, seconds: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * SPEECH_RATE));
  let phase = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const second = at / SPEECH_RATE;
    phase += (2 * Math.PI * height * (1 + 0.04 * Math.sin(9 * second))) / SPEECH_RATE;
    let sum = 0;
    for (let tone = 1; tone <= 16; tone += 1) sum += brightness ** tone * Math.sin(tone * phase);
    samples[at] = 0.12 * sum * (0.7 + 0.3 * Math.sin(25 * second));
  }
  return samples;
}

export const joinedSound = (parts: readonly Float32Array[]): Float32Array => {
  const all = new Float32Array(parts.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
