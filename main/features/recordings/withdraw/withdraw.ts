/**
 * Erases a visit whose consent was withdrawn: keys of its files first, then all rows and the
 * receipt in one transaction. The journal has the request from before the first step, so that a
 * computer that stops anywhere completes it at the next start.
 */

import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { Withdrawal } from '../../../../shared/model/withdrawal.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../../infrastructure/vault/container/container.ts';
import type { VaultKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { purgeContainer } from '../../../infrastructure/vault/purge.ts';
import { ignoreErrors, type RecordingsDeps, rowOf } from '../deps.ts';
import { purgeFiles } from '../erase/erase-visit.ts';
import { removeTombstone } from '../erase/tombstone.ts';
import { readJournal } from '../rearrange/rearrangement-journal.ts';
import { fileIds } from '../recovery/found-uploads.ts';
import { decodeMeta } from '../segments/segment-content.ts';
import {
  readWithdrawals,
  toMinute,
  type WithdrawalEntry,
  writeWithdrawal,
} from './withdrawal-journal.ts';

/**
 * Writes the request; nothing is erased yet. Asked again it is the same request. Throws Failure
 * `missing` / `consultation-gone`, `locked`.
 */
export function askWithdrawal(deps: RecordingsDeps, id: string): WithdrawalEntry {
  const known = readWithdrawals(deps).find(({ visits }) => visits.includes(id));
  if (known) return known;
  const { store, clock, random } = deps;
  const { details } = rowOf(store, id);
  const visits = withCopies(deps, id);
  const entry: WithdrawalEntry = {
    id: random.uuid(),
    askedAt: toMinute(clock.now()),
    visits,
    seconds: Math.round(details.samples / SAMPLE_RATE),
    hadNote: ignoreErrors(() => store.notes.get(id) !== undefined) ?? true,
    signatures: store.signatures.list(id).length,
    platform: visits.flatMap((one) => mayBeOnPlatform(deps, one)),
    sent: store.exports
      .list(id)
      .filter(({ state, posted, placing }) => state === 'done' || posted || placing)
      .map(({ target, doneAt, at }) => ({ target, at: toMinute(doneAt ?? at) })),
  };
  writeWithdrawal(deps, entry);
  return entry;
}

/**
 * With discarded visits that hold the same sound, because it was merged, split or moved. The copies
 * that count as visits of others stay.
 */
function withCopies({ store }: RecordingsDeps, id: string): string[] {
  const found = new Set([id]);
  const journal = readJournal(store);
  for (const one of found)
    for (const { sources, made } of journal) {
      const related = [...sources, ...made];
      if (!related.includes(one)) continue;
      for (const other of related)
        if (store.visits.stateOf(other) === 'discarded') found.add(other);
    }
  return [...found];
}

/** Of one that was worked on here no platform knows; of one that does not open it may. */
function mayBeOnPlatform({ store }: RecordingsDeps, id: string): string[] {
  if (ignoreErrors(() => rowOf(store, id).details.worksHere)) return [];
  return store.transactions
    .list(id)
    .filter(({ epoch, commitAttempts }) => epoch > 0 || commitAttempts > 0)
    .map(({ transactionId }) => transactionId);
}

/**
 * Does everything that an entry asks for; doing it again is harmless. Throws the disk's error and
 * Failure `locked`: the entry then stays asked for.
 */
export function completeWithdrawal(deps: RecordingsDeps, entry: WithdrawalEntry): Withdrawal {
  const { store, clock } = deps;
  for (const id of entry.visits) {
    purgeFiles(deps, id);
    purgeUnknownFiles(deps, id);
  }
  const { visits, ...receipt } = { ...entry, erasedAt: toMinute(clock.now()) };
  // Before the entry forgets the ids: an older database must not bring the visit back.
  for (const id of visits) deps.withdrawn?.(id);
  store.transaction(() => {
    for (const id of visits) {
      store.notes.remove(id);
      store.visits.remove(id);
    }
    writeWithdrawal(deps, { ...receipt, visits: [] });
  });
  // Rows and receipt agree from here on; the rest is tidied up at the next start as well.
  ignoreErrors(() => {
    for (const id of visits) removeTombstone(deps, id);
  });
  ignoreErrors(() => store.compact());
  return receipt;
}

/** Files that a crash kept from the rows would bring the visit back at the next start. */
function purgeUnknownFiles(deps: RecordingsDeps, id: string): void {
  const { vault, disk } = deps;
  for (const generation of vault.generations()) {
    const keys = vault.keys(generation);
    for (const kind of ['seg', 'up'] as const)
      for (const fileId of fileIds(deps, keys, kind)) {
        const name = containerPath(keys.folder, fileId, kind);
        if (ignoreErrors(() => visitOf(deps, keys, name)) === id) purgeContainer(disk, name);
      }
  }
}

/** The visit that a file's META names; reads nothing after it. */
function visitOf({ disk }: RecordingsDeps, keys: VaultKeys, name: string): string | undefined {
  for (const { type, plain } of readContainer({ disk, keys }, name).records())
    return type === recordTypes.meta ? decodeMeta(plain).visitId : undefined;
  return undefined;
}

/** At start before a file is looked at, and later for those whose key was not at hand then. */
export function settleWithdrawals(deps: RecordingsDeps): void {
  for (const entry of readWithdrawals(deps))
    if (entry.visits.length > 0) ignoreErrors(() => completeWithdrawal(deps, entry));
}
