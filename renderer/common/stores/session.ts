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
import { leaveEarlierProfile, request } from './core.ts';
import { countNotices } from './overtaken.ts';

type Session = {
  readonly info?: Output<'app.info'>;
  readonly vault?: VaultState;
  /** The core was asked to open the vault, and has not answered yet. */
  readonly unlocking?: boolean;
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

/**
 * `onOpened`: the vault is open now. `onClosed`: it was open and is not any more. `onLeft`: another
 * profile is shown.
 */
type SessionListener = {
  readonly onOpened: () => void;
  readonly onClosed: () => void;
  readonly onLeft: () => void;
};

const notices = { vault: countNotices(), account: countNotices(), reachable: countNotices() };
let told: Pick<SessionListener, 'onClosed' | 'onLeft'> = { onClosed() {}, onLeft() {} };

/**
 * Follows the core's notices about the session; `lifecycle.ts` calls it before all other stores are
 * connected.
 */
export function connectSession(bridge: Bridge, listener: SessionListener): void {
  told = listener;
  bridge.on('account.changed', (account) => {
    notices.account.told();
    useSession.setState({ account });
    if (account.state === 'signed-in') void loadOffer();
  });
  bridge.on('vault.changed', (vault) => {
    notices.vault.told();
    const before = useSession.getState().vault?.state;
    showVault(vault);
    if (before !== 'open' && vault.state === 'open') listener.onOpened();
  });
  bridge.on('platform.reachable', (reachable) => {
    notices.reachable.told();
    useSession.setState({ reachable });
  });
}

/** However the page learns that the vault is not open any more: nothing of a patient stays. */
function showVault(vault: VaultState): void {
  const before = useSession.getState().vault?.state;
  useSession.setState({ vault });
  if (before === 'open' && vault.state !== 'open') told.onClosed();
}

/**
 * However the page learns of another profile: it has other patients, and nothing of the earlier one
 * stays or still comes, whether it was locked or not. Returns whether it is another one.
 */
export function showProfile(profile: Profile | undefined): boolean {
  const { info } = useSession.getState();
  if (info?.profile === undefined || info.profile === profile) return false;
  leaveEarlierProfile();
  // Vault, account and offer are those of the earlier profile.
  useSession.setState({ info: { ...info, profile }, reachable: undefined }, true);
  told.onLeft();
  return true;
}

/** Shows the vault as an answer has it, unless a notice said more meanwhile; a lock above all. */
async function askVault(ask: () => Promise<VaultState>): Promise<VaultState> {
  const isOld = notices.vault.watch();
  const vault = await ask();
  if (!isOld()) showVault(vault);
  return useSession.getState().vault ?? vault;
}

/**
 * Reads everything that the choice of a screen depends on, in one round: an answer costs a start
 * more than a question that was too many. Without a profile the core has no answer but the first.
 * What a notice said during the round stays.
 */
export async function readSession(): Promise<void> {
  const isOld = {
    vault: notices.vault.watch(),
    account: notices.account.watch(),
    reachable: notices.reachable.watch(),
  };
  const ofProfile = Promise.all([
    request('vault.state'),
    request('account.state'),
    request('platform.reachable'),
  ]);
  ofProfile.catch(() => {});
  const info = await request('app.info');
  // What was asked in the same round may be about the earlier profile.
  if (showProfile(info.profile)) return readSession();
  if (!info.profile) return useSession.setState({ info });
  const [vault, account, reachable] = await ofProfile;
  useSession.setState({
    info,
    ...(!isOld.account() && { account }),
    ...(!isOld.reachable() && { reachable }),
  });
  if (!isOld.vault()) showVault(vault);
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
  showProfile(profile);
  await loadSession();
  return useSession.getState().vault ?? request('vault.state');
}

/** The code is told this once, whatever becomes of the core meanwhile; the page says that it is lost. */
const loadAfterCode = () => loadSession().catch(() => undefined);

export type KeyChoice = { readonly kind: KeyStoreKind; readonly passphrase?: string | undefined };
const chosen = ({ kind, passphrase }: KeyChoice) =>
  passphrase === undefined ? { kind } : { kind, passphrase: secretBytes(passphrase) };

/** Makes the first key. Returns its recovery code, which is told this once. */
export async function createVault(choice: KeyChoice): Promise<string> {
  const { recoveryCode } = await request('vault.create', chosen(choice));
  await loadAfterCode();
  return secretText(recoveryCode);
}

/** Puts a lost key back from its recovery code, into the place chosen now. */
export async function recoverVault(code: string, choice: KeyChoice): Promise<void> {
  await askVault(() => request('vault.recover', { ...chosen(choice), code: secretBytes(code) }));
}

/** Makes another key beside the lost one. Returns its recovery code, which is told this once. */
export async function startAnotherKey(choice: KeyChoice): Promise<string> {
  const { recoveryCode } = await request('vault.startAnother', chosen(choice));
  await loadAfterCode();
  return secretText(recoveryCode);
}

/** Forgets the keys in the core; whichever comes first of its notice and its answer, the visits. */
export const lockVault = () => askVault(() => request('vault.lock'));

export async function unlock(passphrase?: string): Promise<VaultState> {
  const given = passphrase === undefined ? {} : { passphrase: secretBytes(passphrase) };
  useSession.setState({ unlocking: true });
  try {
    return await askVault(() => request('vault.unlock', given));
  } finally {
    useSession.setState({ unlocking: false });
  }
}

export async function signIn(account: Input<'account.signIn'>): Promise<void> {
  await askAccount(() => request('account.signIn', account));
  await loadOffer();
}

export const signOut = () => askAccount(() => request('account.signOut'));

/** Shows the account as an answer has it, unless a notice said more meanwhile. */
async function askAccount(ask: () => Promise<AccountState>): Promise<void> {
  const isOld = notices.account.watch();
  const account = await ask();
  if (!isOld()) useSession.setState({ account });
}

/** The same for whether the platform is reachable. */
export async function askReachable(): Promise<void> {
  const isOld = notices.reachable.watch();
  const reachable = await request('platform.reachable');
  if (!isOld()) useSession.setState({ reachable });
}
