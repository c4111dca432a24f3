/** Scriba under Electron from its start to its end: one instance, one window, one opened profile, and the practice platform beside it. */
import path from 'node:path';
import { asFailure } from '../../../shared/failure.ts';
import type { Ports, Power, PracticeAccess, Save } from '../../infrastructure/ports.ts';
import { lockFolder } from '../../infrastructure/store/folder-lock.ts';
import type { Carried } from '../browser/server.ts';
import { dataFolder } from '../common/data-folder.ts';
import { dropFolder } from '../common/drop-folder.ts';
import { readPageFiles } from '../common/page-files.ts';
import { type StartProcess, startPractice } from '../common/practice.ts';
import { nodeClock } from '../node/node-ports.ts';
import { saveByAsking } from '../node/save-file.ts';
import { carry } from './ipc.ts';
import { servePage } from './page-protocol.ts';
import { createPrinter } from './print.ts';
import { applySessionPolicy, PAGE_ADDRESS, SCHEME } from './session.ts';
import type { Child, ElectronParts, Window } from './types.ts';
import { guardContents, PAGE_PARTITION, windowOptions } from './window.ts';

type OpenedCore = Carried & { close(): Promise<void> };
export type ElectronDeps = {
  readonly electron: ElectronParts;
  readonly openProfile: (
    deps: {
      host: 'electron';
      version: string;
      dataFolder: string;
      practice: PracticeAccess | undefined;
      save: Save;
      power: Power;
    } & Pick<Ports, 'clipboard' | 'print' | 'chooseFolder' | 'dropFolder'>,
  ) => Promise<OpenedCore>;
  readonly folder?: string;
};

/** Resolves when the window shows its page, or when another Scriba has the lock and this one quits. */
export async function runElectron({
  electron,
  openProfile,
  folder = dataFolder(),
}: ElectronDeps): Promise<void> {
  const { app } = electron;
  // Chromium's own files stand apart from ours; nothing of a visit ever lies there.
  app.setPath('userData', path.join(folder, 'window'));
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  electron.protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  app.on('web-contents-created', (_event, contents) => guardContents(contents));

  let window: Window | undefined;
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());

  await app.whenReady();
  electron.removeMenu();
  const closing: (() => Promise<void>)[] = [];
  endWell(electron, closing);
  try {
    const core = await openAll(electron, openProfile, folder, closing);
    carry({ ipcMain: electron.ipcMain, core, window: () => window });
    window = await openWindow(electron, core);
    window.on('closed', () => (window = undefined));
    await window.loadURL(PAGE_ADDRESS);
  } catch (error) {
    electron.showError('Scriba could not start', sentence(error));
    app.quit();
  }
}

async function openAll(
  electron: ElectronParts,
  openProfile: ElectronDeps['openProfile'],
  folder: string,
  closing: (() => Promise<void>)[],
) {
  const unlock = lockFolder(folder);
  closing.push(async () => unlock());
  const practice = await startPractice({
    dataFolder: folder,
    start: forked(electron.fork),
    clock: nodeClock,
  });
  closing.push(() => practice.stop());
  const core = await openProfile({
    host: 'electron',
    version: electron.app.getVersion(),
    dataFolder: folder,
    practice: practice.access,
    save: saveByAsking(electron.askWhere),
    power: powerOf(electron),
    clipboard: { write: electron.writeClipboard },
    print: createPrinter(electron),
    chooseFolder: electron.askFolder,
    dropFolder: dropFolder(),
  });
  closing.push(() => core.close());
  return core;
}

const powerEvents = { lock: 'lock-screen', suspend: 'suspend', resume: 'resume' } as const;

const powerOf = ({ powerMonitor }: ElectronParts): Power => ({
  on(event, listener) {
    powerMonitor.on(powerEvents[event], listener);
    return () => void powerMonitor.off(powerEvents[event], listener);
  },
});

async function openWindow(electron: ElectronParts, core: Carried): Promise<Window> {
  const out = path.join(electron.app.getAppPath(), 'out');
  const session = electron.openSession(PAGE_PARTITION, { cache: false });
  applySessionPolicy(session, electron);
  session.protocol.handle(SCHEME, servePage(readPageFiles(path.join(out, 'renderer'))));
  const window = electron.openWindow(
    windowOptions({
      preload: path.join(out, 'preload', 'preload.cjs'),
      session,
      devTools: !electron.app.isPackaged,
    }),
  );
  window.once('ready-to-show', () => window.show());
  watchPage(window, core);
  return window;
}

/** A page that crashed, was reloaded or closed no longer feeds its recording: that is kept and offered again. */
function watchPage(window: Window, core: Carried) {
  const { webContents } = window;
  let loads = 0;
  webContents.on('did-start-loading', () => {
    if (loads > 0) core.pageLost();
    loads += 1;
  });
  webContents.on('render-process-gone', () => {
    core.pageLost();
    if (!webContents.isDestroyed()) webContents.reload();
  });
  window.on('closed', () => core.pageLost());
}

/** Everything is closed in the opposite order of its start before the process ends. */
function endWell({ app }: ElectronParts, closing: (() => Promise<void>)[]) {
  let ending = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    void (async () => {
      for (const close of closing.reverse()) await close().catch(() => {});
      app.exit(0);
    })();
  });
}

/** `ELECTRON_RUN_AS_NODE` is fused off, so the practice platform runs as a utility process; it ends with us. */
const forked =
  (fork: ElectronParts['fork']): StartProcess =>
  (file, args) => {
    const child: Child = fork(file, [...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      serviceName: 'Scriba practice platform',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const end = () => void child.kill();
    return { words: child.stdout ?? (async function* () {})(), ended, end, kill: end };
  };

function sentence(error: unknown): string {
  const { detail, message } = asFailure(error);
  return detail === 'already-open' ? 'Another Scriba has this data folder open.' : message;
}
