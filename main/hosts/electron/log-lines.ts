/**
 * The log's lines through electron-log, as the app under Electron writes them: the same files as
 * elsewhere. Its Node half only: the other opens a channel through which a page could write
 * whatever it likes to the disk.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import log from 'electron-log/node';
import { fileLines, rotate } from '../../infrastructure/log/lines.ts';
import type { LogLines } from '../../infrastructure/ports.ts';
import { nodeDisk } from '../node/node-ports.ts';

const LARGEST = 1024 * 1024;

/** `folder` is made here. Reading is ours: the same files, the same rules. */
export function electronLogLines(folder: string): LogLines {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const logger = log.create({ logId: 'scriba' });
  const { file, console: screen, ipc, remote } = logger.transports;
  screen.level = false;
  if (ipc) ipc.level = false;
  if (remote) remote.level = false;
  file.level = 'info';
  file.format = '{text}';
  file.maxSize = LARGEST;
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' };
  file.resolvePathFn = () => path.join(folder, 'scriba.log');
  file.archiveLogFn = () => rotate(nodeDisk, folder);
  return {
    write: (line) => logger.info(line),
    recent: fileLines({ disk: nodeDisk, folder }).recent,
  };
}
