/**
 * Opens the store of the vault's key (D2): one of three places, chosen once, never switched
 * silently.
 */
import type { Disk, OpenKeyStore, Random } from '../../ports.ts';
import { type LoadKeytar, openKeychain } from './keystore-keychain.ts';
import { openPassphraseStore } from './keystore-passphrase.ts';
import { openPracticeStore } from './keystore-practice.ts';

/**
 * `loadKeytar` is for tests; without it the installed keytar is loaded when the keychain is first
 * asked for.
 */
export function openKeyStore(deps: {
  disk: Disk;
  random: Random;
  loadKeytar?: LoadKeytar;
}): OpenKeyStore {
  return async (kind, folder, passphrase) => {
    switch (kind) {
      case 'keychain':
        return openKeychain(deps.loadKeytar);
      case 'passphrase':
        return openPassphraseStore({ ...deps, folder, passphrase });
      case 'practice':
        return openPracticeStore({ ...deps, folder });
    }
  };
}
