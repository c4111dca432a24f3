/**
 * Whether a webhook delivery comes from the platform (contract 4.3). Pure: bytes, header, key and
 * time in, a verdict out. Even a good event is only a hint: the result is always fetched from the
 * platform itself.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readJsonWithin } from '../../../../shared/strict-json.ts';

export type Delivery = {
  /** The value of `{Brand}-Webhook-Signature`. */
  readonly header: string | undefined;
  /** As it came over the wire; it is parsed only after its signature was found good. */
  readonly body: Uint8Array;
  readonly signingKey: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * Whether this mark was met before; it is asked only for what is signed and fresh. Remember marks
   * for `REMEMBER`. The mark is the signed time and a signature that our own key made, so nobody
   * else can fill the memory.
   */
  readonly seenBefore: (mark: string) => boolean;
};

/**
 * The reasons are for a log. To the sender every refusal is 401 without a body, and `repeated` is
 * 200 (contract 4.3).
 */
export type Verdict =
  | { readonly kind: 'accepted'; readonly event: Readonly<Record<string, unknown>> }
  | { readonly kind: 'repeated' }
  | {
      readonly kind: 'refused';
      readonly reason: 'bad_header' | 'too_large' | 'bad_signature' | 'stale' | 'bad_json';
    };

const SECOND = 1000;
/** Either side of now, both ends included. */
export const WINDOW = 180 * SECOND;
/** How long a mark must be remembered: longer than the window is wide. */
export const REMEMBER = 10 * 60 * SECOND;
/** Bytes. */
export const LARGEST_EVENT = 64 * 1024;
const DEEPEST = 32;
const LONGEST_HEADER = 1024;
/** An old key and a new one, and room for more. */
const MOST_SIGNATURES = 8;

/** The checks in the contract's order: header shape, size, signature, window, seen before, JSON. */
export function judge({ header, body, signingKey, now, seenBefore }: Delivery): Verdict {
  const signed = readHeader(header);
  if (!signed || signingKey === '') return refused('bad_header');
  if (body.length > LARGEST_EVENT) return refused('too_large');
  const expected = createHmac('sha256', signingKey).update(`${signed.at}.`).update(body).digest();
  // Every one is compared, and each takes the same time, so that no answer tells how nearly it
  // fitted.
  const matches = signed.signatures
    .map((signature) => timingSafeEqual(signature, expected))
    .filter(Boolean);
  if (matches.length === 0) return refused('bad_signature');
  if (Math.abs(now - Number(signed.at) * SECOND) > WINDOW) return refused('stale');
  if (seenBefore(`${signed.at}.${expected.toString('hex')}`)) return { kind: 'repeated' };
  const event = readEvent(body);
  return event ? { kind: 'accepted', event } : refused('bad_json');
}

/**
 * Whether the header has the form of a signature at all; a body need not be read where it has not.
 */
export const looksSigned = (header: string | undefined): boolean =>
  readHeader(header) !== undefined;

/** `t=<unix seconds>,v1=<64 lower-case hex>`, several v1 allowed, unknown names ignored. */
function readHeader(header: string | undefined): { at: string; signatures: Buffer[] } | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  const pairs = header.split(',').map((pair) => {
    // Some senders put a space after the comma.
    const part = pair.replace(/^[ \t]+/, '');
    const at = part.indexOf('=');
    return [part.slice(0, Math.max(at, 0)), part.slice(at + 1)] as const;
  });
  const valuesOf = (name: string) =>
    pairs.filter(([one]) => one === name).map(([, value]) => value);
  const [at, second] = valuesOf('t');
  const signatures = valuesOf('v1');
  // Two times would leave open which of them was signed.
  if (at === undefined || second !== undefined || !/^\d{1,12}$/.test(at)) return undefined;
  if (
    signatures.length === 0 ||
    signatures.length > MOST_SIGNATURES ||
    !signatures.every((one) => /^[0-9a-f]{64}$/.test(one))
  )
    return undefined;
  return { at, signatures: signatures.map((one) => Buffer.from(one, 'hex')) };
}

function readEvent(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = readJsonWithin(body, { size: LARGEST_EVENT, depth: DEEPEST, twice: 'refused' });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const refused = (reason: Extract<Verdict, { kind: 'refused' }>['reason']): Verdict => ({
  kind: 'refused',
  reason,
});
