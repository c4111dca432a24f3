/**
 * The encrypted envelope of contract 5 (RFC 7516, `dir` with A128CBC-HS256): a body sealed for the
 * platform, its sealed answer opened. Pure: the key and randomness are handed in, nothing is kept,
 * nothing is ever sent plain instead.
 */
import { flattenedDecrypt } from 'jose/jwe/flattened/decrypt';
import { FlattenedEncrypt } from 'jose/jwe/flattened/encrypt';
import { Failure, type FailureCode } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { readJsonWithin } from '../../../../shared/strict-json.ts';
import type { Random } from '../../ports.ts';

/** `text` is the shared secret as the platform hands it out: 16 bytes in UTF-8 (contract 5.2). */
export type EnvelopeKey = { readonly kid: string; readonly text: string };

/** Sent as JSON with all five members (contract 5.1). */
export type Envelope = {
  readonly protected: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag: string;
  readonly kid: string;
};

/**
 * The reason of a Failure, in the words of contract 5.2 and 5.6 without `encryption_`; it stands in
 * the detail. `failed` is one word for a wrong key, wrong tag and wrong padding: telling them apart
 * would help a forger.
 */
export type EnvelopeWord =
  | 'bad_key_length'
  | 'malformed'
  | 'header'
  | 'kid'
  | 'failed'
  | 'payload'
  | 'too-large';

const MEBIBYTE = 1024 * 1024;
/** Promise P15: of the whole envelope as text, and of what it may unfold to in nested JSON. */
const LARGEST = 32 * MEBIBYTE;
const DEEPEST = 32;
const LONGEST_HEADER = 1024;
const LONGEST_KID = 200;
const KEY_BYTES = 16;
const IV_BYTES = 16;
const TAG_BYTES = 16;

const ALG = 'dir';
const ENC = 'A128CBC-HS256';
/**
 * Base64URL of {"alg":"dir","enc":"A128CBC-HS256"}: sent by us, and assumed for an answer of three
 * members.
 */
export const CANONICAL_HEADER = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0';

/** Members that would make it another kind of message. */
const foreign = ['encrypted_key', 'aad', 'unprotected', 'header', 'recipients'];
const members = ['protected', 'kid', 'iv', 'ciphertext', 'tag'];

/**
 * Throws Failure `invalid` / `bad_key_length`, `kid` or `too-large`. The value is sent as
 * `JSON.stringify` writes it.
 */
export function sealJson(
  value: object,
  key: EnvelopeKey,
  random: Pick<Random, 'bytes'>,
): Promise<Envelope> {
  return sealBytes(Buffer.from(JSON.stringify(value)), key, random);
}

/** Seals bytes that are a JSON text already. Throws like `sealJson`. */
export async function sealBytes(
  plain: Uint8Array,
  key: EnvelopeKey,
  random: Pick<Random, 'bytes'>,
): Promise<Envelope> {
  const content = contentKey(key);
  if (key.kid.length === 0 || key.kid.length > LONGEST_KID)
    throw failure('invalid', 'kid', 'The name of the encryption key is empty or too long.');
  if (plain.length > (LARGEST / 4) * 3 - 4096)
    throw failure('invalid', 'too-large', 'This is too large to be sent sealed.');
  // A fresh one each time (P16): the same one twice would show that two bodies begin alike.
  const iv = random.bytes(IV_BYTES);
  const { ciphertext, tag } = await new FlattenedEncrypt(plain)
    .setProtectedHeader({ alg: ALG, enc: ENC })
    .setInitializationVector(iv)
    .encrypt(content);
  // Always there with this algorithm; the type of jose allows none.
  if (tag === undefined)
    throw failure('broken', 'failed', 'This could not be sealed, so it was not sent.');
  return {
    protected: CANONICAL_HEADER,
    iv: iv.toString('base64url'),
    ciphertext,
    tag,
    kid: key.kid,
  };
}

/**
 * True for a sealed answer (contract 5.5): `header` is the answer's `X-Encryption`, `body` its
 * parsed JSON.
 */
export function isSealed(header: string | undefined, body: unknown): boolean {
  if (header?.trim().toUpperCase() === 'JWE') return true;
  if (!isObject(body)) return false;
  return (
    Object.keys(body).every((name) => members.includes(name)) &&
    ['ciphertext', 'iv', 'tag'].every((name) => Object.hasOwn(body, name))
  );
}

/**
 * The JSON object inside. Throws like `openBytes`, and `payload` for anything but one object in
 * strict UTF-8, no name twice, at most 32 deep.
 */
export async function openJson(
  envelope: unknown,
  key: EnvelopeKey,
): Promise<Record<string, unknown>> {
  const plain = await openBytes(envelope, key);
  let value: unknown;
  try {
    value = readJsonWithin(plain, { size: LARGEST, depth: DEEPEST, twice: 'refused' });
  } catch (cause) {
    throw failures.sealedAnswerUnreadable(cause);
  }
  if (!isObject(value)) throw failures.sealedAnswerUnreadable();
  return value;
}

/**
 * The bytes inside, authenticated. `key`: the one that the request was sealed with. Throws Failure
 * `invalid` / `bad_key_length`, else `broken` with an `EnvelopeWord`; the cause then says which
 * member, never its value.
 */
export async function openBytes(envelope: unknown, key: EnvelopeKey): Promise<Uint8Array> {
  const content = contentKey(key);
  const { header, iv, ciphertext, tag } = readMembers(envelope, key.kid);
  // RFC 7516 in general allows a dozen algorithms, compression and keys that name themselves; this
  // is the whole list here.
  const allowed = {
    keyManagementAlgorithms: [ALG],
    contentEncryptionAlgorithms: [ENC],
    maxDecompressedLength: 0,
  };
  const sealed = { iv, ciphertext, tag };
  // Without `protected` the contract allows two readings and no third: the canonical header, or
  // none at all.
  const readings =
    header === undefined
      ? [
          { ...sealed, protected: CANONICAL_HEADER },
          { ...sealed, unprotected: { alg: ALG, enc: ENC } },
        ]
      : [{ ...sealed, protected: header }];
  for (const reading of readings) {
    try {
      return (await flattenedDecrypt(reading, content, allowed)).plaintext;
    } catch {
      // The next reading, or the one word for all of it.
    }
  }
  throw failure(
    'broken',
    'failed',
    'The sealed answer of the platform could not be opened: it was damaged on the way, or sealed with another key.',
  );
}

/**
 * First half authenticates, second half ciphers (RFC 7518 5.2.3). Both are the same here: the
 * strength is that of the 16 characters.
 */
export function contentKey({ text }: EnvelopeKey): Uint8Array {
  const half = Buffer.from(text, 'utf8');
  // A lone surrogate would silently become another key.
  if (half.length !== KEY_BYTES || half.toString('utf8') !== text)
    throw failure(
      'invalid',
      'bad_key_length',
      'The encryption key must be exactly 16 bytes long. Copy it from the platform as it is.',
    );
  return Buffer.concat([half, half]);
}

function readMembers(envelope: unknown, ourKid: string) {
  if (!isObject(envelope)) throw malformed('not-an-object');
  const own = (name: string): unknown =>
    Object.hasOwn(envelope, name) ? envelope[name] : undefined;
  const ciphertext = own('ciphertext');
  if (typeof ciphertext === 'string' && ciphertext.length > LARGEST)
    throw failure('broken', 'too-large', 'The platform answered with more than Scriba takes.');
  const unexpected = foreign.find((name) => own(name) !== undefined);
  if (unexpected !== undefined) throw malformed(`has-${unexpected}`);
  const header = own('protected');
  if (header !== undefined) checkHeader(header);
  const kid = own('kid');
  if (kid !== undefined && typeof kid !== 'string') throw malformed('kid');
  const iv = base64url('iv', own('iv'), IV_BYTES);
  const tag = base64url('tag', own('tag'), TAG_BYTES);
  const sealed = base64url('ciphertext', ciphertext);
  if (kid !== undefined && kid !== ourKid)
    throw failure(
      'broken',
      'kid',
      'The platform answered with another encryption key than it was asked with.',
    );
  return { header: header as string | undefined, iv, tag, ciphertext: sealed };
}

/**
 * `alg` and `enc` are these two or nothing. Other members say nothing here; `crit` and `zip` would
 * change what is meant.
 */
function checkHeader(header: unknown): void {
  if (typeof header === 'string' && header.length > LONGEST_HEADER)
    throw failure('broken', 'header', wrongHeader, new Error('header-too-long'));
  const bytes = Buffer.from(base64url('protected', header), 'base64url');
  let read: unknown;
  try {
    read = readJsonWithin(bytes, { size: LONGEST_HEADER, depth: DEEPEST, twice: 'refused' });
  } catch (cause) {
    throw failure('broken', 'header', wrongHeader, cause);
  }
  const said = (name: string) =>
    isObject(read) && Object.hasOwn(read, name) ? read[name] : undefined;
  if (
    said('alg') !== ALG ||
    said('enc') !== ENC ||
    said('crit') !== undefined ||
    said('zip') !== undefined
  )
    throw failure('broken', 'header', wrongHeader);
}
const wrongHeader = 'The platform sealed its answer in a way that is not allowed.';

/**
 * Unpadded Base64URL in its one spelling, of so many bytes. A foreign length gets a word of its own
 * in the cause: contract 5.5 wants it noticed.
 */
function base64url(name: string, text: unknown, bytes?: number): string {
  if (
    typeof text !== 'string' ||
    text === '' ||
    /[^A-Za-z0-9_-]/.test(text) ||
    text.length % 4 === 1
  )
    throw malformed(name);
  const length = Math.floor((text.length * 3) / 4);
  if (bytes !== undefined && length !== bytes)
    throw malformed(`${name}-of-${Math.min(length, 9999)}-bytes`);
  // The bits that belong to no byte must be zero, else one value has several spellings.
  const last = text.slice(-(text.length % 4 || 4));
  if (Buffer.from(last, 'base64url').toString('base64url') !== last) throw malformed(name);
  return text;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const malformed = (where: string) =>
  failure(
    'broken',
    'malformed',
    'The sealed answer of the platform is not whole.',
    new Error(`envelope-${where}`),
  );
const failure = (code: FailureCode, detail: EnvelopeWord, message: string, cause?: unknown) =>
  new Failure(code, message, { detail, ...(cause === undefined ? {} : { cause }) });
