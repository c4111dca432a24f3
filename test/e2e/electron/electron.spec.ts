/** The same app under a real Electron; told as skipped where its binary is not there. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, expect, test } from '@playwright/test';
import { findElectron } from '../../../scripts/lib/electron.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const executablePath = findElectron(root);

test('Scriba opens one window, sandboxed, on its own scheme', async () => {
  test.skip(executablePath === undefined, 'no Electron binary');
  const app = await _electron.launch({
    executablePath: executablePath!,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: {
      ...process.env,
      SCRIBA_DATA: mkdtempSync(path.join(tmpdir(), 'scriba-electron-')),
    } as Record<string, string>,
  });
  const page = await app.firstWindow();
  await expect(page).toHaveTitle(/Scriba/);
  expect(page.url()).toMatch(/^app:\/\/scriba\//);
  expect(
    await page.evaluate(() => [
      typeof (globalThis as { require?: unknown }).require,
      typeof (globalThis as { scribeHost?: unknown }).scribeHost,
    ]),
  ).toEqual(['undefined', 'object']);
  expect(app.windows()).toHaveLength(1);
  await app.close();
});
