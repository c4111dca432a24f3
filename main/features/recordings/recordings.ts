/** The recordings: started, fed, ended, discarded, recovered, and made ready for the platform. */
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { Unfinished } from '../../../shared/model/recording.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import type { Withdrawal } from '../../../shared/model/withdrawal.ts';
import type { VisitDetails, VisitRow } from '../../infrastructure/store/rows.ts';
import { containerPath } from '../../infrastructure/vault/container/container.ts';
import type { WriteKeys } from '../../infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../infrastructure/vault/purge.ts';
import { draft, ignoreErrors, type RecordingsDeps, rowOf, setupOf } from './deps.ts';
import { expire, UNDO_TIME } from './erase/expire.ts';
import { removeTombstone, writeTombstone } from './erase/tombstone.ts';
import { type Beginning, beginningAfter, forgetRecording } from './forget/forget-recording.ts';
import type { Forgotten } from './forget/forget-sound.ts';
import { importRecording } from './import/import-file.ts';
import { soundToSave } from './playback/sound-files.ts';
import { soundSoFar } from './playback/sound-so-far.ts';
import { createPreparing, type Preparing } from './prepare/prepare.ts';
import { openPart } from './prepare/upload-file.ts';
import { isSuperseded } from './rearrange/rearrangement-journal.ts';
import type { Recordings } from './recordings-api.ts';
import { reconcile, recoverRecordings, rejoinRecordings } from './recovery/recovery.ts';
import { diskFull, readableDisk } from './session/disk-trouble.ts';
import { createRecordingSession, type RecordingSession } from './session/recording-session.ts';
import { freeReserve, keepReserve, LEAST_ROOM, roomOn } from './session/reserve.ts';
import { askWithdrawal, completeWithdrawal } from './withdraw/withdraw.ts';
import { receipts } from './withdraw/withdrawal-journal.ts';

export type { ImportFile } from './import/import-file.ts';
export type { Recordings } from './recordings-api.ts';

/**
 * Bytes of a file before the next one begins, about five minutes: what forgetting has to write
 * again stays small however long the visit is.
 */
const LARGEST_PART = 10 * 1024 * 1024;

type LiveRecording = {
  readonly id: string;
  readonly session: RecordingSession;
  /** All that is left of the vault's key when it is locked while the recording goes on (P12). */
  readonly keys: WriteKeys;
};

type RecordingsState = {
  readonly deps: RecordingsDeps;
  live: LiveRecording | undefined;
  readonly preparing: Preparing;
};

export function createRecordings(deps: RecordingsDeps): Recordings {
  const state: RecordingsState = { deps, live: undefined, preparing: createPreparing(deps) };
  return {
    start: (setup) => start(state, setup),
    append: (id, firstSample, audio) => sessionOf(state, id).append(firstSample, audio),
    mark: (id, { kind, sample, text }) =>
      sessionOf(state, id).mark({ kind, sample, ...(text !== undefined && { text }) }),
    sleepMarks: () => state.live?.session,
    finish: (id, samples) => finish(state, id, samples),
    finishLocked: (id, samples) => finishLocked(state, id, samples),
    discard: (id) => discard(state, id),
    undoDiscard: (id) => undoDiscard(deps, id),
    unfinished: () => unfinished(state),
    goOn: (id) => goOn(state, id),
    finishUnfinished: (id) => finishUnfinished(state, id),
    recover: () => recoverRecordings(deps),
    rejoin: (fresh) => rejoinRecordings(deps, fresh, state.live?.id),
    expire: (limits) => expire(deps, limits),
    forget: (id, stretch) => forget(state, id, stretch),
    withdraw: (id) => withdraw(state, id),
    withdrawals: () => receipts(deps),
    pageLost: () => pageLost(state),
    importFile: (setup, file) => importRecording(deps, setup, file),
    prepare: state.preparing.prepare,
    openUpload: (part) => openPart(deps, part),
    sound: async (id) => soundToSave(deps, id),
    soundSoFar: (id, from) =>
      soundSoFar(deps, id, {
        from,
        to: state.live?.id === id ? state.live.session.kept().synced : from,
      }),
    room: () => roomOn(deps.disk, state.live?.keys.folder ?? deps.vault.keys().folder),
    live: () => state.live && { id: state.live.id, samples: state.live.session.kept().written },
  };
}

function start(state: RecordingsState, setup: VisitSetup): VisitRow {
  const { deps } = state;
  const { store, clock, disk, changed } = deps;
  const folder = roomFor(state);
  const row = draft(deps, setup, false);
  store.visits.insert(row);
  try {
    begin(state, row, { part: 1, firstSample: 0 });
    const { rev, details } = rowOf(store, row.id);
    store.visits.apply(row.id, rev, 'recording-started', {
      details: { ...details, startedAt: clock.now() },
    });
    changed(row.id);
  } catch (error) {
    // A visit without any sound never began. A file that the disk refuses to remove is removed at
    // the next start.
    letGoOfLive(state);
    ignoreErrors(() => {
      for (const { fileId } of store.segments.list(row.id))
        purgeContainer(disk, containerPath(folder, fileId, 'seg'));
      store.visits.remove(row.id);
    });
    throw readableDisk(error);
  }
  return rowOf(store, row.id);
}

/** Throws unless another recording can begin; returns the folder it goes into. */
function roomFor({ deps, live }: RecordingsState): string {
  const { vault, disk, random } = deps;
  const { folder } = vault.keys();
  if (live)
    throw new Failure('busy', 'Another visit is being recorded. Finish it first.', {
      detail: 'already-recording',
    });
  disk.makeFolder(folder);
  if (roomOn(disk, folder) < LEAST_ROOM) throw diskFull();
  keepReserve(disk, random, folder);
  return folder;
}

function letGoOfLive(state: RecordingsState): void {
  state.live?.keys.forget();
  state.live = undefined;
}

function begin(state: RecordingsState, row: VisitRow, beginning: Beginning): void {
  const { disk, random, clock, vault, store, trouble } = state.deps;
  const { id, transactionId, details } = row;
  const keys = vault.keys().writeOnly();
  const session: RecordingSession = createRecordingSession({
    disk,
    random,
    clock,
    keys,
    meta: {
      visitId: id,
      transactionId,
      setup: setupOf(details),
      createdAt: details.createdAt,
      ...beginning,
    },
    largest: LARGEST_PART,
    // An anchor that the database does not take is no reason to stop recording: the file itself is
    // the truth, and `recover` finds it.
    anchor: (segment) => void ignoreErrors(() => store.segments.put(segment)),
    relieve: () => freeReserve(disk, keys.folder),
    ended: (whole) => endedFull(state, id, session.kept().written, whole),
    trouble: (code, message) => trouble(id, code, message),
  });
  state.live = { id, session, keys };
}

/** The disk was full. `whole`: the END is in the file; otherwise the next start seals the row. */
function endedFull(state: RecordingsState, id: string, samples: number, whole: boolean): void {
  const { store, clock, changed } = state.deps;
  letGoOfLive(state);
  const trouble = {
    code: 'disk-full',
    message: 'The disk was full; the recording ended early.',
  };
  ignoreErrors(() => {
    const { rev, details } = rowOf(store, id);
    const ended = { ...details, samples, trouble };
    if (whole)
      store.visits.apply(id, rev, 'recording-sealed', {
        details: { ...ended, sealedAt: clock.now() },
      });
    else store.visits.change(id, rev, { details: ended });
    changed(id);
  });
}

function sessionOf({ deps, live }: RecordingsState, id: string): RecordingSession {
  if (live?.id === id) return live.session;
  if (deps.store.visits.get(id)?.details.trouble?.code === 'disk-full') throw diskFull();
  throw new Failure('missing', 'This visit is not being recorded.', {
    detail: 'not-recording',
  });
}

function finish(state: RecordingsState, id: string, samples: number): VisitRow {
  const { live, deps } = state;
  const row = rowOf(deps.store, id);
  if (row.state !== 'recording') return row;
  if (live?.id === id) {
    if (samples > live.session.kept().written) throw failures.piecesMissing();
    return stop(state, live, 'recording-sealed', {});
  }
  const { details } = unfinishedRow(state, id);
  if (samples > details.samples && details.trouble?.code !== 'disk-full')
    throw failures.piecesMissing();
  return finishUnfinished(state, id);
}

function finishLocked(state: RecordingsState, id: string, samples: number): boolean {
  const { live, deps } = state;
  // Asked again: the answer was lost.
  if (live?.id !== id) return deps.store.segments.list(id).at(-1)?.status === 'sealed';
  if (samples > live.session.kept().written) throw failures.piecesMissing();
  deps.store.segments.put(live.session.end('stop'));
  letGoOfLive(state);
  return true;
}

/** END on the disk, then the row with its anchors in one transaction; then the recorder is free. */
function stop(
  state: RecordingsState,
  { id, session }: LiveRecording,
  event: 'recording-sealed' | 'discarded',
  also: Partial<VisitDetails>,
): VisitRow {
  const { store, clock, changed, holdBack = () => 0 } = state.deps;
  const last = session.end('stop');
  const wait = event === 'recording-sealed' ? holdBack() : 0;
  store.transaction(() => {
    store.segments.put(last);
    const { rev, details } = rowOf(store, id);
    const { written: samples } = session.kept();
    store.visits.apply(id, rev, event, {
      ...(wait > 0 && { waitsUntil: clock.now() + wait }),
      details: { ...details, samples, sealedAt: clock.now(), ...also },
    });
  });
  letGoOfLive(state);
  changed(id);
  return rowOf(store, id);
}

/**
 * Reads the files of a recording that nobody makes any more. Throws Failure `missing` /
 * `nothing-recorded`, `busy` / `already-recording`.
 */
function unfinishedRow({ deps, live }: RecordingsState, id: string): VisitRow {
  if (live?.id === id) throw failures.alreadyRecording();
  const row = rowOf(deps.store, id);
  if (row.state !== 'recording') return row;
  const reconciled = reconcile(deps, row);
  if (!reconciled) throw failures.notRecorded();
  return reconciled;
}

const unfinished = ({ deps, live }: RecordingsState): Unfinished[] =>
  deps.store.visits
    .inStates('recording')
    .filter(({ id }) => id !== live?.id)
    .map(({ id, details }) => ({
      id,
      patientName: details.patient.name,
      startedAt: details.startedAt ?? details.createdAt,
      samples: details.samples,
    }));

function finishUnfinished(state: RecordingsState, id: string): VisitRow {
  const { store, clock, changed } = state.deps;
  const row = unfinishedRow(state, id);
  if (row.state === 'recording') {
    store.visits.apply(id, row.rev, 'recording-sealed', {
      details: { ...row.details, sealedAt: clock.now() },
    });
    changed(id);
  }
  return rowOf(store, id);
}

function goOn(state: RecordingsState, id: string): { row: VisitRow; samples: number } {
  const { store, changed } = state.deps;
  roomFor(state);
  const row = unfinishedRow(state, id);
  if (row.state !== 'recording')
    throw new Failure('refused', 'This recording is finished already.', {
      detail: 'already-finished',
    });
  const last = store.segments.list(id).at(-1);
  const { samples } = row.details;
  try {
    begin(state, row, beginningAfter(last, samples));
  } catch (error) {
    throw readableDisk(error);
  }
  changed(id);
  return { row: rowOf(store, id), samples };
}

function discard(state: RecordingsState, id: string): VisitRow {
  const { deps, live } = state;
  const { store, clock, changed } = deps;
  const now = clock.now();
  // In one step with the END: in between it would be a sealed recording, free to be sent.
  if (live?.id === id) {
    ignoreErrors(() => writeTombstone(deps, id));
    return stop(state, live, 'discarded', { discardedAt: now });
  }
  const row = unfinishedRow(state, id);
  if (row.state === 'discarded') return row;
  if (!allows(row.state, 'discarded'))
    throw new Failure(
      'refused',
      'This visit is on its way to the platform and can no longer be discarded.',
      { detail: 'too-late' },
    );
  // A full disk must not keep anybody from discarding: then the row alone knows.
  ignoreErrors(() => writeTombstone(deps, id));
  const { sealedAt = now } = row.details;
  store.visits.apply(id, row.rev, 'discarded', {
    details: { ...row.details, sealedAt, discardedAt: now },
  });
  changed(id);
  return rowOf(store, id);
}

function undoDiscard(deps: RecordingsDeps, id: string): VisitRow {
  const { store, clock, changed } = deps;
  const row = rowOf(store, id);
  if (!allows(row.state, 'discard-undone')) return row;
  if (clock.now() - (row.details.discardedAt ?? 0) > UNDO_TIME)
    throw new Failure('refused', 'This visit was discarded more than a day ago.', {
      detail: 'discard-final',
    });
  if (isSuperseded(store, id))
    throw new Failure(
      'refused',
      'The sound of this visit is in another visit now. Undo the merging or splitting instead.',
      { detail: 'rearranged' },
    );
  removeTombstone(deps, id);
  // Files that were prepared before are still there and are taken as they are.
  store.visits.apply(id, row.rev, 'discard-undone', {
    details: { ...row.details, discardedAt: undefined },
  });
  changed(id);
  return rowOf(store, id);
}

function withdraw(state: RecordingsState, id: string): Withdrawal {
  const { deps, live, preparing } = state;
  // Files that are being made now would be left over.
  if (preparing.isRunning(id))
    throw new Failure('busy', 'This visit is being prepared. Try again in a moment.', {
      detail: 'being-prepared',
    });
  const entry = askWithdrawal(deps, id);
  if (live?.id === id) {
    ignoreErrors(() => live.session.end('stop'));
    letGoOfLive(state);
  }
  return completeWithdrawal(deps, entry);
}

/**
 * The page is gone, the sound so far is not: the file is closed well and the recording is offered
 * again.
 */
function pageLost(state: RecordingsState): void {
  const { deps, live } = state;
  if (!live) return;
  const { store, changed } = deps;
  const { id, session } = live;
  try {
    store.segments.put(session.end('rotated'));
    const { rev, details } = rowOf(store, id);
    store.visits.change(id, rev, { details: { ...details, samples: session.kept().written } });
    changed(id);
  } catch {
    // Rows that the disk or the database refused are found when the recording is finished or
    // continued.
    changed(id);
  } finally {
    letGoOfLive(state);
  }
}

const forget = (state: RecordingsState, id: string, stretch: Forgotten): VisitRow =>
  forgetRecording(state.deps, id, stretch, {
    live: state.live,
    isPreparing: state.preparing.isRunning(id),
    letGo: () => letGoOfLive(state),
    begin: (row, beginning) => begin(state, row, beginning),
  });
