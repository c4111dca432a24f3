/** A real Electron whose built page is missing: a sentence and an end, and no empty window. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { sharedProgram } from '../support/hosts/electron.ts';
import { whyNoElectron } from './launch.ts';

const root = path.resolve(import.meta.dirname, '../../..');
test.skip(whyNoElectron !== undefined, whyNoElectron);

for (const [what, left] of [
  ['without a page', []],
  ['with half a page', ['index.html']],
] as const)
  test(`${what} Scriba says so and ends`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'scriba-no-page-'));
    cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
    for (const part of ['main', 'preload'])
      cpSync(path.join(root, 'out', part), path.join(folder, 'out', part), { recursive: true });
    for (const file of left) {
      mkdirSync(path.join(folder, 'out/renderer'));
      cpSync(path.join(root, 'out/renderer', file), path.join(folder, 'out/renderer', file));
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const child = spawn((await sharedProgram()).file, [folder], {
      env: { ...process.env, SCRIBA_DATA: path.join(folder, 'data') },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.on('data', (bytes: Buffer) => {
      told += bytes.toString();
    });
    const ended = await once(child, 'exit');
    expect(told).toContain('The built page of Scriba is missing or incomplete');
    expect(ended).toEqual([1, null]);
    rmSync(folder, { recursive: true, force: true });
  });
