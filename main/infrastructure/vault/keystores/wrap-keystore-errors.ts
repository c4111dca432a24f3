/** A key store whose every failure is one of ours: what a stranger says may hold a name, a path, or more. */
import { Failure } from '../../../../shared/failure.ts';
import type { KeyStore } from '../../ports.ts';

/** Anything but a Failure becomes Failure `locked` / `keychain-missing`, without its cause. */
export async function wrapKeystoreErrors(open: () => Promise<KeyStore>): Promise<KeyStore> {
  const store = await said(open);
  const { getBytes, setBytes, forget } = store;
  return {
    get: (name) => said(() => store.get(name)),
    set: (name, secret) => said(() => store.set(name, secret)),
    remove: (name) => said(() => store.remove(name)),
    ...(getBytes && { getBytes: (name: string) => said(() => getBytes(name)) }),
    ...(setBytes && {
      setBytes: (name: string, secret: Uint8Array) => said(() => setBytes(name, secret)),
    }),
    ...(forget && { forget }),
  };
}

async function said<T>(ask: () => Promise<T>): Promise<T> {
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
