/**
 * Scriba under Electron from its start to its end: one instance, one window, one opened profile,
 * and the practice platform beside it.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asFailure } from '../../../shared/failure.ts';
import { createLog, type Log } from '../../infrastructure/log/log.ts';
import type { LogLines, Power, PracticeAccess } from '../../infrastructure/ports.ts';
import { dataFolder } from '../common/data-folder.ts';
import { dropFolder } from '../common/drop-folder.ts';
import { readPageFiles } from '../common/page-files.ts';
import {
  PRACTICE_AFTER,
  type Practice,
  practiceAsked,
  type StartProcess,
  startPractice,
} from '../common/practice.ts';
import { nodeClock } from '../node/node-ports.ts';
import type { CoreProcessDeps, OpenedCore } from './core/core-process.ts';
import { menuItems, pressIn } from './desktop/app-menu.ts';
import { openContextMenus } from './desktop/context-menu.ts';
import { type CrashKeeper, keepCrashes } from './desktop/crashes.ts';
import { linkIn } from './desktop/deep-link.ts';
import { createDesktop, type ElectronDesktop } from './desktop/desktop.ts';
import { createMenuSpelling } from './desktop/menu-spelling.ts';
import { followOpenAtLogin } from './desktop/open-at-login.ts';
import { openWindowMemory, type WindowMemory } from './desktop/window-memory.ts';
import { areasOf, placeWindow, rememberPlace, stayInView } from './desktop/window-place.ts';
import { keepZoom } from './desktop/zoom.ts';
import { createEnding, type Ending } from './ending.ts';
import { createHostWords, type HostWords } from './host-words.ts';
import { carry } from './ipc.ts';
import { openLinkBy } from './open-link.ts';
import { createPrinter } from './print.ts';
import { isSystemsOwn, refusal, refusedSwitch } from './refused-switches.ts';
import { SCHEME } from './session.ts';
import type { Child, ElectronParts, Window } from './types.ts';
import { type JoinUpdatesDeps, joinUpdates } from './updates/join-updates.ts';
import { guardContents, openPageWindow } from './window.ts';

/**
 * Windows joins windows, notifications and the start menu's entry by it; electron-builder.yml gives
 * the installer the same.
 */
const APP_ID = 'org.scriba.app';

export type ElectronDeps = {
  readonly electron: ElectronParts;
  /** Starts the core, and resolves when it is open. */
  readonly openCore: (deps: CoreProcessDeps) => Promise<OpenedCore>;
  readonly updates?: JoinUpdatesDeps;
  /** Absent: nothing is logged. */
  readonly openLog?: (dataFolder: string) => LogLines;
  readonly folder?: string;
  /** What the program was started with, its own name aside. */
  readonly args?: readonly string[];
  /** Told once, when the window shows its page: whoever started Scriba may wait for it. */
  readonly shown?: () => void;
};

/** What has been started so far, and what ends it. */
type Running = {
  readonly deps: ElectronDeps;
  readonly folder: string;
  readonly ending: Ending;
  readonly lines: LogLines | undefined;
  readonly log: Log;
  readonly crashes: CrashKeeper;
  readonly memory: WindowMemory;
  readonly desktop: ElectronDesktop;
  readonly words: HostWords;
  window: Window | undefined;
  core: OpenedCore | undefined;
};

/**
 * Resolves when the window shows its page, or when another Scriba has the lock and this one quits.
 * An entry module must not wait for it: Electron is ready only when that module has been evaluated.
 */
export async function runElectron(deps: ElectronDeps): Promise<void> {
  const { electron, folder = dataFolder(), args = process.argv.slice(1) } = deps;
  const { app } = electron;
  const refused = app.isPackaged ? refusedSwitch(args, process.platform) : undefined;
  if (refused !== undefined) {
    if (isSystemsOwn(refused)) await app.whenReady();
    electron.showError('Scriba did not start', refusal(refused));
    return app.exit(1);
  }
  const incomplete = pageTrouble(app.getAppPath());
  if (incomplete !== undefined) {
    electron.showError('Scriba did not start', incomplete);
    // Electron aborts now and then where it is ended while it still starts.
    await app.whenReady();
    return app.exit(1);
  }
  app.setAppUserModelId(APP_ID);
  // Chromium's own files stand apart from ours; nothing of a visit ever lies there.
  const windowFolder = path.join(folder, 'window');
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', windowFolder);
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  electron.protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  app.on('web-contents-created', (_event, contents) => guardContents(contents));

  const lines = openLines(deps, folder);
  const log = createLog({ lines, clock: nodeClock });
  const words = createHostWords(() => app.getPreferredSystemLanguages());
  const running: Running = {
    deps,
    words,
    folder,
    lines,
    log,
    crashes: keepCrashes({ electron, folder: windowFolder, log, clock: nodeClock, words }),
    memory: openWindowMemory(windowFolder),
    ending: createEnding(electron, {
      isRecording: () => running.core?.isRecording() ?? false,
      isAway: () => running.core?.connection().state === 'lost',
      window: () => running.window,
      words,
    }),
    desktop: createDesktop(electron, {
      window: () => running.window,
      bringToFront: () => bringToFront(running.window),
      words,
    }),
    window: undefined,
    core: undefined,
  };
  app.on('second-instance', (_event, argv) => {
    bringToFront(running.window);
    running.desktop.openLink(linkIn(argv));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    running.desktop.openLink(url);
  });
  running.desktop.openLink(linkIn(electron.argv));
  app.on('window-all-closed', () => app.quit());

  await app.whenReady();
  running.ending.listen();
  await open(running).catch((error: unknown) => {
    electron.showError('Scriba could not start', sentence(error));
    running.crashes.endedWell();
    app.quit();
  });
}

/**
 * Looked for before Electron is ready: a window without its page would stay empty, and a dialog
 * would wait on a computer that nobody sits at.
 */
function pageTrouble(appFolder: string): string | undefined {
  try {
    readPageFiles(path.join(appFolder, 'out', 'renderer'));
    return undefined;
  } catch (error) {
    return sentence(error);
  }
}

/** A log that cannot be opened keeps nothing from starting. */
function openLines({ openLog }: ElectronDeps, folder: string): LogLines | undefined {
  try {
    return openLog?.(folder);
  } catch {
    return undefined;
  }
}

/**
 * The core, which takes longest, is started first, and opens while the window and its page start;
 * their first requests wait for it.
 */
async function open(running: Running): Promise<void> {
  const { deps, ending, crashes, memory } = running;
  const { electron } = deps;
  const shown = Promise.withResolvers<void>();
  const core = openCore(running, shown.promise);
  if (deps.updates)
    joinUpdates(electron, deps.updates, {
      ending,
      window: () => running.window,
      core,
      log: running.log,
      words: running.words,
    });
  // Added first, done last: an installer ends us without another word.
  ending.add(async () => crashes.endedWell());
  // A failure is told once, below.
  core.catch(() => {});
  carry({
    ipcMain: electron.ipcMain,
    core,
    window: () => running.window,
    mini: running.desktop.miniWindow,
  });
  const page = openPageWindow(electron, {
    pageLost: () => running.core?.pageLost(),
    pageGone: crashes.pageGone,
    ending,
    place: placeWindow(memory.get().bounds, areasOf(electron.screen)),
    maximized: memory.get().maximized,
    closed: () => (running.window = undefined),
  });
  running.window = page.window;
  equipWindow(running, page.window);
  page.shown.then(shown.resolve, shown.reject);
  await Promise.all([page.shown.then(() => deps.shown?.()), core]);
}

/** What a window of the desktop has beside its page: its place, zoom, menus. */
function equipWindow(running: Running, window: Window): void {
  const { memory, deps, ending, words } = running;
  const { electron } = deps;
  const { platform, app } = electron;
  const remember = rememberPlace(window, memory, nodeClock);
  // A window that goes with the whole app is not closed first.
  ending.add(async () => remember());
  stayInView(() => running.window, electron.screen);
  const zoom = keepZoom(window.webContents, memory, platform);
  openContextMenus(window, {
    show: electron.showMenu,
    spelling: createMenuSpelling({
      core: () => running.core,
      showError: electron.showError,
      words,
    }),
    isPackaged: app.isPackaged,
    words,
  });
  words.show(({ menu }) =>
    electron.setMenu(
      menuItems({
        platform,
        isPackaged: app.isPackaged,
        press: (key) => pressIn(running.window, key),
        zoom,
        words: menu,
      }),
    ),
  );
}

async function openCore(running: Running, shown: Promise<void>): Promise<OpenedCore> {
  const { deps, folder, ending } = running;
  const { electron } = deps;
  const practice = practiceAfter(running, shown);
  const opening = deps.openCore({
    version: electron.app.getVersion(),
    packed: electron.app.isPackaged,
    // Not in the package: it is signed, and cannot be written.
    ...(!electron.app.isPackaged && {
      compiled: path.join(electron.app.getAppPath(), 'node_modules', '.scriba', 'compiled'),
    }),
    dataFolder: folder,
    dropFolder: dropFolder(),
    practice,
    power: powerOf(electron),
    crashes: running.crashes,
    lines: running.lines,
    log: running.log,
    clock: nodeClock,
    fork: electron.fork,
    desktop: running.desktop.port,
    askWhere: electron.askWhere,
    chooseFolder: electron.askFolder,
    print: createPrinter(electron),
    clipboard: { write: electron.writeClipboard },
    openLink: openLinkBy(electron.openLink),
  });
  ending.add(async () => (await opening).close());
  const core = await opening;
  running.core = core;
  const { app, platform } = electron;
  followOpenAtLogin(core, {
    ...electron.login,
    platform,
    appFolder: app.isPackaged ? undefined : app.getAppPath(),
    setLoginItemSettings: (settings) => app.setLoginItemSettings(settings),
    showError: electron.showError,
    words: running.words,
  });
  return core;
}

/** The practice platform beside us; outside the packaged app a test may name another, or none. */
function practiceAfter(
  running: Running,
  shown: Promise<void>,
): Promise<PracticeAccess> | undefined {
  const asked = running.deps.electron.app.isPackaged ? 'start' : practiceAsked();
  if (asked === 'none') return undefined;
  return asked === 'start' ? startAfter(running, shown) : Promise.resolve(asked);
}

/** It starts behind the window and the core: a processor with two cores is busy until then. */
function startAfter(
  { deps, folder, ending }: Running,
  shown: Promise<void>,
): Promise<PracticeAccess> {
  let practice: Practice | undefined;
  const wait = new AbortController();
  ending.add(async () => {
    wait.abort();
    await practice?.stop();
  });
  const access = shown
    .then(() => sleep(PRACTICE_AFTER, undefined, { signal: wait.signal }))
    .then(() => {
      practice = startPractice({
        dataFolder: folder,
        start: forked(deps.electron.fork),
        clock: nodeClock,
      });
      return practice.access;
    });
  // Whoever needs it hears of a failure; a clinic never asks.
  access.catch(() => {});
  return access;
}

function bringToFront(window: Window | undefined): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

const powerEvents = { lock: 'lock-screen', suspend: 'suspend', resume: 'resume' } as const;

const powerOf = ({ powerMonitor }: ElectronParts): Power => ({
  on(event, listener) {
    powerMonitor.on(powerEvents[event], listener);
    return () => void powerMonitor.off(powerEvents[event], listener);
  },
});

/**
 * `ELECTRON_RUN_AS_NODE` is fused off, so the practice platform runs as a utility process; it ends
 * with us.
 */
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
