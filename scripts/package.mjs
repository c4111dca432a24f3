/**
 * `npm run package [-- ARGUMENTS OF ELECTRON-BUILDER]`: builds the app and packs it into dist/;
 * `--dir` where nothing is said. `npm run package -- --check`: packs into a folder and drives what
 * was packed (test/packed/run.ts).
 *
 * Without Electron's binary it packs against a stand-in, with the fuses left alone: that checks the
 * configuration and what goes into the package, and makes nothing that runs.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildElectron } from './lib/build.mjs';
import { findElectron } from './lib/electron.mjs';
import { writeLicences } from './lib/licences.mjs';
import { inProject, needNode, root } from './lib/project.mjs';
import { show } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { makeStandIn } from './lib/stand-in.mjs';

const scratch = [];
const given = process.argv.slice(2);
const check = given.includes('--check');
const asked = given.filter((one) => one !== '--check');
const args = asked.length > 0 ? asked : ['--dir'];

try {
  await setUp();
  await buildElectron();
  writeLicences();
  process.exitCode = await pack();
  if (check && process.exitCode === 0) process.exitCode = await checkPacked();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
}

async function pack() {
  const { command } = needNode();
  const builder = inProject('node_modules', 'electron-builder', 'cli.js');
  // Signing is asked for, by a certificate in CSC_LINK or a name in CSC_NAME, and never found by
  // chance.
  const { CSC_LINK, CSC_NAME, CSC_IDENTITY_AUTO_DISCOVERY } = process.env;
  const env = {
    ...process.env,
    CSC_IDENTITY_AUTO_DISCOVERY:
      CSC_IDENTITY_AUTO_DISCOVERY ?? String(Boolean(CSC_LINK || CSC_NAME)),
  };
  const common = [`-c.extraMetadata.homepage=${homepage()}`, '--publish', 'never'];
  if (findElectron(root))
    return show(
      command,
      [builder, ...args, ...electronFrom(process.env.ELECTRON_OVERRIDE_DIST_PATH), ...common],
      { env },
    );
  const version = pinned();
  console.log(
    `Electron ${version} is not here: packing against a stand-in, to check the package. What it makes does not run.`,
  );
  const folder = await makeStandIn(version);
  scratch.push(folder);
  return show(
    command,
    [builder, ...args, '--config', await withoutFuses(), ...electronFrom(folder), ...common],
    { env },
  );
}

/**
 * The folder of Electron that is packed; without one electron-builder fetches the pinned version
 * for the system and processor that were asked for.
 */
function electronFrom(folder) {
  if (folder === undefined)
    return isForeign() ? [] : ['-c.electronDist=node_modules/electron/dist'];
  const version = readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  if (version !== pinned())
    console.log(
      `Packing with Electron ${version} of ELECTRON_OVERRIDE_DIST_PATH; package.json pins ${pinned()}. Good for a test, not for a release.`,
    );
  return [`-c.electronDist=${folder}`, `-c.electronVersion=${version}`];
}

/** Another system or processor than ours. Says what such a package lacks. */
function isForeign() {
  const ours = { linux: 'linux', darwin: 'mac', win32: 'win' }[process.platform];
  const foreign = args
    .map((arg) => arg.replace(/^--/, ''))
    .filter(
      (arg) =>
        (['linux', 'mac', 'win'].includes(arg) && arg !== ours) ||
        (['x64', 'arm64', 'universal'].includes(arg) && arg !== process.arch),
    );
  if (foreign.length > 0)
    console.log(
      `For ${foreign.join(', ')}: keytar is built for this computer and does not load there, so keys would lie behind a passphrase. Make releases on a computer of that kind (docs/packaging.md).`,
    );
  return foreign.length > 0;
}

function pinned() {
  const file = inProject('node_modules', 'electron', 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** deb and rpm name one; whoever publishes Scriba says theirs. */
function homepage() {
  const { SCRIBA_HOMEPAGE, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  if (SCRIBA_HOMEPAGE) return SCRIBA_HOMEPAGE;
  return GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : 'https://scriba.example';
}

/** The same configuration, but for the fuses: a stand-in has none. */
async function withoutFuses() {
  const { parse } = await import('yaml');
  const { electronFuses: _none, ...rest } = parse(
    readFileSync(inProject('electron-builder.yml'), 'utf8'),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-package-'));
  scratch.push(folder);
  const file = path.join(folder, 'electron-builder.json');
  writeFileSync(file, JSON.stringify(rest));
  return file;
}

async function checkPacked() {
  if (!findElectron(root) || process.platform !== 'linux') {
    console.log(
      'The package was made and not driven: that needs a real Electron (npm run setup -- --electron) and Linux.',
    );
    return 0;
  }
  const kind = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`;
  const folder = inProject('dist', kind);
  if (!existsSync(folder)) {
    console.error(`There is no ${path.join('dist', kind)} to drive.`);
    return 1;
  }
  const { command, flags } = needNode();
  return show(command, [...flags, inProject('test', 'packed', 'run.ts'), folder]);
}
