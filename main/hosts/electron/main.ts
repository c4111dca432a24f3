/** Shows Scriba in an Electron window. Beside the preload the only file that imports electron: it hands the parts over and holds no rule. */
import {
  app,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  session,
  systemPreferences,
  utilityProcess,
} from 'electron';
import { logFolder, openNodeProfile } from '../node/node-profile.ts';
import { runElectron } from './app.ts';
import { electronLogLines } from './log-lines.ts';
import type { ElectronParts } from './types.ts';

const mac = process.platform === 'darwin';

const electron: ElectronParts = {
  app,
  ipcMain,
  protocol,
  openWindow: (options) => new BrowserWindow(options),
  openSession: (partition, options) => session.fromPartition(partition, options),
  fork: (file, args, options) => utilityProcess.fork(file, args, options) as never, // its stdout is typed as the older stream interface
  // On macOS the menu carries copy and paste.
  removeMenu: () => (mac ? undefined : Menu.setApplicationMenu(null)),
  showError: (title, message) => dialog.showErrorBox(title, message),
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
  writeClipboard: ({ html, text }) =>
    clipboard.write([new ClipboardItem({ 'text/html': html, 'text/plain': text })]),
  powerMonitor,
  askForMicrophone: async () => (mac ? systemPreferences.askForMediaAccess('microphone') : true),
};

await runElectron({
  electron,
  openProfile: (deps) =>
    openNodeProfile({ ...deps, log: electronLogLines(logFolder(deps.dataFolder)) }),
});
