/**
 * The lists that come with Scriba, unpacked and made once a run and linked into each data folder
 * that asks: each folder on its own takes half a second of the processor, a sixth of all tests.
 * Scriba looks at the files as at any others, and makes anew what is not right.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTerminology } from '../../../main/infrastructure/terminology/terminology.ts';
import { isRunFolder } from '../run-folder.ts';

/** Fills `folder`, `terminology` in a data folder, where it is not there yet; returns it. */
export function placeLists(folder: string): string {
  // Outside of a run nothing would remove what is shared.
  if (existsSync(folder) || !isRunFolder(tmpdir())) return folder;
  const lists = listsOfRun();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(lists)) link(path.join(lists, name), path.join(folder, name));
  return folder;
}

/** For a test that has no data folder. */
export const folderWithLists = (): string =>
  placeLists(path.join(mkdtempSync(path.join(tmpdir(), 'scriba-terminology-')), 'lists'));

function listsOfRun(): string {
  const shared = path.join(tmpdir(), 'lists');
  if (existsSync(shared)) return shared;
  const fresh = mkdtempSync(`${shared}-`);
  const terminology = createTerminology({ folder: fresh });
  terminology.status();
  terminology.close();
  try {
    renameSync(fresh, shared);
  } catch (error) {
    // Another process of the run was first.
    if (!existsSync(shared)) throw error;
  }
  return shared;
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Another disk, or a file system without links.
    copyFileSync(from, to);
  }
}
