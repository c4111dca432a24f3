/**
 * The update feed: the files that electron-builder wrote for several processors made one, and
 * signed.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { parse, stringify } from 'yaml';

/**
 * One feed out of those of several builds of the same version; each names its own installers.
 * @param {string[]} texts
 * @returns {string}
 */
export function mergeFeeds(texts) {
  const [first, ...others] = texts.map((text) => parse(text));
  for (const { version } of others)
    if (version !== first.version)
      throw new Error(`Feeds of two versions cannot be one: ${first.version} and ${version}.`);
  return stringify({ ...first, files: [first, ...others].flatMap(({ files }) => files) });
}

/**
 * @param {string} text of a feed @param {string} pem an Ed25519 key, PKCS 8
 * @returns {string} the signature in base64, as main/hosts/electron/updates/signed-feed.ts checks
 *   it
 */
export function signFeed(text, pem) {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of a feed is an Ed25519 key.');
  return `${sign(null, Buffer.from(text, 'utf8'), key).toString('base64')}\n`;
}

/** The public half, as it is pinned in main/hosts/electron/updates/release.json. */
export const publicKeyOf = (pem) =>
  createPublicKey(pem).export({ format: 'der', type: 'spki' }).toString('base64');

/** A new private key. */
export const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
