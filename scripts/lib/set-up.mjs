/**
 * Brings this computer to where Scriba starts and its tests run. Does nothing, quickly, when all is
 * there.
 */
import { existsSync } from 'node:fs';
import { findBrowser, playwrightBrowser } from '../../main/hosts/node/browsers.mjs';
import { installDebianPackages, isDebian, isRoot, missingPackages, wanted } from './debian.mjs';
import { installPackages, packagesAreThere } from './packages.mjs';
import { inProject, needNode, recall, remember } from './project.mjs';
import { listen } from './run.mjs';

/**
 * `again`: also tries once more what failed the last time. Throws a sentence where Scriba cannot
 * run at all. Answers what is missing, as sentences.
 */
export async function setUp({ again = false } = {}) {
  let missing = await missingPackages();
  const tried = new Set(again ? [] : (recall('setup').tried ?? []));
  const fresh = missing.filter((name) => !tried.has(name));
  const packagesHere = packagesAreThere();

  // Before npm: keytar may have to be built, and that needs libsecret-1-dev.
  if (fresh.length > 0 && isRoot()) {
    await installDebianPackages(fresh);
    missing = await missingPackages();
  }
  await needPackages();
  const browserSaid = await provideBrowser(tried.has('browser'));
  // After npm ci: that removes the folder in which it is remembered.
  remember('setup', { tried: [...missing, ...(browserSaid === undefined ? [] : ['browser'])] });

  const lines = [
    ...missing
      .filter((name) => name !== 'chromium' || !browserSaid)
      .map((name) => `${name}: without it no ${wanted[name]}`),
    ...(browserSaid ? [browserSaid] : []),
    ...absentOptional(),
  ];
  if (lines.length > 0 && (fresh.length > 0 || !packagesHere || again)) tellMissing(lines, missing);
  return lines;
}

/**
 * Installs the npm packages where they are not those of the lockfile. Throws a sentence where that
 * fails or no Node is new enough.
 */
export async function needPackages() {
  if (!packagesAreThere()) {
    console.log('Installing the npm packages of the lockfile …');
    await installPackages();
  }
  needNode();
}

function tellMissing(lines, missing) {
  console.log('Not here, and what does not work without it (everything else does):');
  for (const line of lines) console.log(`  - ${line}`);
  if (missing.length > 0 && isDebian() && !isRoot())
    console.log(`  To install: sudo apt-get install ${missing.join(' ')}`);
}

/**
 * Playwright's own Chromium where the system has none; a sentence when there is none in the end.
 */
async function provideBrowser(triedBefore) {
  if (findBrowser() || (await playwrightBrowser())) return undefined;
  if (!triedBefore) {
    console.log("No Chromium, Chrome or Edge found; fetching Playwright's own …");
    const { command } = needNode();
    await listen(
      command,
      [inProject('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'],
      { within: 300_000 },
    );
    if (await playwrightBrowser()) return undefined;
  }
  return 'Chromium, Chrome or Edge: without one no app window (unless Electron is there) and no browser tests';
}

function absentOptional() {
  return existsSync(inProject('node_modules', 'keytar', 'build', 'Release', 'keytar.node'))
    ? []
    : [
        'keytar could not be built or fetched: keys of real patients lie behind a passphrase instead of the system keychain',
      ];
}
