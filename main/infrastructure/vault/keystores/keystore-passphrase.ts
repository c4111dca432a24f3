/**
 * Keys behind a passphrase, for machines without a keychain: one file of sealed secrets, opened
 * with scrypt (D2).
 */
import { createHash, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk, KeyStore, Random } from '../../ports.ts';
import { readWhole, replaceFile } from '../files.ts';
import {
  openSecret,
  openTogether,
  readSealedFile,
  type Sealed,
  type SealedFile,
  sealSecret,
  writeSealedFile,
} from './sealed-secrets.ts';

const deriveKey = promisify<Uint8Array, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 128 MiB and about half a second a guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MAXMEM = 160 * 1024 * 1024;

const fileIn = (folder: string) => path.join(folder, 'secrets.sealed');
const checkOf = (key: Buffer) =>
  createHash('sha256').update('scriba/passphrase-check').update(key).digest().subarray(0, 16);

/**
 * Throws Failure `locked` with `passphrase-needed`, `passphrase-wrong` or `secrets-damaged`.
 * Creates nothing before the first `set`.
 */
export async function openPassphraseStore(deps: {
  disk: Disk;
  random: Random;
  folder: string;
  /** The caller overwrites it. */
  passphrase: Uint8Array | undefined;
}): Promise<KeyStore> {
  const { disk, random, folder, passphrase } = deps;
  if (!passphrase)
    throw new Failure('locked', 'Enter the passphrase of this computer’s vault.', {
      detail: 'passphrase-needed',
    });
  const file = fileIn(folder);
  const present = disk.exists(file) ? readFile(disk, file) : undefined;
  const salt = present?.salt ?? random.bytes(32);
  const key = await deriveKey(passphrase, salt, 32, { ...COST, maxmem: MAXMEM });
  if (present && !same(present.check, checkOf(key)))
    throw new Failure('locked', 'This is not the passphrase of this vault.', {
      detail: 'passphrase-wrong',
    });
  let forgotten = false;

  /** Read anew each time: another opening of the same file may have written to it. */
  function read(): Map<string, Sealed> {
    if (forgotten) throw new Failure('locked', 'The vault is locked.', { detail: 'vault-closed' });
    if (!disk.exists(file)) return new Map();
    const found = readFile(disk, file);
    if (found.form === 2) return new Map(Object.entries(found.secrets));
    return new Map(
      whole(() => openTogether(key, found)).map(([name, secret]) => [name, sealed(name, secret)]),
    );
  }

  function sealed(name: string, secret: Buffer): Sealed {
    const made = sealSecret(key, random.bytes(12), name, secret);
    secret.fill(0);
    return made;
  }

  function open(name: string): Buffer | undefined {
    const found = read().get(name);
    return found && whole(() => openSecret(key, name, found));
  }

  const write = (secrets: Map<string, Sealed>) =>
    replaceFile(disk, file, writeSealedFile({ salt, check: checkOf(key), secrets }));

  // A damaged secret is told when the vault is opened, not in the middle of a day.
  for (const [name, found] of read()) whole(() => openSecret(key, name, found)).fill(0);

  return {
    async get(name) {
      const secret = open(name);
      const text = secret?.toString();
      secret?.fill(0);
      return text;
    },
    set: async (name, secret) => write(read().set(name, sealed(name, Buffer.from(secret)))),
    getBytes: async (name) => open(name),
    setBytes: async (name, secret) => write(read().set(name, sealed(name, Buffer.from(secret)))),
    async remove(name) {
      const secrets = read();
      if (secrets.delete(name)) write(secrets);
    },
    forget() {
      forgotten = true;
      key.fill(0);
    },
  };
}

export const hasSecrets = (disk: Disk, folder: string): boolean => disk.exists(fileIn(folder));

/**
 * Keeps the sealed file in `beside`, where there is none yet, or under another name: its passphrase
 * is forgotten, and a new one is being chosen.
 */
export function setAsideSecrets(disk: Disk, folder: string, beside?: string): void {
  const file = fileIn(folder);
  if (!disk.exists(file)) return;
  if (beside !== undefined && !hasSecrets(disk, beside)) {
    disk.makeFolder(beside);
    disk.rename(file, fileIn(beside));
    disk.syncFolder(beside);
  } else {
    let number = 1;
    while (disk.exists(`${file}.kept-${number}`)) number += 1;
    disk.rename(file, `${file}.kept-${number}`);
  }
  disk.syncFolder(folder);
}

const damaged = () =>
  new Failure(
    'locked',
    'The file that keeps this vault’s keys is damaged. It is kept; the recovery code opens the vault.',
    { detail: 'secrets-damaged' },
  );
const same = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other);

function readFile(disk: Disk, file: string): SealedFile {
  return whole(() => readSealedFile(readWhole(disk, file)));
}

/** What it throws, of whatever kind, means that the file is not what was written. */
function whole<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw damaged();
  }
}
