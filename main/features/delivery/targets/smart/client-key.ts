/**
 * The key by which Scriba proves who it is to a FHIR server (SMART backend services): made here, its
 * private half in the key store alone, for one address and no other.
 */
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
} from 'jose';
import { z } from 'zod';
import { Failure } from '../../../../../shared/failure.ts';
import {
  type SmartAlgorithm,
  smartAlgorithms,
} from '../../../../../shared/model/export/exports.ts';
import type { KeyStore } from '../../../../infrastructure/ports.ts';

export type ClientKey = {
  readonly alg: SmartAlgorithm;
  /** RFC 7638 thumbprint of the public half. */
  readonly kid: string;
  readonly key: CryptoKey;
};

const NAME = 'emr-smart-key';
const HEAD = '-----BEGIN PRIVATE KEY-----';
const FOOT = '-----END PRIVATE KEY-----';
/** PKCS #8 in Base64 without its frame: a key store of Windows holds 2,560 bytes at most. */
const kept = z.object({
  address: z.string(),
  alg: z.enum(smartAlgorithms),
  kid: z.string(),
  pkcs8: z.string(),
});
const RSA_BITS = 2048;

/**
 * Makes a new key for this address in place of the one before. Returns its public half as a JWK Set,
 * to be registered with the server. Throws `locked`.
 */
export async function makeClientKey(
  secrets: Pick<KeyStore, 'set'>,
  address: string,
  alg: SmartAlgorithm,
): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair(alg, {
    extractable: true,
    modulusLength: RSA_BITS,
  });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const pkcs8 = (await exportPKCS8(privateKey))
    .replace(HEAD, '')
    .replace(FOOT, '')
    .replace(/\s/g, '');
  await secrets.set(NAME, JSON.stringify({ address, alg, kid, pkcs8 }));
  return JSON.stringify({ keys: [{ ...jwk, kid, alg, use: 'sig' }] }, undefined, 2);
}

/** Throws Failure `refused` / `smart-key` where there is none for this address, and `locked`. */
export async function openClientKey(
  secrets: Pick<KeyStore, 'get'>,
  address: string,
): Promise<ClientKey> {
  const read = kept.safeParse(parsed(await secrets.get(NAME)));
  if (!read.success || read.data.address !== address)
    throw new Failure(
      'refused',
      'There is no key for this FHIR server. Make one in Settings and register it with the server.',
      { detail: 'smart-key' },
    );
  const { alg, kid, pkcs8 } = read.data;
  return { alg, kid, key: await importPKCS8(`${HEAD}\n${pkcs8}\n${FOOT}`, alg) };
}

export const removeClientKey = (secrets: Pick<KeyStore, 'remove'>): Promise<void> =>
  secrets.remove(NAME);

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
