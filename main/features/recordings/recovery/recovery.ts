/**
 * After a start: makes the store and the vault agree, with the vault's files as the truth.
 *
 * Nothing that holds sound is ever removed here; files that cannot be read are left exactly as they
 * are (promises P1, P7, P11).
 */
import { allows } from '../../../../shared/model/visit-state.ts';
import type { SegmentRow, VisitRow } from '../../../infrastructure/store/rows.ts';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import { forceOntoDisk } from '../../../infrastructure/vault/files.ts';
import { ignoreErrors, type RecordingsDeps, readableRow, rowOf, segmentFiles } from '../deps.ts';
import { erase } from '../erase/erase-visit.ts';
import { tombstoneIds, writeTombstone } from '../erase/tombstone.ts';
import { settleForgets } from '../forget/forget-journal.ts';
import { reconcileJournal } from '../rearrange/rearrangement-journal.ts';
import { readableDisk } from '../session/disk-trouble.ts';
import { settleWithdrawals } from '../withdraw/withdraw.ts';
import {
  recoverSegments,
  recoverUploads,
  removeCopies,
  removeLeftovers,
} from './recover-orphans.ts';
import {
  type RecordingScan,
  reconciledRow,
  type SegmentFile,
  scanRecording,
} from './scan-recording.ts';
import { restoreSessions } from './session-marks.ts';

/**
 * At start, once the vault is open. Each visit is looked at for itself: one that cannot be read
 * holds up no other.
 */
export function recoverRecordings(deps: RecordingsDeps): void {
  const { vault, store } = deps;
  const generations = vault.generations().map((generation) => vault.keys(generation));
  settleWithdrawals(deps);
  settleForgets(deps, (id) => {
    for (const keys of generations) removeCopies(deps, keys, id);
  });
  for (const keys of generations) {
    removeLeftovers(deps, keys);
    recoverSegments(deps, keys);
  }
  for (const row of store.visits.inStates('recording')) ignoreErrors(() => reconcile(deps, row));
  for (const keys of generations) recoverUploads(deps, keys);
  for (const row of store.visits.inStates('draft')) store.visits.remove(row.id);
  reconcileJournal(deps);
  for (const id of tombstoneIds(deps)) ignoreErrors(() => keepDiscarded(deps, id));
  // A tombstone is missing if the disk refused it when the visit was discarded, or if the computer
  // stopped while it was removed.
  for (const { id } of store.visits.inStates('discarded'))
    ignoreErrors(() => writeTombstone(deps, id));
  restoreSessions(deps);
}

/**
 * Recovers what keys that came back later open, while work goes on: only files of these keys, and
 * recordings that ended while the vault was locked.
 */
export function rejoinRecordings(
  deps: RecordingsDeps,
  fresh: readonly string[],
  liveId: string | undefined,
): void {
  const { vault, store } = deps;
  const generations = fresh.map((generation) => vault.keys(generation));
  settleWithdrawals(deps);
  for (const keys of generations) recoverSegments(deps, keys);
  for (const row of store.visits.inStates('recording')) {
    const files = store.segments.list(row.id);
    const counted = files.reduce((sum, { samples }) => sum + samples, 0) === row.details.samples;
    const endedMeanwhile = files.at(-1)?.status === 'sealed' && !counted;
    if (row.id !== liveId && (fresh.length > 0 || endedMeanwhile))
      ignoreErrors(() => reconcile(deps, row));
  }
  for (const keys of generations) recoverUploads(deps, keys);
  if (fresh.length > 0) restoreSessions(deps);
}

/**
 * Reads an unfinished recording's files and stores what was found. A recording whose END is there
 * is sealed; one without a single sample, from files that are whole, is dropped. Returns the row,
 * or undefined when it is gone. Throws Failure `refused` / `disk-full`, `busy` / `disk-failing`:
 * then nothing is changed, and it can be tried again.
 */
export function reconcile(deps: RecordingsDeps, row: VisitRow): VisitRow | undefined {
  try {
    return reconcileFiles(deps, row);
  } catch (error) {
    throw readableDisk(error);
  }
}

function reconcileFiles(deps: RecordingsDeps, { id }: VisitRow): VisitRow | undefined {
  const { store, disk, changed } = deps;
  const files = segmentFiles(deps, id);
  const scan = scanRecording(disk, files);
  const rows = scan.files.map((report, index) => {
    const anchor = store.segments.get(report.fileId);
    return reconciledRow(report, id, anchor?.ordinal ?? index + 1, anchor);
  });
  const unread = scan.files.some(({ failure }) => failure !== undefined) || files.length === 0;
  if (scan.samples === 0 && !unread && rows.every(({ status }) => status !== 'damaged')) {
    erase(deps, rowOf(store, id));
    return undefined;
  }
  forceFilesOntoDisk(deps, files, scan);
  store.transaction(() => storeScan(deps, id, rows, scan));
  changed(id);
  return rowOf(store, id);
}

/**
 * A killed recorder leaves up to a second in the memory of the operating system: what is said to be
 * kept must survive a power cut from now on.
 */
function forceFilesOntoDisk(
  { disk }: RecordingsDeps,
  files: readonly SegmentFile[],
  scan: RecordingScan,
): void {
  const unreadable = new Set(
    scan.files.filter(({ failure }) => failure !== undefined).map(({ fileId }) => fileId),
  );
  for (const { fileId, keys } of files)
    if (!unreadable.has(fileId)) forceOntoDisk(disk, containerPath(keys.folder, fileId, 'seg'));
}

function storeScan(
  { store, clock }: RecordingsDeps,
  id: string,
  segments: readonly SegmentRow[],
  scan: RecordingScan,
): void {
  for (const segment of segments) store.segments.put(segment);
  const { rev, details: before } = rowOf(store, id);
  const details = { ...before, samples: scan.samples };
  const reason = scan.files.at(-1)?.end?.reason;
  if (reason === 'stop' || reason === 'disk-full')
    store.visits.apply(id, rev, 'recording-sealed', {
      details: { ...details, sealedAt: details.sealedAt ?? clock.now() },
    });
  else if (scan.samples === 0)
    store.visits.apply(id, rev, 'recording-damaged', {
      details: {
        ...details,
        trouble: {
          code: 'recording-damaged',
          message: 'The files of this recording cannot be read. They are kept as they are.',
        },
      },
    });
  else if (details.samples !== before.samples) store.visits.change(id, rev, { details });
}

/**
 * Discarded, and the row does not know it: the computer stopped in between, or the database is an
 * older one.
 */
export function keepDiscarded(
  { store, clock }: Pick<RecordingsDeps, 'store' | 'clock'>,
  id: string,
): void {
  const row = readableRow(store, id);
  if (!row || !allows(row.state, 'discarded')) return;
  const now = clock.now();
  const { sealedAt = now } = row.details;
  store.visits.apply(id, row.rev, 'discarded', {
    details: { ...row.details, sealedAt, discardedAt: now },
  });
}
