/**
 * After a start: makes the store and the vault agree, with the vault's files as the truth.
 *
 * Nothing that holds sound is ever removed here but what a person discarded a day ago; files that
 * cannot be read are left exactly as they are (promises P1, P7, P11).
 */
import type { ConsultationRow } from '../store/rows.ts';
import { containerPath, fileIdPattern, readContainer, recordTypes } from '../vault/container.ts';
import { purgeContainer, removeLeftover } from '../vault/purge.ts';
import type { VaultKeys } from '../vault/keys.ts';
import path from 'node:path';
import { erase } from './erase.ts';
import { rowOf, segmentFiles, type RecordingsNeeds } from './needs.ts';
import { decodeMeta, type SegmentMeta } from './segment-content.ts';
import { settledRow, surveyRecording } from './survey.ts';
import { describeUpload } from './upload-file.ts';

export const UNDO_TIME = 24 * 3600 * 1000;

/** At start, once the vault is open. Each visit is looked at for itself: one that cannot be read holds up no other. */
export function recoverRecordings(needs: RecordingsNeeds): void {
  const { vault, store, clock } = needs;
  for (const generation of vault.generations()) adoptFiles(needs, vault.keys(generation));
  for (const row of store.consultations.inStates('draft')) store.consultations.remove(row.id);
  for (const row of store.consultations.inStates('recording')) forItself(() => settle(needs, row));
  for (const row of store.consultations.inStates('discarded')) {
    const { discardedAt } = row.details;
    if (discardedAt !== undefined && clock.now() - discardedAt > UNDO_TIME) forItself(() => erase(needs, row));
  }
}

/**
 * Reads an unfinished recording's files and keeps what was found. A recording whose END is there is sealed;
 * one without a single sample, from files that are whole, is dropped. Answers the row, or undefined when it is gone.
 */
export function settle(needs: RecordingsNeeds, { id }: ConsultationRow): ConsultationRow | undefined {
  const { store, disk, clock, changed } = needs;
  const files = segmentFiles(needs, id);
  const survey = surveyRecording(disk, files);
  const rows = survey.files.map((report, i) => settledRow(report, id, store.segments.get(report.fileId)?.ordinal ?? i + 1, store.segments.get(report.fileId)));
  const row = rowOf(store, id);
  const reason = survey.files.at(-1)?.end?.reason;
  const unread = survey.files.some(({ failure }) => failure !== undefined) || files.length === 0;
  if (survey.samples === 0 && !unread && rows.every(({ status }) => status !== 'damaged')) {
    erase(needs, row);
    return undefined;
  }
  store.transaction(() => {
    rows.forEach((each) => store.segments.put(each));
    const details = { ...row.details, samples: survey.samples };
    if (reason === 'stop' || reason === 'disk-full') {
      store.consultations.change(id, row.rev, { state: 'sealed', details: { ...details, sealedAt: details.sealedAt ?? clock.now() } });
    } else if (survey.samples === 0) {
      const trouble = { code: 'recording-damaged', message: 'The files of this recording cannot be read. They are kept as they are.' };
      store.consultations.change(id, row.rev, { state: 'attention', cameFrom: 'recording', details: { ...details, trouble } });
    } else if (details.samples !== row.details.samples) {
      store.consultations.change(id, row.rev, { details });
    }
  });
  changed(id);
  return rowOf(store, id);
}

/** Files that the store does not know: of a crash in the moment of their making, or of a lost database. */
function adoptFiles(needs: RecordingsNeeds, keys: VaultKeys): void {
  const { disk, store } = needs;
  const names = disk.list(keys.folder);
  for (const name of names) if (/\.(seg|up)\.new$/.test(name)) removeLeftover(disk, path.join(keys.folder, name));
  const idOf = (name: string, extension: string) => (name.endsWith(`.${extension}`) && fileIdPattern.test(name.slice(0, 32)) && name.length === 33 + extension.length ? name.slice(0, 32) : undefined);

  const segments = names.flatMap((name) => idOf(name, 'seg') ?? []).filter((fileId) => !store.segments.get(fileId));
  const metas = segments.flatMap((fileId) => {
    const meta = forItself(() => firstMeta(needs, keys, fileId));
    return meta ? [{ fileId, meta }] : [];
  });
  metas.sort((one, other) => one.meta.part - other.meta.part);
  for (const { fileId, meta } of metas) forItself(() => adoptSegment(needs, keys, fileId, meta));

  const known = new Set(store.consultations.list().flatMap(({ id }) => store.uploads.list(id).map(({ fileId }) => fileId)));
  for (const fileId of names.flatMap((name) => idOf(name, 'up') ?? [])) if (!known.has(fileId)) forItself(() => adoptUpload(needs, keys, fileId));
}

function firstMeta({ disk }: RecordingsNeeds, keys: VaultKeys, fileId: string): SegmentMeta | undefined {
  for (const { type, plain } of readContainer({ disk, keys }, containerPath(keys.folder, fileId, 'seg')).records()) {
    if (type !== recordTypes.meta) return undefined;
    const meta = decodeMeta(plain);
    return meta.kind === 'recording' ? meta : undefined;
  }
  return undefined;
}

function adoptSegment({ store }: RecordingsNeeds, keys: VaultKeys, fileId: string, meta: SegmentMeta): void {
  store.transaction(() => {
    const row = store.consultations.get(meta.consultationId);
    if (!row) rebuild(store, meta, 'recording', { startedAt: meta.startedAt });
    else if (row.state === 'draft') store.consultations.change(row.id, row.rev, { state: 'recording', details: { ...row.details, startedAt: meta.startedAt } });
    store.segments.put({ fileId, consultationId: meta.consultationId, ordinal: meta.part, generation: keys.generation, status: 'open', records: 0, samples: 0, lastTag: '' });
  });
}

/** A part made from a recording can be made again, to the same bytes; an imported file is the recording. */
function adoptUpload({ disk, store }: RecordingsNeeds, keys: VaultKeys, fileId: string): void {
  const found = describeUpload(disk, keys, fileId);
  if (!found) return;
  const { meta, whole, bytes, sha256 } = found;
  if (store.uploads.list(meta.consultationId).some((part) => part.fileId === fileId)) return;
  const row = store.consultations.get(meta.consultationId);
  const half = meta.imported && !whole && row?.state === 'draft';
  if (!meta.imported || half) return purgeContainer(disk, containerPath(keys.folder, fileId, 'up'));
  if (!whole || (row && row.state !== 'draft')) return;
  store.transaction(() => {
    if (row) store.consultations.change(row.id, row.rev, { state: 'prepared', details: { ...row.details, sealedAt: row.details.createdAt } });
    else rebuild(store, meta, 'prepared', { sealedAt: meta.createdAt });
    store.uploads.put({ fileId, consultationId: meta.consultationId, ordinal: meta.part, generation: keys.generation, name: meta.name, contentType: meta.contentType, bytes, sha256 });
  });
}

/** A row out of a file's META. What became of it on the platform is unknown, so it counts as perhaps sent: it is asked for first (R4, P7). */
function rebuild(store: RecordingsNeeds['store'], meta: Pick<SegmentMeta, 'consultationId' | 'transactionId' | 'setup' | 'createdAt'>, state: 'recording' | 'prepared', at: { startedAt?: number; sealedAt?: number }) {
  const { consultationId: id, transactionId, setup, createdAt } = meta;
  store.consultations.insert({ id, rev: 1, state, attempts: 0, transactionId, details: { ...setup, ...at, createdAt, samples: 0, imported: state === 'prepared' } });
  store.transactions.put({ transactionId, consultationId: id, epoch: 0, commitAttempts: 1, status: 'open' });
}

/** What cannot be read or kept now is left as it is, and looked at again at the next start. */
function forItself<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
