/**
 * The operating system's keychain through keytar: get, set and delete only, for its search can
 * crash the process (D2).
 */
import { Failure } from '../../../../shared/failure.ts';
import type { KeyStore } from '../../ports.ts';

type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};
export type LoadKeytar = () => Promise<unknown>;

const SERVICE = 'Scriba';

/** An optional dependency: it is absent where it could not be built. */
const installed: LoadKeytar = () => import('keytar');

/**
 * Throws Failure `locked` with `keychain-missing`, `keychain-locked` or `keychain-denied`; so do
 * its three calls.
 */
export async function openKeychain(load: LoadKeytar = installed): Promise<KeyStore> {
  const keytar = keytarIn(await translated(load));
  return {
    get: async (name) => (await translated(() => keytar.getPassword(SERVICE, name))) ?? undefined,
    set: (name, secret) => translated(() => keytar.setPassword(SERVICE, name, secret)),
    remove: async (name) => void (await translated(() => keytar.deletePassword(SERVICE, name))),
  };
}

function keytarIn(loaded: unknown): Keytar {
  // All three: of a CommonJS module Node may show only some functions beside its default export.
  const whole = (candidate: unknown): candidate is Keytar =>
    (['getPassword', 'setPassword', 'deletePassword'] as const).every(
      (name) => typeof (candidate as Partial<Keytar> | undefined)?.[name] === 'function',
    );
  const found = [(loaded as { default?: unknown } | undefined)?.default, loaded].find(whole);
  if (!found) throw locked('keychain-missing');
  return found;
}

async function translated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw locked(causeOf(error instanceof Error ? error.message : ''));
  }
}

/** Tells errors of libsecret, macOS and Windows apart by their words: they give no codes. */
function causeOf(message: string): 'keychain-missing' | 'keychain-locked' | 'keychain-denied' {
  if (/locked|unlock|interaction is not allowed|prompt.*dismiss/i.test(message))
    return 'keychain-locked';
  if (
    /denied|not permitted|cancel|passphrase you entered|not authori[sz]ed|auth.*fail/i.test(message)
  )
    return 'keychain-denied';
  return 'keychain-missing';
}

const sentences = {
  'keychain-missing': 'This computer’s keychain cannot be reached. Nothing was changed.',
  'keychain-locked': 'This computer’s keychain is locked. Unlock it, then try again.',
  'keychain-denied': 'This computer’s keychain refused Scriba. Allow it, then try again.',
};
/** The cause is left out on purpose: a keychain's own words may repeat a name or more. */
const locked = (detail: keyof typeof sentences) =>
  new Failure('locked', sentences[detail], { detail });
