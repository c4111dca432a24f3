/**
 * The queue of notes for a drop folder, a FHIR server or an HL7 receiver: each is tried until it arrives or needs a
 * person, over restarts and locks, and is never delivered twice.
 */
import { asFailure } from '../../../../shared/failure.ts';
import {
  isTargetName,
  type SentTarget,
  type TargetName,
  type TargetTrial,
} from '../../../../shared/model/export/exports.ts';
import { HOUR } from '../../../../shared/time.ts';
import type { ExportRow } from '../../../infrastructure/store/tables/exports.ts';
import type { DeliveryDeps } from '../deps.ts';
import { mayRetry } from '../failures.ts';
import { tryServer } from '../targets/capability.ts';
import { sweepParts } from '../targets/drop-folder.ts';
import { createEmrServer, type EmrServer } from '../targets/emr-server.ts';
import { tryReceiver } from '../targets/mllp/send-to-receiver.ts';
import { type Targets, whereIs } from '../targets/targets.ts';
import { attempt } from './attempt.ts';
import type { Sources } from './source.ts';

export type Queue = {
  /** Adds the row if it is new, and tries it now; returns the row after that try. */
  run(row: ExportRow): Promise<ExportRow>;
  /** Changes the stored row. Undefined where the row was removed. */
  patch(id: string, change: Partial<ExportRow>): ExportRow | undefined;
  /** Tries again all that failed for this reason, as a person removed it. */
  again(target: TargetName, detail: string): void;
  /** Throws like `tryServer`. */
  trial(target: Exclude<TargetName, 'folder'>): ReturnType<typeof tryServer>;
  start(): void;
  /** Ends all tries under way; nothing is written from then on. */
  stop(): void;
  /** Rows were stored elsewhere: the waiting ones are tried when they are due. */
  soon(): void;
  /** Resolves when no try is under way. */
  idle(): Promise<void>;
};

type QueueState = {
  readonly deps: DeliveryDeps;
  readonly targets: Targets;
  readonly sources: Sources;
  readonly server: EmrServer;
  /** The last try of each target: a target takes one at a time. */
  readonly lanes: Record<SentTarget, Promise<unknown>>;
  /** Tries by id of the row. */
  readonly underWay: Map<string, Promise<void>>;
  /** Aborted by `stop`. */
  ending: AbortController;
  running: boolean;
  cancelTimer: () => void;
};

export function createQueue(deps: DeliveryDeps, targets: Targets, sources: Sources): Queue {
  const state: QueueState = {
    deps,
    targets,
    sources,
    server: createEmrServer({
      net: deps.net,
      address: targets.address,
      tokenRefused: targets.tokenRefused,
      searchInAddress: () => targets.get().server.searchInAddress,
    }),
    lanes: {
      folder: Promise.resolve(),
      server: Promise.resolve(),
      mllp: Promise.resolve(),
      platform: Promise.resolve(),
    },
    underWay: new Map(),
    ending: new AbortController(),
    running: false,
    cancelTimer: () => {},
  };
  return {
    run: (row) => run(state, row),
    patch: (id, change) => patch(state, id, change),
    again: (target, detail) => retryFailed(state, target, detail),
    trial: (target) => trial(state, target),
    soon: () => setTimer(state),
    start: () => start(state),
    stop: () => stop(state),
    idle: () => idle(state),
  };
}

async function trial(
  { server, targets, sources, deps: { random, tcp } }: QueueState,
  target: Exclude<TargetName, 'folder'>,
): Promise<TargetTrial> {
  if (target === 'mllp') {
    await tryReceiver({ tcp, receiver: targets.receiver() });
    return { software: '', doubts: [] };
  }
  return tryServer(server, targets.get().server, {
    number: `scriba-test-${random.uuid()}`,
    identifier: `urn:uuid:${random.uuid()}`,
    system: sources.profile().mrnSystem,
  });
}

async function run(state: QueueState, row: ExportRow): Promise<ExportRow> {
  const { store, changed } = state.deps;
  changed(row.visitId);
  if (isSent(row)) await tryNow(state, row.id, row.target);
  return store.exports.get(row.id) ?? row;
}

type SentRow = ExportRow & { readonly target: SentTarget };
export const isSent = (row: ExportRow): row is SentRow =>
  row.target === 'platform' || isTargetName(row.target);

function patch(
  { deps: { store, changed } }: QueueState,
  id: string,
  change: Partial<ExportRow>,
): ExportRow | undefined {
  const row = store.exports.get(id);
  if (!row) return undefined;
  const next = { ...row, ...change };
  store.exports.put(next);
  changed(row.visitId);
  return next;
}

/** Never rejects. Joins a try of the same row that is under way. */
function tryNow(state: QueueState, id: string, target: SentTarget): Promise<void> {
  const known = state.underWay.get(id);
  if (known) return known;
  const { signal } = state.ending;
  const work = state.lanes[target]
    .then(() => tryOnce(state, id, signal))
    .catch(() => {})
    .finally(() => {
      state.underWay.delete(id);
      setTimer(state);
    });
  state.lanes[target] = work;
  state.underWay.set(id, work);
  return work;
}

async function tryOnce(state: QueueState, id: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { deps, targets, sources, server } = state;
  const row = deps.store.exports.get(id);
  if (row?.state !== 'waiting') return;
  const patchRow = (rowId: string, change: Partial<ExportRow>) => patch(state, rowId, change);
  try {
    const given = { deps, targets, sources, server, patch: patchRow };
    const arrived = await attempt(given, row, signal);
    if (!signal.aborted) commitArrival(state, row, arrived);
  } catch (error) {
    if (!signal.aborted) commitFailure(state, row, error);
  }
}

function commitArrival(state: QueueState, row: ExportRow, arrived: Partial<ExportRow>): void {
  const done = patch(state, row.id, {
    trouble: undefined,
    ...arrived,
    state: 'done',
    attempts: row.attempts + 1,
    doneAt: state.deps.clock.now(),
    waitsUntil: undefined,
    placing: undefined,
  });
  if (done) state.deps.delivered(row.visitId);
}

function commitFailure(state: QueueState, row: ExportRow, error: unknown): void {
  const { clock, random, store, backOff } = state.deps;
  // Given up during the try: it stays so.
  if (store.exports.get(row.id)?.state !== 'waiting') return;
  const { code, message, detail = 'unforeseen', retryAfter = 0 } = asFailure(error);
  const attempts = row.attempts + 1;
  const trouble = { detail, message };
  // A note waits for its own platform until somebody signs in again, or sets the clock; a person
  // need not ask.
  const waitsForPerson =
    row.target === 'platform' && (code === 'signed-out' || detail === 'clock-wrong');
  if (!mayRetry(error) && !waitsForPerson) {
    patch(state, row.id, { trouble, attempts, state: 'failed', waitsUntil: undefined });
    return;
  }
  const wait = Math.max(backOff(attempts, random.fraction()), retryAfter);
  patch(state, row.id, { trouble, attempts, waitsUntil: clock.now() + wait });
}

const waiting = ({ deps: { store } }: QueueState): SentRow[] =>
  store.exports.inStates('waiting').filter(isSent);

/**
 * Milliseconds. A wait of more than two hours can only come from a clock that jumped: the row is
 * due now.
 */
function dueIn({ deps: { clock } }: QueueState, { waitsUntil = 0 }: ExportRow): number {
  const wait = waitsUntil - clock.now();
  return wait > 2 * HOUR ? 0 : Math.max(0, wait);
}

function setTimer(state: QueueState): void {
  state.cancelTimer();
  state.cancelTimer = () => {};
  if (!state.running) return;
  try {
    const waits = waiting(state)
      .filter(({ id }) => !state.underWay.has(id))
      .map((row) => dueIn(state, row));
    if (waits.length > 0)
      state.cancelTimer = state.deps.clock.after(Math.min(...waits, HOUR), () => tryDue(state));
  } catch {
    // The vault is locked: `start` begins again.
  }
}

function tryDue(state: QueueState): void {
  if (!state.running) return;
  for (const row of waiting(state))
    if (dueIn(state, row) === 0) void tryNow(state, row.id, row.target);
  setTimer(state);
}

function retryFailed(state: QueueState, target: TargetName, detail: string): void {
  for (const row of state.deps.store.exports.inStates('failed'))
    if (
      row.target === target &&
      row.trouble?.detail === detail &&
      row.where === whereIs(state.targets, target)
    )
      patch(state, row.id, { state: 'waiting', waitsUntil: undefined });
  tryDue(state);
}

function start(state: QueueState): void {
  state.running = true;
  state.ending = new AbortController();
  try {
    failInterrupted(state);
    removeOrphanedParts(state);
  } catch {
    // A folder that cannot be listed is reported by the next delivery to it.
  }
  tryDue(state);
}

/**
 * Copies and files that were being handed over when Scriba ended: it is not known whether they
 * arrived.
 */
function failInterrupted(state: QueueState): void {
  for (const row of state.deps.store.exports.inStates('waiting'))
    if (!isSent(row))
      patch(state, row.id, {
        state: 'failed',
        trouble: {
          detail: 'export-interrupted',
          message:
            'Scriba ended while this was being saved. Look whether it is there; if not, save it again.',
        },
      });
}

/** Removes partial files of visits that were deleted. */
function removeOrphanedParts(state: QueueState): void {
  const { disk, removePart } = state.deps;
  const { folder } = state.targets.get();
  if (!folder.on) return;
  sweepParts({
    disk,
    removePart,
    folder: folder.where,
    tag: state.targets.tag(),
    keep: waiting(state).flatMap(({ placing, file }) => (placing && file ? [file] : [])),
  });
}

function stop(state: QueueState): void {
  state.running = false;
  state.ending.abort();
  state.cancelTimer();
}

async function idle({ underWay }: QueueState): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay.values());
}
