/**
 * What makes a feed one of ours: a detached Ed25519 signature over the text of its file, by a key
 * that was pinned when this Scriba was built. Checked before anything else of the feed is read; the
 * feed's digests then bind the files to it. Systems check installers too (Windows, macOS) or do not
 * (AppImage, deb, rpm): this holds on all.
 */
import { createPublicKey, verify } from 'node:crypto';
import { readUrl } from '../../../infrastructure/platform/client/address.ts';

/** Of the file with the signature, in base64, beside the feed's file: `latest-linux.yml.sig`. */
export const SIGNATURE_ENDING = '.sig';

/** A feed that nobody of ours signed: nothing of it is used. */
export class FeedNotSigned extends Error {
  override readonly name = 'FeedNotSigned';
}

/**
 * `keys`: public keys as SPKI in base64; one that signed is enough, so that a key can be replaced
 * over two releases.
 */
export function isSigned(
  { text, signature }: { text: string; signature: string },
  keys: readonly string[],
): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return keys.some((key) => verifies(key, Buffer.from(text, 'utf8'), bytes));
}

function verifies(key: string, text: Buffer, signature: Buffer): boolean {
  try {
    const publicKey = createPublicKey({
      key: Buffer.from(key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    // Another kind of key would bring another, perhaps weaker, kind of signature.
    return publicKey.asymmetricKeyType === 'ed25519' && verify(null, text, publicKey, signature);
  } catch {
    return false;
  }
}

/**
 * The folder of a feed, with a slash at its end. Throws as `readUrl` does: https, or http on this
 * very computer, without a user or a password.
 */
export function readFeedAddress(address: string): URL {
  const url = readUrl(address);
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
