/**
 * The vault: the one key of this profile, and what can be done with it.
 *
 * A key is made only when there is none, or when a person asks for another; never because an old
 * one could not be read. Opening creates, changes and deletes nothing (D2, promise P11).
 */
import { timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import type { KeyStoreKind, Profile, VaultState } from '../../shared/account.ts';
import { Failure } from '../../shared/failure.ts';
import type { Disk, KeyStore, OpenKeyStore, Random } from '../outside.ts';
import { findGeneration } from './find-generation.ts';
import { readGenerations, vaultFolder, writeGenerations, type Generation } from './generations.ts';
import { createKeys, KEY_BYTES, kekIdOf, type VaultKeys } from './keys.ts';
import { setAsideSecrets } from './keystore-passphrase.ts';
import { fromRecoveryCode, toRecoveryCode } from './recovery-code.ts';

export type { VaultKeys } from './keys.ts';

export type KeyChoice = { readonly kind: KeyStoreKind; readonly passphrase?: string | undefined };

export type Vault = {
  state(): VaultState;
  /** Makes the first key and opens the vault. Throws Failure `refused` / `vault-exists` when there is one, and what the key store throws. */
  create(choice: KeyChoice): Promise<{ recoveryCode: string }>;
  /** Makes another key beside the ones there are, for going on while an old one is lost; old files stay and open when their key returns. */
  createAnother(choice: KeyChoice): Promise<{ recoveryCode: string }>;
  /**
   * Throws Failure `locked` (`passphrase-needed`, `passphrase-wrong`, `keychain-missing`, `keychain-locked`, `keychain-denied`,
   * `key-missing`, `key-wrong`, `generations-damaged`, `secrets-damaged`) or `missing` / `no-vault`. Changes nothing on disk.
   */
  open(passphrase?: string): Promise<void>;
  /** Puts a key back from its recovery code and opens the vault. Throws Failure `invalid` / `recovery-code-wrong`, `refused` / `recovery-code-other`. */
  recover(code: string, choice: KeyChoice): Promise<void>;
  /** Forgets the keys; their bytes are overwritten. */
  close(): void;
  /** For secrets of the account. Each call throws Failure `locked` while the vault is not open. */
  readonly secrets: KeyStore;
  /** Of the newest generation, or of the one named. Throws Failure `locked`. */
  keys(generation?: string): VaultKeys;
  /** Names of the generations whose keys are at hand, oldest first; none while locked. */
  generations(): string[];
};

type Opened = { kek: Buffer; keys: ReturnType<typeof createKeys> };

/** `folder` is the profile's. With `profile` given, the practice key store is refused outside practice. */
export function createVault(needs: { folder: string; disk: Disk; random: Random; openKeyStore: OpenKeyStore; profile?: Profile }): Vault {
  const { folder, disk, random, openKeyStore, profile } = needs;
  const opened = new Map<string, Opened>();
  let newest: string | undefined;
  let keyStore: KeyStore | undefined;
  /** Secrets carry the first generation's name: it stays when the folder is moved, and differs between profiles. */
  let prefix = '';
  let cause: string | undefined;

  function state(): VaultState {
    try {
      const kind = readGenerations(disk, folder).at(-1)?.kind;
      if (!kind) return { state: 'none' };
      if (newest) return { state: 'open', kind };
      return { state: 'locked', kind, cause: cause ?? (kind === 'passphrase' ? 'passphrase-needed' : undefined) };
    } catch (error) {
      return { state: 'locked', cause: error instanceof Failure ? error.detail : 'generations-damaged' };
    }
  }

  async function create(choice: KeyChoice) {
    if (readGenerations(disk, folder).length > 0) throw new Failure('refused', 'This profile has its vault already. Unlock it instead.', { detail: 'vault-exists' });
    return makeKey(choice, []);
  }

  async function makeKey(choice: KeyChoice, before: readonly Generation[]) {
    const kek = random.bytes(KEY_BYTES);
    const generation = random.bytes(8).toString('hex');
    const store = await storeFor(choice, before.length === 0);
    await put(store, generation, kek);
    const all = [...before, { generation, kekId: kekIdOf(kek).toString('hex'), kind: choice.kind }];
    // The key is safe before the list names it: a crash in between leaves a key without files, which harms nobody.
    writeGenerations(disk, folder, all);
    disk.makeFolder(path.join(vaultFolder(folder), generation));
    disk.syncFolder(vaultFolder(folder));
    become(all, store, generation, kek);
    return { recoveryCode: toRecoveryCode(kek) };
  }

  async function open(passphrase?: string): Promise<void> {
    try {
      const all = readGenerations(disk, folder);
      const last = all.at(-1);
      if (!last) throw new Failure('missing', 'There is no vault yet.', { detail: 'no-vault' });
      const { store, kek } = await fetchKey(last, passphrase);
      become(all, store, last.generation, kek);
      for (const older of all.slice(0, -1)) {
        // An old generation that does not open stays as it is; only its own files wait for it.
        await fetchKey(older, passphrase).then((found) => hold(older.generation, found.kek), () => undefined);
      }
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('locked', 'The place of this vault’s key cannot be reached.', { detail: 'keychain-missing' });
      cause = failure.detail;
      throw failure;
    }
  }

  async function fetchKey({ generation, kekId, kind }: Generation, passphrase: string | undefined) {
    allow(kind);
    const store = await openKeyStore(kind, folder, passphrase);
    const text = await store.get(nameOf(generation));
    // A locked keyring may answer as if it were empty: that is why nothing may follow from this but waiting.
    if (!text) throw new Failure('locked', 'The key of this vault is not where it was kept. If the keychain is locked, unlock it; otherwise the recovery code puts the key back.', { detail: 'key-missing' });
    const kek = Buffer.from(text, 'base64');
    if (kek.length !== KEY_BYTES || kekIdOf(kek).toString('hex') !== kekId) {
      throw new Failure('locked', 'The key that was found is not the key of this vault. The recovery code puts the right one back.', { detail: 'key-wrong' });
    }
    return { store, kek };
  }

  async function recover(code: string, choice: KeyChoice): Promise<void> {
    const kek = fromRecoveryCode(code);
    const kekId = kekIdOf(kek).toString('hex');
    const known = knownGenerations();
    const found = known.find((each) => each.kekId === kekId) ?? (known.length === 0 ? findGeneration(disk, folder, kekId, choice.kind) : undefined);
    if (!found) throw new Failure('refused', 'This recovery code belongs to another vault.', { detail: 'recovery-code-other' });
    const store = await storeFor(choice, true);
    await put(store, found.generation, kek);
    const healed = { ...found, kind: choice.kind };
    const all = known.length === 0 ? [healed] : known.map((each) => (each.generation === found.generation ? healed : each));
    if (known.length === 0 || found.kind !== choice.kind) writeGenerations(disk, folder, all);
    if (all.at(-1)!.generation === found.generation) become(all, store, found.generation, kek);
    else hold(found.generation, kek);
  }

  function knownGenerations(): Generation[] {
    try {
      return readGenerations(disk, folder);
    } catch {
      return [];
    }
  }

  async function storeFor({ kind, passphrase }: KeyChoice, mayStartAnew: boolean): Promise<KeyStore> {
    allow(kind);
    if (kind === 'passphrase' && (passphrase ?? '').length < 8) throw new Failure('invalid', 'A passphrase has at least eight characters.', { detail: 'passphrase-short' });
    disk.makeFolder(folder);
    try {
      return await openKeyStore(kind, folder, passphrase);
    } catch (error) {
      const stale = error instanceof Failure && (error.detail === 'passphrase-wrong' || error.detail === 'secrets-damaged');
      if (!stale || !mayStartAnew) throw error;
      setAsideSecrets(disk, folder);
      return openKeyStore(kind, folder, passphrase);
    }
  }

  /** Written and read back: a key store that forgets is found out before the first word is recorded. */
  async function put(store: KeyStore, generation: string, kek: Buffer): Promise<void> {
    await store.set(nameOf(generation), kek.toString('base64'));
    const back = Buffer.from((await store.get(nameOf(generation))) ?? '', 'base64');
    if (back.length !== kek.length || !timingSafeEqual(back, kek)) {
      throw new Failure('locked', 'The key did not stay where it was put. Choose another place for it.', { detail: 'key-missing' });
    }
  }

  function allow(kind: KeyStoreKind) {
    if (kind === 'practice' && profile === 'clinic') throw new Failure('refused', 'Keys of the practice profile are not for real patients.', { detail: 'practice-only' });
  }

  function become(all: readonly Generation[], store: KeyStore, generation: string, kek: Buffer) {
    hold(generation, kek);
    newest = generation;
    keyStore = store;
    prefix = all[0]!.generation;
    cause = undefined;
  }

  function hold(generation: string, kek: Buffer) {
    opened.get(generation)?.keys.forget();
    opened.set(generation, { kek, keys: createKeys({ kek, generation, folder: path.join(vaultFolder(folder), generation), randomBytes: (count) => random.bytes(count) }) });
  }

  function close() {
    for (const { kek, keys } of opened.values()) {
      keys.forget();
      kek.fill(0);
    }
    opened.clear();
    newest = undefined;
    keyStore = undefined;
  }

  const locked = () => new Failure('locked', 'The vault is locked.', { detail: state().cause ?? 'vault-closed' });
  const secretsStore = () => {
    if (!keyStore) throw locked();
    return keyStore;
  };

  return {
    state,
    create,
    createAnother: async (choice) => makeKey(choice, readGenerations(disk, folder)),
    open,
    recover,
    close,
    secrets: {
      get: async (name) => secretsStore().get(`${prefix}:${name}`),
      set: async (name, secret) => secretsStore().set(`${prefix}:${name}`, secret),
      remove: async (name) => secretsStore().remove(`${prefix}:${name}`),
    },
    keys(generation = newest) {
      const found = generation === undefined ? undefined : opened.get(generation);
      if (!found) throw locked();
      return found.keys;
    },
    generations: () => (newest ? readGenerations(disk, folder).map(({ generation }) => generation).filter((name) => opened.has(name)) : []),
  };
}

const nameOf = (generation: string) => `kek:${generation}`;
