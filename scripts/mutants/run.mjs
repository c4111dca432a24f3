/** Runs Stryker on a folder, and counts what became of its mutants. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { inProject } from '../lib/project.mjs';
import { draw } from './draw.mjs';
import { folderOf } from './folders.mjs';
import { keyOf, NOT_DRAWN } from './sample.mjs';

const place = (...names) => path.join('out', 'mutants', ...names);
const silent = { debug() {}, info() {}, isDebugEnabled: () => false };

/**
 * `files`: a glob within the folder; `sample`: how many mutants are drawn, all without it;
 * `concurrency`: processes side by side.
 * @returns the figures of the folder and its survivors.
 */
export async function measure(folder, { files, sample, seed = 1, concurrency }) {
  const { mutate, tests } = folderOf(folder);
  const chosen = files ? [`${folder}/${files}`] : mutate;
  const name = folder.replaceAll('/', '-');
  mkdirSync(inProject(place()), { recursive: true });
  const drawn = sample ? draw(await listMutants(chosen), sample, seed) : undefined;
  const drawnFile = inProject(place(`${name}.sample.json`));
  if (drawn) {
    writeFileSync(drawnFile, JSON.stringify(drawn));
    process.env.SCRIBA_MUTANT_SAMPLE = drawnFile;
  }
  process.env.SCRIBA_MUTANT_TESTS = JSON.stringify(testFiles(tests));
  const results = await new Stryker({
    ...common(name, concurrency),
    mutate: chosen,
    ...(drawn
      ? { checkers: ['sample'], plugins: [...plugins, ours], incremental: false }
      : { plugins, incremental: !files }),
  }).runMutationTest();
  rmSync(drawnFile, { force: true });
  return figuresOf(
    results.filter(({ statusReason }) => statusReason !== NOT_DRAWN),
    results.length,
  );
}

const plugins = [import.meta.resolve('@stryker-mutator/vitest-runner')];
const ours = new URL('./sample.mjs', import.meta.url).href;

const common = (name, concurrency = os.availableParallelism()) => ({
  packageManager: 'npm',
  testRunner: 'vitest',
  // As `npm test`: a thread has no time zone of its own.
  vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  concurrency,
  maxTestRunnerReuse: 0,
  // No such file: TypeScript 7 has no programming interface that Stryker could read ours with.
  tsconfigFile: place('none.json'),
  disableTypeChecks: false,
  allowConsoleColors: process.stdout.isTTY === true,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: place(`${name}.report.json`) },
  incrementalFile: place(`${name}.incremental.json`),
  tempDirName: place('work'),
  ignorePatterns: ['/out', '/dist', '/.scriba', '/.vitest', '/scripts/mutants/node_modules'],
  // On a busy computer a slow test must not be taken for one that hangs.
  timeoutMS: 60_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 30,
});

function testFiles(globs) {
  const without = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  return globSync(
    globs.filter((glob) => !glob.startsWith('!')),
    { cwd: inProject(), exclude: without },
  ).map((file) => file.replaceAll(path.sep, '/'));
}

/** Keys of all mutants that Stryker would make, without those that a comment takes out. */
async function listMutants(globs) {
  const without = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const files = globSync(
    globs.filter((glob) => !glob.startsWith('!')),
    { cwd: inProject(), exclude: without },
  ).sort();
  const { mutants } = await new Instrumenter(silent).instrument(
    files.map((file) => ({
      name: inProject(file),
      content: readFileSync(inProject(file), 'utf8'),
      mutate: true,
    })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return mutants.filter(({ status }) => status !== 'Ignored').map(keyOf);
}

function figuresOf(mutants, total) {
  const of = (status) => mutants.filter((mutant) => mutant.status === status);
  return {
    mutants: total,
    run: mutants.length - of('Ignored').length,
    killed: of('Killed').length,
    timeout: of('Timeout').length,
    survived: of('Survived').length,
    noCoverage: of('NoCoverage').length,
    // Their code could not be loaded: neither for nor against the tests.
    errors: of('RuntimeError').length,
    ignored: of('Ignored').length,
    survivors: [...of('Survived'), ...of('NoCoverage')].map(lineOf).sort(byPlace),
  };
}

function lineOf({ fileName, location: { start, end }, replacement, status }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  // From its end, as the first line may be the last one.
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  const file = path.relative(process.cwd(), fileName).replaceAll(path.sep, '/');
  return {
    place: `${file}:${start.line}:${start.column}`,
    was: short(lines.join('\n')),
    became: short(replacement ?? ''),
    ...(status === 'NoCoverage' && { covered: false }),
  };
}

/** Long enough for two changes of one expression to stay two. */
const LINE = 120;
const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line;
};

const byPlace = (a, b) => a.place.localeCompare(b.place, 'en', { numeric: true });
