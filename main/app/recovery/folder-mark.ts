/**
 * Tells that an older copy of the data folder was put back: what was done here since is not in it,
 * and nothing in the folder itself can know (decision 0144). A mark in the key store and one in the
 * database count on together; the one in the key store stays when the folder is exchanged.
 */
import { z } from 'zod';
import type { NoticeName } from '../../../shared/contract/contract.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/time.ts';
import type { Clock, KeyStore } from '../../infrastructure/ports.ts';
import type { Values } from '../../infrastructure/store/tables/values.ts';
import { type Health, olderFolderNotice } from '../health.ts';

/** Of the secret and of the small value. */
const MARK = 'folder-mark';
const TOLD = 'folder-older';
/** Many changes in a row are one step. */
const AFTER_CHANGE = 5 * SECOND;

const markSchema = z.object({ count: z.number().int().nonnegative(), at: z.number() });
const toldSchema = z.object({ usedAt: z.number(), at: z.number() });

export type FolderMarkDeps = {
  readonly values: Values;
  readonly secrets: KeyStore;
  readonly health: Pick<Health, 'set'>;
  readonly clock: Clock;
  /** An older folder was put back, told before `compared` resolves. */
  readonly older?: () => void;
};

/** `none`: the key store has no mark, or cannot be asked; `behind`: the folder is the older one. */
type MarkFinding = 'none' | 'same' | 'behind';

export type FolderMark = {
  /** To be called when the vault has opened. Never throws: it is no reason for anything to stop. */
  start(): Promise<void>;
  /** Resolves when the marks were compared, or could not be. */
  compared(): Promise<MarkFinding>;
  /** Something of a visit has changed. */
  heard(name: NoticeName): void;
  /** The vault is locked, or Scriba ends. */
  stop(): void;
};

type MarkState = {
  readonly deps: FolderMarkDeps;
  cancel: (() => void) | undefined;
  /** Not before the two marks were compared: the older one would go over the newer. */
  isCompared: boolean;
  readonly comparison: PromiseWithResolvers<MarkFinding>;
};

export function createFolderMark(deps: FolderMarkDeps): FolderMark {
  const state: MarkState = {
    deps,
    cancel: undefined,
    isCompared: false,
    comparison: Promise.withResolvers(),
  };
  return {
    start: () =>
      compare(deps)
        .then(
          (finding) => {
            state.isCompared = true;
            return finding;
          },
          () => 'none' as const,
        )
        .then(state.comparison.resolve),
    compared: () => state.comparison.promise,
    heard(name) {
      if (name === 'visits.changed') soon(state);
    },
    stop() {
      state.cancel?.();
      state.cancel = undefined;
      state.isCompared = false;
    },
  };
}

async function compare(deps: FolderMarkDeps): Promise<MarkFinding> {
  const { values, secrets, health, clock, older } = deps;
  const mark = read(markSchema, await secrets.get(MARK));
  const known = countIn(values);
  const isBehind = mark !== undefined && mark.count > (known ?? 0);
  if (isBehind) {
    // A database that was made anew has no count: that it was lost is told already (P7).
    if (known !== undefined) {
      older?.();
      values.set(TOLD, JSON.stringify({ usedAt: mark.at, at: minuteOf(clock) }));
    }
    values.set(MARK, String(mark.count));
  }
  const told = read(toldSchema, values.get(TOLD));
  // For a day and over restarts: the first page may not have been looked at.
  if (told && Math.abs(clock.now() - told.at) < DAY)
    health.set('folder-older', olderFolderNotice(new Date(told.usedAt)));
  if (!mark) return 'none';
  return isBehind ? 'behind' : 'same';
}

function soon(state: MarkState): void {
  if (state.cancel || !state.isCompared) return;
  state.cancel = state.deps.clock.after(AFTER_CHANGE, () => {
    state.cancel = undefined;
    step(state.deps).catch(() => {});
  });
}

/** The database first: a mark that is ahead of its folder would accuse it. */
async function step({ values, secrets, clock }: FolderMarkDeps): Promise<void> {
  const count = (countIn(values) ?? 0) + 1;
  values.set(MARK, String(count));
  await secrets.set(MARK, JSON.stringify({ count, at: minuteOf(clock) }));
}

const minuteOf = (clock: Clock) => Math.floor(clock.now() / MINUTE) * MINUTE;

function countIn(values: Values): number | undefined {
  const text = values.get(MARK);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function read<T>(schema: z.ZodType<T>, json: string | undefined): T | undefined {
  try {
    return schema.parse(JSON.parse(json ?? ''));
  } catch {
    return undefined;
  }
}
