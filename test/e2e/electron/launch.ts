/**
 * Starts the built Scriba in a real Electron, sandboxed, and lets a test look at what it does
 * outside its page.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { microphoneFlags } from '../../support/chromium.ts';
import { electronMissing, sharedProgram } from '../support/hosts/electron.ts';
import { withSteadyAnswers } from '../support/hosts/steady-evaluate.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Undefined where a real Electron can be started; else the reason for a skip. */
export const whyNoElectron = electronMissing();

export type Launched = {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Closes it, and removes its data. */
  close(): Promise<void>;
};

export async function launch(...args: string[]): Promise<Launched> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-desktop-'));
  const launched = await _electron.launch({
    executablePath: (await sharedProgram()).file,
    args: [
      '-r',
      path.join(import.meta.dirname, '../support/hosts/hold-ready.cjs'),
      ...microphoneFlags(),
      root,
      ...args,
    ],
    chromiumSandbox: true,
    env: { ...process.env, SCRIBA_DATA: path.join(folder, 'data') } as Record<string, string>,
  });
  const app = withSteadyAnswers(launched);
  const page = await app.firstWindow();
  return {
    app,
    page,
    async close() {
      // Scriba asks before it closes while recording; a test does not wait for the answer.
      await app.evaluate(({ app: electronApp }) => electronApp.exit(0)).catch(() => {});
      await app.close().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Watched = {
  menu?: Electron.Menu;
  notifications: Electron.Notification[];
  said: { title: string; body: string }[];
};
const WATCHED = 'scribaWatched';

/**
 * From now on the tray's menu and the notifications are kept in the main process, for the functions
 * below.
 */
export const watchDesktop = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Tray, Notification }, key) => {
    const watched: Watched = { notifications: [], said: [] };
    Object.assign(globalThis, { [key]: watched });
    const setContextMenu = Tray.prototype.setContextMenu;
    Tray.prototype.setContextMenu = function (menu) {
      if (menu) watched.menu = menu;
      return setContextMenu.call(this, menu);
    };
    Notification.isSupported = () => true;
    Notification.prototype.show = function () {
      watched.notifications.push(this);
      watched.said.push({ title: this.title, body: this.body });
    };
  }, WATCHED);

const watched = <T>(app: ElectronApplication, read: string): Promise<T> =>
  app.evaluate(
    (_electron, [key, code]) => {
      const held = (globalThis as unknown as Record<string, unknown>)[key!];
      return new Function('watched', `return ${code}`)(held) as T;
    },
    [WATCHED, read],
  );

/** Labels of the tray's menu; those that cannot be chosen in brackets. */
export const trayMenu = (app: ElectronApplication): Promise<string[]> =>
  watched(
    app,
    "(watched.menu?.items ?? []).filter(({ type }) => type !== 'separator').map(({ label, enabled }) => enabled ? label : '(' + label + ')')",
  );

export const clickTray = (app: ElectronApplication, label: string): Promise<void> =>
  watched(
    app,
    `watched.menu.items.find((item) => item.label === ${JSON.stringify(label)}).click()`,
  );

export const notifications = (
  app: ElectronApplication,
): Promise<{ title: string; body: string }[]> => watched(app, 'watched.said');

/** The newest with that title. */
export const clickNotification = (app: ElectronApplication, title: string): Promise<void> =>
  watched(
    app,
    `watched.notifications.findLast((one) => one.title === ${JSON.stringify(title)}).emit('click')`,
  );

/** The page of the small window; undefined while there is none. */
export const miniPage = (app: ElectronApplication): Page | undefined =>
  app.windows().find((page) => page.url().endsWith('/mini.html'));
