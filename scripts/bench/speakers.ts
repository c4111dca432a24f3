/**
 * How often one voice is divided into two speakers, and how often two voices are told apart:
 * sentences drawn by chance from generated voices, with their true ends (a recogniser's are about
 * 0.3 s off). Needs sox, and espeak-ng or flite. `--json`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { divideVoices, type HeardVoice } from '../../main/features/local/divide-voices.ts';
import { soundOfFile } from '../../main/infrastructure/speech/sound/sound-of-file.ts';
import { createVoiceMeter } from '../../main/infrastructure/speech/sound/voice.ts';
import { SPEECH_RATE } from '../../main/infrastructure/speech/speech.ts';
import { isHere, type Speaker, spoken } from './lib/spoken.ts';

const SENTENCES =
  `Good afternoon, please take a seat. Thank you. What has brought you here today? I have had a sore throat since Monday. It hurts when I swallow.
Any fever with it? Yes, up to thirty nine at night. Do you cough? Only a little, and nothing comes up. No blood. I also have an earache on the left side.
How is your appetite? I eat less than usual. Are you drinking enough? I think so. Let me look at your throat. The tonsils are large and red, with some white spots.
The ears look fine. Your glands are swollen. Do you take any tablets? A water tablet for my blood pressure, every morning. Are you allergic to penicillin? Not that I know of.
My sister had the same thing last week. This is most likely a bacterial infection. We should take a swab. I would like to give you an antibiotic for ten days. Finish all of it, even if you feel better.
Can I go to work? Stay at home for two days. What about the fever? Paracetamol helps, three times a day at most. Come back if it is not better by Friday. Is there anything else? No, that was all. All right. Take care.`.match(
    /[^.?]+[.?]/g,
  ) ?? [];
/** The limits were chosen on the first; the others were only measured. */
const VOICES: Record<string, readonly (readonly [Speaker, string])[]> = {
  'chosen on': [
    ['flite', 'slt'],
    ['flite', 'rms'],
    ['flite', 'awb'],
    ['flite', 'kal16'],
    ['espeak-ng', 'en-us'],
    ['espeak-ng', 'en-gb'],
    ['espeak-ng', 'en-gb-x-rp'],
    ['espeak-ng', 'en-gb-scotland'],
    ['espeak-ng', 'en-029'],
    ['espeak-ng', 'en-us+f3'],
    ['espeak-ng', 'en-gb+m4'],
    ['espeak-ng', 'en-us-nyc+f5'],
  ],
  fresh: [
    ['flite', 'kal'],
    ['espeak-ng', 'en-gb-x-gbcwmd'],
    ['espeak-ng', 'en-gb-x-gbclan+m2'],
    ['espeak-ng', 'en-us+f2'],
    ['espeak-ng', 'en-gb+f4'],
    ['espeak-ng', 'en-us-nyc+m7'],
    ['espeak-ng', 'en-029+f1'],
  ],
};
const MANY = [6, 8, 10, 15, 20, 30];
const TRIALS = 500;
/** Seconds at both ends of a sentence that are not listened to, as in `features/local/voices.ts`. */
const EDGE = 0.1;

const speakers = (['espeak-ng', 'flite'] as const).filter(isHere);
if (speakers.length === 0 || !isHere('sox')) {
  console.log('sox, and espeak-ng or flite, are not here; nothing was measured.');
  process.exit(0);
}
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-speakers-'));
try {
  const found: Record<string, Row[]> = {};
  for (const [set, all] of Object.entries(VOICES)) {
    const voices: HeardVoice[][] = [];
    for (const [speaker, voice] of all.filter(([one]) => speakers.includes(one)))
      voices.push(await heard(speaker, voice));
    found[set] = MANY.map((many) => trials(voices, many));
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify(found));
  else for (const [set, rows] of Object.entries(found)) print(set, rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function heard(speaker: Speaker, voice: string): Promise<HeardVoice[]> {
  const voices: HeardVoice[] = [];
  for (const [at, sentence] of SENTENCES.entries()) {
    const name = `${speaker}-${voice}-${at}`;
    const file = spoken({ folder, name, speaker, voice, words: sentence.trim() });
    const meter = createVoiceMeter();
    const pieces: Float32Array[] = [];
    for await (const piece of soundOfFile(file)) {
      meter.add(piece);
      pieces.push(piece);
    }
    const [from, to] = speechIn(pieces);
    const own = meter.voiceIn(from + EDGE, to - EDGE);
    if (own) voices.push({ voice: own, weight: to - from });
  }
  return voices;
}

/** Seconds: from the first loud sample to the last. */
function speechIn(pieces: readonly Float32Array[]): [number, number] {
  const all = pieces.flatMap((piece) => [...piece]);
  const isLoud = (sample: number) => Math.abs(sample) > 0.01;
  return [all.findIndex(isLoud) / SPEECH_RATE, (all.findLastIndex(isLoud) + 1) / SPEECH_RATE];
}

/** Shares of trials; `right`: of the sentences in those that were told apart. */
type Row = {
  readonly many: number;
  readonly oneDivided: number;
  readonly twoToldApart: number;
  readonly right: number;
};

function trials(voices: readonly (readonly HeardVoice[])[], many: number): Row {
  const chance = chances(many);
  let [divided, ones, toldApart, twos, right] = [0, 0, 0, 0, 0];
  for (const own of voices)
    for (let trial = 0; trial < TRIALS; trial += 1) {
      ones += 1;
      if (divideVoices(drawn(own, many, chance))) divided += 1;
    }
  for (const [at, one] of voices.entries())
    for (const other of voices.slice(at + 1))
      for (let trial = 0; trial < TRIALS / 5; trial += 1) {
        // The one says a half, or a quarter and two at least.
        const first = trial % 2 === 0 ? many >> 1 : Math.max(2, Math.round(many / 4));
        const groups = divideVoices([
          ...drawn(one, first, chance),
          ...drawn(other, many - first, chance),
        ]);
        twos += 1;
        if (!groups) continue;
        toldApart += 1;
        const same = groups.filter((group, place) => group === Number(place >= first)).length;
        right += Math.max(same, many - same) / many;
      }
  return {
    many,
    oneDivided: divided / ones,
    twoToldApart: toldApart / twos,
    right: right / toldApart,
  };
}

function drawn(all: readonly HeardVoice[], many: number, chance: () => number): HeardVoice[] {
  const left = [...all];
  return Array.from({ length: many }, () =>
    left.splice(Math.floor(chance() * left.length), 1),
  ).flat();
}

/** Equal in each run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function print(set: string, rows: readonly Row[]): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(8);
  console.log(`${set}: sentences, one voice divided, two voices told apart, sentences right`);
  for (const { many, oneDivided, twoToldApart, right } of rows)
    console.log(
      `${String(many).padStart(4)} ${percent(oneDivided)} ${percent(twoToldApart)} ${percent(right)}`,
    );
}
