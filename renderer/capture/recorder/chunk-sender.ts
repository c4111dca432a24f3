/**
 * Hands the recorded sound to the core and keeps every sample until the core has it on disk.
 *
 * Pieces of 250 ms go out in order. The core's reply (`Kept`) is the only truth about how far it
 * is: the next piece begins where it says it stopped, so a lost reply, a stall or a restarted core
 * need no cases of their own. Appending is safe to repeat (contract: `recordings.append`).
 */
import { asFailure, type Failure } from '../../../shared/failure.ts';
import { type Kept, type MarkKind, PIECE_SAMPLES } from '../../../shared/model/recording.ts';
import type { PageClock } from './ports.ts';
import {
  addSamples,
  closePiece,
  createSampleBuffer,
  dropPieces,
  endOf,
  joinFrom,
  prependSilence,
  type SampleBuffer,
} from './sample-buffer.ts';

export type Mark = { readonly kind: MarkKind; readonly sample: number; readonly text?: string };

export type ChunkSenderEvent =
  | { readonly type: 'kept'; readonly kept: Kept }
  /**
   * The core has not replied for two seconds; nothing is lost, the sound is kept here and sent
   * again.
   */
  | { readonly type: 'stalled' }
  | { readonly type: 'flowing' }
  /** The core refused. The call is repeated all the same. */
  | { readonly type: 'failed'; readonly failure: Failure };

export type ChunkSenderDeps = {
  readonly clock: PageClock;
  append(firstSample: number, audio: Uint8Array<ArrayBuffer>): Promise<Kept>;
  mark(mark: Mark): Promise<void>;
  /**
   * Begins again after the core has ended the recording (it took the page for lost); returns the
   * samples that it has.
   */
  reopen(): Promise<number>;
  notify(event: ChunkSenderEvent): void;
  /** Samples that the core has already: 0, or those of an unfinished recording. */
  readonly from: number;
};

export type ChunkSender = {
  /** Samples taken in so far, those of an unfinished recording included. */
  total(): number;
  accept(samples: Int16Array): void;
  /**
   * Marks this place, or one so many samples ahead; goes out when the sound before it is written.
   */
  mark(kind: MarkKind, text?: string, ahead?: number): void;
  /** Sends a piece that is not full yet. */
  flush(): void;
  /**
   * Resolves when every sample is written and every mark sent. Rejects with a Failure that
   * repeating will not mend.
   */
  settle(): Promise<void>;
  /**
   * Goes back to what is surely on the core's disk and sends from there, after the core said that
   * pieces are missing.
   */
  rewind(): void;
  /** Sends nothing more and drops the sound. */
  close(): void;
};

/** Milliseconds, as all times here. */
const STALLED_AFTER = 2_000;
/**
 * A reply that takes longer is taken for lost; the same sound goes out once more, less and less
 * often.
 */
const RESEND_AFTER = [5_000, 10_000, 20_000, 30_000];
const RETRY_AFTER = [100, 250, 500, 1_000, 2_000];
const BYTES_PER_SAMPLE = 2;
/** 5 s of sound in one request, when there is that much to catch up with. */
const MOST_SAMPLES = 20 * PIECE_SAMPLES;

type Sender = {
  readonly deps: ChunkSenderDeps;
  /** All sound that is not surely on the core's disk. */
  readonly buffer: SampleBuffer;
  kept: Kept;
  readonly marks: Mark[];
  /** Callers of `settle`. */
  readonly waiters: Set<{ resolve: () => void; reject: (failure: Failure) => void }>;
  /**
   * Numbers of calls: the newest one, the newest one whose reply was applied, and the one that is
   * waited for.
   */
  newestCall: number;
  appliedCall: number;
  currentCall: number | undefined;
  /** In a row. */
  failures: number;
  timeouts: number;
  stalled: boolean;
  /** The core does not record this any more. */
  mustReopen: boolean;
  closed: boolean;
  cancelTimers: () => void;
};

export function createChunkSender(deps: ChunkSenderDeps): ChunkSender {
  const sender: Sender = {
    deps,
    buffer: createSampleBuffer(deps.from),
    kept: { written: deps.from, synced: deps.from },
    marks: [],
    waiters: new Set(),
    newestCall: 0,
    appliedCall: 0,
    currentCall: undefined,
    failures: 0,
    timeouts: 0,
    stalled: false,
    mustReopen: false,
    closed: false,
    cancelTimers: () => {},
  };
  return {
    total: () => endOf(sender.buffer),
    accept: (samples) => accept(sender, samples),
    mark: (kind, text, ahead = 0) =>
      addMark(sender, {
        kind,
        sample: endOf(sender.buffer) + ahead,
        ...(text !== undefined && { text }),
      }),
    flush: () => flush(sender),
    settle: () => settle(sender),
    rewind: () => rewind(sender),
    close: () => close(sender),
  };
}

function accept(sender: Sender, samples: Int16Array): void {
  if (sender.closed) return;
  addSamples(sender.buffer, samples);
  sendNext(sender);
}

function addMark(sender: Sender, mark: Mark): void {
  sender.marks.push(mark);
  sendNext(sender);
}

function flush(sender: Sender): void {
  closePiece(sender.buffer);
  sendNext(sender);
}

function settle(sender: Sender): Promise<void> {
  closePiece(sender.buffer);
  return new Promise((resolve, reject) => {
    sender.waiters.add({ resolve, reject });
    sendNext(sender);
  });
}

function rewind(sender: Sender): void {
  const { from } = sender.buffer;
  sender.kept = { written: from, synced: from };
  sender.currentCall = undefined;
  sendNext(sender);
}

function close(sender: Sender): void {
  sender.closed = true;
  sender.cancelTimers();
  sender.buffer.pieces.length = 0;
  sender.marks.length = 0;
}

/** Makes the next call that is due; nothing while one is under way. */
function sendNext(sender: Sender): void {
  if (sender.closed || sender.currentCall !== undefined) return;
  if (sender.mustReopen) sendReopen(sender);
  else if (isMarkDue(sender)) sendMark(sender);
  else if (sender.kept.written < sender.buffer.closedTo) sendAudio(sender);
  else {
    for (const { resolve } of sender.waiters) resolve();
    sender.waiters.clear();
  }
}

/**
 * A mark goes out once the sound before it is written; one that lies ahead of all sound, at the
 * latest with `settle`.
 */
function isMarkDue({ marks, kept, buffer, waiters }: Sender): boolean {
  const [mark] = marks;
  const allWritten = waiters.size > 0 && kept.written === buffer.closedTo;
  return mark !== undefined && (mark.sample <= kept.written || allWritten);
}

function sendReopen(sender: Sender): void {
  startCall(sender, sender.deps.reopen, (samples) => {
    sender.mustReopen = false;
    applyKept(sender, { written: samples, synced: samples });
    return true;
  });
}

function sendMark(sender: Sender): void {
  const [mark] = sender.marks;
  if (mark === undefined) return;
  startCall(
    sender,
    () => sender.deps.mark(mark),
    () => {
      removeMark(sender, mark);
      return true;
    },
  );
}

/**
 * Sends sound as far as the next mark: a mark is written before what it speaks of, whenever the
 * recording may be cut off.
 */
function sendAudio(sender: Sender): void {
  const first = sender.kept.written;
  const [mark] = sender.marks;
  const joined = joinFrom(sender.buffer, first, MOST_SAMPLES);
  const audio =
    mark === undefined ? joined : joined.slice(0, (mark.sample - first) * BYTES_PER_SAMPLE);
  startCall(
    sender,
    () => sender.deps.append(first, audio),
    (answer) => {
      applyKept(sender, answer);
      return sender.kept.written > first;
    },
  );
}

/**
 * Makes one call. `apply` takes its reply and returns whether that brought the recording forward; a
 * reply is applied even when it comes late, but not after that of a later call.
 */
function startCall<T>(
  sender: Sender,
  request: () => Promise<T>,
  apply: (answer: T) => boolean,
): void {
  const { clock } = sender.deps;
  sender.newestCall += 1;
  const call = sender.newestCall;
  sender.currentCall = call;
  sender.cancelTimers();
  const cancelStall = clock.after(STALLED_AFTER, () => setStalled(sender, true));
  const cancelResend = clock.after(atMost(RESEND_AFTER, sender.timeouts), () => {
    sender.timeouts += 1;
    endCall(sender, call);
  });
  const cancelTimers = () => {
    cancelStall();
    cancelResend();
  };
  sender.cancelTimers = cancelTimers;
  request().then(
    (answer) => {
      cancelTimers();
      handleReply(sender, call, () => apply(answer));
    },
    (error: unknown) => {
      cancelTimers();
      handleFailure(sender, call, asFailure(error));
    },
  );
}

function handleReply(sender: Sender, call: number, apply: () => boolean): void {
  if (sender.closed || call <= sender.appliedCall) return;
  sender.appliedCall = call;
  sender.timeouts = 0;
  setStalled(sender, false);
  const forward = apply();
  if (forward) sender.failures = 0;
  if (sender.currentCall !== call) return;
  if (forward) endCall(sender, call);
  else endCallAfter(sender, call, nextRetry(sender));
}

function handleFailure(sender: Sender, call: number, failure: Failure): void {
  if (sender.closed || sender.currentCall !== call) return;
  if (failure.detail === 'not-recording' && !sender.mustReopen) {
    sender.mustReopen = true;
    endCall(sender, call);
    return;
  }
  sender.deps.notify({ type: 'failed', failure });
  if (isFinal(failure)) {
    for (const { reject } of sender.waiters) reject(failure);
    sender.waiters.clear();
  }
  endCallAfter(sender, call, failure.retryAfter ?? nextRetry(sender));
}

function endCall(sender: Sender, call: number): void {
  if (sender.currentCall !== call) return;
  sender.currentCall = undefined;
  sendNext(sender);
}

function endCallAfter(sender: Sender, call: number, wait: number): void {
  sender.cancelTimers = sender.deps.clock.after(wait, () => endCall(sender, call));
}

/** Returns the wait before the next attempt, and counts the failure. */
function nextRetry(sender: Sender): number {
  const wait = atMost(RETRY_AFTER, sender.failures);
  sender.failures += 1;
  return wait;
}

function setStalled(sender: Sender, stalled: boolean): void {
  if (stalled === sender.stalled) return;
  sender.stalled = stalled;
  sender.deps.notify({ type: stalled ? 'stalled' : 'flowing' });
}

/** Takes over what the core has, and drops the sound that is on its disk. */
function applyKept(sender: Sender, answer: Kept): void {
  const { buffer, deps } = sender;
  const kept = {
    written: Math.min(answer.written, buffer.closedTo),
    synced: Math.min(answer.synced, buffer.closedTo),
  };
  sender.kept = kept;
  dropPieces(buffer, kept.synced);
  if (kept.written < buffer.from) replaceLost(sender, buffer.from - kept.written);
  deps.notify({ type: 'kept', kept });
}

/**
 * Puts silence in the place of sound that the core lost after it had called it safe, so that time
 * stays true; a mark says so.
 */
function replaceLost(sender: Sender, samples: number): void {
  prependSilence(sender.buffer, samples);
  sender.marks.unshift({
    kind: 'gap',
    sample: sender.buffer.from,
    text: `${samples} samples`,
  });
}

function removeMark({ marks }: Sender, mark: Mark): void {
  const place = marks.indexOf(mark);
  if (place >= 0) marks.splice(place, 1);
}

/** The wait of that number, or the last one. */
const atMost = (waits: readonly number[], index: number): number =>
  waits[index] ?? waits.at(-1) ?? 0;

/**
 * Tells of a Failure that no repetition mends: the recording is not there, is over, or ended when
 * the disk was full. A host that was lost may come back.
 */
const isFinal = ({ code, detail }: Failure) =>
  code === 'missing' || code === 'invalid' || (code === 'refused' && detail !== 'session-lost');
