/**
 * The vault: the one key of this profile, and what can be done with it.
 *
 * A key is made only when there is none, or when a person asks for another; never because an old
 * one could not be read. Opening creates, changes and deletes nothing (D2, promise P11).
 */
import path from 'node:path';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { KeyStoreKind, Profile, VaultState } from '../../../shared/model/account/account.ts';
import type { Disk, KeyStore, OpenKeyStore, Random } from '../ports.ts';
import { findGeneration } from './keys/find-generation.ts';
import {
  type Generation,
  readGenerations,
  setAsideList,
  vaultFolder,
  writeGenerations,
} from './keys/generations.ts';
import { getKey, putKey } from './keys/key-place.ts';
import { createKeys, KEY_BYTES, kekIdOf, type VaultKeys } from './keys/keys.ts';
import { fromRecoveryCode, toRecoveryCode } from './keys/recovery-code.ts';
import { hasSecrets, setAsideSecrets } from './keystores/keystore-passphrase.ts';
import { wrapKeystoreErrors } from './keystores/wrap-keystore-errors.ts';
import { createRowCipher, type RowCipher } from './row-cipher.ts';

export type { VaultKeys } from './keys/keys.ts';

export type KeyChoice = { readonly kind: KeyStoreKind; readonly passphrase?: string | undefined };

export type Vault = {
  state(): VaultState;
  /** Whether keys are at hand; asks no disk. */
  isOpen(): boolean;
  /** Makes the first key and opens the vault. Throws Failure `refused` / `vault-exists` when there is one, and what the key store throws. */
  create(choice: KeyChoice): Promise<{ recoveryCode: string }>;
  /**
   * Makes another key beside the ones there are, for going on while an old one is lost; old files stay and open when their key returns.
   * Throws Failure `refused` / `vault-open`, `missing` / `no-vault`, and what the key store throws.
   */
  createAnother(choice: KeyChoice): Promise<{ recoveryCode: string }>;
  /**
   * Throws Failure `locked` (`passphrase-needed`, `passphrase-wrong`, `keychain-missing`, `keychain-locked`, `keychain-denied`,
   * `key-missing`, `key-wrong`, `generations-damaged`, `secrets-damaged`) or `missing` / `no-vault`. Changes nothing on disk.
   * While it is open already: tries the older keys that are not at hand, with this passphrase; throws when none of them opens.
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
  /** Seals rows with the newest key and opens each with its own. Throws Failure `locked` while the vault is. */
  rows(): RowCipher;
  /** Names of the generations whose keys are at hand, oldest first; none while locked. */
  generations(): string[];
};

type KeyStores = (kind: KeyStoreKind, place: string) => Promise<KeyStore>;
type Opened = { kek: Buffer; keys: ReturnType<typeof createKeys> };

/** `folder` is the profile's. With `profile` given, the practice key store is refused outside practice. */
export function createVault(deps: {
  folder: string;
  disk: Disk;
  random: Random;
  openKeyStore: OpenKeyStore;
  profile?: Profile;
}): Vault {
  const { folder, disk, random, openKeyStore, profile } = deps;
  const opened = new Map<string, Opened>();
  let newest: string | undefined;
  let keyStore: KeyStore | undefined;
  /** What `generations.json` said when it was read or written last. */
  let listed: readonly Generation[] = [];
  const stores = new Set<KeyStore>();
  /** Secrets carry the first generation's name: it stays when the folder is moved, and differs between profiles. */
  let prefix = '';
  let cause: string | undefined;

  function state(): VaultState {
    try {
      const kind = readGenerations(disk, folder).at(-1)?.kind;
      if (!kind) return { state: 'none' };
      if (newest) return { state: 'open', kind };
      return {
        state: 'locked',
        kind,
        cause: cause ?? (kind === 'passphrase' ? 'passphrase-needed' : undefined),
      };
    } catch (error) {
      return {
        state: 'locked',
        cause: error instanceof Failure ? error.detail : 'generations-damaged',
      };
    }
  }

  async function create(choice: KeyChoice) {
    if (readGenerations(disk, folder).length > 0)
      throw new Failure('refused', 'This profile has its vault already. Unlock it instead.', {
        detail: 'vault-exists',
      });
    return makeKey(choice, []);
  }

  async function makeKey(choice: KeyChoice, before: readonly Generation[]) {
    const kek = random.bytes(KEY_BYTES);
    const generation = random.bytes(8).toString('hex');
    // While the vault is open its passphrase is known: another one typed now is a mistake, not a loss.
    const store = await storeFor(choice, newest === undefined ? before : undefined);
    await putKey(store, generation, kek);
    const all = [...before, { generation, kekId: kekIdOf(kek).toString('hex'), kind: choice.kind }];
    // The key is safe before the list names it: a crash in between leaves a key without files, which harms nobody.
    writeList(all);
    disk.makeFolder(path.join(vaultFolder(folder), generation));
    disk.syncFolder(vaultFolder(folder));
    const recoveryCode = toRecoveryCode(kek);
    become(all, store, generation, kek);
    return { recoveryCode };
  }

  async function open(passphrase?: string): Promise<void> {
    try {
      const all = readGenerations(disk, folder);
      const last = all.at(-1);
      if (!last) throw new Failure('missing', 'There is no vault yet.', { detail: 'no-vault' });
      const keyStores = openedOnce(passphrase);
      if (newest === last.generation) return await openOlder(all, keyStores);
      const { store, kek } = await fetchKey(all, last, keyStores);
      become(all, store, last.generation, kek);
      // An old generation that does not open stays as it is; only its own files wait for it.
      await openOlder(all, keyStores).catch(() => undefined);
    } catch (error) {
      if (!newest) cause = asFailure(error).detail;
      throw error;
    }
  }

  /** Throws the last failure when there were keys to open and none did. */
  async function openOlder(all: readonly Generation[], keyStores: KeyStores): Promise<void> {
    const wanted = all.filter(({ generation }) => !opened.has(generation));
    let failure: unknown;
    for (const older of wanted) {
      await fetchKey(all, older, keyStores).then(
        ({ kek }) => hold(older.generation, kek),
        (error: unknown) => (failure = error),
      );
    }
    if (wanted.length > 0 && wanted.every(({ generation }) => !opened.has(generation)))
      throw failure;
  }

  /** Each key store once, and with it the half second that a passphrase takes. */
  function openedOnce(passphrase: string | undefined): KeyStores {
    const known = new Map<string, Promise<KeyStore>>();
    return (kind, place) => {
      const name = `${kind} ${place}`;
      const store =
        known.get(name) ??
        wrapKeystoreErrors(() => openKeyStore(kind, place, passphrase)).then(
          (each) => (stores.add(each), each),
        );
      known.set(name, store);
      return store;
    };
  }

  async function fetchKey(
    all: readonly Generation[],
    { generation, kekId, kind }: Generation,
    keyStores: KeyStores,
  ) {
    allow(kind);
    // A passphrase that was forgotten once may come back: its file was kept with one of the generations.
    const kept =
      kind === 'passphrase'
        ? all
            .map((each) => path.join(vaultFolder(folder), each.generation))
            .filter((place) => hasSecrets(disk, place))
        : [];
    let failure: unknown;
    for (const place of [folder, ...kept]) {
      try {
        const store = await keyStores(kind, place);
        return { store, kek: await getKey(store, generation, kekId) };
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }

  async function recover(code: string, choice: KeyChoice): Promise<void> {
    const kek = fromRecoveryCode(code);
    const kekId = kekIdOf(kek).toString('hex');
    const known = knownGenerations();
    const listedNow = known.find((each) => each.kekId === kekId);
    const found =
      listedNow ??
      findGeneration(
        disk,
        folder,
        kekId,
        choice.kind,
        known.map(({ generation }) => generation),
      );
    if (!found)
      throw new Failure('refused', 'This recovery code belongs to another vault.', {
        detail: 'recovery-code-other',
      });
    const store = await storeFor(choice, known);
    await putKey(store, found.generation, kek);
    const healed = { ...found, kind: choice.kind };
    const all = listedNow
      ? known.map((each) => (each.generation === found.generation ? healed : each))
      : [healed, ...known];
    if (!listedNow || found.kind !== choice.kind) writeList(all);
    listed = all;
    if (all.at(-1)!.generation === found.generation) become(all, store, found.generation, kek);
    else hold(found.generation, kek);
  }

  /** What cannot be read is kept, never overwritten. */
  function writeList(all: readonly Generation[]) {
    if (knownGenerations().length === 0) setAsideList(disk, folder);
    writeGenerations(disk, folder, all);
  }

  function knownGenerations(): Generation[] {
    try {
      return readGenerations(disk, folder);
    } catch {
      return [];
    }
  }

  /** `lost`: the generations whose passphrase may be lost; given, its file is kept beside one of them and a new one begun. */
  async function storeFor(
    { kind, passphrase }: KeyChoice,
    lost: readonly Generation[] | undefined,
  ): Promise<KeyStore> {
    allow(kind);
    if (kind === 'passphrase' && (passphrase ?? '').length < 8)
      throw new Failure('invalid', 'A passphrase has at least eight characters.', {
        detail: 'passphrase-short',
      });
    disk.makeFolder(folder);
    const keyStores = openedOnce(passphrase);
    try {
      return await keyStores(kind, folder);
    } catch (error) {
      const stale =
        error instanceof Failure &&
        (error.detail === 'passphrase-wrong' || error.detail === 'secrets-damaged');
      if (!stale || !lost) throw error;
      const last = lost.filter((each) => each.kind === 'passphrase').at(-1);
      setAsideSecrets(disk, folder, last && path.join(vaultFolder(folder), last.generation));
      return openedOnce(passphrase)(kind, folder);
    }
  }

  function allow(kind: KeyStoreKind) {
    if (kind === 'practice' && profile === 'clinic')
      throw new Failure('refused', 'Keys of the practice profile are not for real patients.', {
        detail: 'practice-only',
      });
  }

  function become(all: readonly Generation[], store: KeyStore, generation: string, kek: Buffer) {
    hold(generation, kek);
    listed = all;
    newest = generation;
    keyStore = store;
    prefix = all[0]!.generation;
    cause = undefined;
  }

  function hold(generation: string, kek: Buffer) {
    const before = opened.get(generation);
    // The same key once more: work that holds the first one goes on with it.
    if (before) return void kek.fill(0);
    opened.set(generation, {
      kek,
      keys: createKeys({
        kek,
        generation,
        folder: path.join(vaultFolder(folder), generation),
        randomBytes: (count) => random.bytes(count),
      }),
    });
  }

  function close() {
    for (const { kek, keys } of opened.values()) {
      keys.forget();
      kek.fill(0);
    }
    opened.clear();
    for (const store of stores) store.forget?.();
    stores.clear();
    newest = undefined;
    keyStore = undefined;
  }

  const locked = () =>
    new Failure('locked', 'The vault is locked.', { detail: state().cause ?? 'vault-closed' });
  const secretsStore = () => {
    if (!keyStore) throw locked();
    return keyStore;
  };

  const keys = (generation = newest) => {
    const found = generation === undefined ? undefined : opened.get(generation);
    if (!found) throw locked();
    return found.keys;
  };
  const rows = createRowCipher({
    newest: keys,
    opened: () => [...opened.values()].map((each) => each.keys),
    known: () => listed.map(({ kekId }) => kekId),
  });

  return {
    state,
    isOpen: () => newest !== undefined,
    create,
    async createAnother(choice) {
      if (newest)
        throw new Failure('refused', 'The vault is open; its key is at hand.', {
          detail: 'vault-open',
        });
      if (state().state === 'none')
        throw new Failure('missing', 'There is no vault yet.', { detail: 'no-vault' });
      return makeKey(choice, knownGenerations());
    },
    open,
    recover,
    close,
    secrets: {
      get: async (name) => secretsStore().get(`${prefix}:${name}`),
      set: async (name, secret) => secretsStore().set(`${prefix}:${name}`, secret),
      remove: async (name) => secretsStore().remove(`${prefix}:${name}`),
    },
    keys,
    rows() {
      keys();
      return rows;
    },
    generations: () =>
      newest ? listed.map(({ generation }) => generation).filter((name) => opened.has(name)) : [],
  };
}
