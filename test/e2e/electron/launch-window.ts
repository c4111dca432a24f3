/**
 * Starts Scriba in a real, sandboxed Electron on a data folder, with a microphone that beeps;
 * skipped where no binary is.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { microphoneFlags } from '../../support/chromium.ts';
import { electronMissing, sharedProgram } from '../support/hosts/electron.ts';
import { withSteadyAnswers } from '../support/hosts/steady-evaluate.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
export const missing = electronMissing();
/** The same as the stories' own (test/e2e/support/hosts). */
const holdReady = path.join(import.meta.dirname, '../support/hosts/hold-ready.cjs');

type DesktopWindow = {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly data: string;
};

type Fixtures = {
  /**
   * On a folder of an earlier one, or a new one; everything is ended and removed after the test.
   */
  openWindow: (options?: {
    data?: string;
    env?: Readonly<Record<string, string>>;
    args?: readonly string[];
  }) => Promise<DesktopWindow>;
};

/** Path of the program that starts Electron here. */
export const executable = async () => (await sharedProgram()).file;

export const test = base.extend<Fixtures>({
  openWindow: async ({ browserName: _ }, use) => {
    base.skip(missing !== undefined, missing);
    const folder = mkdtempSync(path.join(tmpdir(), 'scriba-electron-'));
    const opened: ChildProcess[] = [];
    await use(
      async ({ data = mkdtempSync(path.join(folder, 'data-')), env = {}, args = [] } = {}) => {
        const launched = await _electron.launch({
          executablePath: await executable(),
          args: ['-r', holdReady, root, ...microphoneFlags(), ...args],
          chromiumSandbox: true,
          env: {
            ...process.env,
            XDG_CACHE_HOME: path.join(folder, 'cache'),
            XDG_CONFIG_HOME: path.join(folder, 'config'),
            SCRIBA_DATA: data,
            ...env,
          } as Record<string, string>,
        });
        const app = withSteadyAnswers(launched);
        opened.push(app.process());
        const page = await app.firstWindow();
        return { app, page, data };
      },
    );
    for (const child of opened) await endHard(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  },
});

/** `kill -9`, and gone. */
export async function endHard(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** All files below a folder, with their bytes. */
export function filesBelow(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = path.join(folder, name);
    try {
      return statSync(file).isFile() ? [{ name, bytes: readFileSync(file) }] : [];
    } catch {
      return []; // gone meanwhile
    }
  });
}
