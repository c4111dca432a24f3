/** Which platform this profile works with: its address in the store, its sign-in in the key store. */

import { asFailure, Failure } from '../../../shared/failure.ts';
import type { AccountState, Offer, Profile } from '../../../shared/model/account/account.ts';
import { defaultOffer } from '../../infrastructure/platform/api/platform-config.ts';
import type { Address } from '../../infrastructure/platform/client/address.ts';
import type { TokenState } from '../../infrastructure/platform/client/tokens.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import type { PracticeAccess } from '../../infrastructure/ports.ts';
import type { Values } from '../../infrastructure/store/tables/values.ts';

export type AccountDeps = {
  readonly profile: Profile;
  readonly values: Values;
  readonly platform: () => Pick<Platform, 'account' | 'transcription'>;
  readonly practice: PracticeAccess | undefined;
  /** A sign-in was accepted at this address. */
  readonly accepted?: (address: Address) => void;
};

export type AccountPart = {
  /** Where the platform is and who we are to it; empty words before the first sign-in. */
  address(): Address;
  state(): AccountState;
  /** Reads the kept sign-in once the vault is open; the practice profile signs itself in. */
  open(): Promise<void>;
  /** Throws Failure `refused` / `practice-only` for a real address in the practice profile, and what the platform's sign-in throws. */
  signIn(address: Address, clientSecret: string, sharingKey?: string): Promise<AccountState>;
  /** The same with a token from the platform's console. */
  useToken(address: Address, token: string): Promise<AccountState>;
  /** The empty text forgets it. Throws Failure `refused` / `practice-only` in the practice profile, `signed-out` / `not-signed-in`, `invalid` / `token-invalid`. */
  setBusinessToken(token: string): Promise<AccountState>;
  signOut(): Promise<AccountState>;
  /** What the platform offers; what it said last, or our defaults, where it cannot be asked. */
  offer(): Promise<Offer>;
};

const NOBODY: Address = { baseUrl: '', brand: 'svc', clientId: '' };

export function createAccount({
  profile,
  values,
  platform,
  practice,
  accepted = () => {},
}: AccountDeps): AccountPart {
  const address = (): Address => readJson<Address>(values.get('account.address')) ?? NOBODY;
  const present = (tokens: TokenState): AccountState => ({ profile, ...address(), ...tokens });
  const keepAddress = (next: Address) => values.set('account.address', JSON.stringify(next));

  const practiceOnly = () =>
    new Failure(
      'refused',
      'Practice never meets a real platform. Change to "Work with patients" in Settings first.',
      { detail: 'practice-only' },
    );

  async function signIn(
    typed: Address,
    clientSecret: string,
    sharingKey?: string,
  ): Promise<AccountState> {
    // Safekeeping D2: the practice key store is a plain file, so no real account may enter there.
    if (profile === 'practice' && typed.baseUrl !== practice?.url) throw practiceOnly();
    return settled((await platform().account.signIn(typed, clientSecret, sharingKey)).address);
  }

  /** The address that was accepted is the one in use from now on. */
  async function settled(checked: Address): Promise<AccountState> {
    const before = address();
    keepAddress(checked);
    accepted(checked);
    if (before.baseUrl !== checked.baseUrl || before.clientId !== checked.clientId)
      values.set('account.offer', '');
    return present(await platform().account.lookForBusinessToken());
  }

  return {
    address,
    signIn,
    async useToken(typed, token) {
      if (profile === 'practice') throw practiceOnly();
      return settled((await platform().account.useToken(typed, token)).address);
    },
    async setBusinessToken(token) {
      if (profile === 'practice' && token !== '') throw practiceOnly();
      if (token !== '' && platform().account.state().state === 'signed-out')
        throw new Failure('signed-out', 'Sign in to the platform first.', {
          detail: 'not-signed-in',
        });
      await platform().account.setBusinessToken(token);
      return present(platform().account.state());
    },
    state: () => present(platform().account.state()),
    async open() {
      if (profile !== 'practice' || !practice) return void (await platform().account.open());
      const { baseUrl, clientId } = address();
      // The practice platform gets another port with each start; its account is the same.
      if (
        clientId === practice.clientId &&
        baseUrl === practice.url &&
        (await platform().account.open()).state === 'signed-in'
      )
        return;
      await signIn(
        { baseUrl: practice.url, brand: practice.brand, clientId: practice.clientId },
        practice.clientSecret,
      );
    },
    async signOut() {
      return present(await platform().account.signOut());
    },
    async offer() {
      const kept = readJson<Offer>(values.get('account.offer'));
      if (platform().account.state().state !== 'signed-in') return kept ?? defaultOffer;
      try {
        const offer = await platform().transcription.config();
        values.set('account.offer', JSON.stringify(offer));
        return offer;
      } catch (error) {
        // Offline or refused: the choice of templates must never keep a doctor from recording.
        if (asFailure(error).code === 'broken') throw error;
        return kept ?? defaultOffer;
      }
    },
  };
}

/** Only what this file wrote is read here; what damage made unreadable counts as never written. */
function readJson<T>(text: string | undefined): T | undefined {
  try {
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}
