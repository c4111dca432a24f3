/** The one window: how it is made, and that nothing leads out of it (Electron checklist 2-4, 6, 8-14). */
import type { Contents, Stoppable } from './types.ts';

/** A session that keeps nothing on disk: the vault is the only place for a visit. */
export const PAGE_PARTITION = 'scriba-page';

/** Pure, so that a test can hold every word of it. `session` is the page's own; `devTools` only outside the packaged app. */
export const windowOptions = ({
  preload,
  session,
  devTools,
}: {
  preload: string;
  session: object;
  devTools: boolean;
}) => ({
  title: 'Scriba',
  width: 1100,
  height: 800,
  minWidth: 380,
  minHeight: 480,
  show: false,
  autoHideMenuBar: true,
  webPreferences: {
    preload,
    session,
    devTools,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    plugins: false,
    spellcheck: false,
    // A recording goes on while the window is covered or minimised.
    backgroundThrottling: false,
  },
});

/** For every contents that ever comes to be, ours or not: no navigation, no new window, no webview. */
export function guardContents(contents: Contents): void {
  const stop = (event: Stoppable) => event.preventDefault();
  for (const event of [
    'will-navigate',
    'will-redirect',
    'will-frame-navigate',
    'will-attach-webview',
  ] as const)
    contents.on(event, stop);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
