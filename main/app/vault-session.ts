/** Opens and locks all parts with the vault (P12). */
import type { Notify } from '../../shared/contract/contract.ts';
import type { VaultState } from '../../shared/model/account/account.ts';
import type { Log } from '../infrastructure/log/log.ts';
import type { Vault } from '../infrastructure/vault/vault.ts';
import type { Auditor } from './audit.ts';
import type { Lifecycle } from './lifecycle.ts';

export type VaultSessionDeps = {
  readonly vault: Pick<Vault, 'state' | 'isOpen'>;
  readonly lifecycle: Pick<Lifecycle, 'start' | 'lock'>;
  readonly auditor: Pick<Auditor, 'add'>;
  readonly notify: Notify;
  readonly log: Pick<Log, 'note'>;
};

export type VaultSession = {
  /** To be called whenever the vault has opened. Being offline then is normal. */
  begin(): Promise<void>;
  /** Forgets the keys. A recording in progress goes on. */
  lock(by: 'person' | 'scriba'): VaultState;
};

export function createVaultSession(deps: VaultSessionDeps): VaultSession {
  return {
    begin() {
      announce(deps);
      return deps.lifecycle.start();
    },
    lock: (by) => lock(deps, by),
  };
}

function lock(deps: VaultSessionDeps, by: 'person' | 'scriba'): VaultState {
  const { vault, lifecycle, auditor } = deps;
  if (!vault.isOpen()) return vault.state();
  // Its pseudonyms and its seal need the keys that are overwritten next.
  auditor.add('vault-locked', undefined, by);
  lifecycle.lock();
  announce(deps);
  return vault.state();
}

function announce({ vault, notify, log }: VaultSessionDeps): void {
  const state = vault.state();
  const { kind, cause } = state;
  notify('vault.changed', state);
  log.note('vault', { vault: state.state, ...(kind && { kind }), ...(cause && { detail: cause }) });
}
