/** The present session: profile, vault, account, the platform's offer, and its reachability. */

import type { Bridge, Input, Output } from '../../../shared/contract/contract.ts';
import type {
  AccountState,
  KeyStoreKind,
  Offer,
  Profile,
  VaultState,
} from '../../../shared/model/account/account.ts';
import { secretBytes, secretText } from '../../../shared/secret-bytes.ts';
import { createStore } from '../store-registry.ts';
import { request } from './core.ts';

type Session = {
  readonly info?: Output<'app.info'>;
  readonly vault?: VaultState;
  readonly account?: AccountState;
  readonly offer?: Offer;
  readonly reachable: { readonly reachable: boolean; readonly since: number } | undefined;
};

export const useSession = createStore<Session>(
  'session',
  { reachable: undefined },
  { reset: 'holds no patient data' },
);

/** Policy of the organisation for this computer; undefined if it has set none. */
export const usePolicy = () => useSession(({ info }) => info?.policy);

/** `onOpened`: the vault is open now. `onClosed`: it was open and is not any more. */
type VaultListener = { readonly onOpened: () => void; readonly onClosed: () => void };

/**
 * Follows the core's notices about the session; `lifecycle.ts` calls it before all other stores are
 * connected.
 */
export function connectSession(bridge: Bridge, listener: VaultListener): void {
  bridge.on('account.changed', (account) => {
    useSession.setState({ account });
    if (account.state === 'signed-in') void loadOffer();
  });
  bridge.on('vault.changed', (vault) => {
    applyVault(vault, listener);
  });
  bridge.on('platform.reachable', (reachable) => useSession.setState({ reachable }));
}

function applyVault(vault: VaultState, { onOpened, onClosed }: VaultListener): void {
  const before = useSession.getState().vault?.state;
  useSession.setState({ vault });
  if (before !== 'open' && vault.state === 'open') onOpened();
  if (before === 'open' && vault.state !== 'open') onClosed();
}

/**
 * Reads everything that the choice of a screen depends on, in one round: an answer costs a start
 * more than a question that was too many. Without a profile the core has no answer but the first.
 */
export async function readSession(): Promise<void> {
  const ofProfile = Promise.all([
    request('vault.state'),
    request('account.state'),
    request('platform.reachable'),
  ]);
  ofProfile.catch(() => {});
  const info = await request('app.info');
  if (!info.profile) return useSession.setState({ info });
  const [vault, account, reachable] = await ofProfile;
  useSession.setState({ info, vault, account, reachable });
}

async function loadSession(): Promise<void> {
  await readSession();
  if (useSession.getState().info?.profile) await loadOffer();
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

export type KeyChoice = { readonly kind: KeyStoreKind; readonly passphrase?: string | undefined };
const chosen = ({ kind, passphrase }: KeyChoice) =>
  passphrase === undefined ? { kind } : { kind, passphrase: secretBytes(passphrase) };

/** Makes the first key. Returns its recovery code, which is told this once. */
export async function createVault(choice: KeyChoice): Promise<string> {
  const { recoveryCode } = await request('vault.create', chosen(choice));
  await loadSession();
  return secretText(recoveryCode);
}

/** Puts a lost key back from its recovery code, into the place chosen now. */
export async function recoverVault(code: string, choice: KeyChoice): Promise<void> {
  useSession.setState({
    vault: await request('vault.recover', { ...chosen(choice), code: secretBytes(code) }),
  });
}

/** Makes another key beside the lost one. Returns its recovery code, which is told this once. */
export async function startAnotherKey(choice: KeyChoice): Promise<string> {
  const { recoveryCode } = await request('vault.startAnother', chosen(choice));
  await loadSession();
  return secretText(recoveryCode);
}

/** Forgets the keys in the core; the notice of it forgets the visits here. */
export const lockVault = () => request('vault.lock');

export async function unlock(passphrase?: string): Promise<VaultState> {
  const vault = await request(
    'vault.unlock',
    passphrase === undefined ? {} : { passphrase: secretBytes(passphrase) },
  );
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
