/** Runs Stryker on a folder, and counts what became of its mutants. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { inProject } from '../lib/project.mjs';
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
