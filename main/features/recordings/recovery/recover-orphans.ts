/**
 * Files of the vault that the store does not know, or knows wrongly: of a crash in the moment of
 * their making, or of a database that was lost, damaged, or put back from an older day. The files
 * are the truth (promise P7).
 */
import path from 'node:path';
import { allows } from '../../../../shared/model/visit-state.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import type { VaultKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { purgeContainer, removeLeftover } from '../../../infrastructure/vault/purge.ts';
import { ignoreErrors, isLocked, type RecordingsDeps, readableRow, referenceOf } from '../deps.ts';
import { decodeMeta, type SegmentMeta } from '../segments/segment-content.ts';
import { type FoundSet, fileIds, findUploads } from './found-uploads.ts';
import { rebuild } from './rebuild-row.ts';

/** Not prepared yet: its files are all there is. */
const unprepared = ({ state }: VisitRow) => allows(state, 'uploads-found');

export function removeLeftovers({ disk }: RecordingsDeps, { folder }: VaultKeys): void {
  for (const name of disk.list(folder))
    if (/\.(seg|up|discarded|session)\.new$/.test(name))
      removeLeftover(disk, path.join(folder, name));
}

/**
 * Reads the META of every segment file of a visit that is not prepared yet: it names the visit and
 * the part.
 */
export function recoverSegments(deps: RecordingsDeps, keys: VaultKeys): void {
  const { store } = deps;
  const unsure = fileIds(deps, keys, 'seg').filter((fileId) => {
    const known = store.segments.get(fileId);
    if (known && isLocked(store, known.visitId)) return false;
    const row = known && readableRow(store, known.visitId);
    return !row || unprepared(row);
  });
  const metas = unsure.flatMap((fileId) => {
    const meta = ignoreErrors(() => firstMeta(deps, keys, fileId));
    return meta ? [{ fileId, meta }] : [];
  });
  metas.sort((one, other) => one.meta.part - other.meta.part);
  for (const { fileId, meta } of metas)
    ignoreErrors(() => recoverSegment(deps, keys, fileId, meta));
}

/**
 * Removes copies of a visit's files that were being made when the computer stopped: the rows do not
 * know them, and name whole files of the same parts.
 */
export function removeCopies(deps: RecordingsDeps, keys: VaultKeys, visitId: string): void {
  const { store, disk } = deps;
  const parts = new Set(store.segments.list(visitId).map(({ ordinal }) => ordinal));
  for (const fileId of fileIds(deps, keys, 'seg')) {
    if (store.segments.get(fileId)) continue;
    const meta = ignoreErrors(() => firstMeta(deps, keys, fileId));
    if (meta?.visitId === visitId && parts.has(meta.part))
      purgeContainer(disk, containerPath(keys.folder, fileId, 'seg'));
  }
}

/** Undefined for a file that is no recording. Throws where it cannot be opened. */
export function firstMeta(
  { disk }: RecordingsDeps,
  keys: VaultKeys,
  fileId: string,
): SegmentMeta | undefined {
  for (const { type, plain } of readContainer(
    { disk, keys },
    containerPath(keys.folder, fileId, 'seg'),
  ).records()) {
    if (type !== recordTypes.meta) return undefined;
    const meta = decodeMeta(plain);
    return meta.kind === 'recording' ? meta : undefined;
  }
  return undefined;
}

function recoverSegment(
  deps: RecordingsDeps,
  { generation }: VaultKeys,
  fileId: string,
  meta: SegmentMeta,
): void {
  const { store } = deps;
  const { visitId, part: ordinal } = meta;
  store.transaction(() => {
    const row = readableRow(store, visitId);
    if (!row) rebuild(deps, meta, 'recording', { startedAt: meta.startedAt });
    else if (allows(row.state, 'recording-started'))
      store.visits.apply(row.id, row.rev, 'recording-started', {
        details: { ...row.details, startedAt: meta.startedAt },
      });
    const known = store.segments.get(fileId);
    if (known?.visitId === visitId && known.ordinal === ordinal && known.generation === generation)
      return;
    store.segments.put({
      status: 'open',
      records: 0,
      samples: 0,
      lastTag: '',
      ...known,
      fileId,
      visitId,
      ordinal,
      generation,
    });
  });
}

/**
 * A set made for sending that the store does not know is taken as it was made: the platform may
 * have these very bytes.
 */
export function recoverUploads(deps: RecordingsDeps, keys: VaultKeys): void {
  const { store } = deps;
  const known = new Set(
    store.visits
      .list()
      .flatMap((row) =>
        rightUploads(deps, row) ? store.uploads.list(row.id).map(({ fileId }) => fileId) : [],
      ),
  );
  const unknown = fileIds(deps, keys, 'up').filter((fileId) => !known.has(fileId));
  for (const set of findUploads(deps, keys, unknown))
    ignoreErrors(() => recoverSet(deps, keys, set));
}

/**
 * False where the rows of the parts are not those that were prepared: one missing, changed, or in
 * another place.
 */
function rightUploads({ store, vault }: RecordingsDeps, { id, details }: VisitRow): boolean {
  const parts = store.uploads.list(id);
  if (parts.length === 0 || details.clientRef === undefined) return parts.length > 0;
  // A generation that is not at hand may be locked, or be no generation at all.
  return ignoreErrors(() => referenceOf(vault, parts)) === details.clientRef;
}

function recoverSet(deps: RecordingsDeps, keys: VaultKeys, set: FoundSet): void {
  const { store, vault } = deps;
  const { meta, complete } = set;
  const row = readableRow(store, meta.visitId);
  if (!row) {
    // Without the whole set it stays as it is: there may be a recording to make it anew from, and a
    // person to look at it.
    if (complete)
      store.transaction(() =>
        takeSet(deps, set, rebuild(deps, meta, 'prepared', { sealedAt: meta.createdAt })),
      );
    return;
  }
  const lost = row.state === 'discarded' && store.uploads.list(row.id).length === 0;
  const meant =
    !rightUploads(deps, row) &&
    (row.details.clientRef === undefined ||
      row.details.clientRef === referenceOf(vault, set.parts));
  if (complete && meant && (!meta.imported || row.state === 'draft' || !unprepared(row))) {
    store.transaction(() => takeSet(deps, set, row));
    return;
  }
  if (lost || !isSpare(deps, row, set)) return;
  for (const { fileId } of set.parts)
    purgeContainer(deps.disk, containerPath(keys.folder, fileId, 'up'));
}

/** Whether the set is not sound itself, and can be made again or is there a second time. */
function isSpare(
  { store, disk, vault }: RecordingsDeps,
  row: VisitRow,
  { meta, unfinished }: FoundSet,
): boolean {
  const there =
    (extension: 'seg' | 'up') =>
    ({ generation, fileId }: { generation: string; fileId: string }) =>
      disk.exists(containerPath(vault.keys(generation).folder, fileId, extension));
  if (meta.imported) return row.state === 'draft' && unfinished;
  const segments = store.segments.list(row.id);
  const uploads = store.uploads.list(row.id);
  return (
    (segments.length > 0 && segments.every(there('seg'))) ||
    (uploads.length > 0 && uploads.every(there('up')))
  );
}

function takeSet({ store, vault }: RecordingsDeps, { parts }: FoundSet, row: VisitRow): void {
  store.uploads.removeAll(row.id);
  for (const part of parts) store.uploads.put(part);
  const details = {
    ...row.details,
    clientRef: referenceOf(vault, parts),
    sealedAt: row.details.sealedAt ?? row.details.createdAt,
  };
  if (unprepared(row)) store.visits.apply(row.id, row.rev, 'uploads-found', { details });
  else store.visits.change(row.id, row.rev, { details });
}
