/**
 * Extraction against the numbers of its design: negation of a given concept, whole sentences
 * (found, right category, right status), and how long notes and transcripts take. Needs the
 * terminology data beside the project. `--json`; `--show` prints what went wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createExtraction,
  type Extraction,
} from '../../main/features/coding/extraction/extraction.ts';
import { importRelease } from '../../main/infrastructure/terminology/importers/import.ts';
import { createTerminology } from '../../main/infrastructure/terminology/terminology.ts';
import { codedSentences } from '../../test/fixtures/coded-sentences.ts';
import { negatedSentences } from '../../test/fixtures/negated-sentences.ts';
import {
  countStatuses,
  type StatusCount,
  statusHalves,
  statusSentences,
} from '../../test/fixtures/status-sentences.ts';
import {
  codedDev,
  judgeNegation,
  judgeNegationOfAll,
  judgeSentences,
  negexSentences,
  sentencesThere,
  texts,
} from './lib/extraction-sets.ts';
import { dataThere, releaseFiles } from './lib/linking-sets.ts';

const json = process.argv.includes('--json');
const told = process.argv.includes('--show')
  ? (line: string) => console.log(`    ${line}`)
  : undefined;
const show = (line: string) => json || console.log(line);

if (!dataThere() || !sentencesThere()) {
  console.log('The terminology data is not here; nothing was measured.');
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-extraction-'));
try {
  const found = await measure();
  if (json) console.log(JSON.stringify(found));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const facts = await importRelease(folder, 'icd10cm', releaseFiles());
  const terminology = createTerminology({ folder });
  const extraction = createExtraction({ terminology });

  const negation = judgeNegation(negexSentences(), told);
  const ownNegation = judgeNegation(negatedSentences, told);
  const dev = judgeSentences(codedDev(), extraction, terminology, told);
  const own = judgeSentences(codedSentences, extraction, terminology, told);

  show(`extraction, ICD-10-CM ${facts.version}: ${facts.codes} codes`);
  show('  what                                         measured        must     aim');
  const f1 = (value: number) => value.toFixed(3).padStart(8);
  for (const [name, one] of [
    ['negation, concept given: F1', negation],
    ['the same, sentences of our own: F1', ownNegation],
  ] as const)
    show(
      `  ${name.padEnd(44)} ${f1(one.f1)}        0.95    0.97   (${one.right} right, ${one.extra} too many, ${one.missed} missed)`,
    );
  for (const [name, one, rows] of [
    ['sentences of the shared set', dev, codedDev().length],
    ['sentences of our own', own, codedSentences.length],
  ] as const) {
    show(
      `  ${`${name} (${rows}): F1`.padEnd(44)} ${f1(one.f1)}        0.75    0.88   (${one.right} right, ${one.extra} too many, ${one.missed} missed)`,
    );
    show(
      `    not there, and called present              ${String(one.wrongPresent).padStart(8)}           2       0`,
    );
  }

  const { ofAll, byParts } = showNegationOfAll(extraction);
  const statuses = showStatuses(extraction);

  const { notes, dialogues } = texts();
  const speed = {
    notes: timed(notes),
    dialogues: timed(dialogues),
    hour: timed([hour(dialogues)]),
  };
  const ms = (value: number) => value.toFixed(1).padStart(7);
  show(
    '  speed                          texts  letters (mean)   p50 ms   p99 ms   entities (mean)',
  );
  for (const [name, one] of Object.entries(speed))
    show(
      `  ${name.padEnd(30)} ${String(one.texts).padStart(5)} ${String(Math.round(one.letters)).padStart(12)}    ${ms(one.p50)}  ${ms(one.p99)}   ${one.entities.toFixed(1).padStart(8)}`,
    );
  show(
    '  (hour: dialogues one behind the other, as many letters as are spoken in an hour, first time and nothing remembered)',
  );
  terminology.close();
  if (
    negation.f1 < 0.95 ||
    own.f1 < 0.75 ||
    dev.f1 < 0.75 ||
    own.wrongPresent + dev.wrongPresent > 2
  )
    process.exitCode = 1;
  return { facts, negation, ownNegation, ofAll, byParts, dev, own, statuses, speed };

  function timed(all: readonly string[]) {
    // A reader of its own, as after a start.
    const fresh = createTerminology({ folder });
    const one = createExtraction({ terminology: fresh });
    one.ofText('fever with chills');
    let entities = 0;
    const times = all
      .map((text) => {
        const from = performance.now();
        entities += one.ofText(text).length;
        return performance.now() - from;
      })
      .sort((a, b) => a - b);
    fresh.close();
    const at = (share: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    return {
      texts: all.length,
      letters: all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length),
      p50: at(0.5),
      p99: at(0.99),
      entities: entities / Math.max(1, all.length),
    };
  }
}

/** Concepts that extraction does not find count as not negated. */
function showNegationOfAll(extraction: Extraction) {
  const ofAll = judgeNegationOfAll(negexSentences(), extraction);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  show(
    `  negation over all concepts, found or not: F1 ${ofAll.f1.toFixed(3)}, aim 0.97; negated recognised ${percent(ofAll.recognised)}; concepts found ${percent(ofAll.found)}, aim 90 % (of these as entities of a note ${percent(ofAll.shown)})`,
  );
  const byParts = judgeNegationOfAll(negexSentences(), extraction, true);
  show(
    `  the same where a denial that a concept holds itself counts as one of it: F1 ${byParts.f1.toFixed(3)} (${byParts.right} right, ${byParts.extra} too many, ${byParts.missed} missed)`,
  );
  return { ofAll, byParts };
}

/**
 * Counts of the status sentences, by class. No sentence is printed, also with `--show`.
 */
function showStatuses(extraction: Extraction) {
  return statusHalves.map((half) => {
    const rows = statusSentences(half);
    const given = countStatuses(rows);
    const whole = countStatuses(rows, extraction);
    show(
      `  status, half ${half.toUpperCase()}: context with the finding given / found by extraction`,
    );
    show('    class       rows   wrongly present   wrongly not present   right');
    for (const name of [...given.keys(), 'all']) {
      const pair = (key: keyof StatusCount) =>
        `${sumOf(given, name, key)} / ${sumOf(whole, name, key)}`.padStart(14);
      show(
        `    ${name.padEnd(10)} ${String(sumOf(given, name, 'rows')).padStart(5)} ${pair('wronglyPresent')} ${pair('wronglyNotPresent')} ${pair('right')}`,
      );
    }
    return { half, given: Object.fromEntries(given), whole: Object.fromEntries(whole) };
  });
}

/** The count of a class, or of all classes. */
function sumOf(counts: Map<string, StatusCount>, name: string, key: keyof StatusCount): number {
  const some = [...counts].filter(([one]) => name === 'all' || one === name);
  return some.reduce((sum, [, count]) => sum + count[key], 0);
}

/** About 9,000 words. */
function hour(dialogues: readonly string[]): string {
  let text = '';
  for (const one of dialogues) if (text.length < 50_000) text += `${one}\n`;
  return text;
}
