/**
 * Wraps a key store so that each of its errors is a Failure of ours: the words of a keychain may
 * hold a name, a path, or more.
 */
import { Failure } from '../../../../shared/failure.ts';
import type { KeyStore } from '../../ports.ts';

/** Anything but a Failure becomes Failure `locked` / `keychain-missing`, without its cause. */
export async function wrapKeystoreErrors(open: () => Promise<KeyStore>): Promise<KeyStore> {
  const store = await asFailures(open);
  const { getBytes, setBytes, forget } = store;
  return {
    get: (name) => asFailures(() => store.get(name)),
    set: (name, secret) => asFailures(() => store.set(name, secret)),
    remove: (name) => asFailures(() => store.remove(name)),
    ...(getBytes && { getBytes: (name: string) => asFailures(() => getBytes(name)) }),
    ...(setBytes && {
      setBytes: (name: string, secret: Uint8Array) => asFailures(() => setBytes(name, secret)),
    }),
    ...(forget && { forget }),
  };
}

async function asFailures<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new Failure('locked', 'The place of this vault’s key cannot be reached.', {
          detail: 'keychain-missing',
        });
  }
}
