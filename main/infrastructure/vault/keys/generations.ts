/** Which keys this vault was made with: names and check values in clear, never a key. */
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { keyStoreKinds } from '../../../../shared/model/account/account.ts';
import type { Disk } from '../../ports.ts';
import { readWhole, replaceFile } from '../files.ts';

const generation = z.object({
  /** A random name, and that of the folder with its files. */
  generation: z.string().regex(/^[0-9a-f]{16}$/),
  /** Hex of 8 bytes (D2). */
  kekId: z.string().regex(/^[0-9a-f]{16}$/),
  kind: z.enum(keyStoreKinds),
});
export type Generation = z.infer<typeof generation>;

const list = z.array(generation).min(1);

export const vaultFolder = (folder: string) => path.join(folder, 'vault');
const listFile = (folder: string) => path.join(vaultFolder(folder), 'generations.json');

/**
 * Oldest first; empty when no key was ever made here. Throws Failure `locked` /
 * `generations-damaged`.
 */
export function readGenerations(disk: Disk, folder: string): Generation[] {
  if (!disk.exists(listFile(folder))) {
    // Files without the list: somebody lost it. A new key now would look like the old one's loss.
    if (disk.list(vaultFolder(folder)).some((name) => /^[0-9a-f]{16}$/.test(name))) throw damaged();
    return [];
  }
  try {
    return list.parse(JSON.parse(readWhole(disk, listFile(folder)).toString()));
  } catch (cause) {
    throw damaged(cause);
  }
}

export function writeGenerations(
  disk: Disk,
  folder: string,
  generations: readonly Generation[],
): void {
  replaceFile(
    disk,
    listFile(folder),
    Buffer.from(JSON.stringify(list.parse(generations), undefined, 2)),
  );
}

/** Keeps a list that cannot be read under another name: a new one is being begun. */
export function setAsideList(disk: Disk, folder: string): void {
  const file = listFile(folder);
  if (!disk.exists(file)) return;
  let number = 1;
  while (disk.exists(`${file}.kept-${number}`)) number += 1;
  disk.rename(file, `${file}.kept-${number}`);
  disk.syncFolder(vaultFolder(folder));
}

const damaged = (cause?: unknown) =>
  new Failure(
    'locked',
    'The list of this vault’s keys is damaged. Nothing was changed; the recovery code opens it again.',
    { detail: 'generations-damaged', cause },
  );
