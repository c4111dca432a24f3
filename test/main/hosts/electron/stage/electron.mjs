/**
 * Stands in for Electron so that the bundle of main runs under Node: messages come over
 * process.send, utility processes are Node's own. It shows no window and proves nothing about
 * Chromium.
 */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';

const quiet = () => {};
let evaluated = quiet;
const entryEvaluated = new Promise((resolve) => (evaluated = resolve));
/** Called by the hook's program when the bundle's entry has been evaluated. */
export const entryIsEvaluated = () => evaluated();
const contents = Object.assign(new EventEmitter(), {
  mainFrame: { url: 'app://scriba/' },
  isDestroyed: () => false,
  reload: quiet,
  setWindowOpenHandler: quiet,
  setZoomFactor: quiet,
  send: (_channel, name, payload) => process.send({ notice: name, payload }),
});

export const app = Object.assign(new EventEmitter(), {
  enableSandbox: quiet,
  setAppUserModelId: quiet,
  setPath(_name, folder) {
    if (!existsSync(folder)) throw new Error(`Failed to set path: ${folder} is not there`);
  },
  requestSingleInstanceLock: () => true,
  /**
   * As Electron's own: ready comes only after the entry module has been evaluated, so a module that
   * waits for it waits for ever.
   */
  whenReady: () => entryEvaluated,
  getVersion: () => '0.0.0',
  getPreferredSystemLanguages: () => ['en-IN'],
  getAppPath: () => process.env.STAGE_APP,
  isPackaged: true,
  setAsDefaultProtocolClient: quiet,
  exit: (code) => process.exit(code),
  setLoginItemSettings: quiet,
  quit: () => app.emit('before-quit', { preventDefault: quiet }),
});
export class BrowserWindow extends EventEmitter {
  #destroyed = false;
  get webContents() {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    return contents;
  }
  isDestroyed = () => this.#destroyed;
  isMinimized = () => false;
  isMaximized = () => false;
  isFullScreen = () => false;
  getNormalBounds = () => ({ x: 0, y: 0, width: 1100, height: 800 });
  isFocused = () => true;
  focus = quiet;
  async loadURL() {
    process.send({ loaded: true });
    this.emit('ready-to-show');
  }
  show = quiet;
  destroy() {
    this.#destroyed = true;
    this.emit('closed');
  }
}
export const ipcMain = {
  handle: (_channel, listener) =>
    process.on('message', async ({ id, name, input }) =>
      process.send({
        id,
        answer: await listener({ sender: contents, senderFrame: contents.mainFrame }, name, input),
      }),
    ),
};
export const session = {
  fromPartition: () =>
    new Proxy(
      {},
      {
        get(_target, name) {
          if (name === 'protocol') return { handle: quiet };
          return name === 'webRequest' ? { onBeforeRequest: quiet } : quiet;
        },
      },
    ),
};
export const protocol = { registerSchemesAsPrivileged: quiet };
export const dialog = {
  showMessageBox: async () => ({ response: 0 }),
  showErrorBox: (_title, message) => process.send({ error: message }),
};
export const clipboard = { write: async () => {} };
export class ClipboardItem {}
export const Menu = { setApplicationMenu: quiet, buildFromTemplate: () => ({ popup: quiet }) };
const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
});
export class Tray extends EventEmitter {
  setImage = quiet;
  setToolTip = quiet;
  setContextMenu = quiet;
  destroy = quiet;
}
export const Notification = { isSupported: () => false };
export const nativeImage = {
  createEmpty: () => ({ addRepresentation: quiet, setTemplateImage: quiet }),
};
export const globalShortcut = { register: () => true, unregister: quiet };
export const shell = { openExternal: async () => {} };
export const powerSaveBlocker = { start: () => 1, stop: quiet };
export const systemPreferences = {};
export const powerMonitor = new EventEmitter();
const parentPort = new URL('./parent-port.mjs', import.meta.url).href;
export const utilityProcess = {
  fork(file, args) {
    const child = fork(file, args, {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: ['--import', parentPort],
      serialization: 'advanced',
    });
    return Object.assign(child, {
      postMessage: (message) => child.connected && child.send(message),
    });
  },
};

process.on('disconnect', () => app.quit());
