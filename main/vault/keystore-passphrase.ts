/** Keys behind a passphrase, for machines without a keychain: one sealed file, opened with scrypt (D2). */
import { createCipheriv, createDecipheriv, createHash, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Failure } from '../../shared/failure.ts';
import type { Disk, KeyStore, Random } from '../outside.ts';
import { readWhole, replaceFile } from './files.ts';

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 128 MiB and about half a second a guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MAXMEM = 160 * 1024 * 1024;

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
/** `check` tells a wrong passphrase from a damaged file. */
const sealedFile = z.object({ form: z.literal(1), salt: base64, check: base64, nonce: base64, sealed: base64, tag: base64 });
const secrets = z.record(z.string(), z.string());

const fileIn = (folder: string) => path.join(folder, 'secrets.sealed');
const checkOf = (key: Buffer) => createHash('sha256').update('scriba/passphrase-check').update(key).digest().subarray(0, 16);

/** Throws Failure `locked` with `passphrase-needed`, `passphrase-wrong` or `secrets-damaged`. Creates nothing before the first `set`. */
export async function openPassphraseStore(needs: { disk: Disk; random: Random; folder: string; passphrase: string | undefined }): Promise<KeyStore> {
  const { disk, random, folder, passphrase } = needs;
  if (!passphrase) throw new Failure('locked', 'Enter the passphrase of this computer’s vault.', { detail: 'passphrase-needed' });
  const file = fileIn(folder);
  const present = disk.exists(file) ? readSealed(disk, file) : undefined;
  const salt = present?.salt ?? random.bytes(32);
  // The same letters typed on another keyboard may come as other code points.
  const key = await deriveKey(passphrase.normalize('NFKC'), salt, 32, { ...COST, maxmem: MAXMEM });
  if (present && !same(present.check, checkOf(key))) throw new Failure('locked', 'This is not the passphrase of this vault.', { detail: 'passphrase-wrong' });
  const all = present ? openSecrets(key, present) : new Map<string, string>();

  function write() {
    const nonce = random.bytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(Object.fromEntries(all)), 'utf8'), cipher.final()]);
    const parts = { salt, check: checkOf(key), nonce, sealed, tag: cipher.getAuthTag() };
    const text = JSON.stringify({ form: 1, ...Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])) });
    replaceFile(disk, file, Buffer.from(text, 'utf8'));
  }

  return {
    get: async (name) => all.get(name),
    async set(name, secret) {
      all.set(name, secret);
      write();
    },
    async remove(name) {
      if (all.delete(name)) write();
    },
  };
}

/** Keeps the sealed file under another name: its passphrase is forgotten, and a new one is being chosen. */
export function setAsideSecrets(disk: Disk, folder: string): void {
  const file = fileIn(folder);
  if (!disk.exists(file)) return;
  let number = 1;
  while (disk.exists(`${file}.kept-${number}`)) number += 1;
  disk.rename(file, `${file}.kept-${number}`);
  disk.syncFolder(folder);
}

const damaged = () => new Failure('locked', 'The file that keeps this vault’s keys is damaged. It is kept; the recovery code opens the vault.', { detail: 'secrets-damaged' });
const same = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

function readSealed(disk: Disk, file: string) {
  try {
    return sealedFile.parse(JSON.parse(readWhole(disk, file).toString('utf8')));
  } catch {
    throw damaged();
  }
}

function openSecrets(key: Buffer, { nonce, sealed, tag }: z.infer<typeof sealedFile>): Map<string, string> {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAuthTag(tag);
    return new Map(Object.entries(secrets.parse(JSON.parse(Buffer.concat([cipher.update(sealed), cipher.final()]).toString('utf8')))));
  } catch {
    throw damaged();
  }
}
