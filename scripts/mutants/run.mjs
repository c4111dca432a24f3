/** Runs Stryker on a folder, and counts what became of its mutants. */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { inProject } from '../lib/project.mjs';
import { fileOf, isOneOf, sinceThen } from './again.mjs';
import { draw } from './draw.mjs';
import { figuresOf } from './figures.mjs';
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
  const mutate = files ? [`${folder}/${files}`] : folderOf(folder).mutate;
  const keys = sample && draw((await listMutants(mutate)).map(keyOf), sample, seed);
  const results = await runStryker(folder, { mutate, keys, incremental: !files, concurrency });
  return figuresOf(results.filter(isDrawn), results.length);
}

/**
 * Runs survivors of an earlier measurement again, to see which the tests notice since.
 * @returns the survivors, each with `since`, see again.mjs.
 */
export async function measureAgain(folder, survivors, { concurrency }) {
  const mutate = [...new Set(survivors.map(fileOf))].filter((file) => existsSync(inProject(file)));
  const mutants = mutate.length > 0 ? await listMutants(mutate) : [];
  const keys = mutants.filter((mutant) => isOneOf(survivors, fromOne(mutant))).map(keyOf);
  if (keys.length === 0) return survivors.map((one) => ({ ...one, since: 'gone' }));
  const results = await runStryker(folder, { mutate, keys, concurrency });
  return sinceThen(survivors, results.filter(isDrawn));
}

const isDrawn = ({ statusReason }) => statusReason !== NOT_DRAWN;

/** `keys`: of the mutants that are run; all without it. */
async function runStryker(folder, { mutate, keys, incremental, concurrency }) {
  const name = folder.replaceAll('/', '-');
  mkdirSync(inProject(place()), { recursive: true });
  const keysFile = inProject(place(`${name}.sample.json`));
  if (keys) {
    writeFileSync(keysFile, JSON.stringify(keys));
    process.env.SCRIBA_MUTANT_SAMPLE = keysFile;
  }
  process.env.SCRIBA_MUTANT_TESTS = JSON.stringify(testFiles(folderOf(folder).tests));
  const results = await new Stryker({
    ...common(name, concurrency),
    mutate,
    ...(keys
      ? { checkers: ['sample'], plugins: [...plugins, ours], incremental: false }
      : { plugins, incremental }),
  }).runMutationTest();
  rmSync(keysFile, { force: true });
  return results;
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

/** All mutants that Stryker would make, their lines counted from 0, without those that a comment takes out. */
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
  return mutants.filter(({ status }) => status !== 'Ignored');
}

/** Lines and columns of results are counted from 1. */
const fromOne = ({ location: { start, end }, ...mutant }) => ({
  ...mutant,
  location: { start: next(start), end: next(end) },
});
const next = ({ line, column }) => ({ line: line + 1, column: column + 1 });
