/**
 * An Electron of the tests' own making: it writes down what is asked of it, and throws where
 * Electron would.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronParts } from '../../../../main/hosts/electron/types.ts';
import { smallProfile } from '../common/small-profile.ts';
import { hostedCore } from './hosted-core.ts';

export const access = {
  url: 'http://127.0.0.1:1',
  brand: 'svc',
  clientId: 'practice',
  clientSecret: 'invented',
};

export function stage({ lock = true, isPackaged = true } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-electron-'));
  mkdirSync(path.join(folder, 'out/renderer'), { recursive: true });
  writeFileSync(path.join(folder, 'out/renderer/index.html'), '<!doctype html>');
  const log: string[] = [];
  const sent: unknown[][] = [];
  const on: Record<string, (...values: never[]) => void> = {};
  const power: Record<string, (event?: object) => void> = {};
  const page: Record<string, (event?: object) => void> = {};
  let destroyed = false;
  let recording = false;
  let appId: string | undefined;
  let answer: (button: number) => void = () => {};
  const note = (word: string) => () => void log.push(word);
  const listen =
    (into: Record<string, (...values: never[]) => void>) =>
    (name: string, listener: (...values: never[]) => void) => {
      const before = into[name];
      into[name] = (...values) => {
        before?.(...values);
        listener(...values);
      };
    };
  const contents = {
    mainFrame: { url: 'app://scriba/' },
    isDestroyed: () => destroyed,
    send: (...values: unknown[]) => void sent.push(values),
    reload: note('reload'),
    setWindowOpenHandler: () => {},
    setZoomFactor: () => {},
    on: listen(page),
  };
  const window = {
    /** As Electron's own: everything of a closed window throws. */
    get webContents() {
      if (destroyed) throw new TypeError('Object has been destroyed');
      return contents;
    },
    isDestroyed: () => destroyed,
    loadURL: async (url: string) => void log.push(`load ${url}`),
    show: note('show'),
    focus: note('focus'),
    isMinimized: () => true,
    isMaximized: () => false,
    isFullScreen: () => false,
    getNormalBounds: () => ({ x: 0, y: 0, width: 1100, height: 800 }),
    restore: note('restore'),
    once(name: string, listener: () => void) {
      if (name === 'ready-to-show') queueMicrotask(listener);
      else listen(page)(name, listener);
    },
    on: listen(page),
  };
  const session = new Proxy(
    {},
    {
      get(_target, name) {
        if (name === 'protocol') return { handle: note('protocol') };
        return name === 'webRequest' ? { onBeforeRequest: () => {} } : () => {};
      },
    },
  );
  let exited: ((code: number) => void) | undefined;
  const electron = {
    app: {
      enableSandbox: note('sandbox'),
      requestSingleInstanceLock: () => lock,
      quit: note('quit'),
      exit: (code: number) => void log.push(`exit ${code}`),
      whenReady: async () => void log.push('ready'),
      getVersion: () => '1.0.0',
      getPreferredSystemLanguages: () => ['en-IN'],
      getAppPath: () => folder,
      isPackaged,
      setAppUserModelId(id: string) {
        appId = id;
      },
      setPath: () => {},
      on: listen(on),
    },
    openWindow() {
      log.push('window');
      return window;
    },
    openSession(_name: string, options: { cache: boolean }) {
      log.push(`session cache ${options.cache}`);
      return session;
    },
    ipcMain: { handle: note('ipc') },
    protocol: { registerSchemesAsPrivileged: note('scheme') },
    fork() {
      log.push('practice started');
      return {
        stdout: (async function* () {
          yield Buffer.from(`${JSON.stringify(access)}\n`);
        })(),
        kill() {
          log.push('practice killed');
          setTimeout(() => exited?.(0), 5);
          return true;
        },
        once(_event: string, listener: (code: number) => void) {
          exited = listener;
        },
      };
    },
    setMenu: note('menu'),
    screen: {
      getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
      getAllDisplays: () => [],
      on: () => {},
    },
    platform: 'linux',
    login: { env: {}, home: folder, execPath: '/opt/scriba/scriba' },
    askWhere: async () => undefined,
    showError: (_title: string, message: string) => void log.push(`error ${message}`),
    powerMonitor: { on: listen(power), off: () => {} },
    onTerminate: (listener: () => void) => listen(power)('terminate', listener),
    ask: (_window: object, question: { message: string }) => {
      log.push(`asked ${question.message}`);
      return new Promise<number>((resolve) => (answer = resolve));
    },
    askForMicrophone: async () => true,
    argv: [],
    desktop: { claimLinks: note('links') },
  } as unknown as ElectronParts;
  const core = {
    ...hostedCore(smallProfile()),
    isRecording: () => recording,
    updateFeed: () => undefined,
    hasUnsentAudio: async () => recording,
    close: async () => void log.push('core closed'),
  };
  return {
    electron,
    core,
    log,
    sent,
    on,
    page,
    power,
    folder,
    record: () => (recording = true),
    appId: () => appId,
    destroy() {
      destroyed = true;
      page.closed!();
    },
    answer: async (button: number) => {
      answer(button);
      await settle();
    },
  };
}
export const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
