/**
 * One Scriba a data folder (promise P8): a lock that the operating system takes back the moment its
 * holder is gone, however it went. The database has the same lock for itself; this one comes before
 * anything at all is begun there.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '../make-folder.ts';
import { makePrivate } from '../private-file.ts';
import { readable } from './database.ts';

/**
 * Held until the answer is called, or the process ends. The folder is made when it is not there.
 * Throws Failure `busy` / `already-open` at once when another process holds it.
 */
export function lockFolder(folder: string): () => void {
  makeFolder(folder);
  // An empty database: only its lock is used, and nothing is ever written into it.
  const file = path.join(folder, 'open.lock');
  makePrivate(file);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw readable(error);
  }
  return () => void lock.close();
}
