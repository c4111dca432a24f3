/** `npm test`: everything that can be checked on this computer. Its last line says how many passed, failed and were skipped. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser, playwrightBrowser } from '../main/hosts/node/browsers.mjs';
import { buildPage } from './lib/build.mjs';
import { readPlaywright, readVitest, stepFailed, sum } from './lib/counts.mjs';
import { compiled, inProject, needNode } from './lib/project.mjs';
import { show } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

const reports = mkdtempSync(path.join(tmpdir(), 'scriba-reports-'));
const started = performance.now();
const title = (name) =>
  console.log(`\n== ${name} (after ${Math.round((performance.now() - started) / 1000)} s)`);

async function test() {
  await setUp();
  const { command, flags } = needNode();
  // A build machine and `npm run trust` run the proofs of the promises whole; somebody who waits runs a third of each.
  // Tests start programs with `node`: they must find this one.
  const env = {
    ...process.env,
    PATH: [path.dirname(command), process.env.PATH].join(path.delimiter),
    NODE_COMPILE_CACHE: compiled,
    SCRIBA_SHARE: process.env.SCRIBA_SHARE ?? '3',
  };
  const tool = (file, args, more = {}) =>
    show(command, [...flags, inProject('node_modules', ...file.split('/')), ...args], {
      env: { ...env, ...more },
    });
  const all = [];

  title('Types');
  if ((await tool('typescript/bin/tsc', ['--noEmit'])) !== 0)
    all.push(stepFailed('the type check'));

  title('Build');
  await buildPage().catch((error) => {
    console.error(error.message);
    all.push(stepFailed('the build of the page'));
  });

  title('Unit and integration tests');
  const units = path.join(reports, 'vitest.json');
  const unitCode = await tool('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${units}`,
  ]);
  all.push(honest(readVitest(units), unitCode, 'the unit tests'));

  title('End to end, in Chromium on the browser host');
  if (findBrowser() || (await playwrightBrowser())) {
    const stories = path.join(reports, 'playwright.json');
    const code = await tool(
      '@playwright/test/cli.js',
      ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: stories },
    );
    all.push(honest(readPlaywright(stories), code, 'the end-to-end tests'));
  } else {
    all.push({
      passed: 0,
      failed: 0,
      skipped: 1,
      reasons: ['skipped: all end-to-end tests (no Chromium, Chrome or Edge)'],
    });
  }
  return sum(all);
}

/** A runner that failed although its report counts no failure has failed all the same. */
function honest(counts, code, name) {
  return code !== 0 && counts.failed === 0
    ? sum([counts, stepFailed(`${name} ended with ${code}`)])
    : counts;
}

const { passed, failed, skipped, reasons } = await test().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return stepFailed('the set-up');
});
rmSync(reports, { recursive: true, force: true });
console.log('');
for (const reason of reasons) console.log(reason);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
