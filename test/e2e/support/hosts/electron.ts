/**
 * Stories in a real Electron, sandboxed: one process, one window, the system's dialogs answered by
 * the test.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test';
import { electronStories } from '../../../../scripts/lib/electron-stories.mjs';
import { microphoneFlags } from '../../../support/chromium.ts';
import { answerOf } from './browser.ts';
import { type Display, startDisplay } from './display.ts';
import {
  type Host,
  newDataFolder,
  type PageOptions,
  type Scriba,
  type ScribaOptions,
} from './host.ts';
import { withSteadyAnswers } from './steady-evaluate.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const holdReady = path.join(import.meta.dirname, 'hold-ready.cjs');

export type ElectronScriba = Scriba & {
  /** The running app, for what only Electron has. Throws before its page was opened. */
  app(): ElectronApplication;
  /** The process id of main. */
  pid(): number;
  /** Of the core; undefined while none runs. */
  corePid(): Promise<number | undefined>;
};

export type ElectronHost = Host<ElectronScriba>;

/** Why no story can be told in Electron here; undefined where one can. */
export function electronMissing(): string | undefined {
  const here = electronStories();
  return here.why;
}

type Program = {
  /** Path of the program that starts Electron. */
  readonly file: string;
  readonly display: Display | undefined;
  end(): Promise<void>;
};

/**
 * Makes what starts Electron here: as root in a user namespace, on a display of its own unless it
 * is to be seen.
 */
async function openProgram({ seen }: { readonly seen: boolean }): Promise<Program> {
  const here = electronStories();
  if (here.why !== undefined) throw new Error(here.why);
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-electron-'));
  const display = here.xvfb && !seen ? await startDisplay(here.xvfb) : undefined;
  return {
    file: startFile(folder, here.file, here.prefix),
    display,
    async end() {
      await display?.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Program> | undefined;

/**
 * For tests that start Electron in their own way: one for the worker, whose environment names its
 * display from then on.
 */
export async function sharedProgram(): Promise<Program> {
  shared ??= openProgram({ seen: false }).then((program) => {
    if (program.display)
      Object.assign(process.env, { DISPLAY: program.display.name, WAYLAND_DISPLAY: '' });
    return program;
  });
  return shared;
}

export async function electronHost({ seen }: { readonly seen: boolean }): Promise<ElectronHost> {
  const program = await openProgram({ seen });
  const apps = new WeakMap<Page, ElectronApplication>();
  const appOf = (page: Page) => apps.get(page)!;
  return {
    start: async (options = {}) => lazily(program, options),
    async openPage(scriba, options = {}) {
      const { app, page } = await (scriba as Lazy).launch(options);
      apps.set(page, app);
      return page;
    },
    async reload(page) {
      const questions = await answerQuestions(appOf(page), YES);
      // Playwright's own reload would answer the question itself.
      const loaded = page.waitForEvent('load');
      await page.evaluate(() => setTimeout(() => location.reload()));
      await loaded;
      return (await questions()).length;
    },
    async saveFile(page, press, into) {
      const asked = await appOf(page).evaluateHandle(({ dialog }, place) => {
        const names: string[] = [];
        dialog.showSaveDialog = (async (options: { defaultPath: string }) => {
          names.push(options.defaultPath);
          return { canceled: false, filePath: `${place}/${options.defaultPath}` };
        }) as never;
        return names;
      }, into);
      await press();
      await expect.poll(() => asked.jsonValue(), { timeout: 20_000 }).toHaveLength(1);
      const [name] = (await asked.jsonValue()) as [string];
      // The file gets its final name only when it is whole.
      await expect.poll(() => existsSync(path.join(into, name))).toBe(true);
      return { file: path.join(into, name), name, says: /^(Saved|Draft saved)/ };
    },
    readClipboard: (page) =>
      appOf(page).evaluate(async ({ clipboard }) => {
        // Until Electron 43; from 44 on the clipboard has items, as a page's has.
        const { readHTML } = clipboard as { readHTML?: () => string };
        if (readHTML) return { plain: await clipboard.readText(), rich: readHTML() };
        const [item] = await clipboard.read();
        const text = async (type: string) => ((await await item!.getType(type)) as Blob).text();
        return { plain: await text('text/plain'), rich: await text('text/html') };
      }),
    async ask(page, name, input) {
      const answer = await page.evaluate(
        ([request, body]) =>
          (globalThis as unknown as { scribeHost: PageHost }).scribeHost.ask(request, body),
        [name, input] as const,
      );
      return answerOf(name, answer as never);
    },
    // A window is all of Scriba: it ends with it.
    closePages: async () => {},
    end: program.end,
  };
}

type PageHost = { ask(name: string, input: unknown): Promise<unknown> };

/**
 * The number of the button that says yes to closing or reloading (main/hosts/electron/ending.ts).
 */
const YES = 1;

/** Answers the questions that main asks from now on. @returns reads their words so far */
export async function answerQuestions(
  app: ElectronApplication,
  button: number,
): Promise<() => Promise<string[]>> {
  const asked = await app.evaluateHandle(({ dialog }, response) => {
    const words: string[] = [];
    dialog.showMessageBox = (async (_window: unknown, options: { message: string }) => {
      words.push(options.message);
      // As long as the quickest of persons.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { response, checkboxChecked: false };
    }) as never;
    return words;
  }, button);
  return () => asked.jsonValue();
}

/**
 * Playwright starts one file: as root that is a line of shell which makes us somebody else first.
 */
function startFile(folder: string, electron: string, prefix: readonly string[]): string {
  if (prefix.length === 0) return electron;
  const file = path.join(folder, 'electron');
  writeFileSync(file, `#!/bin/sh\nexec ${prefix.join(' ')} '${electron}' "$@"\n`, { mode: 0o755 });
  return file;
}

type Opened = { readonly app: ElectronApplication; readonly page: Page };
type Lazy = ElectronScriba & { launch(options: PageOptions): Promise<Opened> };

/** How long an orderly end may take before it is forced. */
const ENDS_WITHIN = 10_000;

function lazily(
  program: Program,
  { dataFolder = newDataFolder(), practice = 'start', env = {} }: ScribaOptions,
): Lazy {
  let running: { app: ElectronApplication; pid: number } | undefined;
  let said = '';
  const ended = Promise.withResolvers<number | null>();
  const signal = (name: NodeJS.Signals) => {
    if (running) process.kill(running.pid, name);
  };
  const scriba: Lazy = {
    dataFolder,
    app() {
      if (!running) throw new Error('its page was not opened yet');
      return running.app;
    },
    pid: () => scriba.app() && running!.pid,
    corePid: () =>
      scriba
        .app()
        .evaluate(({ app }) => app.getAppMetrics().find(({ name }) => name === 'Scriba core')?.pid),
    ended: ended.promise,
    said: () => said,
    async launch({ microphone }) {
      const launched = await _electron.launch({
        executablePath: program.file,
        args: ['-r', holdReady, root, ...microphoneFlags(microphone)],
        chromiumSandbox: true,
        env: { ...environment(dataFolder, practice, program.display), ...env },
      });
      const app = withSteadyAnswers(launched);
      const child = app.process();
      child.stderr?.on('data', (piece: Buffer) => (said += piece.toString()));
      child.once('exit', (code) => {
        running = undefined;
        ended.resolve(code);
      });
      running = { app, pid: child.pid! };
      // There Playwright starts a shell first.
      if (process.platform === 'win32') running.pid = await app.evaluate(() => process.pid);
      const page = await app.firstWindow();
      page.setDefaultTimeout(30_000);
      return { app, page };
    },
    async stop() {
      if (!running) return;
      await answerQuestions(running.app, YES).catch(() => {});
      const late = setTimeout(() => signal('SIGKILL'), ENDS_WITHIN);
      await running.app.close();
      clearTimeout(late);
    },
    async kill() {
      if (!running) return;
      signal('SIGKILL');
      await ended.promise;
    },
    async stall(ms) {
      const core = (await scriba.corePid())!;
      process.kill(core, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      process.kill(core, 'SIGCONT');
    },
  };
  return scriba;
}

/** Ours without what changes what Electron is (safekeeping, P22). */
function environment(
  dataFolder: string,
  practice: string | object,
  display: Display | undefined,
): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _, NODE_OPTIONS: __, ...env } = process.env;
  return {
    ...(env as Record<string, string>),
    ...(display && { DISPLAY: display.name, WAYLAND_DISPLAY: '' }),
    // A test must not write into the home folder of the person who runs it.
    XDG_CACHE_HOME: path.join(dataFolder, 'cache'),
    XDG_CONFIG_HOME: path.join(dataFolder, 'config'),
    SCRIBA_DATA: dataFolder,
    SCRIBA_PRACTICE: typeof practice === 'string' ? practice : JSON.stringify(practice),
  };
}
