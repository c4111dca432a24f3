/**
 * What lies on disks and on paper since the first version: the words that keys are derived by and
 * values are bound to may never change, or nothing of it opens any more.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeys } from '../../../../main/infrastructure/vault/keys/keys.ts';
import {
  fromRecoveryCode,
  toRecoveryCode,
} from '../../../../main/infrastructure/vault/keys/recovery-code.ts';
import { openSecret } from '../../../../main/infrastructure/vault/keystores/sealed-secrets.ts';
import { secretBytes, secretText } from '../../../../shared/secret-bytes.ts';

const kek = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const place = { table: 'consultations', column: 'details', row: 'a' };
const keys = () =>
  createKeys({
    kek,
    generation: '0011223344556677',
    folder: '/nowhere',
    randomBytes: (count) => Buffer.alloc(count, 5),
  });
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

test('a recovery code that was written down opens', () => {
  const code = 'AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO-B4IB-CEQT-CQKR-MFYY-DENB-WHA5-DYPU-D64C';
  expect(secretText(toRecoveryCode(kek))).toBe(code);
  expect(fromRecoveryCode(secretBytes(code)).equals(kek)).toBe(true);
});

test('a row that was sealed opens', () => {
  const sealed = Buffer.from('ApAX8+fpsXRJBQUFBQUFBQUFBQUF8vBnAA46TEgzRRn1OtyfTKtuQOy5', 'base64');
  expect(keys().sealRow(place, Buffer.from('fever'))).toEqual(sealed);
  expect(keys().openRow(place, sealed).toString()).toBe('fever');
});

test('names, digests of words and links of the audit log are those that were stored', () => {
  const all = keys();
  const sealed = all.sealRow(place, Buffer.from('fever'));
  expect([
    all.reference(['ab', 'c']),
    digest(all.wordDigest('fever')),
    digest(all.macFor(sealed, Buffer.from('entry'))!),
    digest(all.wrapKey(Buffer.alloc(16, 3))),
  ]).toEqual([
    '1Q_MqcKpwxYXJr6jyG-FpzqYSE0V5uJZUgAtWSWGMGY',
    '32540c1df74ef4d1',
    '549064d64eeadda9',
    '52d4e849a6f83299',
  ]);
});

test('a secret that was sealed behind a passphrase opens', () => {
  const sealed = Buffer.from('OFmzFM4Qq57pECv/FpD89/DWZmYxVpM=', 'base64');
  const secret = openSecret(kek, 'account', { nonce: Buffer.alloc(12, 5), sealed });
  expect(secret.toString()).toBe('token-1');
});
