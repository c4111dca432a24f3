/**
 * The process of the core under Electron (decision 0220): a utility process, which Electron's main
 * process starts and which ends with it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileLines } from '../../../infrastructure/log/lines.ts';
import { lockFolder } from '../../../infrastructure/store/folder-lock.ts';
import { logFolder } from '../../common/data-folder.ts';
import { nodeDisk } from '../../node/node-ports.ts';
import { openNodeProfile } from '../../node/node-profile.ts';
import { serveCore } from './serve-core.ts';

/** The main process ends us by a message; a signal for all of Scriba is its to follow. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

const { parentPort } = process;
const take = serveCore({
  post: (message) => parentPort.postMessage(message),
  openProfile: openNodeProfile,
  lockFolder,
  logLines: (dataFolder) => fileLines({ disk: nodeDisk, folder: logFolder(dataFolder) }),
  exit: (code) => process.exit(code),
  pause,
});
parentPort.on('message', ({ data }) => take(data));
