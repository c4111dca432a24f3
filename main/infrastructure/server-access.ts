/**
 * The way to another server that a person entered: its address, and a token that belongs to this
 * address and to no other.
 */
import { z } from 'zod';
import { Failure } from '../../shared/failure.ts';
import type { KeyStore } from './ports.ts';

/** Part of an entry that may be stored in the clear settings. */
type Entered = { /** Empty: none. */ readonly address: string; readonly hasToken: boolean };
/** For the calls. */
export type Access = {
  readonly base: URL;
  readonly token?: string | undefined;
  /** Certificates (PEM) that calls to it trust besides the public ones. */
  readonly authority?: string | undefined;
};

export type ServerAccess = {
  /**
   * `token` undefined: as it was, for the same address; whoever changes the address must not have
   * the token sent there. Throws what `readAddress` throws, Failure `invalid` (`address-invalid`,
   * `token-invalid`), and `locked` where a token must be kept or removed.
   */
  enter(before: Entered, address: string, token: string | undefined): Promise<Entered>;
  /** Throws `locked`. */
  open(entered: Entered): Promise<Access>;
};

export type ServerAccessDeps = {
  readonly secrets: Pick<KeyStore, 'get' | 'set' | 'remove'>;
  /** Of the secret in the key store. */
  readonly name: string;
  /**
   * https, or http on this very machine. Throws Failure `invalid` (`address-invalid`,
   * `address-insecure`).
   */
  readonly readAddress: (text: string) => URL;
};

const kept = z.object({ address: z.string(), token: z.string() });

export function createServerAccess({ secrets, name, readAddress }: ServerAccessDeps): ServerAccess {
  function tidy(text: string): string {
    const url = readAddress(text);
    if (url.search || url.hash)
      throw new Failure('invalid', 'The address of a server has no ? and no #.', {
        detail: 'address-invalid',
      });
    return url.href.replace(/\/+$/, '');
  }
  async function tokenFor(address: string): Promise<string | undefined> {
    const text = await secrets.get(name);
    try {
      const read = kept.parse(JSON.parse(text ?? ''));
      return read.address === address ? read.token : undefined;
    } catch {
      return undefined;
    }
  }
  return {
    async enter(before, text, token) {
      const address = text === '' ? '' : tidy(text);
      if (token !== undefined && !/^[\x21-\x7e]*$/.test(token))
        throw new Failure('invalid', 'A token has letters, digits and signs only.', {
          detail: 'token-invalid',
        });
      const hasToken =
        token === undefined
          ? address !== '' && address === before.address && before.hasToken
          : token !== '' && address !== '';
      if (hasToken && token !== undefined)
        await secrets.set(name, JSON.stringify({ address, token }));
      else if (!hasToken && before.hasToken) await secrets.remove(name);
      return { address, hasToken };
    },
    async open({ address, hasToken }) {
      const token = hasToken ? await tokenFor(address) : undefined;
      return { base: readAddress(address), ...(token !== undefined && { token }) };
    },
  };
}
