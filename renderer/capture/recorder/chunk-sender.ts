/**
 * Hands the recorded sound to the core and keeps every sample until the core has it on disk.
 *
 * Pieces of 250 ms go out in order. What the core answers (`Kept`) is the only truth about how far it
 * is: the next piece begins where it says it stopped, so a lost answer, a stall or a restarted core
 * need no cases of their own. Appending is safe to repeat (contract: `recordings.append`).
 */
import { asFailure, type Failure } from '../../../shared/failure.ts';
import { type Kept, type MarkKind, PIECE_SAMPLES } from '../../../shared/model/recording.ts';
import type { PageClock } from './ports.ts';

export type Mark = { readonly kind: MarkKind; readonly sample: number; readonly text?: string };

export type FeederEvent =
  | { readonly type: 'kept'; readonly kept: Kept }
  /** The core has not answered for two seconds; nothing is lost, it is kept here and sent again. */
  | { readonly type: 'stalled' }
  | { readonly type: 'flowing' }
  /** The core said no. It is tried again all the same. */
  | { readonly type: 'failed'; readonly failure: Failure };

export type ChunkSenderDeps = {
  readonly clock: PageClock;
  append(firstSample: number, audio: Uint8Array<ArrayBuffer>): Promise<Kept>;
  mark(mark: Mark): Promise<void>;
  /** The core no longer records this (it took the page for lost): begins again, and answers how many samples it has. */
  reopen(): Promise<number>;
  tell(event: FeederEvent): void;
  /** Samples that the core has already: 0, or what an unfinished recording holds. */
  readonly from: number;
};

export type ChunkSender = {
  /** Samples taken in so far, those of an unfinished recording included. */
  total(): number;
  accept(samples: Int16Array): void;
  /** Marks this place, or one so many samples ahead; goes out when the sound before it is written. */
  mark(kind: MarkKind, text?: string, ahead?: number): void;
  /** Lets a piece go that is not full yet. */
  flush(): void;
  /** Resolves when every sample is written and every mark told. Rejects with a Failure that repeating will not mend. */
  settle(): Promise<void>;
  /** The core says that pieces are missing: goes back to what is surely on its disk and sends from there. */
  goBack(): void;
  /** Sends nothing more and forgets the sound. */
  close(): void;
};

const STALLED_AFTER = 2_000;
/** An answer that takes longer is taken for lost; the same sound goes out once more, less and less often. */
const RESEND_AFTER = [5_000, 10_000, 20_000, 30_000];
const RETRY_AFTER = [100, 250, 500, 1_000, 2_000];
/** 5 s of sound in one request, when there is that much to make up for. */
const MOST_SAMPLES = 20 * PIECE_SAMPLES;

export function createChunkSender({
  clock,
  append,
  mark,
  reopen,
  tell,
  from,
}: ChunkSenderDeps): ChunkSender {
  /** Whole pieces, gapless, the first beginning at `base`; all that is not on the core's disk is among them. */
  const pieces: Int16Array[] = [];
  let base = from;
  let cut = from;
  let piece = new Int16Array(PIECE_SAMPLES);
  let filled = 0;
  let kept: Kept = { written: from, synced: from };

  const marks: Mark[] = [];
  const settling = new Set<{ resolve: () => void; reject: (failure: Failure) => void }>();
  let attempt = 0;
  let merged = 0;
  let current: number | undefined;
  let failures = 0;
  let unanswered = 0;
  let stalled = false;
  let closed = false;
  let forgotten = false;
  let cancelTimers = () => {};

  function pump() {
    if (closed || current !== undefined) return;
    if (forgotten) return send(reopen, rejoin);
    const due = marks[0];
    const allWritten = settling.size > 0 && kept.written === cut;
    if (due !== undefined && (due.sample <= kept.written || allWritten))
      return send(
        () => mark(due),
        () => told(due),
      );
    if (kept.written < cut) {
      const first = kept.written;
      const audio = collect();
      return send(
        () => append(first, audio),
        (answer) => merge(answer, first),
      );
    }
    for (const { resolve } of settling) resolve();
    settling.clear();
  }

  /** Makes one call. Its answer is taken even when it comes late, but not after that of a later call. */
  function send<T>(call: () => Promise<T>, take: (answer: T) => boolean) {
    const mine = ++attempt;
    current = mine;
    cancelTimers();
    const cancelStall = clock.after(STALLED_AFTER, () => stall(true));
    const cancelResend = clock.after(atMost(RESEND_AFTER, unanswered), () => {
      unanswered++;
      release(mine);
    });
    const over = () => {
      cancelStall();
      cancelResend();
    };
    cancelTimers = over;
    const again = (wait: number) => (cancelTimers = clock.after(wait, () => release(mine)));

    call().then(
      (answer) => {
        over();
        if (closed || mine <= merged) return;
        merged = mine;
        unanswered = 0;
        stall(false);
        const forward = take(answer);
        if (forward) failures = 0;
        if (current !== mine) return;
        if (forward) release(mine);
        else again(atMost(RETRY_AFTER, failures++));
      },
      (error: unknown) => {
        over();
        if (closed || current !== mine) return;
        const failure = asFailure(error);
        if (failure.detail === 'not-recording' && !forgotten) {
          forgotten = true;
          return release(mine);
        }
        tell({ type: 'failed', failure });
        if (isFinal(failure)) {
          for (const { reject } of settling) reject(failure);
          settling.clear();
        }
        again(failure.retryAfter ?? atMost(RETRY_AFTER, failures++));
      },
    );
  }

  function release(mine: number) {
    if (current !== mine) return;
    current = undefined;
    pump();
  }

  function stall(now: boolean) {
    if (now === stalled) return;
    stalled = now;
    tell({ type: now ? 'stalled' : 'flowing' });
  }

  /** Whether the core is further than when the call was made. */
  function merge(answer: Kept, before: number): boolean {
    kept = { written: Math.min(answer.written, cut), synced: Math.min(answer.synced, cut) };
    while (pieces[0] !== undefined && base + pieces[0].length <= kept.synced)
      base += pieces.shift()!.length;
    if (kept.written < base) admit(base - kept.written);
    tell({ type: 'kept', kept });
    return kept.written > before;
  }

  function rejoin(samples: number): boolean {
    forgotten = false;
    merge({ written: samples, synced: samples }, 0);
    return true;
  }

  /** The core lost what it had called safe: silence in its place keeps time true, and the mark says so. */
  function admit(samples: number) {
    base -= samples;
    pieces.unshift(new Int16Array(samples));
    marks.unshift({ kind: 'gap', sample: base, text: `${samples} samples` });
  }

  function told(mark: Mark): boolean {
    const place = marks.indexOf(mark);
    if (place >= 0) marks.splice(place, 1);
    return true;
  }

  /** From where the core stopped: what is left of that piece, and whole pieces after it. */
  function collect(): Uint8Array<ArrayBuffer> {
    const parts: Int16Array[] = [];
    let size = 0;
    let at = base;
    for (const each of pieces) {
      const part = each.subarray(Math.max(0, kept.written - at));
      at += each.length;
      if (part.length === 0) continue;
      if (size > 0 && size + part.length > MOST_SAMPLES) break;
      parts.push(part);
      size += part.length;
    }
    const joined = new Int16Array(size);
    let offset = 0;
    for (const part of parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    // Every computer that Chromium runs on stores numbers little end first, as the recording does.
    return new Uint8Array(joined.buffer);
  }

  function letGo() {
    if (filled === 0) return;
    pieces.push(piece.subarray(0, filled));
    cut += filled;
    piece = new Int16Array(PIECE_SAMPLES);
    filled = 0;
  }

  return {
    total: () => cut + filled,
    accept(samples) {
      if (closed) return;
      for (let done = 0; done < samples.length; ) {
        const part = samples.subarray(done, done + PIECE_SAMPLES - filled);
        piece.set(part, filled);
        filled += part.length;
        done += part.length;
        if (filled === PIECE_SAMPLES) letGo();
      }
      pump();
    },
    mark(kind, text, ahead = 0) {
      marks.push({ kind, sample: cut + filled + ahead, ...(text !== undefined && { text }) });
      pump();
    },
    flush() {
      letGo();
      pump();
    },
    settle() {
      letGo();
      return new Promise((resolve, reject) => {
        settling.add({ resolve, reject });
        pump();
      });
    },
    goBack() {
      kept = { written: base, synced: base };
      current = undefined;
      pump();
    },
    close() {
      closed = true;
      cancelTimers();
      pieces.length = 0;
      marks.length = 0;
    },
  };
}

const atMost = (waits: readonly number[], count: number) =>
  waits[Math.min(count, waits.length - 1)]!;

/** No repetition mends these: the recording is not there, is over, or ended when the disk was full. A host that was lost may come back. */
const isFinal = ({ code, detail }: Failure) =>
  code === 'missing' || code === 'invalid' || (code === 'refused' && detail !== 'session-lost');
