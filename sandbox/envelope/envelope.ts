/**
 * The encrypted envelope as the platform reads and writes it (contract 5), by node:crypto alone:
 * the client does it by another way, so that a mistake of one is noticed by the other.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { EnvelopeKeyRecord } from '../state/record-schemas.ts';

/** Contract 5.6. */
type EnvelopeError =
  | 'encryption_malformed'
  | 'encryption_header'
  | 'encryption_kid'
  | 'encryption_failed'
  | 'encryption_payload';

/** A request that was opened, or why it could not be. */
export type OpenedRequest =
  | { readonly key: EnvelopeKeyRecord; readonly body: Record<string, unknown> }
  | { readonly code: EnvelopeError; readonly message: string };

const CANONICAL_HEADER = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0';
const BLOCK = 16;

const refused = (code: EnvelopeError, message: string): OpenedRequest => ({ code, message });

export function openRequest(envelope: unknown, keys: readonly EnvelopeKeyRecord[]): OpenedRequest {
  if (!isObject(envelope)) return refused('encryption_malformed', 'the body is no envelope');
  const header = bytesOf(envelope.protected);
  const iv = bytesOf(envelope.iv);
  const ciphertext = bytesOf(envelope.ciphertext);
  const tag = bytesOf(envelope.tag);
  if (!header || !iv || !ciphertext || !tag)
    return refused(
      'encryption_malformed',
      'protected, iv, ciphertext and tag are texts in Base64URL without padding',
    );
  if (iv.length !== BLOCK || tag.length !== BLOCK)
    return refused('encryption_malformed', 'iv and tag have 16 bytes');
  const said = parsed(header);
  if (
    !isObject(said) ||
    said.alg !== 'dir' ||
    said.enc !== 'A128CBC-HS256' ||
    said.crit !== undefined ||
    said.zip !== undefined
  )
    return refused('encryption_header', 'alg is dir and enc is A128CBC-HS256');
  const key = keys.find(({ kid }) => kid === envelope.kid);
  if (!key) return refused('encryption_kid', 'no key of this name');

  const plain = decipher(key, envelope.protected as string, iv, ciphertext, tag);
  if (!plain) return refused('encryption_failed', 'this cannot be opened');
  const body = parsed(plain);
  return isObject(body)
    ? { key, body }
    : refused('encryption_payload', 'what was sealed is no JSON object');
}

/** The three-member form of contract 5.5, under the canonical header. */
export function sealAnswer(plain: string | Buffer, key: EnvelopeKeyRecord, iv: Buffer): string {
  const [mac, aes] = halves(key);
  const cipher = createCipheriv('aes-128-cbc', aes, iv);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  const tag = tagOf(mac, CANONICAL_HEADER, iv, ciphertext);
  return JSON.stringify({
    ciphertext: ciphertext.toString('base64url'),
    iv: iv.toString('base64url'),
    tag: tag.toString('base64url'),
  });
}

/** Wrong tag and wrong padding look alike from outside. */
function decipher(
  key: EnvelopeKeyRecord,
  header: string,
  iv: Buffer,
  ciphertext: Buffer,
  tag: Buffer,
): Buffer | undefined {
  const [mac, aes] = halves(key);
  if (!timingSafeEqual(tag, tagOf(mac, header, iv, ciphertext))) return undefined;
  try {
    const opening = createDecipheriv('aes-128-cbc', aes, iv);
    return Buffer.concat([opening.update(ciphertext), opening.final()]);
  } catch {
    return undefined;
  }
}

/** RFC 7518, 5.2: both halves are the same text here. */
const halves = ({ text }: EnvelopeKeyRecord) =>
  [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf8')] as const;

function tagOf(mac: Buffer, header: string, iv: Buffer, ciphertext: Buffer): Buffer {
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(BigInt(Buffer.byteLength(header, 'ascii')) * 8n);
  return createHmac('sha256', mac)
    .update(header, 'ascii')
    .update(iv)
    .update(ciphertext)
    .update(bits)
    .digest()
    .subarray(0, BLOCK);
}

function bytesOf(text: unknown): Buffer | undefined {
  if (typeof text !== 'string' || text === '' || /[^A-Za-z0-9_-]/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // One value, one spelling.
  return bytes.toString('base64url') === text ? bytes : undefined;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
