/**
 * Tombstones: an empty file in the vault, named by the visit's id, says that the visit was
 * discarded. Without it, a visit that a person discarded would be sent after all when the database
 * is lost (P7, P9).
 */
import path from 'node:path';
import { replaceFile } from '../../../infrastructure/vault/files.ts';
import { unlinkTombstone } from '../../../infrastructure/vault/purge.ts';
import type { RecordingsDeps } from '../deps.ts';

type Deps = Pick<RecordingsDeps, 'disk' | 'vault'>;

const pattern = /^([0-9a-f-]{36})\.discarded$/;
const nameIn = (folder: string, id: string) => path.join(folder, `${id}.discarded`);

/** On the disk when this returns. Throws the disk's error. */
export function writeTombstone({ disk, vault }: Deps, id: string): void {
  const { folder } = vault.keys();
  if (!disk.exists(nameIn(folder, id))) replaceFile(disk, nameIn(folder, id), new Uint8Array());
}

/** In every generation: the newest one when the visit was discarded may not be the newest now. */
export function removeTombstone(deps: Deps, id: string): void {
  for (const folder of generationFolders(deps)) unlinkTombstone(deps.disk, nameIn(folder, id));
}

/** Ids of all visits that were discarded. */
export const tombstoneIds = (deps: Deps): Set<string> =>
  new Set(
    generationFolders(deps).flatMap((folder) =>
      deps.disk.list(folder).flatMap((name) => pattern.exec(name)?.[1] ?? []),
    ),
  );

/**
 * Also of generations whose key is not at hand: a visit of an older one may have been discarded in
 * its days.
 */
function generationFolders({ disk, vault }: Deps): string[] {
  const vaultFolder = path.dirname(vault.keys().folder);
  return disk
    .list(vaultFolder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => path.join(vaultFolder, name));
}
