/**
 * The journal of sound that is being forgotten: what is half done when the computer stops is undone
 * or completed at the next start, before a file of the vault is looked at. Ids only.
 */
import { z } from 'zod';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import { ignoreErrors, type RecordingsDeps } from '../deps.ts';

const entrySchema = z.object({
  visitId: z.string(),
  /** Files that hold what is to be forgotten. */
  old: z.array(z.object({ generation: z.string(), fileId: z.string() })),
  /**
   * `copying`: files without it are being made, and may be half. `purging`: they count, and the old
   * ones have to go.
   */
  state: z.enum(['copying', 'purging']),
});
export type ForgetEntry = z.infer<typeof entrySchema>;

const PLACE = 'recordings.forgotten';

export function readForgets({ store }: Pick<RecordingsDeps, 'store'>): ForgetEntry[] {
  try {
    return z.array(entrySchema).parse(JSON.parse(store.values.get(PLACE) ?? '[]'));
  } catch {
    return [];
  }
}

/** One entry for a visit; `undefined` removes it. */
export function writeForget(
  { store }: Pick<RecordingsDeps, 'store'>,
  visitId: string,
  entry: Omit<ForgetEntry, 'visitId'> | undefined,
): void {
  const others = readForgets({ store }).filter((one) => one.visitId !== visitId);
  store.values.set(PLACE, JSON.stringify(entry ? [...others, { visitId, ...entry }] : others));
}

/**
 * Destroys the keys of the old files and what the database's log still has of the words that were
 * recognised in them, and then removes the entry. Throws the disk's error, `locked`.
 */
export function purgeForgotten(
  deps: Pick<RecordingsDeps, 'store' | 'disk' | 'vault'>,
  { visitId, old }: ForgetEntry,
): void {
  for (const { generation, fileId } of old)
    purgeContainer(deps.disk, containerPath(deps.vault.keys(generation).folder, fileId, 'seg'));
  deps.store.compact();
  writeForget(deps, visitId, undefined);
}

/**
 * At start, before the vault's files are compared with the rows: old files would come back as sound
 * that the database had lost. `removeCopies` removes what was half made for a visit.
 */
export function settleForgets(deps: RecordingsDeps, removeCopies: (visitId: string) => void): void {
  for (const entry of readForgets(deps))
    ignoreErrors(() => {
      if (entry.state === 'purging') purgeForgotten(deps, entry);
      else {
        removeCopies(entry.visitId);
        writeForget(deps, entry.visitId, undefined);
      }
    });
}
