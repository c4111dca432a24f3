/**
 * `npm run mutants -- FOLDER [--files GLOB] [--sample N]`: changes the code of a folder in every
 * small way (Stryker), runs the tests that mirror the folder, and tells which changes none noticed.
 * Without FOLDER: all folders of scripts/mutants/folders.mjs, one after another.
 *
 * `--sample N`: N mutants drawn at random, `--seed S` others. `--files GLOB`: only these files of
 * the folder; nothing is written down then. `--concurrency C`: processes side by side.
 * `--again`: only what survived the last measurement, to see what the tests notice since; the score
 * of that measurement stays.
 * The figures go to docs/mutants.json, and from there into TRUST.md and docs/promises/mutants.md,
 * with the reasons of docs/mutants-explained.json for what no test can notice.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { percentOf, readScores, recordScore } from './lib/mutant-scores.mjs';
import { npmCi } from './lib/packages.mjs';
import { inProject, recall, remember } from './lib/project.mjs';
import { listen } from './lib/run.mjs';

const usage =
  'npm run mutants [-- FOLDER... [--again | --files GLOB | --sample N [--seed S]] [--concurrency C]]';

const { values, folders } = readArguments();
await needStryker();
const { measure, measureAgain } = await import('./mutants/run.mjs');
const { weeklyFolders } = await import('./mutants/folders.mjs');
for (const folder of folders.length > 0 ? folders : weeklyFolders) {
  if (values.again) {
    await again(folder);
    continue;
  }
  const figures = await measure(folder, values);
  print(folder, figures);
  if (!values.files) await record(folder, figures);
}

function readArguments() {
  const count = { type: 'string' };
  try {
    const { values: given, positionals } = parseArgs({
      options: {
        again: { type: 'boolean' },
        files: { type: 'string' },
        sample: count,
        seed: count,
        concurrency: count,
      },
      allowPositionals: true,
    });
    const { again, files, ...counts } = given;
    const numbers = Object.entries(counts).map(([name, text]) => [name, Number(text)]);
    const names = positionals.map((name) => name.replaceAll('\\', '/').replace(/\/$/, ''));
    const whole = !(again && (files || counts.sample || counts.seed));
    if (
      whole &&
      numbers.every(([, number]) => Number.isInteger(number) && number > 0) &&
      names.every((name) => existsSync(inProject(name)))
    )
      return { values: { again, files, ...Object.fromEntries(numbers) }, folders: names };
  } catch {
    // The usage says it.
  }
  console.error(usage);
  process.exit(2);
}

/** Installed when asked for: 177 packages that nothing else needs. */
async function needStryker() {
  const cwd = inProject('scripts', 'mutants');
  const lock = createHash('sha256')
    .update(readFileSync(inProject('scripts', 'mutants', 'package-lock.json')))
    .digest('hex');
  if (recall('mutants').lock === lock && existsSync(inProject('scripts/mutants/node_modules')))
    return;
  console.log('Installing the mutation tester …');
  await npmCi(cwd);
  remember('mutants', { lock });
}

function print(folder, { survivors, ...figures }) {
  console.log(`\n${folder}`);
  for (const { place, was, became, covered } of survivors)
    console.log(
      `  ${covered === false ? 'not covered' : 'survived'} ${place}: ${was} -> ${became}`,
    );
  console.log(JSON.stringify(figures));
  console.log(`Killed of what is covered: ${percentOf(figures)}`);
}

async function record(folder, figures) {
  recordScore(folder, { ...(await measured()), ...figures });
}

async function again(folder) {
  const score = readScores()[folder];
  if (!score) return console.log(`${folder}: never measured`);
  const survivors = await measureAgain(folder, score.survivors, values);
  for (const { place, was, became, since } of survivors)
    console.log(`  ${since ?? 'survived'} ${place}: ${was} -> ${became}`);
  recordScore(folder, { ...score, survivors, again: await measured() });
}

/** When, and of which commit. */
async function measured() {
  const commit = (await listen('git', ['rev-parse', '--short', 'HEAD'])).said.trim();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: /^[0-9a-f]+$/.test(commit) ? commit : '',
  };
}
