/**
 * `npm run package -- --check` runs it: node test/packed/run.ts FOLDER, the folder of a package for
 * Linux.
 *
 * First the package as it is: fuses, refused switches, a plain start. Then the whole way of a
 * visit. The package refuses every debugger, so for that its files are linked into a second folder
 * where the program is called `electron`: under that name Electron says that it is not packaged,
 * and Scriba lets a debugger in. Program, fuses and app.asar are the same files. At last the
 * updater, in a package whose app is another (updates.ts).
 */
import assert from 'node:assert/strict';
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDisplay, startProgram } from './program.ts';
import { checkFuses, checkSwitches, checkVariables } from './shut.ts';
import { checkUpdates } from './updates.ts';
import { checkVisit } from './visit.ts';

const began = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const folder = path.resolve(process.argv[2] ?? 'dist/linux-unpacked');
const program = path.join(folder, 'scriba');
const driven = `${folder}-driven`;
const display = await openDisplay();
try {
  await checkFuses(program, say);
  await checkSwitches(program, display.name, say);
  await checkVariables(program, display.name, say);
  await checkStart();
  linkUnderOtherName();
  await checkVisit(path.join(driven, 'electron'), display.name, say);
  await checkUpdates(folder, display.name, say);
  say('1 packed run: everything as it should be');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  display.close();
  rmSync(driven, { recursive: true, force: true });
}

/** The package as it is opens its window, asked for nothing. */
async function checkStart(): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-packed-'));
  const at = Date.now();
  const started = startProgram(program, [], { DISPLAY: display.name, SCRIBA_DATA: data });
  try {
    await started.says(/\{"shown":true\}/);
    say(`a plain start: the window shows its page after ${Date.now() - at} ms`);
  } finally {
    await started.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

function linkUnderOtherName(): void {
  rmSync(driven, { recursive: true, force: true });
  mkdirSync(driven);
  for (const name of readdirSync(folder)) {
    if (name === 'scriba') linkSync(program, path.join(driven, 'electron'));
    else cpSync(path.join(folder, name), path.join(driven, name), { recursive: true });
  }
  assert.equal(statSync(program).ino, statSync(path.join(driven, 'electron')).ino);
}
