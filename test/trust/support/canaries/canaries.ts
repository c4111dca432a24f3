/**
 * The words of one day that must stand nowhere: names, what was spoken and written, secrets, and
 * all keys.
 */

import { hkdfSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import {
  HEADER_BYTES,
  unwrapKey,
} from '../../../../main/infrastructure/vault/container/container-format.ts';
import { fromRecoveryCode } from '../../../../main/infrastructure/vault/keys/recovery-code.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import { secretBytes } from '../../../../shared/secret-bytes.ts';
import { buzz } from '../../../support/sound/sound.ts';
import type { Canaries } from './canary-scan.ts';

/**
 * Words that a doctor types, says and gets; each is unlike anything that could stand there by
 * itself.
 */
export const words = {
  name: 'Zyxwanda Kanaryová',
  otherName: 'Qvorlith Umbrascope',
  recordNumber: 'UHID-KANARI-4711-Z',
  passphrase: 'möwenfeder zyxq kanari 99',
  wrongPassphrase: 'almost kanari wrong 12',
  clientSecret: 'kanari-secret-f81d4fae7dec',
  emrToken: 'kanari-emr-Token-5Wq8Zt1Lp',
  wrongSecret: 'kanari-wrong-secret-0a1b2c',
  note: 'Zyxquatic dyspnoea since Kanarimas, wheeze over the left Umbralobe.',
  transcript: 'Doctor, my Zyxthroat burns since Kanarifest.',
} as const;

/** Speech-like, so that the platform takes it for a voice, and the same each time. */
export const spoken = (): Buffer => {
  const sound = buzz(4);
  const bytes = Buffer.alloc(sound.length * 2);
  sound.forEach((value, index) => {
    bytes.writeInt16LE(
      Math.round(value * 32_000) ^ (Math.imul(index, 2_654_435_761) >>> 29),
      index * 2,
    );
  });
  return bytes;
};

/** A few pieces out of sound, or out of any bytes, that are long enough to be met nowhere else. */
export const piecesOf = (name: string, bytes: Buffer, times = 6, length = 24): Canaries =>
  Object.fromEntries(
    Array.from({ length: times }, (_, index) => {
      const at = Math.floor((bytes.length - length) * (0.15 + (0.7 * index) / times)) & ~1;
      return [`${name} ${index}`, bytes.subarray(at, at + length)];
    }),
  );

/**
 * Out of a vault on disk and its recovery code: the key, all that is derived from it, and the key
 * of every file.
 */
export function keysOf(profileFolder: string, recoveryCode: string): Canaries {
  const kek = fromRecoveryCode(secretBytes(recoveryCode));
  const derive = (label: string, salt: Uint8Array = new Uint8Array()) =>
    Buffer.from(hkdfSync('sha256', kek, salt, `scriba/v1/${label}`, 32));
  const found: Record<string, string | Buffer> = {
    'recovery code': recoveryCode,
    'recovery code in one': recoveryCode.replaceAll('-', ''),
    kek,
    'row key': derive('db-row'),
    'pseudonym key': derive('pseudonym'),
    'audit key': derive('audit-mac'),
  };
  for (const generation of readdirSync(path.join(profileFolder, 'vault')).filter((name) =>
    /^[0-9a-f]{16}$/.test(name),
  )) {
    for (const name of readdirSync(path.join(profileFolder, 'vault', generation)).filter((each) =>
      /\.(seg|up)$/.test(each),
    )) {
      const wrap = derive('seg-wrap', Buffer.from(name.slice(0, 32), 'hex'));
      const head = readFileSync(path.join(profileFolder, 'vault', generation, name)).subarray(
        0,
        HEADER_BYTES,
      );
      const fileKey = unwrapKey(head, wrap);
      found[`wrap key of ${name}`] = wrap;
      if (fileKey) found[`file key of ${name}`] = fileKey;
    }
  }
  return found;
}

/** The tokens as the vault keeps them. */
export async function tokensOf(profileFolder: string): Promise<Canaries> {
  const [first] = JSON.parse(
    readFileSync(path.join(profileFolder, 'vault/generations.json'), 'utf8'),
  ) as { generation: string }[];
  const store = await openKeyStore({ disk: nodeDisk, random: nodeRandom })(
    'passphrase',
    profileFolder,
    secretBytes(words.passphrase),
  );
  const session = JSON.parse((await store.get(`${first!.generation}:session`)) ?? '{}') as {
    accessToken?: string;
    refreshToken?: string;
  };
  if (!session.accessToken || !session.refreshToken) throw new Error('the vault has no tokens');
  // Of a signed token the end is what counts; its beginning is the same for everybody.
  return {
    'access token': session.accessToken.slice(-40),
    'refresh token': session.refreshToken.slice(-40),
    'access token in the middle': session.accessToken.slice(60, 100),
  };
}
