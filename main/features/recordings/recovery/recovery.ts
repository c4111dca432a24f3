/**
 * After a start: makes the store and the vault agree, with the vault's files as the truth.
 *
 * Nothing that holds sound is ever removed here; files that cannot be read are left exactly as they
 * are (promises P1, P7, P11).
 */
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { containerPath } from '../../../infrastructure/vault/container/container.ts';
import { forceOntoDisk } from '../../../infrastructure/vault/files.ts';
import { forItself, type RecordingsDeps, readableRow, rowOf, segmentFiles } from '../deps.ts';
import { erase } from '../erase/erase-visit.ts';
import { buried, bury } from '../erase/tombstone.ts';
import { settleDeeds } from '../rearrange/rearrangement-journal.ts';
import { readableDisk } from '../session/disk-trouble.ts';
import { adoptSegments, adoptUploads, removeLeftovers } from './recover-orphans.ts';
import { settledRow, surveyRecording } from './scan-recording.ts';

/** At start, once the vault is open. Each visit is looked at for itself: one that cannot be read holds up no other. */
export function recoverRecordings(deps: RecordingsDeps): void {
  const { vault, store } = deps;
  const generations = vault.generations().map((generation) => vault.keys(generation));
  for (const keys of generations) {
    removeLeftovers(deps, keys);
    adoptSegments(deps, keys);
  }
  for (const row of store.visits.inStates('recording')) forItself(() => settle(deps, row));
  for (const keys of generations) adoptUploads(deps, keys);
  for (const row of store.visits.inStates('draft')) store.visits.remove(row.id);
  settleDeeds(deps);
  for (const id of buried(deps)) forItself(() => stayDiscarded(deps, id));
  // Where the disk did not take it when it was discarded, or the computer stopped in the middle of taking it back.
  for (const { id } of store.visits.inStates('discarded')) forItself(() => bury(deps, id));
}

/** The same for keys that came back later, while work goes on: files of theirs alone, and recordings that ended while the vault was locked. */
export function rejoinRecordings(
  deps: RecordingsDeps,
  fresh: readonly string[],
  liveId: string | undefined,
): void {
  const { vault, store } = deps;
  const generations = fresh.map((generation) => vault.keys(generation));
  for (const keys of generations) adoptSegments(deps, keys);
  for (const row of store.visits.inStates('recording')) {
    const files = store.segments.list(row.id);
    const told = files.reduce((sum, { samples }) => sum + samples, 0) === row.details.samples;
    if (row.id !== liveId && (fresh.length > 0 || (files.at(-1)?.status === 'sealed' && !told)))
      forItself(() => settle(deps, row));
  }
  for (const keys of generations) adoptUploads(deps, keys);
}

/**
 * Reads an unfinished recording's files and keeps what was found. A recording whose END is there is sealed;
 * one without a single sample, from files that are whole, is dropped. Answers the row, or undefined when it is gone.
 * Throws Failure `refused` / `disk-full`, `busy` / `disk-failing`: then nothing is changed, and it can be tried again.
 */
export function settle(deps: RecordingsDeps, row: VisitRow): VisitRow | undefined {
  try {
    return settleFiles(deps, row);
  } catch (error) {
    throw readableDisk(error);
  }
}

function settleFiles(deps: RecordingsDeps, { id }: VisitRow): VisitRow | undefined {
  const { store, disk, clock, changed } = deps;
  const files = segmentFiles(deps, id);
  const survey = surveyRecording(disk, files);
  const rows = survey.files.map((report, i) =>
    settledRow(
      report,
      id,
      store.segments.get(report.fileId)?.ordinal ?? i + 1,
      store.segments.get(report.fileId),
    ),
  );
  const row = rowOf(store, id);
  const reason = survey.files.at(-1)?.end?.reason;
  const unread = survey.files.some(({ failure }) => failure !== undefined) || files.length === 0;
  if (survey.samples === 0 && !unread && rows.every(({ status }) => status !== 'damaged')) {
    erase(deps, row);
    return undefined;
  }
  // A killed recorder leaves up to a second in the memory of the operating system: what is told as kept must survive a power cut from now on.
  survey.files.forEach(
    ({ failure, fileId }, i) =>
      failure ?? forceOntoDisk(disk, containerPath(files[i]!.keys.folder, fileId, 'seg')),
  );
  store.transaction(() => {
    rows.forEach((each) => store.segments.put(each));
    const details = { ...row.details, samples: survey.samples };
    if (reason === 'stop' || reason === 'disk-full') {
      store.visits.change(id, row.rev, {
        state: 'sealed',
        details: { ...details, sealedAt: details.sealedAt ?? clock.now() },
      });
    } else if (survey.samples === 0) {
      const trouble = {
        code: 'recording-damaged',
        message: 'The files of this recording cannot be read. They are kept as they are.',
      };
      store.visits.change(id, row.rev, {
        state: 'attention',
        cameFrom: 'recording',
        details: { ...details, trouble },
      });
    } else if (details.samples !== row.details.samples) {
      store.visits.change(id, row.rev, { details });
    }
  });
  changed(id);
  return rowOf(store, id);
}

/** Discarded, and the row does not know it: the computer stopped in between, or the database is an older one. */
export function stayDiscarded(
  { store, clock }: Pick<RecordingsDeps, 'store' | 'clock'>,
  id: string,
): void {
  const row = readableRow(store, id);
  if (!row || !['recording', 'sealed', 'prepared'].includes(row.state)) return;
  const now = clock.now();
  const details = { ...row.details, sealedAt: row.details.sealedAt ?? now, discardedAt: now };
  store.visits.change(id, row.rev, {
    state: 'discarded',
    cameFrom: row.state === 'prepared' ? 'prepared' : 'sealed',
    details,
  });
}
