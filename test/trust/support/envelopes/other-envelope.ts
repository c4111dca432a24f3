/**
 * A second implementation of A128CBC-HS256 from RFC 7518 5.2 alone, on node:crypto, to hold ours
 * against. Shares no line with main/.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

export type OtherSealed = {
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
};

const tagOf = (
  macKey: Uint8Array,
  aad: Uint8Array,
  iv: Uint8Array,
  ciphertext: Uint8Array,
): Buffer => {
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(BigInt(aad.length) * 8n);
  return createHmac('sha256', macKey)
    .update(aad)
    .update(iv)
    .update(ciphertext)
    .update(bits)
    .digest()
    .subarray(0, 16);
};

/** `key`: 32 bytes, the first half for the tag. */
export function otherSeal(
  key: Uint8Array,
  iv: Buffer,
  aad: Uint8Array,
  plain: Uint8Array,
): OtherSealed {
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), iv);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, ciphertext, tag: tagOf(key.subarray(0, 16), aad, iv, ciphertext) };
}

/** Undefined for anything that was not sealed so. */
export function otherOpen(
  key: Uint8Array,
  aad: Uint8Array,
  { iv, ciphertext, tag }: OtherSealed,
): Buffer | undefined {
  const expected = tagOf(key.subarray(0, 16), aad, iv, ciphertext);
  if (tag.length !== 16 || !timingSafeEqual(tag, expected)) return undefined;
  const decipher = createDecipheriv('aes-128-cbc', key.subarray(16), iv);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

export const doubled = (text: string) => Buffer.from(text + text, 'utf8');
export const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
export const HEADER = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0';

/** An envelope as the other side would make it; `aad` defaults to its `protected` member. */
export function otherEnvelope(
  text: string,
  plain: Uint8Array | string,
  more: { header?: string | null; aad?: string; kid?: string; iv?: Buffer } = {},
): Record<string, string> {
  const header = more.header === undefined ? HEADER : more.header;
  const sealed = otherSeal(
    doubled(text),
    more.iv ?? Buffer.alloc(16, 7),
    Buffer.from(more.aad ?? header ?? '', 'ascii'),
    Buffer.from(plain),
  );
  return {
    ...(header === null ? {} : { protected: header }),
    iv: b64(sealed.iv),
    ciphertext: b64(sealed.ciphertext),
    tag: b64(sealed.tag),
    ...(more.kid === undefined ? {} : { kid: more.kid }),
  };
}
