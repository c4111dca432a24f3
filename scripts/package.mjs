/**
 * `npm run package [-- ARGUMENTS OF ELECTRON-BUILDER]`: builds the app and packs it into dist/; `--dir` where nothing is said.
 *
 * Without Electron's binary it packs against a stand-in, with the fuses left alone: that checks the
 * configuration and what goes into the package, and makes nothing that runs.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildElectron } from './lib/build.mjs';
import { findElectron } from './lib/electron.mjs';
import { inProject, needNode, root } from './lib/project.mjs';
import { show } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { makeStandIn } from './lib/stand-in.mjs';

const scratch = [];
const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['--dir'];

try {
  await setUp();
  await buildElectron();
  process.exitCode = await pack();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
}

async function pack() {
  const { command } = needNode();
  const builder = inProject('node_modules', 'electron-builder', 'cli.js');
  // Signing and publishing are asked for, never found by chance.
  const env = {
    ...process.env,
    CSC_IDENTITY_AUTO_DISCOVERY: process.env.CSC_IDENTITY_AUTO_DISCOVERY ?? 'false',
  };
  if (findElectron(root))
    return show(
      command,
      [
        builder,
        ...args,
        `-c.electronDist=${process.env.ELECTRON_OVERRIDE_DIST_PATH ?? 'node_modules/electron/dist'}`,
        '--publish',
        'never',
      ],
      { env },
    );
  const { version } = JSON.parse(
    readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8'),
  );
  console.log(
    `Electron ${version} is not here: packing against a stand-in, to check the package. What it makes does not run.`,
  );
  const folder = await makeStandIn(version);
  scratch.push(folder);
  return show(
    command,
    [
      builder,
      ...args,
      '--config',
      await withoutFuses(),
      `-c.electronDist=${folder}`,
      '--publish',
      'never',
    ],
    { env },
  );
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
