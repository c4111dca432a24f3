/**
 * `npm test`: everything that can be checked on this computer. Its last line says how many passed,
 * failed and were skipped.
 *
 * `npm test -- PATH...` goes straight to those files or folders: vitest, or Playwright for what
 * lies in test/e2e. Other words go to the runner (`-t NAME` for vitest, `-g NAME` for Playwright);
 * `--host electron` tells stories there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser, playwrightBrowser } from '../main/hosts/node/browsers.mjs';
import { buildElectron, buildPage } from './lib/build.mjs';
import { chooseRunner } from './lib/choose-runner.mjs';
import { readPlaywright, readVitest, stepFailed, sum } from './lib/counts.mjs';
import { electronStories } from './lib/electron-stories.mjs';
import { inProject, root } from './lib/project.mjs';
import { listen } from './lib/run.mjs';
import { needPackages, setUp } from './lib/set-up.mjs';
import { chooseHost, prepareStories, runStories } from './lib/stories.mjs';
import { tool } from './lib/tool.mjs';

const words = process.argv.slice(2);
const started = performance.now();
const title = (name) =>
  console.log(`\n== ${name} (after ${Math.round((performance.now() - started) / 1000)} s)`);

/** The files or folders that were named, and nothing else; answers the exit code. */
async function testPaths() {
  const { host, words: others } = chooseHost(words);
  const { options, vitest, playwright } = chooseRunner(others, {
    root,
    from: process.env.INIT_CWD,
  });
  await needPackages();
  let code = 0;
  if (vitest.length > 0 || playwright.length === 0)
    code = await tool('vitest/vitest.mjs', ['run', ...vitest, ...options]);
  if (playwright.length > 0) {
    await prepareStories(host);
    code = (await runStories(host, [...playwright, ...options])) || code;
  }
  return code;
}

async function testAll() {
  await setUp();
  // Long proofs and stories take turns; a file that is named runs whatever the day.
  process.env.SCRIBA_TURNS = 'today';
  const reports = mkdtempSync(path.join(tmpdir(), 'scriba-reports-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const all = [];

  title('Types');
  if ((await tool('typescript/bin/tsc', ['--noEmit'])) !== 0)
    all.push(stepFailed('the type check'));

  title('Build');
  const electron = electronStories();
  await (electron.why === undefined ? buildElectron() : buildPage()).catch((error) => {
    console.error(error.message);
    all.push(stepFailed('the build of the page'));
  });

  // Only where all is run whole: the stories go the same way, but for the script itself.
  if (process.env.SCRIBA_SHARE === '1' && (findBrowser() || (await playwrightBrowser()))) {
    title('npm start');
    const { code, said } = await listen(process.execPath, [
      inProject('scripts/start.mjs'),
      '--smoke',
    ]);
    console.log(said);
    all.push(code === 0 ? onePassed : stepFailed('npm start -- --smoke'));
  }

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
  if (findBrowser() || (await playwrightBrowser()))
    all.push(await testStories('browser', path.join(reports, 'browser.json')));
  else all.push(allSkipped('all end-to-end tests (no Chromium, Chrome or Edge)'));

  title('End to end, in Electron');
  if (electron.why === undefined)
    all.push(await testStories('electron', path.join(reports, 'electron.json')));
  else all.push(allSkipped(`the stories in Electron (${electron.why})`));
  return sum(all);
}

async function testStories(host, report) {
  const code = await runStories(host, ['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  return honest(readPlaywright(report), code, `the end-to-end tests (${host})`);
}

const onePassed = { passed: 1, failed: 0, skipped: 0, reasons: [] };
const allSkipped = (what) => ({
  passed: 0,
  failed: 0,
  skipped: 1,
  reasons: [`skipped: ${what}`],
});

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
