/**
 * `npm test`: everything that can be checked on this computer. Its last line says how many passed, failed and were skipped.
 *
 * `npm test -- PATH...` goes straight to those files or folders: vitest, or Playwright for what lies in test/e2e.
 * Other words go to the runner (`-t NAME` for vitest, `-g NAME` for Playwright).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser, playwrightBrowser } from '../main/hosts/node/browsers.mjs';
import { buildPage } from './lib/build.mjs';
import { chooseRunner } from './lib/choose-runner.mjs';
import { readPlaywright, readVitest, stepFailed, sum } from './lib/counts.mjs';
import { compiled, inProject, needNode, root } from './lib/project.mjs';
import { show } from './lib/run.mjs';
import { needPackages, setUp } from './lib/set-up.mjs';

const words = process.argv.slice(2);
const started = performance.now();
const title = (name) =>
  console.log(`\n== ${name} (after ${Math.round((performance.now() - started) / 1000)} s)`);

/** Starts a tool with the Node that runs the tests, which it also finds as `node`: tests start programs of their own. */
function tool(file, args, more = {}) {
  const { command, flags } = needNode();
  const env = {
    ...process.env,
    PATH: [path.dirname(command), process.env.PATH].join(path.delimiter),
    NODE_COMPILE_CACHE: compiled,
    // A build machine and `npm run trust` run the proofs of the promises whole; somebody who waits runs a sixth of each.
    SCRIBA_SHARE: process.env.SCRIBA_SHARE ?? '6',
    ...more,
  };
  return show(command, [...flags, inProject('node_modules', ...file.split('/')), ...args], { env });
}

/** The files or folders that were named, and nothing else; answers the exit code. */
async function testPaths() {
  const { options, vitest, playwright } = chooseRunner(words, {
    root,
    from: process.env.INIT_CWD,
  });
  await needPackages();
  let code = 0;
  if (vitest.length > 0 || playwright.length === 0)
    code = await tool('vitest/vitest.mjs', ['run', ...vitest, ...options]);
  if (playwright.length > 0) {
    if (!findBrowser() && !(await playwrightBrowser())) await setUp();
    await buildPage();
    const config = ['test', '--config', 'test/e2e/playwright.config.ts'];
    code = (await tool('@playwright/test/cli.js', [...config, ...playwright, ...options])) || code;
  }
  return code;
}

async function testAll() {
  await setUp();
  const reports = mkdtempSync(path.join(tmpdir(), 'scriba-reports-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
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

if (words.length > 0) {
  process.exitCode = await testPaths().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
} else {
  const { passed, failed, skipped, reasons } = await testAll().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return stepFailed('the set-up');
  });
  console.log('');
  for (const reason of reasons) console.log(reason);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}
