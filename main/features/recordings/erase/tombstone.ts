/**
 * Keeps in the vault that a visit was discarded: an empty file with the visit's id for its name.
 * Without it, a visit that a person discarded would be sent after all when the database is lost (P7, P9).
 */
import path from 'node:path';
import { replaceFile } from '../../../infrastructure/vault/files.ts';
import { removeTombstone } from '../../../infrastructure/vault/purge.ts';
import type { RecordingsDeps } from '../deps.ts';

type Deps = Pick<RecordingsDeps, 'disk' | 'vault'>;

const pattern = /^([0-9a-f-]{36})\.discarded$/;
const nameIn = (folder: string, id: string) => path.join(folder, `${id}.discarded`);

/** On the disk when this returns. Throws the disk's error. */
export function bury({ disk, vault }: Deps, id: string): void {
  const { folder } = vault.keys();
  if (!disk.exists(nameIn(folder, id))) replaceFile(disk, nameIn(folder, id), new Uint8Array());
}

/** Whatever generation was the newest on that day. */
export function takeBack(deps: Deps, id: string): void {
  for (const folder of folders(deps)) removeTombstone(deps.disk, nameIn(folder, id));
}

/** Ids of all visits that were discarded. */
export const buried = (deps: Deps): Set<string> =>
  new Set(
    folders(deps).flatMap((folder) =>
      deps.disk.list(folder).flatMap((name) => pattern.exec(name)?.[1] ?? []),
    ),
  );

/** Also of a generation whose key is not at hand: a visit of an older one may have been discarded in its days. */
function folders({ disk, vault }: Deps): string[] {
  const vaultFolder = path.dirname(vault.keys().folder);
  return disk
    .list(vaultFolder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => path.join(vaultFolder, name));
}
