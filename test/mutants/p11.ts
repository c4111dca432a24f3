/** Vaults that lose what they hold when their key is out of reach (P11). */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p11-lost-key.test.ts';
const visits = 'test/trust/p11-lost-key-visits.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P11',
    name: 'a new key when the old one cannot be read',
    test,
    testName: 'whatever fails',
    file: 'main/infrastructure/vault/vault.ts',
    why: 'A peer makes a key anew whenever reading fails: every earlier recording is then lost for good.',
    within: 'open',
    find: '    if (!vault.newest) vault.cause = asFailure(error).detail;\n    throw error;',
    replace: "    await makeKey(vault, { kind: 'keychain', passphrase }, []);",
  },
  {
    promise: 'P11',
    name: 'a vault made anew when its list is gone',
    test,
    testName: 'never made anew',
    file: 'main/infrastructure/vault/keys/generations.ts',
    why: 'Files whose key nobody can name any more.',
    within: 'readGenerations',
    find: 'if (disk.list(vaultFolder(folder)).some((name) => /^[0-9a-f]{16}$/.test(name))) throw damaged();',
    replace: '',
  },
  {
    promise: 'P11',
    name: 'a key that is not read back',
    test,
    testName: 'whatever fails',
    file: 'main/infrastructure/vault/keys/key-place.ts',
    why: 'A keychain that forgets would take a day of recordings with it.',
    within: 'putKey',
    find: '  if (!same) throw',
    replace: '  if (same === undefined && kek.length > 99) throw',
  },
  {
    promise: 'P11',
    name: 'a locked visit taken for a damaged one',
    test: visits,
    testName: 'key store is empty',
    file: 'main/infrastructure/vault/row-cipher.ts',
    why: 'The doctor would be told that old visits are broken, and they would vanish from the list.',
    within: 'openRow',
    find: 'throw keyMissing();',
    replace: 'throw rowDamaged();',
  },
  {
    promise: 'P11',
    name: 'a stranger’s words passed on',
    test,
    testName: 'whatever fails',
    file: 'main/infrastructure/vault/keystores/wrap-keystore-errors.ts',
    why: 'A keychain’s error may hold a name or a path.',
    within: 'asFailures',
    find: 'throw error instanceof Failure ? error :',
    replace: 'throw error instanceof Error ? error :',
  },
];
