/**
 * Opens a container's header, and mends it where one byte of it is damaged: the key to a whole
 * recording hangs on it.
 */
import { Failure } from '../../../../shared/failure.ts';
import type { FileKeys } from '../keys/keys.ts';
import { clearHeader, HEADER_BYTES, unwrapKey } from './container-format.ts';

/** Offset of the nonce and the wrapped key; the bytes before it are known without reading them. */
const KEY_FROM = 36;
const KEK_ID_AT = 28;

export type OpenedHeader = {
  readonly header: Buffer;
  readonly fileKey: Buffer;
  readonly repaired: boolean;
};

/**
 * Throws Failure `locked` / `key-wrong` when the file was made with another key, `broken` /
 * `header-damaged` when it was made with ours and does not open. The clear bytes are rebuilt from
 * what they must be; a single damaged byte of the wrapped key is found by trying all (15,300 of
 * them, about 0.1 s).
 */
export function openHeader(head: Buffer, fileId: Buffer, keys: FileKeys): OpenedHeader {
  const wrapKey = keys.wrapKey(fileId);
  try {
    return openWith(wrapKey, head, clearHeader(fileId, keys.kekId), keys.kekId);
  } finally {
    wrapKey.fill(0);
  }
}

function openWith(wrapKey: Buffer, head: Buffer, clear: Buffer, kekId: Buffer): OpenedHeader {
  const asWritten = head.subarray(0, HEADER_BYTES);
  if (asWritten.length === HEADER_BYTES) {
    const header = Buffer.concat([clear, asWritten.subarray(KEY_FROM)]);
    const fileKey = unwrapKey(header, wrapKey);
    if (fileKey) return { header, fileKey, repaired: !header.equals(asWritten) };
    const ours = asWritten.subarray(KEK_ID_AT, KEY_FROM).equals(kekId);
    if (!ours)
      throw new Failure('locked', 'This file was made with another key of this vault.', {
        detail: 'key-wrong',
      });
    const mended = mend(header, wrapKey);
    if (mended) return mended;
  }
  throw new Failure(
    'broken',
    'The beginning of a vault file is damaged. The file is kept as it is.',
    { detail: 'header-damaged' },
  );
}

function mend(header: Buffer, wrapKey: Buffer): OpenedHeader | undefined {
  const trial = Buffer.from(header);
  for (let at = KEY_FROM; at < HEADER_BYTES; at++) {
    const written = header.readUInt8(at);
    for (let change = 1; change < 256; change++) {
      trial[at] = written ^ change;
      const fileKey = unwrapKey(trial, wrapKey);
      if (fileKey) return { header: trial, fileKey, repaired: true };
    }
    trial[at] = written;
  }
  return undefined;
}
