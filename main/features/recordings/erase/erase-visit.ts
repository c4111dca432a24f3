/**
 * Erases one visit: its files first, then its rows, so that a crash in between leaves it to be
 * erased again.
 */
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import type { RecordingsDeps } from '../deps.ts';
import { removeSessionMark } from '../recovery/session-marks.ts';
import { removeTombstone } from './tombstone.ts';

/**
 * Only for a visit without a sample, and for one that a person discarded a day ago. Throws Failure
 * `locked` when a file's generation is not open.
 */
export function erase(deps: RecordingsDeps, { id }: VisitRow): void {
  purgeFiles(deps, id);
  removeTombstone(deps, id);
  deps.store.visits.remove(id);
}

/** Removes all files of one visit. Throws Failure `locked` when a file's generation is not open. */
export function purgeFiles(deps: RecordingsDeps, id: string): void {
  const { store, vault, disk } = deps;
  for (const { generation, fileId } of store.uploads.list(id))
    purgeContainer(disk, containerPath(vault.keys(generation).folder, fileId, 'up'));
  for (const { generation, fileId } of store.segments.list(id))
    purgeContainer(disk, containerPath(vault.keys(generation).folder, fileId, 'seg'));
  removeSessionMark(deps, id);
}
