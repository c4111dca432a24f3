/** Scriba's whole life under an Electron of the test's own making: start, crash of the page, second instance, end. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runElectron } from '../../../../main/hosts/electron/app.ts';
import type { ElectronParts } from '../../../../main/hosts/electron/types.ts';
import { Failure } from '../../../../shared/failure.ts';
import { smallProfile } from '../common/small-profile.ts';

const access = {
  url: 'http://127.0.0.1:1',
  brand: 'svc',
  clientId: 'practice',
  clientSecret: 'invented',
};

function stage({ lock = true } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-electron-'));
  mkdirSync(path.join(folder, 'out/renderer'), { recursive: true });
  writeFileSync(path.join(folder, 'out/renderer/index.html'), '<!doctype html>');
  const log: string[] = [];
  const on: Record<string, (...values: never[]) => void> = {};
  const page: Record<string, () => void> = {};
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
    isDestroyed: () => false,
    send: () => {},
    reload: note('reload'),
    setWindowOpenHandler: () => {},
    on: listen(page),
  };
  const window = {
    webContents: contents,
    loadURL: async (url: string) => void log.push(`load ${url}`),
    show: note('show'),
    focus: note('focus'),
    isMinimized: () => true,
    restore: note('restore'),
    once: listen(page),
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
      getAppPath: () => folder,
      isPackaged: true,
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
    fork: () => ({
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
    }),
    removeMenu: note('menu'),
    askWhere: async () => undefined,
    showError: (_title: string, message: string) => void log.push(`error ${message}`),
    powerMonitor: { on: note('power'), off: () => {} },
    askForMicrophone: async () => true,
  } as unknown as ElectronParts;
  const core = { ...smallProfile(), close: async () => void log.push('core closed') };
  return { electron, core, log, on, page, folder };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

test('it is sandboxed before it is ready, and one window shows our page', async () => {
  const { electron, core, log, folder } = stage();
  const deps: unknown[] = [];
  await runElectron({
    electron,
    folder,
    async openProfile(given) {
      deps.push(given);
      return core;
    },
  });
  expect(log.filter((word) => word !== 'menu')).toEqual([
    'sandbox',
    'scheme',
    'ready',
    'ipc',
    'session cache false',
    'protocol',
    'window',
    'load app://scriba/',
  ]);
  expect(deps).toEqual([
    {
      host: 'electron',
      version: '1.0.0',
      dataFolder: folder,
      practice: access,
      save: expect.any(Function),
      power: expect.anything(),
      clipboard: { write: undefined },
      print: expect.any(Function),
      chooseFolder: undefined,
      dropFolder: undefined,
    },
  ]);
});

test('a second instance only quits; the first one comes to the front', async () => {
  const second = stage({ lock: false });
  await runElectron({ ...second, openProfile: async () => second.core });
  expect(second.log).toEqual(['sandbox', 'quit']);
  const first = stage();
  await runElectron({ ...first, openProfile: async () => first.core });
  first.on['second-instance']!();
  expect(first.log.slice(-2)).toEqual(['restore', 'focus']);
});

test('a page that crashes, reloads or closes is lost to its recording, and a crashed one is loaded anew', async () => {
  const { electron, core, log, page, folder } = stage();
  await runElectron({ electron, folder, openProfile: async () => core });
  page['did-start-loading']!();
  expect(core.lost()).toBe(0);
  page['did-start-loading']!();
  expect(core.lost()).toBe(1);
  page['render-process-gone']!();
  expect([core.lost(), log.at(-1)]).toEqual([2, 'reload']);
  page.closed!();
  expect(core.lost()).toBe(3);
});

test('the core and then the practice platform are closed before the process ends, once', async () => {
  const { electron, core, log, on, folder } = stage();
  await runElectron({ electron, folder, openProfile: async () => core });
  let held = 0;
  const quit = () =>
    (on['before-quit'] as (event: object) => void)({ preventDefault: () => (held += 1) });
  quit();
  quit();
  await settle();
  expect(log.slice(-3)).toEqual(['core closed', 'practice killed', 'exit 0']);
  expect(held).toBe(2);
});

test('a data folder that another Scriba holds is said in words, and it quits', async () => {
  const { electron, log, folder } = stage();
  await runElectron({
    electron,
    folder,
    openProfile: () => Promise.reject(new Failure('busy', 'no', { detail: 'already-open' })),
  });
  expect(log.slice(-2)).toEqual(['error Another Scriba has this data folder open.', 'quit']);
});

test('the computer’s own lock, sleep and waking are told to the core', async () => {
  const { electron, core, folder } = stage();
  const listening = new Map<string, () => void>();
  const powerMonitor = {
    on: (event: string, listener: () => void) => listening.set(event, listener),
    off: (event: string) => listening.delete(event),
  };
  let power:
    | { on(event: 'lock' | 'suspend' | 'resume', listener: () => void): () => void }
    | undefined;
  await runElectron({
    electron: { ...electron, powerMonitor } as never,
    folder,
    async openProfile(given) {
      power = given.power;
      return core;
    },
  });
  const heard: string[] = [];
  const offs = (['lock', 'suspend', 'resume'] as const).map((event) =>
    power!.on(event, () => void heard.push(event)),
  );
  for (const event of ['lock-screen', 'suspend', 'resume']) listening.get(event)!();
  expect(heard).toEqual(['lock', 'suspend', 'resume']);
  for (const off of offs) off();
  expect(listening.size).toBe(0);
});
