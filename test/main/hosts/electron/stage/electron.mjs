/**
 * Stands in for Electron so that the bundle of main runs under Node: messages come over process.send,
 * utility processes are Node's own. It shows no window and proves nothing about Chromium.
 */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

const quiet = () => {};
const contents = Object.assign(new EventEmitter(), {
  mainFrame: { url: 'app://scriba/' },
  isDestroyed: () => false,
  reload: quiet,
  setWindowOpenHandler: quiet,
  send: (_channel, name, payload) => process.send({ notice: name, payload }),
});

export const app = Object.assign(new EventEmitter(), {
  enableSandbox: quiet,
  setPath: quiet,
  requestSingleInstanceLock: () => true,
  whenReady: async () => {},
  getVersion: () => '0.0.0',
  getAppPath: () => process.env.STAGE_APP,
  isPackaged: true,
  exit: (code) => process.exit(code),
  quit: () => app.emit('before-quit', { preventDefault: quiet }),
});
export class BrowserWindow extends EventEmitter {
  webContents = contents;
  loadURL = async () => void process.send({ loaded: true });
  show = quiet;
  destroy = quiet;
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
export const dialog = { showErrorBox: (_title, message) => process.send({ error: message }) };
export const clipboard = { write: async () => {} };
export class ClipboardItem {}
export const Menu = { setApplicationMenu: quiet };
export const systemPreferences = {};
export const powerMonitor = new EventEmitter();
export const utilityProcess = {
  fork: (file, args) =>
    fork(file, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] }),
};

process.on('disconnect', () => app.quit());
