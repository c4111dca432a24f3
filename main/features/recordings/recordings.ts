/** The recordings: begun, fed, ended, discarded, found again after a crash, and made ready for the platform. */

import { Failure } from '../../../shared/failure.ts';
import type { Kept, Unfinished } from '../../../shared/model/recording.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';
import type { SegmentRow, UploadPartRow, VisitRow } from '../../infrastructure/store/rows.ts';
import { containerPath } from '../../infrastructure/vault/container/container.ts';
import type { WriteKeys } from '../../infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../infrastructure/vault/purge.ts';
import { draft, forItself, type RecordingsDeps, rowOf, setupOf } from './deps.ts';
import { type Expired, expire, type Limits, UNDO_TIME } from './erase/expire.ts';
import { bury, takeBack } from './erase/tombstone.ts';
import { type ImportFile, importRecording } from './import/import-file.ts';
import { soundOf, type VisitSound } from './playback/sound-files.ts';
import { prepareRecording } from './prepare/prepare.ts';
import { readUpload } from './prepare/upload-file.ts';
import { isLying } from './rearrange/rearrangement-journal.ts';
import { recoverRecordings, rejoinRecordings, settle } from './recovery/recovery.ts';
import type { Mark } from './segments/segment-content.ts';
import { diskFull, readableDisk } from './session/disk-trouble.ts';
import { createLive, type Live } from './session/recording-session.ts';
import { freeReserve, keepReserve, LEAST_ROOM, roomOn } from './session/reserve.ts';

export type { ImportFile } from './import/import-file.ts';

export type Recordings = {
  /** Fixes the transaction id and makes the first file. Throws Failure `busy` / `already-recording`, `refused` / `disk-full`, `busy` / `disk-failing`, `locked`. */
  start(setup: VisitSetup): VisitRow;
  /** s16le, 16 kHz, mono. Throws Failure `missing` / `not-recording`, `refused` / `disk-full`, `busy` / `disk-failing` (send it again), `invalid` / `gap-too-long`. */
  append(id: string, firstSample: number, audio: Uint8Array): Kept;
  mark(id: string, mark: Pick<Mark, 'kind' | 'sample' | 'text'>): void;
  /** `samples`: how many the page sent in all. Repeated after a lost answer it answers the same. Throws Failure `refused` / `pieces-missing`, `busy` / `disk-failing`. */
  finish(id: string, samples: number): VisitRow;
  /** The same while the vault is locked: the sound is whole on the disk, and its row is sealed when the vault opens. False where this is not the recording. */
  finishLocked(id: string, samples: number): boolean;
  /** Throws Failure `refused` / `too-late` once the platform may have it. */
  discard(id: string): VisitRow;
  /** Throws Failure `refused` / `discard-final` after 24 hours. */
  undoDiscard(id: string): VisitRow;
  unfinished(): Unfinished[];
  /** Goes on in a new file; a file is never opened again for writing. Throws like `start`. */
  goOn(id: string): { row: VisitRow; samples: number };
  finishUnfinished(id: string): VisitRow;
  recover(): void;
  /** The vault is open again, and keys of these generations are at hand for the first time: what ended while it was locked is sealed. */
  rejoin(fresh: readonly string[]): void;
  /** Erases what has outlived its days (P27). */
  expire(limits: Limits): Expired;
  pageLost(): void;
  importFile(setup: VisitSetup, file: ImportFile): Promise<VisitRow>;
  prepare(id: string): Promise<void>;
  /** Plain bytes in pieces of 256 KiB at most. Throws Failure `broken` / `upload-damaged` before the last piece of a damaged file. */
  openUpload(part: UploadPartRow): AsyncIterable<Uint8Array>;
  /** The visit's sound as files for a person. Throws Failure `busy` / `still-recording`, `locked`, `refused` / `too-long-to-save`. */
  sound(id: string): Promise<VisitSound>;
  /** Seconds of recording that fit on the disk. */
  room(): number;
  live(): { readonly id: string; readonly samples: number } | undefined;
};

const piecesMissing = () =>
  new Failure('refused', 'Some of the recording has not arrived yet.', {
    detail: 'pieces-missing',
  });

type Change = Pick<VisitRow, 'state' | 'details'> & {
  readonly cameFrom?: VisitRow['cameFrom'];
};

export function createRecordings(deps: RecordingsDeps): Recordings {
  const { disk, clock, random, vault, store, changed, trouble } = deps;
  let live: { id: string; tape: Live; keys: WriteKeys } | undefined;
  const preparing = new Map<string, Promise<void>>();

  function start(setup: VisitSetup): VisitRow {
    const folder = roomFor();
    const row = draft(deps, setup, false);
    store.visits.insert(row);
    try {
      begin(row, { part: 1, firstSample: 0 });
      const now = clock.now();
      change(row.id, (fresh) => ({
        state: 'recording',
        details: { ...fresh.details, startedAt: now },
      }));
    } catch (error) {
      // Nothing was said yet: the visit never began. What the disk does not even let go of is removed at the next start.
      over();
      forItself(() => {
        for (const { fileId } of store.segments.list(row.id))
          purgeContainer(disk, containerPath(folder, fileId, 'seg'));
        store.visits.remove(row.id);
      });
      throw readableDisk(error);
    }
    return rowOf(store, row.id);
  }

  /** Throws unless another recording can begin; answers the folder it goes into. */
  function roomFor(): string {
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

  function over() {
    live?.keys.forget();
    live = undefined;
  }

  function begin(
    row: VisitRow,
    {
      part,
      firstSample,
      previous,
    }: { part: number; firstSample: number; previous?: SegmentRow | undefined },
  ) {
    const { id } = row;
    // All that is left of the key when the vault is locked while this goes on (P12).
    const keys = vault.keys().writeOnly();
    const tape: Live = createLive({
      disk,
      random,
      clock,
      keys,
      meta: {
        visitId: id,
        transactionId: row.transactionId,
        part,
        setup: setupOf(row.details),
        createdAt: row.details.createdAt,
        firstSample,
        ...(previous && {
          previous: {
            fileId: previous.fileId,
            lastTag: previous.lastTag,
            verdict: previous.status,
          },
        }),
      },
      anchor: keepRow,
      relieve: () => freeReserve(disk, keys.folder),
      ended: (whole) => endedFull(id, tape, whole),
      trouble: (code, message) => trouble(id, code, message),
    });
    live = { id, tape, keys };
  }

  /** An anchor that the database does not take is no reason to stop recording: the file itself is the truth. */
  function keepRow(row: SegmentRow) {
    try {
      store.segments.put(row);
    } catch {
      // Found again by `recover`.
    }
  }

  function endedFull(id: string, tape: Live, whole: boolean) {
    over();
    const details = {
      samples: tape.kept().written,
      trouble: { code: 'disk-full', message: 'The disk was full; the recording ended early.' },
    };
    try {
      change(id, (row) => ({
        ...(whole && { state: 'sealed' as const }),
        details: { ...row.details, ...details, ...(whole && { sealedAt: clock.now() }) },
      }));
    } catch {
      // The END is in the file; the next start seals the row.
    }
  }

  function running(id: string): Live {
    if (live?.id === id) return live.tape;
    if (store.visits.get(id)?.details.trouble?.code === 'disk-full') throw diskFull();
    throw new Failure('missing', 'This visit is not being recorded.', {
      detail: 'not-recording',
    });
  }

  function finish(id: string, samples: number): VisitRow {
    const row = rowOf(store, id);
    if (row.state !== 'recording') return row;
    if (live?.id === id) {
      if (samples > live.tape.kept().written) throw piecesMissing();
      return stop(id, (sealed) => sealed);
    }
    const { details } = unfinishedRow(id);
    if (samples > details.samples && details.trouble?.code !== 'disk-full') throw piecesMissing();
    return finishUnfinished(id);
  }

  function finishLocked(id: string, samples: number): boolean {
    // Asked again: the answer was lost.
    if (live?.id !== id) return store.segments.list(id).at(-1)?.status === 'sealed';
    if (samples > live.tape.kept().written) throw piecesMissing();
    store.segments.put(live.tape.end('stop'));
    over();
    return true;
  }

  /** END on the disk, then the row with its anchors in one transaction, and only then is the recorder free again. */
  function stop(id: string, also: (sealed: Change) => Change): VisitRow {
    const { tape } = live!;
    const last = tape.end('stop');
    store.transaction(() => {
      store.segments.put(last);
      change(
        id,
        ({ details }) =>
          also({
            state: 'sealed',
            details: { ...details, samples: tape.kept().written, sealedAt: clock.now() },
          }),
        false,
      );
    });
    over();
    changed(id);
    return rowOf(store, id);
  }

  function change(id: string, patch: (row: VisitRow) => Partial<Change>, tell = true) {
    const row = rowOf(store, id);
    store.visits.change(id, row.rev, patch(row));
    if (tell) changed(id);
  }

  function unfinishedRow(id: string): VisitRow {
    if (live?.id === id)
      throw new Failure('busy', 'This visit is being recorded.', {
        detail: 'already-recording',
      });
    const row = rowOf(store, id);
    if (row.state !== 'recording') return row;
    const settled = settle(deps, row);
    if (!settled)
      throw new Failure('missing', 'Nothing was recorded in this visit.', {
        detail: 'nothing-recorded',
      });
    return settled;
  }

  function finishUnfinished(id: string): VisitRow {
    const row = unfinishedRow(id);
    if (row.state === 'recording')
      change(id, ({ details }) => ({
        state: 'sealed',
        details: { ...details, sealedAt: clock.now() },
      }));
    return rowOf(store, id);
  }

  function goOn(id: string) {
    roomFor();
    const row = unfinishedRow(id);
    if (row.state !== 'recording')
      throw new Failure('refused', 'This recording is finished already.', {
        detail: 'already-finished',
      });
    const previous = store.segments.list(id).at(-1);
    const { samples } = row.details;
    try {
      begin(row, { part: (previous?.ordinal ?? 0) + 1, firstSample: samples, previous });
    } catch (error) {
      throw readableDisk(error);
    }
    return { row: rowOf(store, id), samples };
  }

  function discard(id: string): VisitRow {
    const now = clock.now();
    const discarded = (row: Change): Change => ({
      state: 'discarded',
      cameFrom: row.state === 'prepared' ? 'prepared' : 'sealed',
      details: { ...row.details, sealedAt: row.details.sealedAt ?? now, discardedAt: now },
    });
    // In one step with the END: in between it would be a sealed recording, free to be sent.
    if (live?.id === id) {
      forItself(() => bury(deps, id));
      return stop(id, discarded);
    }
    const row = unfinishedRow(id);
    if (row.state === 'discarded') return row;
    if (row.state !== 'sealed' && row.state !== 'prepared' && row.state !== 'recording') {
      throw new Failure(
        'refused',
        'This visit is on its way to the platform and can no longer be discarded.',
        { detail: 'too-late' },
      );
    }
    // A full disk must not keep anybody from discarding: then the row alone knows.
    forItself(() => bury(deps, id));
    change(id, discarded);
    return rowOf(store, id);
  }

  function undoDiscard(id: string): VisitRow {
    const row = rowOf(store, id);
    if (row.state !== 'discarded') return row;
    if (clock.now() - (row.details.discardedAt ?? 0) > UNDO_TIME) {
      throw new Failure('refused', 'This visit was discarded more than a day ago.', {
        detail: 'discard-final',
      });
    }
    if (isLying(store, id))
      throw new Failure(
        'refused',
        'The sound of this visit is in another visit now. Undo the merging or splitting instead.',
        { detail: 'rearranged' },
      );
    takeBack(deps, id);
    // Files that were prepared before are still there and are taken as they are.
    change(id, ({ details }) => ({
      state: 'sealed',
      cameFrom: undefined,
      details: { ...details, discardedAt: undefined },
    }));
    return rowOf(store, id);
  }

  /** The page is gone, the sound so far is not: the file is closed well and the recording is offered again. */
  function pageLost() {
    if (!live) return;
    const { id, tape } = live;
    try {
      store.segments.put(tape.end('rotated'));
      change(id, ({ details }) => ({ details: { ...details, samples: tape.kept().written } }));
    } catch {
      // What the disk or the database did not take now is found when the recording is finished or gone on with.
      changed(id);
    } finally {
      over();
    }
  }

  return {
    start,
    append: (id, firstSample, audio) => running(id).append(firstSample, audio),
    mark: (id, { kind, sample, text }) =>
      running(id).mark({ kind, sample, ...(text !== undefined && { text }) }),
    finish,
    finishLocked,
    discard,
    undoDiscard,
    unfinished: () =>
      store.visits
        .inStates('recording')
        .filter(({ id }) => id !== live?.id)
        .map(({ id, details }) => ({
          id,
          patientName: details.patient.name,
          startedAt: details.startedAt ?? details.createdAt,
          samples: details.samples,
        })),
    goOn,
    finishUnfinished,
    recover: () => recoverRecordings(deps),
    rejoin: (fresh) => rejoinRecordings(deps, fresh, live?.id),
    expire: (limits) => expire(deps, limits),
    pageLost,
    importFile: (setup, file) => importRecording(deps, setup, file),
    prepare(id) {
      const running =
        preparing.get(id) ?? prepareRecording(deps, id).finally(() => preparing.delete(id));
      preparing.set(id, running);
      return running;
    },
    async *openUpload({ generation, fileId, sha256 }) {
      yield* readUpload(disk, vault.keys(generation), fileId, sha256);
    },
    async sound(id) {
      const row = rowOf(store, id);
      if (row.state === 'draft' || row.state === 'recording')
        throw new Failure('busy', 'This visit is not finished yet.', { detail: 'still-recording' });
      return soundOf(deps, row);
    },
    room: () => roomOn(disk, live?.keys.folder ?? vault.keys().folder),
    live: () => live && { id: live.id, samples: live.tape.kept().written },
  };
}
