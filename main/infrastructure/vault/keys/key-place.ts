/** Puts a vault's key where it is kept, and fetches it from there. */
import { timingSafeEqual } from 'node:crypto';
import { fromBase64 } from '../../../../shared/base64.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { KeyStore } from '../../ports.ts';
import { KEY_BYTES, kekIdOf } from './keys.ts';

const nameOf = (generation: string) => `kek:${generation}`;

/**
 * Throws Failure `locked` / `key-missing` or `key-wrong`, and what the store throws. The caller
 * overwrites the key.
 */
export async function getKey(store: KeyStore, generation: string, kekId: string): Promise<Buffer> {
  const kek = await fetched(store, generation);
  if (!kek || kek.length === 0)
    throw new Failure(
      'locked',
      'The key of this vault is not where it was kept. The recovery code puts it back.',
      { detail: 'key-missing' },
    );
  if (kek.length === KEY_BYTES && kekIdOf(kek).toString('hex') === kekId) return kek;
  kek.fill(0);
  throw new Failure(
    'locked',
    'The key that was found is not the key of this vault. The recovery code puts the right one back.',
    { detail: 'key-wrong' },
  );
}

/**
 * Written and read back: a key store that forgets is found out before the first word is recorded.
 * Throws Failure `locked` / `key-missing`.
 */
export async function putKey(store: KeyStore, generation: string, kek: Buffer): Promise<void> {
  if (store.setBytes) await store.setBytes(nameOf(generation), kek);
  // Only the system's keychain takes nothing but text.
  else await store.set(nameOf(generation), kek.toString('base64'));
  const back = await fetched(store, generation);
  const same = back?.length === kek.length && timingSafeEqual(back, kek);
  back?.fill(0);
  if (!same)
    throw new Failure(
      'locked',
      'The key did not stay where it was put. Choose another place for it.',
      { detail: 'key-missing' },
    );
}

/**
 * Its bytes where the store keeps bytes, else Base64 of them; files of an earlier form have that,
 * too.
 */
async function fetched(store: KeyStore, generation: string): Promise<Buffer | undefined> {
  if (!store.getBytes) {
    const text = await store.get(nameOf(generation));
    return text ? Buffer.from(text, 'base64') : undefined;
  }
  const bytes = await store.getBytes(nameOf(generation));
  if (!bytes || bytes.length === KEY_BYTES) return bytes;
  const decoded = fromBase64(bytes);
  bytes.fill(0);
  return decoded && Buffer.from(decoded.buffer);
}
