/**
 * A recording while it runs: every piece goes to the operating system at once and onto the disk
 * every second; when a disk fails the recording goes on in a new file, when it is full it ends well.
 */
import { Failure } from '../../../../shared/failure.ts';
import { type Kept, PIECE_SAMPLES, SAMPLE_RATE } from '../../../../shared/model/recording.ts';
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
import { diskFailing, diskFull, isFull, letGo } from './disk-trouble.ts';

const SECOND = 1000;
const SYNC_EVERY = 1 * SECOND;
const CHECKPOINT_EVERY = 10 * SECOND;
/** Entries; two seconds of sound, also where a page that was held up sends much at once. */
const MOST_UNSYNCED = 8;
/** A page that skips more than this is mistaken about where it is. */
const LONGEST_GAP = 8 * 3600 * SAMPLE_RATE;

export type LiveDeps = Omit<SegmentDeps, 'meta'> & {
  readonly clock: Clock;
  readonly meta: Omit<
    SegmentMeta,
    'form' | 'kind' | 'codec' | 'rate' | 'channels' | 'startedAt' | 'monotonic'
  >;
  /** Keeps a file's row: the anchor of the one being written, and the last word on one that is done. */
  anchor(row: SegmentRow): void;
  /** Gives the reserve back to the disk. */
  relieve(): void;
  /** The disk is full and the recording has ended by itself; `whole`: its END is on the disk. */
  ended(whole: boolean): void;
  trouble(code: string, message: string): void;
};

export type Live = {
  append(firstSample: number, audio: Uint8Array): Kept;
  mark(mark: Mark): void;
  /** Writes the END and lets go of the file. Throws Failure `broken` / `disk-failing` when no file takes it; it can be repeated. */
  end(reason: End['reason']): SegmentRow;
  kept(): Kept;
};

/** Creates the first file of this stretch; it is on the disk when this returns. Throws the disk's error. */
export function createLive(deps: LiveDeps): Live {
  const { clock, anchor } = deps;
  let meta = deps.meta;
  let segment: SegmentWriter | undefined = open();
  let written = meta.firstSample;
  let synced = written;
  /** What is written and not yet forced onto the disk; two seconds at most. */
  let unsynced: Entry[] = [];
  let firstUnsyncedAt = 0;
  let cancelSync: (() => void) | undefined;
  let checkpointAt = clock.monotonic() + CHECKPOINT_EVERY;
  let over: SegmentRow | 'full' | undefined;
  /** What of the present file is known to be on the disk. */
  let durable: SegmentRow = segment.row('open');
  let failing = false;
  /** Stretches that were skipped in this stretch of recording, and may still come. */
  let holes: (readonly [from: number, to: number])[] = [];
  anchor(durable);

  function open(): SegmentWriter {
    return writeSegment({
      ...deps,
      meta: { ...meta, startedAt: clock.now(), monotonic: clock.monotonic() },
    });
  }

  function append(firstSample: number, audio: Uint8Array): Kept {
    if (over) throw diskFull();
    const end = firstSample + audio.length / 2;
    if (firstSample - written > LONGEST_GAP)
      throw new Failure('invalid', 'This piece of sound lies too far ahead of the recording.', {
        detail: 'gap-too-long',
      });
    const piece = (from: number, to: number) =>
      copied(audio.subarray((from - firstSample) * 2, (to - firstSample) * 2));
    fillHoles(firstSample, end, piece);
    if (firstSample > written) {
      holes.push([written, firstSample]);
      put({ mark: { kind: 'gap', sample: written, missing: firstSample - written } }, firstSample);
    }
    // What is known is not written twice: the answer to an earlier piece was lost.
    for (let at = Math.max(firstSample, written); at < end && !over; ) {
      const to = Math.min(end, at + PIECE_SAMPLES);
      put({ firstSample: at, audio: piece(at, to) }, to);
      at = to;
    }
    keepUp();
    return kept();
  }

  /** It may be written once more, when the sender has long used its memory for something else. */
  function copied(audio: Uint8Array): Buffer {
    const copy = Buffer.allocUnsafeSlow(audio.length);
    copy.set(audio);
    return copy;
  }

  /** Everything is on the disk. */
  function forget() {
    for (const entry of unsynced) if ('audio' in entry) release(entry.audio);
    unsynced = [];
    synced = written;
  }

  /** Late pieces say where they belong; reading puts them there. */
  function fillHoles(first: number, end: number, piece: (from: number, to: number) => Uint8Array) {
    for (const [from, to] of holes) {
      for (let at = Math.max(first, from); at < Math.min(end, to) && !over; at += PIECE_SAMPLES) {
        put({ firstSample: at, audio: piece(at, Math.min(end, to, at + PIECE_SAMPLES)) });
      }
    }
    holes = holes.flatMap(([from, to]) =>
      (
        [
          [from, Math.min(to, first)],
          [Math.max(from, end), to],
        ] as const
      ).filter(([a, b]) => a < b),
    );
  }

  function mark(said: Mark) {
    if (over) throw diskFull();
    put({ mark: said });
    // A pause may last: nothing else would bring what is before it onto the disk.
    if (said.kind === 'pause' || said.kind === 'sleep') sync();
  }

  /** `reaches`: the samples there are once this entry is in. Throws Failure `busy` / `disk-failing`, `refused` / `disk-full`: the entry is then not taken. */
  function put(entry: Entry, reaches = written) {
    let ranFull = false;
    try {
      (segment ?? replace()).write(entry);
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (isFull(error)) ranFull = true;
      else replace(error).write(entry);
    }
    if (unsynced.length === 0) {
      firstUnsyncedAt = clock.monotonic();
      cancelSync = clock.after(SYNC_EVERY, sync);
    }
    unsynced.push(entry);
    const before = written;
    written = reaches;
    if (ranFull && !endFull(before)) throw diskFull();
  }

  function keepUp() {
    if (over) return;
    const now = clock.monotonic();
    if (now >= checkpointAt) {
      checkpointAt = now + CHECKPOINT_EVERY;
      put({ mark: { kind: 'clock', sample: written, wall: clock.now(), monotonic: now } });
      sync();
      if (!over) anchor(durable);
    } else if (
      unsynced.length >= MOST_UNSYNCED ||
      (unsynced.length > 0 && now - firstUnsyncedAt >= SYNC_EVERY)
    )
      sync();
    if (segment?.full() && !over) rotate();
  }

  /** Forces everything onto the disk. A file that could not be synced is given up, never synced again. */
  function sync() {
    cancelSync?.();
    if (over || unsynced.length === 0) return;
    try {
      (segment ?? replace()).sync();
    } catch (error) {
      try {
        if (isFull(error)) {
          giveUp();
          return void endFull();
        }
        replace(error);
      } catch {
        // Told already; the pieces stay here and the next one tries again.
        return;
      }
    }
    forget();
    if (segment) durable = segment.row('open');
  }

  /** Goes on in a new file with everything that may not be on the disk. Throws Failure `busy` / `disk-failing`. */
  function replace(error?: unknown): SegmentWriter {
    giveUp();
    try {
      segment = copyInto();
    } catch (cause) {
      if (isFull(cause)) {
        endFull();
        throw diskFull();
      }
      tell(true);
      throw diskFailing(error ?? cause);
    }
    tell(false);
    return segment;
  }

  /** A file whose write or sync failed is not touched again: what is in it, only reading it can tell. */
  function giveUp() {
    if (!segment) return;
    letGo(segment);
    segment = undefined;
    follow({ ...durable, status: 'recovered' });
    anchor({ ...durable, status: 'recovered' });
  }

  /** A new file with everything in it that may not be on the disk otherwise; synced. */
  function copyInto(): SegmentWriter {
    const fresh = open();
    const born = fresh.row('recovered');
    try {
      for (const entry of unsynced) fresh.write(entry);
      fresh.sync();
    } catch (error) {
      letGo(fresh);
      anchor(born);
      follow(born);
      throw error;
    }
    durable = fresh.row('open');
    anchor(durable);
    return fresh;
  }

  /** The next file names this one as the one before it. */
  function follow({ fileId, lastTag, status }: SegmentRow) {
    meta = {
      ...meta,
      part: meta.part + 1,
      previous: { fileId, lastTag, verdict: status },
      firstSample: synced,
    };
  }

  /** Told once when it begins and once when it is over, not with every piece. */
  function tell(stillFailing: boolean) {
    if (stillFailing && failing) return;
    failing = stillFailing;
    deps.trouble(
      'disk-failing',
      stillFailing
        ? 'The disk does not take the recording. What was recorded is kept; Scriba goes on trying.'
        : 'The disk reported a fault. The recording goes on in a new file; nothing was lost.',
    );
  }

  function rotate() {
    try {
      follow(finish('rotated'));
      segment = open();
      durable = segment.row('open');
      anchor(durable);
    } catch (error) {
      if (isFull(error)) endFull();
      // Anything else: the next piece opens a file, or says that it cannot.
    }
  }

  /** `without`: what is written where this fails, for then the last entry is nowhere. Answers whether the END is on the disk. */
  function endFull(without = written): boolean {
    if (over) return false;
    over = 'full';
    cancelSync?.();
    let whole = false;
    try {
      deps.relieve();
      try {
        (segment ??= copyInto()).end('disk-full');
      } catch {
        giveUp();
        (segment = copyInto()).end('disk-full');
      }
      forget();
      anchor(segment.row('sealed'));
      whole = true;
    } catch {
      // Even the reserve is gone: what is on the disk is found again at the next start.
      written = without;
    }
    if (segment) letGo(segment);
    segment = undefined;
    deps.trouble(
      'disk-full',
      'The disk is full. Recording has stopped; everything up to here is kept.',
    );
    deps.ended(whole);
    return whole;
  }

  function finish(reason: End['reason']): SegmentRow {
    let file = segment ?? replace();
    try {
      file.end(reason);
    } catch (error) {
      if (isFull(error)) deps.relieve();
      file = replace(error);
      file.end(reason);
    }
    cancelSync?.();
    forget();
    const row = file.row('sealed');
    anchor(row);
    letGo(file);
    segment = undefined;
    return row;
  }

  function end(reason: End['reason']): SegmentRow {
    if (over === 'full') throw diskFull();
    try {
      over ??= finish(reason);
      return over;
    } catch (cause) {
      if (cause instanceof Failure) throw cause;
      throw diskFailing(cause);
    }
  }

  const kept = (): Kept => ({ written, synced });
  return { append, mark, end, kept };
}
