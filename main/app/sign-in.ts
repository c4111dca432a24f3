/**
 * Opens the account when the vault has opened; the practice profile, where nobody signs in by hand,
 * goes on trying.
 */
import { asFailure } from '../../shared/failure.ts';
import { SECOND } from '../../shared/time.ts';
import type { Account } from '../features/account/account.ts';
import type { Connectivity } from '../infrastructure/platform/client/connectivity.ts';
import type { Ports } from '../infrastructure/ports.ts';
import type { Vault } from '../infrastructure/vault/vault.ts';

export type SignInDeps = {
  readonly ports: Pick<Ports, 'profile' | 'practice' | 'clock'>;
  readonly account: Pick<Account, 'open' | 'offer'>;
  readonly connectivity: Pick<Connectivity, 'state'>;
  readonly vault: Pick<Vault, 'isOpen'>;
};

export type SignIn = {
  /**
   * `wake`: what waits looks again, whether there is a sign-in or not. Throws where the sign-in
   * that was kept cannot be read.
   */
  open(wake: () => void): Promise<void>;
  /** Tries no more. */
  stop(): void;
};

/** Between tries to reach the practice platform. */
const AGAIN_AFTER = 5 * SECOND;

export function createSignIn(deps: SignInDeps): SignIn {
  const retry = { cancel: () => {} };
  const { profile, practice } = deps.ports;
  return {
    async open(wake) {
      const opened = open(deps, retry, wake);
      // A practice platform that is still starting does not hold up the screen; a clinic's sign-in
      // is awaited.
      if (profile === 'practice' && practice instanceof Promise) opened.catch(() => {});
      else await opened;
    },
    stop: () => retry.cancel(),
  };
}

async function open(
  deps: SignInDeps,
  retry: { cancel: () => void },
  wake: () => void,
): Promise<void> {
  const { ports, account, connectivity, vault } = deps;
  const isPractice = ports.profile === 'practice';
  try {
    await account.open();
  } catch (error) {
    // The queue tells why nothing is sent; a platform out of reach, or one that answers nonsense,
    // must not keep the vault's parts from opening.
    const { code, detail } = asFailure(error);
    if (code === 'broken' && detail !== 'answer-unreadable') throw error;
    if (isPractice && vault.isOpen())
      retry.cancel = ports.clock.after(
        AGAIN_AFTER,
        () => void open(deps, retry, wake).catch(() => {}),
      );
  }
  wake();
  // Reading a sign-in that was kept asks no platform; this question tells whether it is there.
  if (!connectivity.state() && vault.isOpen()) void account.offer().catch(() => {});
}
