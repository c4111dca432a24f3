/**
 * `npm run trust`: runs the proof of every promise and every mutant, and writes TRUST.md
 * and docs/promises.
 * `-- --long`: the long sizes. `-- --only P5`: one promise (or `P5,P6`); the other rows stay as
 * last measured. `-- --read`: runs nothing, and writes what the last `.ci/run` here has measured.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBrowser, playwrightBrowser } from '../main/hosts/node/browsers.mjs';
import { buildPage, fingerprint } from './lib/build.mjs';
import { readExplained, readScores } from './lib/mutant-scores.mjs';
import { compiled, inProject, needNode } from './lib/project.mjs';
import { listen, show } from './lib/run.mjs';
import { readProofs, trustPages } from './lib/trust-page.mjs';

const args = process.argv.slice(2);
const long = args.includes('--long');
const read = args.includes('--read');
const only = args.includes('--only')
  ? (args[args.indexOf('--only') + 1] ?? '').split(',').map((id) => id.toUpperCase())
  : undefined;
if (
  args.some((arg, i) =>
    arg.startsWith('--') ? !['--long', '--only', '--read'].includes(arg) : args[i - 1] !== '--only',
  ) ||
  only?.some((id) => !/^P\d+$/.test(id))
) {
  console.error('npm run trust [-- [--long] [--only P5,P6] | -- --read]');
  process.exit(2);
}

const { command, flags } = needNode();
const env = {
  ...process.env,
  PATH: [path.dirname(command), process.env.PATH].join(path.delimiter),
  NODE_COMPILE_CACHE: compiled,
  SCRIBA_TRUST: long ? 'long' : 'commit',
  ...(only ? { SCRIBA_ONLY: only.join(',') } : {}),
};
const tool = (file, more) =>
  show(command, [...flags, inProject('node_modules', ...file.split('/')), ...more], { env });

const proofs = inProject('out', 'trust');
if (!read) clearRecords();

const started = performance.now();
/**
 * Children of the tests load the code anew for minutes or hours: changed in between, they would be
 * held against another state of it.
 */
const sources = () =>
  fingerprint(
    ['main', 'sandbox', 'shared', 'test/trust', 'test/support'].map((place) => inProject(place)),
  );
const print = sources();
const files = (pattern) =>
  globSync(pattern, { cwd: inProject() })
    .filter((file) => !only || only.some((id) => idsOf(file).includes(id)))
    .map((file) => file.replaceAll(path.sep, '/'));
const tests = files('test/trust/**/*.test.{ts,mjs}');
const stories = files('test/e2e/trust/**/*.spec.ts');
const browser = findBrowser() || (await playwrightBrowser());
const codes = read ? [] : await runAll();

const commit = (await listen('git', ['rev-parse', '--short', 'HEAD'])).said.trim();
const changed =
  (
    await listen('git', [
      'status',
      '--porcelain',
      '--',
      'main',
      'sandbox',
      'shared',
      'renderer',
      'preload',
      'test',
    ])
  ).said.trim() !== '';
const pages = trustPages({
  ...readProofs(proofs),
  commit: /^[0-9a-f]+$/.test(commit)
    ? `${commit}${changed ? ' and what is not yet committed' : ''}`
    : 'no commit',
  machine: `${os.cpus().length} cores, ${process.platform}`,
  minutes: read ? undefined : (performance.now() - started) / 60_000,
  withoutBrowser: stories.length > 0 && !browser ? stories : [],
  only,
  scores: readScores(),
  explained: readExplained(),
  before: existsSync(inProject('TRUST.md')) ? readFileSync(inProject('TRUST.md'), 'utf8') : '',
});
mkdirSync(inProject('docs', 'promises'), { recursive: true });
for (const [name, text] of pages) writeFileSync(inProject(name), text);
console.log('\nWritten: TRUST.md and docs/promises');
const steady = sources() === print;
if (!steady)
  console.error(
    'The code was changed while its proofs ran: what failed may have failed for that. Run them again.',
  );
process.exitCode = steady && codes.every((code) => code === 0) ? 0 : 1;

/** `p13-p14-canaries.test.ts` proves P13 and P14. */
function idsOf(file) {
  return [...path.basename(file).matchAll(/(?:^|-)p(\d+)(?=-)/g)].map(
    ([, number]) => `P${Number(number)}`,
  );
}

/** Of the promises that run now; the others stay as last measured. */
function clearRecords() {
  if (!only) return rmSync(proofs, { recursive: true, force: true });
  for (const name of globSync(`{${[...only, ''].join(',')}}-*.json`, { cwd: proofs }))
    rmSync(path.join(proofs, name));
}

/** @returns the exit codes of the runners. */
async function runAll() {
  // Proofs that start the whole program show the page, which a fresh clone has not built yet.
  await buildPage();
  // Without a file given vitest would run all of the house.
  const units = await tool('vitest/vitest.mjs', [
    'run',
    ...tests,
    'test/mutants/mutants.test.ts',
    ...(long ? ['--testTimeout=3600000'] : []),
  ]);
  if (stories.length === 0 || !browser) return [units];
  const inBrowser = await tool('@playwright/test/cli.js', [
    'test',
    ...stories,
    '--config',
    'test/e2e/playwright.config.ts',
    '--project',
    'chromium',
    ...(long ? ['--timeout=3600000'] : []),
  ]);
  return [units, inBrowser];
}
