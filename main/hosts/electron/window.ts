/**
 * The one window: how it is made, what becomes of its page, and that nothing leads out of it
 * (Electron checklist 2-4, 6, 8-14).
 */
import path from 'node:path';
import { readPageFiles } from '../common/page-files.ts';
import { closedPreferences } from './closed-preferences.ts';
import type { Ending } from './ending.ts';
import { servePage } from './page-protocol.ts';
import { applySessionPolicy, PAGE_ADDRESS, SCHEME } from './session.ts';
import type { Bounds, Contents, ElectronParts, Gone, Stoppable, Window } from './types.ts';

/** A session that keeps nothing on disk: the vault is the only place for a visit. */
const PAGE_PARTITION = 'scriba-page';

/**
 * Pure, so that a test can hold every word of it. `session` is the page's own; `devTools` only
 * outside the packaged app.
 */
export const windowOptions = ({
  preload,
  session,
  devTools,
  place,
}: {
  preload: string;
  session: object;
  devTools: boolean;
  place?: Bounds;
}) => ({
  title: 'Scriba',
  width: 1100,
  height: 800,
  ...place,
  minWidth: 380,
  minHeight: 480,
  show: false,
  autoHideMenuBar: true,
  webPreferences: {
    ...closedPreferences,
    preload,
    session,
    devTools,
    // A recording goes on while the window is covered or minimised.
    backgroundThrottling: false,
  },
});

/**
 * For every contents that ever comes to be, ours or not: no navigation, no new window, no webview.
 * A page that loads itself again goes nowhere: that is allowed where it is our page in its main
 * frame.
 */
export function guardContents(contents: Contents): void {
  const stop = (event: Stoppable) => event.preventDefault();
  for (const event of ['will-redirect', 'will-attach-webview'] as const) contents.on(event, stop);
  for (const event of ['will-navigate', 'will-frame-navigate'] as const)
    contents.on(event, (navigation) => {
      if (!isReload(contents, navigation)) navigation.preventDefault();
    });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

const isReload = (
  contents: Contents,
  { url, isMainFrame }: { readonly url?: string; readonly isMainFrame?: boolean },
): boolean =>
  isMainFrame === true && url === PAGE_ADDRESS && contents.mainFrame.url === PAGE_ADDRESS;

export type PageWindow = {
  readonly window: Window;
  /** Resolves when the page is on the screen. */
  readonly shown: Promise<void>;
};

type PageDeps = {
  readonly pageLost: () => void;
  /** Opens the page again; the window may be gone by then. */
  readonly pageGone: (window: Window, gone: Gone) => void;
  readonly ending: Ending;
  readonly place: Bounds;
  readonly maximized: boolean;
  readonly closed: () => void;
};

/** Opens the window on our page. */
export function openPageWindow(electron: ElectronParts, deps: PageDeps): PageWindow {
  const out = path.join(electron.app.getAppPath(), 'out');
  const session = electron.openSession(PAGE_PARTITION, { cache: false });
  applySessionPolicy(session, electron);
  const serve = servePage(readPageFiles(path.join(out, 'renderer')));
  session.protocol.handle(SCHEME, serve);
  const window = electron.openWindow(
    windowOptions({
      preload: path.join(out, 'preload', 'preload.cjs'),
      session,
      devTools: !electron.app.isPackaged,
      place: deps.place,
    }),
  );
  const ready = new Promise<void>((resolve) =>
    window.once('ready-to-show', () => {
      if (deps.maximized) window.maximize();
      window.show();
      resolve();
    }),
  );
  watchPage(window, deps);
  const loaded = window.loadURL(PAGE_ADDRESS);
  return { window, shown: loaded.then(() => ready) };
}

/**
 * A page that crashed, was reloaded or closed no longer feeds its recording: that is kept and
 * offered again.
 */
function watchPage(window: Window, { pageLost, pageGone, ending, closed }: PageDeps): void {
  const { webContents } = window;
  let loads = 0;
  let mayReload = false;
  // Only when the new page is there: until then the old one runs, and would go on with the
  // recording that was taken from it.
  webContents.on('did-navigate', () => {
    if (loads > 0) pageLost();
    loads += 1;
    mayReload = false;
  });
  webContents.on('render-process-gone', (_event, gone) => {
    pageLost();
    pageGone(window, gone);
  });
  // The page holds its unloading back while it records. Electron itself asks nobody: without an
  // answer it stays.
  webContents.on('will-prevent-unload', (event) => {
    if (mayReload || !ending.mustAsk()) return event.preventDefault();
    ending.askToReload(() => {
      mayReload = true;
      webContents.reload();
    });
  });
  window.on('close', ending.mayClose);
  // Windows: the session ends, whatever we say.
  window.on('session-end', ending.now);
  window.on('closed', () => {
    closed();
    pageLost();
  });
}
