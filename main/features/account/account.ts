/**
 * Which platform this profile works with: its address in the store, its sign-in in the key store.
 */

import { asFailure, Failure } from '../../../shared/failure.ts';
import type {
  AccountState,
  BrowserSignIn,
  DeviceOffer,
  Offer,
  Profile,
  SignInStep,
} from '../../../shared/model/account/account.ts';
import type { PlatformRule } from '../../../shared/model/policy.ts';
import { defaultOffer } from '../../infrastructure/platform/api/platform-config.ts';
import type { Address } from '../../infrastructure/platform/client/address.ts';
import type { TokenState } from '../../infrastructure/platform/client/tokens.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import type { PracticeAccess } from '../../infrastructure/ports.ts';
import type { Values } from '../../infrastructure/store/tables/values.ts';
import { checkSignIn, governedAddress } from './platform-rule.ts';

export type AccountDeps = {
  readonly profile: Profile;
  readonly values: Values;
  readonly platform: () => Pick<Platform, 'account' | 'transcription'>;
  readonly practice: PracticeAccess | Promise<PracticeAccess> | undefined;
  /** Platform rule of the organisation's policy, for the clinic profile. */
  readonly rule?: PlatformRule | undefined;
  /** A sign-in was accepted at this address. */
  readonly accepted?: (address: Address, oidcClientId?: string) => void;
  /** Called when the account is open, before that is announced. */
  readonly opened?: () => Promise<void>;
  /** Called once for each new state; for a sign-in after its address is kept. */
  readonly changed: (state: AccountState) => void;
};

export type Account = {
  /** Address of the platform and our identity there; empty strings before the first sign-in. */
  address(): Address;
  state(): AccountState;
  /** Reads the kept sign-in once the vault is open; the practice profile signs itself in. */
  open(): Promise<void>;
  /**
   * Throws Failure `refused` / `practice-only` for a real address in the practice profile,
   * `set-by-organisation` or `policy-unclear` for one that the policy does not allow, and what the
   * platform's sign-in throws.
   */
  signIn(address: Address, clientSecret: string, sharingKey?: string): Promise<AccountState>;
  /** The same with a token from the platform's console. */
  signInWithToken(address: Address, token: string): Promise<AccountState>;
  /** By the name and password of a person, where the platform has such accounts. */
  signInWithPassword(where: Where, userName: string, password: string): Promise<AccountState>;
  /** A code that a person approves in a browser; then `stepDevice` until it is signed in. */
  beginDevice(where: Where): Promise<DeviceOffer>;
  stepDevice(): Promise<SignInStep>;
  /** In the browser of this computer, at the server that the platform names (OpenID Connect). */
  beginBrowser(where: Where, oidcClientId: string): Promise<BrowserSignIn>;
  stepBrowser(): Promise<SignInStep>;
  /** Gives it up. */
  stopBrowser(): void;
  /**
   * The empty text forgets it. Throws Failure `refused` / `practice-only` in the practice profile,
   * `signed-out` / `not-signed-in`, `invalid` / `token-invalid`.
   */
  setBusinessToken(token: string): Promise<AccountState>;
  signOut(): Promise<AccountState>;
  /**
   * Returns the platform's offer; if the platform cannot be asked, its last offer or our defaults.
   */
  offer(): Promise<Offer>;
  /** For the platform: its tokens are other ones. */
  tokensChanged(state: TokenState): void;
};

type Where = Pick<Address, 'baseUrl' | 'brand'>;
const NOBODY: Address = { baseUrl: '', brand: 'svc', clientId: '' };
const ADDRESS = 'account.address';
const OFFER = 'account.offer';

type AccountSession = {
  readonly deps: AccountDeps;
  /** How many sign-ins are between their request and the keeping of their address. */
  signingIn: number;
  /** The state announced last, as JSON. */
  announced: string;
};

export function createAccount(deps: AccountDeps): Account {
  const session: AccountSession = { deps, signingIn: 0, announced: '' };
  const tokens = () => deps.platform().account;
  return {
    address: () => addressOf(deps),
    state: () => stateOf(deps),
    open() {
      // A page that was loaded while the vault was locked has seen no sign-in: the same state is
      // announced again.
      session.announced = '';
      return settled(session, async () => {
        await open(session);
        await deps.opened?.();
      });
    },
    signIn: (typed, clientSecret, sharingKey) =>
      settled(session, () => signIn(session, typed, clientSecret, sharingKey)),
    signInWithToken: (typed, token) =>
      settled(session, () => signInWithToken(session, typed, token)),
    signInWithPassword: (where, userName, password) =>
      settled(session, () => signInWithPassword(session, where, userName, password)),
    async beginDevice(where) {
      checkPerson(deps, where, '');
      return tokens().beginDevice(where);
    },
    stepDevice: () => settled(session, () => kept(session, tokens().stepDevice())),
    async beginBrowser(where, oidcClientId) {
      checkPerson(deps, where, 'person');
      return tokens().beginBrowser(where, oidcClientId);
    },
    stepBrowser: () => settled(session, () => kept(session, tokens().stepBrowser())),
    stopBrowser: () => tokens().stopBrowser(),
    setBusinessToken: (token) => setBusinessToken(session, token),
    async signOut() {
      await tokens().signOut();
      announce(session);
      return stateOf(deps);
    },
    offer: () => offer(deps),
    tokensChanged: (state) => tokensChanged(session, state),
  };
}

/** The address kept in the settings, for whoever needs it before there is an account part. */
export const keptAddress = (values: Pick<Values, 'get'>): Address =>
  readJson<Address>(values.get(ADDRESS)) ?? NOBODY;

const addressOf = ({ values, rule }: AccountDeps) => governedAddress(keptAddress(values), rule);

const stateOf = (deps: AccountDeps): AccountState => ({
  profile: deps.profile,
  ...addressOf(deps),
  ...deps.platform().account.state(),
});

function announce(session: AccountSession): void {
  const state = stateOf(session.deps);
  const text = JSON.stringify(state);
  if (text === session.announced) return;
  session.announced = text;
  session.deps.changed(state);
}

/** Signed in, but perhaps at an address that is not kept yet: `settled` announces it when it is. */
function tokensChanged(session: AccountSession, { state }: TokenState): void {
  if (session.signingIn > 0 && state === 'signed-in') return;
  announce(session);
}

async function settled<T>(session: AccountSession, run: () => Promise<T>): Promise<T> {
  session.signingIn += 1;
  try {
    return await run();
  } finally {
    session.signingIn -= 1;
    // Refused: nothing is new, but a renewal of the former sign-in may have come meanwhile.
    announce(session);
  }
}

/** The practice platform gets another port with each start; its account is the same. */
async function open(session: AccountSession): Promise<void> {
  const { profile, platform } = session.deps;
  const tokens = platform().account;
  if (profile !== 'practice' || !session.deps.practice) {
    await tokens.open();
    return;
  }
  const practice = await session.deps.practice;
  const { baseUrl, clientId } = addressOf(session.deps);
  const known = clientId === practice.clientId && baseUrl === practice.url;
  if (known && (await tokens.open()).state === 'signed-in') return;
  await signIn(
    session,
    { baseUrl: practice.url, brand: practice.brand, clientId: practice.clientId },
    practice.clientSecret,
  );
}

async function signIn(
  { deps }: AccountSession,
  typed: Address,
  clientSecret: string,
  sharingKey?: string,
): Promise<AccountState> {
  // Safekeeping D2: the practice key store is a plain file, so no real account may enter there.
  if (deps.profile === 'practice' && typed.baseUrl !== (await deps.practice)?.url)
    throw practiceOnly();
  checkSignIn(typed, deps.rule);
  const { address } = await deps.platform().account.signIn(typed, clientSecret, sharingKey);
  return keepAddress(deps, address);
}

async function signInWithToken({ deps }: AccountSession, typed: Address, token: string) {
  if (deps.profile === 'practice') throw practiceOnly();
  checkSignIn(typed, deps.rule);
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of the platform, not a React hook
  const { address } = await deps.platform().account.useToken(typed, token);
  return keepAddress(deps, address);
}

/** The rule may name a client; a person is another account than that. */
function checkPerson({ profile, rule }: AccountDeps, where: Where, clientId: string): void {
  if (profile === 'practice') throw practiceOnly();
  const named = typeof rule === 'object' ? rule.clientId : undefined;
  checkSignIn({ ...where, clientId: clientId || (named ?? 'device') }, rule);
}

async function signInWithPassword(
  { deps }: AccountSession,
  where: Where,
  userName: string,
  password: string,
) {
  checkPerson(deps, where, userName.trim());
  const { address } = await deps.platform().account.signInPerson(where, userName, password);
  return keepAddress(deps, address);
}

async function kept(
  { deps }: AccountSession,
  asked: ReturnType<Platform['account']['stepDevice']>,
): Promise<SignInStep> {
  const step = await asked;
  if (step.kind === 'waiting') return step;
  return { kind: 'signed-in', state: await keepAddress(deps, step.address, step.oidcClientId) };
}

/** The address that was accepted is the one in use from now on. */
async function keepAddress(
  deps: AccountDeps,
  checked: Address,
  oidcClientId?: string,
): Promise<AccountState> {
  const before = keptAddress(deps.values);
  deps.values.set(ADDRESS, JSON.stringify(checked));
  deps.accepted?.(checked, oidcClientId);
  if (before.baseUrl !== checked.baseUrl || before.clientId !== checked.clientId)
    deps.values.set(OFFER, '');
  await deps.platform().account.lookForBusinessToken();
  return stateOf(deps);
}

async function setBusinessToken(session: AccountSession, token: string): Promise<AccountState> {
  const { profile, platform } = session.deps;
  const tokens = platform().account;
  if (profile === 'practice' && token !== '') throw practiceOnly();
  if (token !== '' && tokens.state().state === 'signed-out')
    throw new Failure('signed-out', 'Sign in to the platform first.', { detail: 'not-signed-in' });
  await tokens.setBusinessToken(token);
  announce(session);
  return stateOf(session.deps);
}

async function offer({ values, platform }: AccountDeps): Promise<Offer> {
  const kept = readJson<Offer>(values.get(OFFER));
  if (platform().account.state().state !== 'signed-in') return kept ?? defaultOffer;
  try {
    const asked = await platform().transcription.config();
    values.set(OFFER, JSON.stringify(asked));
    return asked;
  } catch (error) {
    // Offline or refused: the choice of templates must never keep a doctor from recording.
    if (asFailure(error).code === 'broken') throw error;
    return kept ?? defaultOffer;
  }
}

const practiceOnly = () =>
  new Failure(
    'refused',
    'Practice never meets a real platform. Change to "Work with patients" in Settings first.',
    { detail: 'practice-only' },
  );

/** Only what this file wrote is read here; what damage made unreadable counts as never written. */
function readJson<T>(text: string | undefined): T | undefined {
  try {
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}
