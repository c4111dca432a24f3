/**
 * The file that keeps secrets behind a passphrase, as bytes and back: each secret sealed for itself
 * and bound to its name, so that using one never brings another into memory. Files of the first
 * form, all secrets in one, are still read.
 */
import { z } from 'zod';
import { cipherOf, decipherOf, TAG_BYTES } from '../gcm.ts';

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const lock = { salt: base64, /** Tells a wrong passphrase from a damaged file. */ check: base64 };
const file = z.discriminatedUnion('form', [
  z.object({ form: z.literal(1), ...lock, nonce: base64, sealed: base64, tag: base64 }),
  z.object({
    form: z.literal(2),
    ...lock,
    secrets: z.record(z.string(), z.object({ nonce: base64, sealed: base64 })),
  }),
]);
const together = z.record(z.string(), z.string());

export type SealedFile = z.infer<typeof file>;
export type Sealed = { readonly nonce: Buffer; readonly sealed: Buffer };

/** Throws where it is not such a file. */
export const readSealedFile = (bytes: Buffer): SealedFile =>
  file.parse(JSON.parse(bytes.toString()));

export function writeSealedFile({
  salt,
  check,
  secrets,
}: {
  salt: Buffer;
  check: Buffer;
  secrets: ReadonlyMap<string, Sealed>;
}): Buffer {
  const text = (bytes: Buffer) => bytes.toString('base64');
  const entries = [...secrets].map(([name, { nonce, sealed }]) => [
    name,
    { nonce: text(nonce), sealed: text(sealed) },
  ]);
  return Buffer.from(
    JSON.stringify({
      form: 2,
      salt: text(salt),
      check: text(check),
      secrets: Object.fromEntries(entries),
    }),
  );
}

const boundTo = (name: string) => Buffer.from(`scriba/secret\0${name}`);

/** `nonce`: 12 fresh random bytes. */
export function sealSecret(key: Buffer, nonce: Buffer, name: string, secret: Uint8Array): Sealed {
  const cipher = cipherOf(key, nonce).setAAD(boundTo(name));
  return {
    nonce,
    sealed: Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()]),
  };
}

/** The caller overwrites what comes. Throws where it is damaged, or another's. */
export function openSecret(key: Buffer, name: string, { nonce, sealed }: Sealed): Buffer {
  const cipher = decipherOf(key, nonce);
  cipher.setAAD(boundTo(name)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const secret = cipher.update(sealed.subarray(0, -TAG_BYTES));
  cipher.final();
  return secret;
}

/** The secrets of a file of the first form. Throws where it is damaged. */
export function openTogether(
  key: Buffer,
  { nonce, sealed, tag }: Extract<SealedFile, { form: 1 }>,
): [string, Buffer][] {
  const cipher = decipherOf(key, nonce).setAuthTag(tag);
  const plain = cipher.update(sealed);
  cipher.final();
  const all = Object.entries(together.parse(JSON.parse(plain.toString())));
  plain.fill(0);
  return all.map(([name, secret]) => [name, Buffer.from(secret)]);
}
