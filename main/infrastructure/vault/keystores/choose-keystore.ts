/**
 * Opens the key stores that hold the keys of a vault, each once, and begins a new one where a
 * passphrase is lost.
 */
import path from 'node:path';
import { Failure } from '../../../../shared/failure.ts';
import type { KeyStoreKind, Profile } from '../../../../shared/model/account/account.ts';
import { lettersIn } from '../../../../shared/secret-bytes.ts';
import type { Disk, KeyStore, OpenKeyStore } from '../../ports.ts';
import { type Generation, vaultFolder } from '../keys/generations.ts';
import { getKey } from '../keys/key-place.ts';
import { hasSecrets, setAsideSecrets } from './keystore-passphrase.ts';
import { wrapKeystoreErrors } from './wrap-keystore-errors.ts';

export type KeyChoice = {
  readonly kind: KeyStoreKind;
  readonly passphrase?: Uint8Array | undefined;
};

export type KeyStoresDeps = {
  /** The profile's. */
  readonly folder: string;
  readonly disk: Disk;
  readonly openKeyStore: OpenKeyStore;
  /** Given, the practice key store is refused outside practice. */
  readonly profile?: Profile;
  /** Every store that was opened, to be forgotten when the vault is closed. */
  readonly stores: Set<KeyStore>;
};

/** `place`: the folder that the store may keep a file in. */
export type KeyStores = (kind: KeyStoreKind, place: string) => Promise<KeyStore>;

/**
 * Returns a function that opens each key store once, and with it takes the half second of a
 * passphrase once.
 */
export function openOnce(
  { openKeyStore, stores }: KeyStoresDeps,
  passphrase: Uint8Array | undefined,
): KeyStores {
  const known = new Map<string, Promise<KeyStore>>();
  const open = async (kind: KeyStoreKind, place: string) => {
    const store = await wrapKeystoreErrors(() => openKeyStore(kind, place, passphrase));
    stores.add(store);
    return store;
  };
  return (kind, place) => {
    const name = `${kind} ${place}`;
    const store = known.get(name) ?? open(kind, place);
    known.set(name, store);
    return store;
  };
}

/** Throws the failure of the first place where none has the key. */
export async function fetchKey(
  deps: KeyStoresDeps,
  all: readonly Generation[],
  { generation, kekId, kind }: Generation,
  keyStores: KeyStores,
): Promise<{ store: KeyStore; kek: Buffer }> {
  allow(deps, kind);
  let failure: unknown;
  for (const place of placesOf(deps, all, kind)) {
    try {
      const store = await keyStores(kind, place);
      return { store, kek: await getKey(store, generation, kekId) };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * A passphrase that was forgotten once may come back: its file was kept with one of the
 * generations.
 */
function placesOf(
  { folder, disk }: KeyStoresDeps,
  all: readonly Generation[],
  kind: KeyStoreKind,
): string[] {
  if (kind !== 'passphrase') return [folder];
  const kept = all
    .map(({ generation }) => path.join(vaultFolder(folder), generation))
    .filter((place) => hasSecrets(disk, place));
  return [folder, ...kept];
}

/**
 * `lost`: the generations whose passphrase may be lost; given, its file is kept beside one of them
 * and a new one is begun.
 */
export async function storeFor(
  deps: KeyStoresDeps,
  { kind, passphrase }: KeyChoice,
  lost: readonly Generation[] | undefined,
): Promise<KeyStore> {
  const { folder, disk } = deps;
  allow(deps, kind);
  if (kind === 'passphrase' && lettersIn(passphrase ?? new Uint8Array()) < 8)
    throw new Failure('invalid', 'A passphrase has at least eight characters.', {
      detail: 'passphrase-short',
    });
  disk.makeFolder(folder);
  try {
    return await openOnce(deps, passphrase)(kind, folder);
  } catch (error) {
    const stale =
      error instanceof Failure &&
      (error.detail === 'passphrase-wrong' || error.detail === 'secrets-damaged');
    if (!stale || !lost) throw error;
    const last = lost.filter((each) => each.kind === 'passphrase').at(-1);
    setAsideSecrets(disk, folder, last && path.join(vaultFolder(folder), last.generation));
    return openOnce(deps, passphrase)(kind, folder);
  }
}

function allow({ profile }: KeyStoresDeps, kind: KeyStoreKind): void {
  if (kind === 'practice' && profile === 'clinic')
    throw new Failure('refused', 'Keys of the practice profile are not for real patients.', {
      detail: 'practice-only',
    });
}
