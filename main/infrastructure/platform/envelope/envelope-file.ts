/**
 * A file in the envelope of contract 5.4, piece by piece: `{"file":"<Base64>"}` sealed as
 * `envelope.ts` seals it, byte for byte, without the file ever standing whole in its three larger
 * forms (Base64, cipher text, Base64URL).
 */
import { createCipheriv, createHmac } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';
import type { Random } from '../../ports.ts';
import { CANONICAL_HEADER, contentKey, type EnvelopeKey } from './envelope.ts';

const IV_BYTES = 16;
const BLOCK = 16;
const TAG_BYTES = 16;
/**
 * Bytes of the file in one piece: few enough to stay in the processor's cache, a multiple of three
 * so that Base64 has no seam.
 */
const STEP = 48 * 1024;

const HEAD = '{"file":"';
const TAIL = '"}';

export type SealedFile = {
  readonly type: 'application/json';
  /** Of the whole envelope as text. */
  readonly bytes: number;
  /**
   * A new envelope for each call, under an IV of its own. What the source throws comes out as it
   * is; a source of another length throws `broken` / `part-changed`.
   */
  open(): AsyncIterable<Uint8Array>;
};

/**
 * `file` opens the file anew for each envelope; it holds `bytes` bytes. Throws Failure `invalid` /
 * `bad_key_length` or `kid` at once.
 */
export function sealFile(
  file: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytes: number,
  key: EnvelopeKey,
  random: Pick<Random, 'bytes'>,
): SealedFile {
  const content = contentKey(key);
  const kid = JSON.stringify(key.kid);
  if (key.kid === '')
    throw new Failure('invalid', 'The name of the encryption key is empty.', { detail: 'kid' });
  const begin = `{"protected":"${CANONICAL_HEADER}","iv":"`;
  const plainLength = HEAD.length + 4 * Math.ceil(bytes / 3) + TAIL.length;
  const cipherLength = (Math.floor(plainLength / BLOCK) + 1) * BLOCK;
  const textOf = (length: number) => Math.ceil((length * 4) / 3);
  const length =
    begin.length +
    textOf(IV_BYTES) +
    '","ciphertext":"'.length +
    textOf(cipherLength) +
    '","tag":"'.length +
    textOf(TAG_BYTES) +
    '","kid":'.length +
    Buffer.byteLength(kid) +
    '}'.length;

  async function* open(): AsyncGenerator<Uint8Array> {
    const iv = random.bytes(IV_BYTES);
    const cipher = createCipheriv('aes-128-cbc', content.subarray(BLOCK), iv);
    const mac = createHmac('sha256', content.subarray(0, BLOCK))
      .update(CANONICAL_HEADER, 'ascii')
      .update(iv);
    const write = inThrees('base64url');
    const sealed = (part: Buffer) => {
      mac.update(part);
      return write(part);
    };
    const plain = inThrees('base64');

    yield Buffer.from(`${begin}${iv.toString('base64url')}","ciphertext":"`);
    yield Buffer.from(sealed(cipher.update(HEAD, 'latin1')), 'latin1');
    let seen = 0;
    for await (const piece of file()) {
      seen += piece.length;
      if (seen > bytes) break;
      for (let at = 0; at < piece.length; at += STEP) {
        const text = sealed(cipher.update(plain(piece.subarray(at, at + STEP)), 'latin1'));
        if (text !== '') yield Buffer.from(text, 'latin1');
      }
    }
    if (seen !== bytes)
      throw new Failure(
        'broken',
        'The file is not as long as it was when it was chosen. Choose it again.',
        { detail: 'part-changed' },
      );
    const last = Buffer.concat([cipher.update(plain(undefined) + TAIL, 'latin1'), cipher.final()]);
    yield Buffer.from(sealed(last) + write(undefined), 'latin1');

    const bits = Buffer.alloc(8);
    bits.writeBigUInt64BE(BigInt(CANONICAL_HEADER.length) * 8n);
    const tag = mac.update(bits).digest().subarray(0, TAG_BYTES);
    yield Buffer.from(`","tag":"${tag.toString('base64url')}","kid":${kid}}`);
  }
  return { type: 'application/json', bytes: length, open };
}

/**
 * Text of all pieces as if they were one: what is over after whole threes waits for the next piece;
 * undefined ends it.
 */
function inThrees(kind: 'base64' | 'base64url'): (piece: Uint8Array | undefined) => string {
  let over: Uint8Array = new Uint8Array(0);
  return (piece) => {
    if (piece === undefined) return textOf(over, kind);
    const whole = over.length === 0 ? piece : Buffer.concat([over, piece]);
    const end = whole.length - (whole.length % 3);
    over = whole.slice(end);
    return textOf(whole.subarray(0, end), kind);
  };
}
const textOf = (bytes: Uint8Array, kind: 'base64' | 'base64url') =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(kind);
