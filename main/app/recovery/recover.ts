/**
 * Recovers after the vault has opened, before anything is sent: recordings, a list that was set
 * aside, the audit log.
 */
import type { Recordings } from '../../features/recordings/recordings.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';
import type { Auditor } from '../audit.ts';
import { type Health, joinedNotice, setAsideNotice } from '../health.ts';
import { mergeSetAside } from './merge-set-aside.ts';

export type RecoveryDeps = {
  readonly ports: Pick<Ports, 'disk' | 'folder' | 'clock'>;
  readonly store: Store;
  readonly vault: Vault;
  readonly recordings: Pick<Recordings, 'recover' | 'rejoin'>;
  readonly health: Pick<Health, 'set'>;
  readonly auditor: Pick<Auditor, 'add' | 'join'>;
};

export type Recovery = {
  /** All recordings at the first opening; later those whose keys came with it. */
  recoverRecordings(): void;
  /**
   * Before anything is sent: the platform must not be asked for a visit whose note is in the list
   * that was set aside.
   */
  mergeSetAside(): void;
  beginAudit(): void;
};

type RecoveryState = {
  recovered: boolean;
  /** Generations whose keys were at hand once since the start. */
  readonly seen: Set<string>;
};

export function createRecovery(deps: RecoveryDeps): Recovery {
  const state: RecoveryState = { recovered: false, seen: new Set() };
  return {
    recoverRecordings: () => recoverRecordings(deps, state),
    mergeSetAside: () => joinSetAside(deps),
    beginAudit: () => beginAudit(deps),
  };
}

function recoverRecordings({ vault, recordings }: RecoveryDeps, state: RecoveryState): void {
  const fresh = vault.generations().filter((generation) => !state.seen.has(generation));
  for (const generation of fresh) state.seen.add(generation);
  if (state.recovered) recordings.rejoin(fresh);
  else recordings.recover();
  state.recovered = true;
}

function joinSetAside({ ports, store, vault, health }: RecoveryDeps): void {
  const { disk, folder, clock } = ports;
  const { fromNewer, newer } = mergeSetAside({ disk, folder, store, vault, clock });
  health.set('database-newer', newer === undefined ? undefined : setAsideNotice('newer', newer));
  if (fromNewer > 0) health.set('database-joined', joinedNotice(fromNewer));
}

function beginAudit({ store, auditor }: RecoveryDeps): void {
  if (!store.audit.begun()) auditor.add('log-begun', undefined, 'scriba');
  auditor.join();
}
