/**
 * Scriba's two hosts, and for each an empty page with the same microphone: the yardstick of the
 * window bench.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { microphoneFlags } from '../../../test/support/chromium.ts';
import { quiet } from '../../lib/window.mjs';
import { type DrivenWindow, openWindow } from './driven-window.ts';

export type Opened = DrivenWindow & {
  /** The roots of all processes that belong to it. */
  readonly pids: readonly number[];
};

export type Host = {
  readonly name: string;
  /** A second time on the same folder is what a doctor does every morning. */
  open(folder: string): Promise<Opened>;
};

const flags = [...quiet, ...microphoneFlags()];

const alone = (window: DrivenWindow): Opened => ({ ...window, pids: [window.pid] });

const chromiumAt = (program: string, folder: string, address: string) =>
  openWindow({
    program,
    address: new URL('/', address).href,
    args: [
      `--app=${address}`,
      `--user-data-dir=${path.join(folder, 'window')}`,
      '--window-size=1100,800',
      ...flags,
    ],
  });

/** `root`: the checkout whose Scriba is opened; its page and core have been built. */
export const browserHost = (root: string, program: string): Host => ({
  name: 'Scriba, browser host',
  async open(folder) {
    const file = pathToFileURL(path.join(root, 'scripts', 'lib', 'core.mjs')).href;
    const { startCore } = (await import(file)) as {
      startCore(options: object): Promise<{ address: string; pid: number; stop(): Promise<void> }>;
    };
    const startedAt = Date.now();
    const core = await startCore({ built: true, data: folder, window: true });
    const window = await chromiumAt(program, folder, core.address).catch(async (error) => {
      await core.stop();
      throw error;
    });
    return {
      ...window,
      startedAt,
      pids: [core.pid, window.pid],
      async close() {
        await window.close();
        await core.stop();
      },
    };
  },
});

/** `root`: the checkout whose Scriba is opened; it has been built for Electron. */
export const electronHost = (root: string, program: string): Host => ({
  name: 'Scriba, Electron',
  open: async (folder) =>
    alone(
      await openWindow({
        program,
        address: 'app://',
        args: [root, ...flags],
        env: { SCRIBA_DATA: folder, ELECTRON_RUN_AS_NODE: undefined },
      }),
    ),
});

/**
 * Opens the microphone at a press of its button, and reads its sound as Scriba does: to throw it
 * away.
 */
const emptyPage = `<!doctype html><title>Empty</title><button>Listen</button><script>
document.querySelector('button').onclick = async () => {
  const [track] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
  document.title = 'Listening';
  for (;;) (await reader.read()).value.close();
};
</script>`;

/** Serves the empty page on loopback. */
export async function serveEmptyPage(): Promise<{ address: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(emptyPage);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { address, close: () => void server.close() };
}

export const emptyInBrowser = (program: string, address: string): Host => ({
  name: 'empty page, browser',
  open: async (folder) => alone(await chromiumAt(program, folder, address)),
});

/** The smallest Electron that shows a page. */
const smallestApp = (address: string, folder: string) => `
const { app, BrowserWindow } = require('electron');
app.setPath('userData', ${JSON.stringify(folder)});
app.enableSandbox();
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1100, height: 800, webPreferences: { backgroundThrottling: false } });
  window.loadURL(${JSON.stringify(address)});
});
`;

export const emptyInElectron = (program: string, address: string): Host => ({
  name: 'empty page, Electron',
  async open(folder) {
    mkdirSync(folder, { recursive: true });
    const app = mkdtempSync(path.join(folder, 'app-'));
    writeFileSync(path.join(app, 'package.json'), '{ "name": "empty", "main": "main.cjs" }');
    writeFileSync(path.join(app, 'main.cjs'), smallestApp(address, folder));
    return alone(await openWindow({ program, address, args: [app, ...flags] }));
  },
});
