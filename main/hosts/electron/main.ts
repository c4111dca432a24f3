/**
 * Shows Scriba in an Electron window. Beside the preload the only file that imports electron: it
 * hands the parts over and holds no rule.
 */
import { homedir } from 'node:os';
import * as electronModule from 'electron';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
} from 'electron';
import { logFolder } from '../common/data-folder.ts';
import { nodeClock } from '../node/node-ports.ts';
import { runElectron } from './app.ts';
import { openCoreProcess } from './core/core-process.ts';
import type { DesktopParts } from './desktop/types.ts';
import { electronLogLines } from './log-lines.ts';
import type { ElectronParts } from './types.ts';
import release from './updates/release.json' with { type: 'json' };

/** The class exists from Electron 44 on; before, the clipboard took both forms as one object. */
const { ClipboardItem } = electronModule as Partial<typeof electronModule>;

const mac = process.platform === 'darwin';

type Template = Electron.MenuItemConstructorOptions[];
const desktop: DesktopParts = {
  mac,
  powerSaveBlocker,
  globalShortcut,
  image(bitmaps, { template }) {
    const image = nativeImage.createEmpty();
    for (const { pixels, size, scale } of bitmaps)
      image.addRepresentation({
        scaleFactor: scale,
        width: size,
        height: size,
        buffer: Buffer.from(pixels),
      });
    image.setTemplateImage(template);
    return image;
  },
  menu: (entries) => Menu.buildFromTemplate([...entries]),
  tray: (image) => new Tray(image as Electron.NativeImage),
  notification: (content) =>
    Notification.isSupported() ? new Notification({ ...content, silent: true }) : undefined,
  workArea: () => screen.getPrimaryDisplay().workArea,
  // macOS and Linux read it from the package.
  claimLinks: (scheme) => {
    if (process.platform === 'win32') app.setAsDefaultProtocolClient(scheme);
  },
};

const electron: ElectronParts = {
  app,
  argv: process.argv,
  desktop,
  ipcMain,
  protocol,
  openWindow: (options) => new BrowserWindow(options),
  openSession: (partition, options) => session.fromPartition(partition, options),
  fork: (file, args, options) => utilityProcess.fork(file, args, options) as never, // its stdout is typed as the older stream interface
  get screen() {
    return screen; // only once the app is ready
  },
  setMenu: (items) => Menu.setApplicationMenu(Menu.buildFromTemplate([...items] as Template)),
  showMenu: (items, window) =>
    Menu.buildFromTemplate([...items] as Template).popup({ window: window as BrowserWindow }),
  platform: process.platform,
  login: { env: process.env, home: homedir(), execPath: process.execPath },
  showError: (title, message) => {
    // First here: the dialog waits for a person.
    console.error(`${title}: ${message}`);
    dialog.showErrorBox(title, message);
  },
  askWhere: async (name) => {
    const { canceled, filePath } = await dialog.showSaveDialog({
      defaultPath: name,
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return canceled || filePath === '' ? undefined : filePath;
  },
  askFolder: async () => {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      properties: ['openDirectory', 'createDirectory'],
    });
    return canceled ? undefined : filePaths[0];
  },
  ask: async (window, question) =>
    (await dialog.showMessageBox(window as BrowserWindow, question as Electron.MessageBoxOptions))
      .response,
  writeClipboard: async ({ html, text }) =>
    ClipboardItem
      ? clipboard.write([new ClipboardItem({ 'text/html': html, 'text/plain': text })])
      : clipboard.write({ html, text } as never),
  openLink: (address) => shell.openExternal(address),
  powerMonitor,
  onTerminate: (listener) => {
    process.once('SIGTERM', listener).once('SIGHUP', listener);
  },
  askForMicrophone: async () => (mac ? systemPreferences.askForMediaAccess('microphone') : true),
};

// Not awaited: Electron becomes ready only after this module has been evaluated.
runElectron({
  electron,
  openCore: openCoreProcess,
  openLog: (folder) => electronLogLines(logFolder(folder)),
  updates: {
    clock: nodeClock,
    openUpdater: async (feed) => {
      const { createElectronUpdater } = await import('./updates/electron-updater.ts');
      const { platform, env, resourcesPath: resources } = process;
      return createElectronUpdater({ feed, ...release, platform, env, resources });
    },
  },
  shown: () => void process.stdout.write(`${JSON.stringify({ shown: true })}\n`),
}).catch((error: unknown) => {
  electron.showError(
    'Scriba could not start',
    error instanceof Error ? error.message : String(error),
  );
  app.exit(1);
});
