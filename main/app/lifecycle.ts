/**
 * Registry of the parts that start something, hold patient data or have to be closed. All three
 * phases run in the order of registration: `start` when the vault has opened, `lock` when it locks
 * (P12), `stop` when Scriba ends. Where the order of a phase is another, the part says it with
 * `after`.
 */
import { asFailure } from '../../shared/failure.ts';
import type { Log } from '../infrastructure/log/log.ts';

export type Part = {
  readonly name: string;
  /**
   * Objects that this registration starts and ends; every object of the wiring that can be started
   * or ended is `of` a part.
   */
  readonly of?: readonly object[];
  /** The vault has opened, perhaps not for the first time. */
  readonly start?: () => void | Promise<void>;
  /** A failure of `start` is also a failure of the request that opened the vault. */
  readonly vital?: true;
  /** Names of parts without which this one must not start. */
  readonly requires?: readonly string[];
  /** The vault locks: timers end, what is held of keys and patients is overwritten or forgotten. */
  readonly lock?: () => void;
  readonly stop?: () => void | Promise<void>;
  /**
   * Stops while the part before it is still stopping; both have ended before the next one stops.
   */
  readonly stopsBesidePrevious?: true;
  /**
   * Its turn in a phase where that is not the turn of its registration: right after the part of
   * this name.
   */
  readonly after?: { readonly lock?: string; readonly stop?: string };
  /** The page is gone: what it was sending comes no more. */
  readonly pageLost?: () => void;
  /** Resolves when it has nothing under way at this moment. */
  readonly idle?: () => Promise<void>;
  /** Reason why something that could be ended needs none of the above. */
  readonly endsNothing?: string;
};

export type Lifecycle = {
  /** Throws where the name is taken. */
  add(part: Part): void;
  /**
   * To be called when all are registered. Throws where `after` or `requires` names a part that is
   * not.
   */
  complete(): void;
  readonly parts: readonly Part[];
  /**
   * A part that fails is logged, and the others start. Throws the first failure of a vital part in
   * the end.
   */
  start(): Promise<void>;
  /** A part that fails is logged, and the others lock: the keys are overwritten in any case. */
  lock(): void;
  /** Throws the first failure in the end, when all have stopped. */
  stop(): Promise<void>;
  pageLost(): void;
  idle(): Promise<void>;
};

type Registry = { readonly parts: Part[]; readonly log: Pick<Log, 'note'> };

export function createLifecycle(log: Pick<Log, 'note'>): Lifecycle {
  const registry: Registry = { parts: [], log };
  return {
    parts: registry.parts,
    add: (part) => add(registry, part),
    complete: () => complete(registry),
    start: () => start(registry),
    lock: () => lock(registry),
    stop: () => stop(registry),
    pageLost() {
      for (const part of registry.parts) part.pageLost?.();
    },
    async idle() {
      await Promise.all(registry.parts.map((part) => part.idle?.()));
    },
  };
}

function add({ parts }: Registry, part: Part): void {
  if (parts.some(({ name }) => name === part.name))
    throw new Error(`A part named ${part.name} is registered already.`);
  parts.push(part);
}

function complete({ parts }: Registry): void {
  const names = new Set(parts.map(({ name }) => name));
  for (const { name, requires = [], after = {} } of parts) {
    const unknown = [...requires, ...Object.values(after)].find((named) => !names.has(named));
    if (unknown !== undefined) throw new Error(`${name} names ${unknown}, which is no part.`);
  }
}

async function start({ parts, log }: Registry): Promise<void> {
  const failed = new Map<string, unknown>();
  for (const part of parts) {
    const lacking = part.requires?.find((name) => failed.has(name));
    if (lacking !== undefined) {
      failed.set(part.name, failed.get(lacking));
      continue;
    }
    try {
      // Awaited only where there is something to wait for: up to the first such part all start in
      // one turn.
      const starting = part.start?.();
      if (starting) await starting;
    } catch (error) {
      failed.set(part.name, error);
      noteFailure(log, error);
    }
  }
  const vital = parts.find(({ name, vital: isVital }) => isVital && failed.has(name));
  if (vital) throw failed.get(vital.name);
}

function lock({ parts, log }: Registry): void {
  for (const part of inOrder(parts, 'lock')) {
    try {
      part.lock?.();
    } catch (error) {
      noteFailure(log, error);
    }
  }
}

async function stop({ parts, log }: Registry): Promise<void> {
  const errors: unknown[] = [];
  const failed = (error: unknown) => {
    errors.push(error);
    noteFailure(log, error);
  };
  let stopping: Promise<void>[] = [];
  for (const part of inOrder(parts, 'stop')) {
    if (!part.stop) continue;
    if (stopping.length > 0 && !part.stopsBesidePrevious) {
      await Promise.all(stopping);
      stopping = [];
    }
    try {
      const stopped = part.stop();
      if (stopped) stopping.push(stopped.catch(failed));
    } catch (error) {
      failed(error);
    }
  }
  await Promise.all(stopping);
  if (errors.length > 0) throw errors[0];
}

function inOrder(parts: readonly Part[], phase: 'lock' | 'stop'): Part[] {
  const order = parts.filter((part) => part.after?.[phase] === undefined);
  for (const part of parts) {
    const before = part.after?.[phase];
    if (before === undefined) continue;
    order.splice(order.findIndex(({ name }) => name === before) + 1, 0, part);
  }
  return order;
}

const noteFailure = (log: Pick<Log, 'note'>, error: unknown) =>
  log.note('part-failed', { detail: asFailure(error).detail ?? 'unforeseen' });
