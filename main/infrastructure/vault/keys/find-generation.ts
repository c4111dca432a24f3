/** Finds which folder of the vault a key belongs to when the list of generations is lost. */
import path from 'node:path';
import type { KeyStoreKind } from '../../../../shared/model/account/account.ts';
import type { Disk } from '../../ports.ts';
import { readAt } from '../files.ts';
import { type Generation, vaultFolder } from './generations.ts';

const KEK_ID_AT = 28;

/**
 * Reads the clear kekId of the files there. An empty folder is taken when it is the only one.
 * `listed`: those that are known to be of other keys.
 */
export function findGeneration(
  disk: Disk,
  folder: string,
  kekId: string,
  kind: KeyStoreKind,
  listed: readonly string[],
): Generation | undefined {
  const names = disk
    .list(vaultFolder(folder))
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && !listed.includes(name));
  const found = names.find((name) =>
    kekIdsIn(disk, path.join(vaultFolder(folder), name)).has(kekId),
  );
  const [first] = names;
  const isOnly = first !== undefined && names.length === 1;
  const onlyEmpty =
    isOnly && kekIdsIn(disk, path.join(vaultFolder(folder), first)).size === 0 ? first : undefined;
  const generation = found ?? onlyEmpty;
  return generation === undefined ? undefined : { generation, kekId, kind };
}

function kekIdsIn(disk: Disk, folder: string): Set<string> {
  const ids = new Set<string>();
  for (const name of disk.list(folder).filter((each) => /\.(seg|up)$/.test(each))) {
    const file = disk.openToRead(path.join(folder, name));
    try {
      ids.add(readAt(disk, file, KEK_ID_AT, 8).toString('hex'));
    } finally {
      disk.close(file);
    }
  }
  return ids;
}
