/**
 * The vault: the one key of this profile, and what can be done with it.
 *
 * A key is made only when there is none, or when a person asks for another; never because an old
 * one could not be read. Opening creates, changes and deletes nothing (D2, promise P11).
 */
import path from 'node:path';
import { asFailure, Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { Profile, VaultState } from '../../../shared/model/account/account.ts';
import type { Disk, KeyStore, OpenKeyStore, Random } from '../ports.ts';
import { findGeneration } from './keys/find-generation.ts';
import {
  type Generation,
  readGenerations,
  setAsideList,
  vaultFolder,
  writeGenerations,
} from './keys/generations.ts';
import { putKey } from './keys/key-place.ts';
import { createKeys, KEY_BYTES, kekIdOf, type VaultKeys } from './keys/keys.ts';
import { fromRecoveryCode, toRecoveryCode } from './keys/recovery-code.ts';
import {
  fetchKey,
  type KeyChoice,
  type KeyStores,
  type KeyStoresDeps,
  openOnce,
  storeFor,
} from './keystores/choose-keystore.ts';
import { createRowCipher, type RowCipher } from './row-cipher.ts';

/** The code is ASCII; whoever has shown it overwrites it, as what was typed to open a vault. */
type MadeKey = { readonly recoveryCode: Uint8Array };

export type Vault = {
  state(): VaultState;
  /** Whether keys are at hand; asks no disk. */
  isOpen(): boolean;
  /**
   * Makes the first key and opens the vault. Throws Failure `refused` / `vault-exists` when there
   * is one, and what the key store throws.
   */
  create(choice: KeyChoice): Promise<MadeKey>;
  /**
   * Makes another key beside the ones there are, for going on while an old one is lost; old files
   * stay and open when their key returns. Throws Failure `refused` / `vault-open`, `missing` /
   * `no-vault`, and what the key store throws.
   */
  createAnother(choice: KeyChoice): Promise<MadeKey>;
  /**
   * Throws Failure `locked` (`passphrase-needed`, `passphrase-wrong`, `keychain-missing`,
   * `keychain-locked`, `keychain-denied`, `key-missing`, `key-wrong`, `generations-damaged`,
   * `secrets-damaged`) or `missing` / `no-vault`. Changes nothing on disk. While it is open
   * already: tries the older keys that are not at hand, with this passphrase; throws when none of
   * them opens.
   */
  open(passphrase?: Uint8Array): Promise<void>;
  /**
   * Puts a key back from its recovery code and opens the vault. Throws Failure `invalid` /
   * `recovery-code-wrong`, `refused` / `recovery-code-other`.
   */
  recover(code: Uint8Array, choice: KeyChoice): Promise<void>;
  /** Forgets the keys; their bytes are overwritten. */
  close(): void;
  /** For secrets of the account. Each call throws Failure `locked` while the vault is not open. */
  readonly secrets: KeyStore;
  /** Of the newest generation, or of the one named. Throws Failure `locked`. */
  keys(generation?: string): VaultKeys;
  /**
   * Seals rows with the newest key and opens each with its own. Throws Failure `locked` while the
   * vault is.
   */
  rows(): RowCipher;
  /** Names of the generations whose keys are at hand, oldest first; none while locked. */
  generations(): string[];
};

export type VaultDeps = {
  /** The profile's. */
  readonly folder: string;
  readonly disk: Disk;
  readonly random: Random;
  readonly openKeyStore: OpenKeyStore;
  /** Given, the practice key store is refused outside practice. */
  readonly profile?: Profile;
};

type OpenedKey = { readonly kek: Buffer; readonly keys: ReturnType<typeof createKeys> };

type Inside = {
  readonly deps: VaultDeps & KeyStoresDeps;
  /** By generation. */
  readonly opened: Map<string, OpenedKey>;
  /** The generation that seals; undefined while locked. */
  newest: string | undefined;
  /** Of the newest generation. */
  keyStore: KeyStore | undefined;
  /** As `generations.json` was read or written last. */
  listed: readonly Generation[];
  /**
   * Secrets carry the first generation's name: it stays when the folder is moved, and differs
   * between profiles.
   */
  prefix: string;
  /** Why the vault did not open. */
  cause: string | undefined;
};

export function createVault(deps: VaultDeps): Vault {
  const vault: Inside = {
    deps: { ...deps, stores: new Set() },
    opened: new Map(),
    newest: undefined,
    keyStore: undefined,
    listed: [],
    prefix: '',
    cause: undefined,
  };
  const rows = createRowCipher({
    newest: () => keysOf(vault),
    opened: () => [...vault.opened.values()].map(({ keys }) => keys),
    known: () => vault.listed.map(({ kekId }) => kekId),
  });
  return {
    state: () => stateOf(vault),
    isOpen: () => vault.newest !== undefined,
    create: (choice) => create(vault, choice),
    createAnother: (choice) => createAnother(vault, choice),
    open: (passphrase) => open(vault, passphrase),
    recover: (code, choice) => recover(vault, code, choice),
    close: () => close(vault),
    secrets: secretsOf(vault),
    keys: (generation) => keysOf(vault, generation),
    rows() {
      keysOf(vault);
      return rows;
    },
    generations: () => openedGenerations(vault),
  };
}

function stateOf({ deps, newest, cause }: Inside): VaultState {
  try {
    const kind = readGenerations(deps.disk, deps.folder).at(-1)?.kind;
    if (!kind) return { state: 'none' };
    if (newest) return { state: 'open', kind };
    const usual = kind === 'passphrase' ? 'passphrase-needed' : undefined;
    return { state: 'locked', kind, cause: cause ?? usual };
  } catch (error) {
    return {
      state: 'locked',
      cause: error instanceof Failure ? error.detail : 'generations-damaged',
    };
  }
}

async function create(vault: Inside, choice: KeyChoice): Promise<MadeKey> {
  const { disk, folder } = vault.deps;
  if (readGenerations(disk, folder).length > 0)
    throw new Failure('refused', 'This profile has its vault already. Unlock it instead.', {
      detail: 'vault-exists',
    });
  return makeKey(vault, choice, []);
}

async function createAnother(vault: Inside, choice: KeyChoice): Promise<MadeKey> {
  if (vault.newest)
    throw new Failure('refused', 'The vault is open; its key is at hand.', {
      detail: 'vault-open',
    });
  if (stateOf(vault).state === 'none') throw failures.noVault();
  return makeKey(vault, choice, knownGenerations(vault));
}

async function makeKey(
  vault: Inside,
  choice: KeyChoice,
  before: readonly Generation[],
): Promise<MadeKey> {
  const { deps } = vault;
  const { disk, folder, random } = deps;
  const kek = random.bytes(KEY_BYTES);
  const generation = random.bytes(8).toString('hex');
  // While the vault is open its passphrase is known: another one typed now is a mistake, not a
  // loss.
  const store = await storeFor(deps, choice, vault.newest === undefined ? before : undefined);
  await putKey(store, generation, kek);
  const all = [...before, { generation, kekId: kekIdOf(kek).toString('hex'), kind: choice.kind }];
  // The key is safe before the list names it: a crash in between leaves a key without files, which
  // harms nobody.
  writeList(vault, all);
  disk.makeFolder(path.join(vaultFolder(folder), generation));
  disk.syncFolder(vaultFolder(folder));
  const recoveryCode = toRecoveryCode(kek);
  become(vault, all, { store, generation, kek });
  return { recoveryCode };
}

async function open(vault: Inside, passphrase?: Uint8Array): Promise<void> {
  const { deps } = vault;
  try {
    const all = readGenerations(deps.disk, deps.folder);
    const last = all.at(-1);
    if (!last) throw failures.noVault();
    const keyStores = openOnce(deps, passphrase);
    if (vault.newest === last.generation) {
      await openOlder(vault, all, keyStores);
      return;
    }
    const { store, kek } = await fetchKey(deps, all, last, keyStores);
    become(vault, all, { store, generation: last.generation, kek });
    // An old generation that does not open stays as it is; only its own files wait for it.
    await openOlder(vault, all, keyStores).catch(() => undefined);
  } catch (error) {
    if (!vault.newest) vault.cause = asFailure(error).detail;
    throw error;
  }
}

/** Throws the last failure when there were keys to open and none did. */
async function openOlder(
  vault: Inside,
  all: readonly Generation[],
  keyStores: KeyStores,
): Promise<void> {
  const { deps, opened } = vault;
  const closed = () => all.filter(({ generation }) => !opened.has(generation));
  const wanted = closed();
  let failure: unknown;
  for (const older of wanted) {
    try {
      const { kek } = await fetchKey(deps, all, older, keyStores);
      hold(vault, older.generation, kek);
    } catch (error) {
      failure = error;
    }
  }
  if (wanted.length > 0 && closed().length === wanted.length) throw failure;
}

async function recover(vault: Inside, code: Uint8Array, choice: KeyChoice): Promise<void> {
  const kek = fromRecoveryCode(code);
  try {
    await putBack(vault, kek, choice);
  } catch (error) {
    // Of a vault that stays shut.
    kek.fill(0);
    throw error;
  }
}

async function putBack(vault: Inside, kek: Buffer, choice: KeyChoice): Promise<void> {
  const { deps } = vault;
  const { disk, folder } = deps;
  const kekId = kekIdOf(kek).toString('hex');
  const known = knownGenerations(vault);
  const names = known.map(({ generation }) => generation);
  const inList = known.find((each) => each.kekId === kekId);
  const found = inList ?? findGeneration(disk, folder, kekId, choice.kind, names);
  if (!found)
    throw new Failure('refused', 'This recovery code belongs to another vault.', {
      detail: 'recovery-code-other',
    });
  const { generation } = found;
  const store = await storeFor(deps, choice, known);
  await putKey(store, generation, kek);
  const healed = { ...found, kind: choice.kind };
  const all = inList
    ? known.map((each) => (each.generation === generation ? healed : each))
    : [healed, ...known];
  if (!inList || found.kind !== choice.kind) writeList(vault, all);
  vault.listed = all;
  if (all.at(-1)?.generation === generation) become(vault, all, { store, generation, kek });
  else hold(vault, generation, kek);
}

/** A list that cannot be read is kept, never overwritten. */
function writeList(vault: Inside, all: readonly Generation[]): void {
  const { disk, folder } = vault.deps;
  if (knownGenerations(vault).length === 0) setAsideList(disk, folder);
  writeGenerations(disk, folder, all);
}

function knownGenerations({ deps }: Inside): Generation[] {
  try {
    return readGenerations(deps.disk, deps.folder);
  } catch {
    return [];
  }
}

type NewestKey = { readonly store: KeyStore; readonly generation: string; readonly kek: Buffer };

function become(
  vault: Inside,
  all: readonly Generation[],
  { store, generation, kek }: NewestKey,
): void {
  hold(vault, generation, kek);
  vault.listed = all;
  vault.newest = generation;
  vault.keyStore = store;
  vault.prefix = all[0]?.generation ?? generation;
  vault.cause = undefined;
}

function hold({ deps, opened }: Inside, generation: string, kek: Buffer): void {
  // The same key once more: work that holds the first one goes on with it.
  if (opened.has(generation)) {
    kek.fill(0);
    return;
  }
  const keys = createKeys({
    kek,
    generation,
    folder: path.join(vaultFolder(deps.folder), generation),
    randomBytes: (count) => deps.random.bytes(count),
  });
  opened.set(generation, { kek, keys });
}

function close(vault: Inside): void {
  const { stores } = vault.deps;
  for (const { kek, keys } of vault.opened.values()) {
    keys.forget();
    kek.fill(0);
  }
  vault.opened.clear();
  for (const store of stores) store.forget?.();
  stores.clear();
  vault.newest = undefined;
  vault.keyStore = undefined;
}

function secretsOf(vault: Inside): KeyStore {
  const store = () => {
    if (!vault.keyStore) throw locked(vault);
    return vault.keyStore;
  };
  return {
    get: async (name) => store().get(`${vault.prefix}:${name}`),
    set: async (name, secret) => store().set(`${vault.prefix}:${name}`, secret),
    remove: async (name) => store().remove(`${vault.prefix}:${name}`),
  };
}

/** Throws Failure `locked`. */
function keysOf(vault: Inside, generation = vault.newest): VaultKeys {
  const found = generation && vault.opened.get(generation);
  if (!found) throw locked(vault);
  return found.keys;
}

function openedGenerations({ newest, listed, opened }: Inside): string[] {
  if (!newest) return [];
  return listed.map(({ generation }) => generation).filter((name) => opened.has(name));
}

const locked = (vault: Inside) =>
  new Failure('locked', 'The vault is locked.', { detail: stateOf(vault).cause ?? 'vault-closed' });
