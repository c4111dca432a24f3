/** Requests about the vault: its key, and opening and locking it. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import type { Profile } from '../../../shared/model/account/account.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';
import type { VaultSession } from '../vault-session.ts';

export type VaultHandlersDeps = {
  readonly profile: Profile;
  readonly vault: Vault;
  readonly session: VaultSession;
  /** A person is there. */
  readonly awake: () => void;
};

export function createVaultHandlers({
  profile,
  vault,
  session,
  awake,
}: VaultHandlersDeps): Pick<Handlers, `vault.${string}` & keyof Handlers> {
  return {
    'vault.state': () => vault.state(),
    async 'vault.create'(choice) {
      if (choice.kind === 'practice' && profile !== 'practice') {
        throw new Failure(
          'refused',
          'A key in a plain file is for practice only. Use the keychain or a passphrase.',
          { detail: 'practice-only' },
        );
      }
      const made = await once([choice.passphrase], () => vault.create(choice));
      await session.begin();
      return made;
    },
    async 'vault.unlock'({ passphrase }) {
      await once([passphrase], () => vault.open(passphrase));
      await session.begin();
      return vault.state();
    },
    async 'vault.recover'({ code, ...choice }) {
      await once([code, choice.passphrase], () => vault.recover(code, choice));
      if (vault.isOpen()) await session.begin();
      return vault.state();
    },
    async 'vault.startAnother'(choice) {
      const made = await once([choice.passphrase], () => vault.createAnother(choice));
      await session.begin();
      return made;
    },
    'vault.lock': () => session.lock('person'),
    'vault.awake': () => awake(),
  };
}

/** Overwrites what a person typed as soon as it was used, whatever came of it (P12). */
async function once<T>(
  typed: readonly (Uint8Array | undefined)[],
  use: () => Promise<T>,
): Promise<T> {
  try {
    return await use();
  } finally {
    for (const bytes of typed) bytes?.fill(0);
  }
}
