/**
 * A recording while it runs: every piece goes to the operating system at once and onto the disk
 * every second; when a disk fails the recording goes on in a new file, when it is full it ends
 * well.
 */
import { Failure } from '../../../../shared/failure.ts';
import { type Kept, PIECE_SAMPLES, SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import { SECOND } from '../../../../shared/time.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { SegmentRow } from '../../../infrastructure/store/rows.ts';
import { release } from '../../../infrastructure/vault/release-memory.ts';
import type { End, Mark, SegmentMeta } from '../segments/segment-content.ts';
import {
  type Entry,
  type SegmentDeps,
  type SegmentWriter,
  writeSegment,
} from '../segments/segments.ts';
import { type Stretch, without } from '../segments/stretches.ts';
import { diskFailing, diskFull, isFull, letGo } from './disk-trouble.ts';
import { markSleepOnce, type SleepMarks } from './sleep-marks.ts';

const SYNC_EVERY = 1 * SECOND;
const CHECKPOINT_EVERY = 10 * SECOND;
/** Entries; two seconds of sound, also where a page that was held up sends much at once. */
const MOST_UNSYNCED = 8;
/** Samples. A page that skips more than this is mistaken about where it is. */
const LONGEST_GAP = 8 * 3600 * SAMPLE_RATE;

export type SessionDeps = Omit<SegmentDeps, 'meta'> & {
  readonly clock: Clock;
  readonly meta: Omit<
    SegmentMeta,
    'form' | 'kind' | 'codec' | 'rate' | 'channels' | 'startedAt' | 'monotonic'
  >;
  /**
   * Keeps a file's row: the anchor of the one being written, and the last state of one that is
   * done.
   */
  anchor(row: SegmentRow): void;
  /** Gives the reserve back to the disk. */
  relieve(): void;
  /** The disk is full and the recording has ended by itself; `whole`: its END is on the disk. */
  ended(whole: boolean): void;
  trouble(code: string, message: string): void;
};

export type RecordingSession = SleepMarks & {
  append(firstSample: number, audio: Uint8Array): Kept;
  mark(mark: Mark): void;
  /**
   * Writes the END and lets go of the file. Throws Failure `broken` / `disk-failing` when no file
   * takes it; it can be repeated.
   */
  end(reason: End['reason']): SegmentRow;
  kept(): Kept;
};

type Session = {
  readonly deps: SessionDeps;
  /** Of the next file. */
  meta: SessionDeps['meta'];
  /** Undefined while no file takes anything. */
  segment: SegmentWriter | undefined;
  /** Samples that the operating system has. */
  written: number;
  /** Samples that are on the disk. */
  synced: number;
  /** Written and not yet forced onto the disk; two seconds at most. */
  unsynced: Entry[];
  /** Monotonic. */
  firstUnsyncedAt: number;
  cancelSync: (() => void) | undefined;
  /** Monotonic. */
  checkpointAt: number;
  ended: SegmentRow | 'full' | undefined;
  /** The part of the present file that is known to be on the disk. */
  durable: SegmentRow;
  failing: boolean;
  /** Stretches that were skipped in this stretch of recording, and may still come. */
  holes: readonly Stretch[];
};

/**
 * Creates the first file of this stretch; it is on the disk when this returns. Throws the disk's
 * error.
 */
export function createRecordingSession(deps: SessionDeps): RecordingSession {
  const { meta, clock } = deps;
  const segment = openSegment(deps, meta);
  const session: Session = {
    deps,
    meta,
    segment,
    written: meta.firstSample,
    synced: meta.firstSample,
    unsynced: [],
    firstUnsyncedAt: 0,
    cancelSync: undefined,
    checkpointAt: clock.monotonic() + CHECKPOINT_EVERY,
    ended: undefined,
    durable: segment.row('open'),
    failing: false,
    holes: [],
  };
  deps.anchor(session.durable);
  return markSleepOnce(
    {
      append: (firstSample, audio) => append(session, firstSample, audio),
      mark: (mark) => writeMark(session, mark),
      end: (reason) => end(session, reason),
      kept: () => kept(session),
    },
    clock,
  );
}

const kept = ({ written, synced }: Session): Kept => ({ written, synced });

const openSegment = (deps: SessionDeps, meta: Session['meta']): SegmentWriter =>
  writeSegment({
    ...deps,
    meta: { ...meta, startedAt: deps.clock.now(), monotonic: deps.clock.monotonic() },
  });

function append(session: Session, firstSample: number, audio: Uint8Array): Kept {
  if (session.ended) throw diskFull();
  const end = firstSample + audio.length / 2;
  if (firstSample - session.written > LONGEST_GAP)
    throw new Failure('invalid', 'This piece of sound lies too far ahead of the recording.', {
      detail: 'gap-too-long',
    });
  const piece = (from: number, to: number) =>
    copied(audio.subarray((from - firstSample) * 2, (to - firstSample) * 2));
  fillHoles(session, firstSample, end, piece);
  const { written } = session;
  if (firstSample > written) {
    session.holes = [...session.holes, [written, firstSample]];
    const missing = firstSample - written;
    put(session, { mark: { kind: 'gap', sample: written, missing } }, firstSample);
  }
  // Known sound is not written twice: the answer to an earlier piece was lost.
  for (let at = Math.max(firstSample, session.written); at < end && !session.ended; ) {
    const to = Math.min(end, at + PIECE_SAMPLES);
    put(session, { firstSample: at, audio: piece(at, to) }, to);
    at = to;
  }
  keepUp(session);
  return kept(session);
}

/** Copies the sound: it may be written once more after the sender has reused its memory. */
function copied(audio: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(audio.length);
  copy.set(audio);
  return copy;
}

/** Late pieces say where they belong; reading puts them there. */
function fillHoles(
  session: Session,
  first: number,
  end: number,
  piece: (from: number, to: number) => Uint8Array,
): void {
  for (const [from, to] of session.holes) {
    const last = Math.min(end, to);
    for (let at = Math.max(first, from); at < last && !session.ended; at += PIECE_SAMPLES) {
      put(session, { firstSample: at, audio: piece(at, Math.min(last, at + PIECE_SAMPLES)) });
    }
  }
  session.holes = without(session.holes, first, end);
}

function writeMark(session: Session, mark: Mark): void {
  if (session.ended) throw diskFull();
  put(session, { mark });
  // A pause may last: nothing else would bring what is before it onto the disk.
  if (mark.kind === 'pause' || mark.kind === 'sleep') sync(session);
}

/**
 * `reaches`: the samples there are once this entry is in. Throws Failure `busy` / `disk-failing`,
 * `refused` / `disk-full`: the entry is then not taken.
 */
function put(session: Session, entry: Entry, reaches = session.written): void {
  const { clock } = session.deps;
  let ranFull = false;
  try {
    (session.segment ?? replace(session)).write(entry);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (isFull(error)) ranFull = true;
    else replace(session, error).write(entry);
  }
  if (session.unsynced.length === 0) {
    session.firstUnsyncedAt = clock.monotonic();
    session.cancelSync = clock.after(SYNC_EVERY, () => sync(session));
  }
  session.unsynced.push(entry);
  const before = session.written;
  session.written = reaches;
  if (ranFull && !endFull(session, before)) throw diskFull();
}

/** Does what is due after a piece: a checkpoint, a sync, a new file. */
function keepUp(session: Session): void {
  if (session.ended) return;
  const { clock, anchor } = session.deps;
  const now = clock.monotonic();
  const { unsynced, written } = session;
  if (now >= session.checkpointAt) {
    session.checkpointAt = now + CHECKPOINT_EVERY;
    put(session, { mark: { kind: 'clock', sample: written, wall: clock.now(), monotonic: now } });
    sync(session);
    if (!session.ended) anchor(session.durable);
  } else if (
    unsynced.length >= MOST_UNSYNCED ||
    (unsynced.length > 0 && now - session.firstUnsyncedAt >= SYNC_EVERY)
  )
    sync(session);
  if (session.segment?.full() && !session.ended) rotate(session);
}

/**
 * Forces everything onto the disk. A file that could not be synced is given up, never synced again.
 */
function sync(session: Session): void {
  session.cancelSync?.();
  if (session.ended || session.unsynced.length === 0) return;
  try {
    (session.segment ?? replace(session)).sync();
  } catch (error) {
    try {
      if (isFull(error)) {
        giveUp(session);
        endFull(session);
        return;
      }
      replace(session, error);
    } catch {
      // The user was told already; the pieces stay here and the next one tries again.
      return;
    }
  }
  forget(session);
  if (session.segment) session.durable = session.segment.row('open');
}

/** Releases the sound that was waiting for a sync: all of it is on the disk. */
function forget(session: Session): void {
  for (const entry of session.unsynced) if ('audio' in entry) release(entry.audio);
  session.unsynced = [];
  session.synced = session.written;
}

/**
 * Goes on in a new file with everything that may not be on the disk. Throws Failure `busy` /
 * `disk-failing`.
 */
function replace(session: Session, error?: unknown): SegmentWriter {
  giveUp(session);
  let segment: SegmentWriter;
  try {
    segment = copyUnsynced(session);
  } catch (cause) {
    if (isFull(cause)) {
      endFull(session);
      throw diskFull();
    }
    tell(session, true);
    throw diskFailing(error ?? cause);
  }
  session.segment = segment;
  tell(session, false);
  return segment;
}

/**
 * A file whose write or sync failed is not touched again: what is in it, only reading it can tell.
 */
function giveUp(session: Session): void {
  if (!session.segment) return;
  letGo(session.segment);
  session.segment = undefined;
  const row: SegmentRow = { ...session.durable, status: 'recovered' };
  follow(session, row);
  session.deps.anchor(row);
}

/** Returns a new file with everything in it that may not be on the disk otherwise; synced. */
function copyUnsynced(session: Session): SegmentWriter {
  const { anchor } = session.deps;
  const fresh = openSegment(session.deps, session.meta);
  const empty = fresh.row('recovered');
  try {
    for (const entry of session.unsynced) fresh.write(entry);
    fresh.sync();
  } catch (error) {
    letGo(fresh);
    anchor(empty);
    follow(session, empty);
    throw error;
  }
  session.durable = fresh.row('open');
  anchor(session.durable);
  return fresh;
}

/** The next file names this one as the one before it. */
function follow(session: Session, { fileId, lastTag, status }: SegmentRow): void {
  session.meta = {
    ...session.meta,
    part: session.meta.part + 1,
    previous: { fileId, lastTag, verdict: status },
    firstSample: session.synced,
  };
}

/** Tells the user once when it begins and once when it is over, not with every piece. */
function tell(session: Session, stillFailing: boolean): void {
  if (stillFailing && session.failing) return;
  session.failing = stillFailing;
  session.deps.trouble(
    'disk-failing',
    stillFailing
      ? 'The disk does not take the recording. What was recorded is kept; Scriba goes on trying.'
      : 'The disk reported a fault. The recording goes on in a new file; nothing was lost.',
  );
}

function rotate(session: Session): void {
  try {
    follow(session, finish(session, 'rotated'));
    const segment = openSegment(session.deps, session.meta);
    session.segment = segment;
    session.durable = segment.row('open');
    session.deps.anchor(session.durable);
  } catch (error) {
    if (isFull(error)) endFull(session);
    // Anything else: the next piece opens a file, or says that it cannot.
  }
}

/**
 * Ends a recording for which the disk has no room. Returns whether the END is on the disk.
 * `without`: the samples that are written where this fails, for then the last entry is nowhere.
 */
function endFull(session: Session, without = session.written): boolean {
  if (session.ended) return false;
  const { deps } = session;
  session.ended = 'full';
  session.cancelSync?.();
  let whole = false;
  try {
    deps.relieve();
    const segment = endInSomeFile(session);
    forget(session);
    deps.anchor(segment.row('sealed'));
    whole = true;
  } catch {
    // Even the reserve is gone: what is on the disk is found again at the next start.
    session.written = without;
  }
  if (session.segment) letGo(session.segment);
  session.segment = undefined;
  deps.trouble(
    'disk-full',
    'The disk is full. Recording has stopped; everything up to here is kept.',
  );
  deps.ended(whole);
  return whole;
}

/**
 * Writes the END into the present file, or where that fails into a new one. Throws the disk's
 * error.
 */
function endInSomeFile(session: Session): SegmentWriter {
  try {
    session.segment ??= copyUnsynced(session);
    session.segment.end('disk-full');
  } catch {
    giveUp(session);
    session.segment = copyUnsynced(session);
    session.segment.end('disk-full');
  }
  return session.segment;
}

function finish(session: Session, reason: End['reason']): SegmentRow {
  const { anchor, relieve } = session.deps;
  let file = session.segment ?? replace(session);
  try {
    file.end(reason);
  } catch (error) {
    if (isFull(error)) relieve();
    file = replace(session, error);
    file.end(reason);
  }
  session.cancelSync?.();
  forget(session);
  const row = file.row('sealed');
  anchor(row);
  letGo(file);
  session.segment = undefined;
  return row;
}

function end(session: Session, reason: End['reason']): SegmentRow {
  if (session.ended === 'full') throw diskFull();
  try {
    session.ended ??= finish(session, reason);
    return session.ended;
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw diskFailing(cause);
  }
}
