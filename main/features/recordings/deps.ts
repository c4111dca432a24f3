/**
 * The dependencies of the recordings, and the small things that all of their files do with them.
 */
import { ulid } from 'ulid';
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';
import { firstStates } from '../../../shared/model/visit-state.ts';
import type { Clock, Disk, Random } from '../../infrastructure/ports.ts';
import type { UploadPartRow, VisitDetails, VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';
import type { SegmentFile } from './recovery/scan-recording.ts';

export type RecordingsDeps = {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly store: Store;
  /** A visit's row changed. */
  changed(id: string): void;
  /**
   * A recording met trouble on the disk: a stable word (`disk-full`, `disk-failing`) and a
   * sentence.
   */
  trouble(id: string, code: string, message: string): void;
  /** A visit is being erased for good, because its consent was withdrawn. */
  withdrawn?(id: string): void;
  /** Milliseconds that a finished recording is held back from sending; absent: none. */
  holdBack?(): number;
};

/** Throws Failure `missing` / `consultation-gone`. */
export function rowOf(store: Store, id: string): VisitRow {
  const row = store.visits.get(id);
  if (!row) throw failures.visitGone();
  return row;
}

/** Undefined where there is none, or one that does not open. Throws Failure `locked`. */
export function readableRow(store: Store, id: string): VisitRow | undefined {
  try {
    return store.visits.get(id);
  } catch (error) {
    if (error instanceof Failure && error.detail === 'row-damaged') return undefined;
    throw error;
  }
}

/** Whether this visit's row was sealed with a key that is not at hand, while others are. */
export function isLocked(store: Store, id: string): boolean {
  try {
    store.visits.get(id);
    return false;
  } catch (error) {
    return error instanceof Failure && error.detail === 'key-of-visit-missing';
  }
}

/**
 * Returns undefined where it throws: what cannot be read or stored now is left as it is, and looked
 * at again at the next start.
 */
export function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * A new visit before anything happened: its transaction id is fixed here (contract 3: `txn-` and a
 * ULID).
 */
export function draft(
  { clock, random }: RecordingsDeps,
  setup: VisitSetup,
  imported: boolean,
): VisitRow {
  const now = clock.now();
  return {
    id: random.uuid(),
    rev: 1,
    state: firstStates.created,
    attempts: 0,
    transactionId: `txn-${ulid(now, () => random.fraction())}`,
    details: { ...setup, createdAt: now, samples: 0, imported },
  };
}

/** The visit alone, as the META of each file keeps it. */
export function setupOf(details: VisitDetails): VisitSetup {
  const {
    patient,
    mode,
    modelType,
    templates,
    inputLanguages,
    outputLanguage,
    codify,
    practiceCase,
    worksHere,
    consentAt,
    consent,
  } = details;
  return {
    patient,
    mode,
    modelType,
    templates,
    inputLanguages,
    outputLanguage,
    codify,
    practiceCase,
    worksHere,
    consentAt,
    consent,
  };
}

/**
 * The name that the platform echoes for exactly these files in this order (R2); the same again
 * whatever keys came later.
 */
export const referenceOf = (vault: Vault, parts: readonly UploadPartRow[]): string =>
  vault.keys(parts[0]?.generation).reference(parts.map(({ sha256 }) => sha256));

/**
 * The recording's files in order, each with the keys it needs. Throws Failure `locked` when one's
 * generation is not open.
 */
export const segmentFiles = (
  { store, vault }: Pick<RecordingsDeps, 'store' | 'vault'>,
  id: string,
): SegmentFile[] =>
  store.segments
    .list(id)
    .map(({ fileId, generation }) => ({ fileId, keys: vault.keys(generation) }));
