/** Who we are just now: the profile, its vault, its account, what the platform offers, and whether it answers. */
import { create } from 'zustand';
import type { AccountState, KeyStoreKind, Offer, Profile, VaultState } from '../../shared/account.ts';
import type { Bridge, Input, Output } from '../../shared/contract.ts';
import { request } from './bridge.ts';

type Session = {
  readonly info?: Output<'app.info'>;
  readonly vault?: VaultState;
  readonly account?: AccountState;
  readonly offer?: Offer;
  readonly reachable: { readonly reachable: boolean; readonly since: number } | undefined;
};

export const useSession = create<Session>(() => ({ reachable: undefined }));

/** Hears what the core tells of the session by itself. */
export function connectSession(bridge: Bridge, opened: () => void) {
  bridge.on('account.changed', (account) => {
    useSession.setState({ account });
    if (account.state === 'signed-in') void loadOffer();
  });
  bridge.on('vault.changed', (vault) => {
    const before = useSession.getState().vault?.state;
    useSession.setState({ vault });
    if (before !== 'open' && vault.state === 'open') opened();
  });
  bridge.on('platform.reachable', (reachable) => useSession.setState({ reachable }));
}

/** Reads everything there is to know before a screen can be chosen. */
export async function loadSession(): Promise<void> {
  const info = await request('app.info');
  if (!info.profile) return useSession.setState({ info });
  const [vault, account] = await Promise.all([request('vault.state'), request('account.state')]);
  useSession.setState({ info, vault, account });
  await loadOffer();
}

export async function loadOffer(): Promise<void> {
  try {
    useSession.setState({ offer: await request('account.offer') });
  } catch {
    // The pickers go on with what they had; the account screen tells what is wrong.
  }
}

export async function chooseProfile(profile: Profile): Promise<VaultState> {
  await request('profile.choose', { profile });
  await loadSession();
  return useSession.getState().vault ?? request('vault.state');
}

export async function createVault(kind: KeyStoreKind, passphrase?: string): Promise<void> {
  await request('vault.create', passphrase === undefined ? { kind } : { kind, passphrase });
  await loadSession();
}

export async function unlock(passphrase?: string): Promise<VaultState> {
  const vault = await request('vault.unlock', passphrase === undefined ? {} : { passphrase });
  useSession.setState({ vault });
  return vault;
}

export async function signIn(account: Input<'account.signIn'>): Promise<void> {
  useSession.setState({ account: await request('account.signIn', account) });
  await loadOffer();
}

export async function signOut(): Promise<void> {
  useSession.setState({ account: await request('account.signOut') });
}
