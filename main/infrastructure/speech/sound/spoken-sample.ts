/**
 * Sound of nobody with which an engine is tried: vowels between two seconds of quiet, made anew each
 * time, so that what listens for voices takes it for one.
 */
import { SPEECH_RATE } from '../speech.ts';

/** Hertz of the resonances of a mouth that says "a", "i", "o", "e". */
const VOWELS = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [530, 1840, 2480],
] as const;
const VOWELS_A_SECOND = 4;
const SECONDS = 2;
const LOUDNESS = 0.5;
/** Hertz of the voice, and by how much it rises and falls. */
const PITCH = 120;
const MELODY = 15;

export async function* spokenSample(): AsyncGenerator<Float32Array, void, void> {
  yield new Float32Array(SPEECH_RATE);
  yield vowels();
  yield new Float32Array(SPEECH_RATE);
}

function vowels(): Float32Array {
  const samples = new Float32Array(SECONDS * SPEECH_RATE);
  const mouth = [0, 1, 2].map(resonance);
  let phase = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const seconds = at / SPEECH_RATE;
    const place = seconds * VOWELS_A_SECOND;
    phase += (PITCH + MELODY * Math.sin(seconds * 5)) / SPEECH_RATE;
    const pulse = phase >= 1 ? 1 : 0;
    phase -= pulse;
    const vowel = VOWELS[Math.floor(place) % VOWELS.length] ?? VOWELS[0];
    const sound = mouth.reduce((sum, ring, which) => sum + ring(pulse, vowel[which] ?? 0), 0);
    samples[at] = sound * Math.sqrt(Math.sin(Math.PI * (place % 1)));
  }
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return samples.map((one) => (one / loudest) * LOUDNESS);
}

/** A hollow that rings at a frequency; the higher ones are broader and softer. */
function resonance(which: number) {
  let [last, before] = [0, 0];
  const decay = Math.exp((-Math.PI * (60 + 40 * which)) / SPEECH_RATE);
  return (pulse: number, frequency: number): number => {
    const turn = 2 * Math.cos((2 * Math.PI * frequency) / SPEECH_RATE);
    [last, before] = [pulse + decay * turn * last - decay * decay * before, last];
    return (last * (1 - decay)) / (1 + which);
  };
}
