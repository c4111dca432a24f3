/** A feed is believed when one of our keys signed its very text. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  isSigned,
  readFeedAddress,
} from '../../../../../main/hosts/electron/updates/signed-feed.ts';

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    pinned: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}
const text = 'version: 1.2.3\nfiles: []\n';

test('the text that was signed is believed, by the one key or by the other, with a line break behind the signature', () => {
  const [old, next] = [keyPair(), keyPair()];
  const pinned = [old.pinned, next.pinned];
  expect(isSigned({ text, signature: old.sign(text) }, pinned)).toBe(true);
  expect(isSigned({ text, signature: `${next.sign(text)}\n` }, pinned)).toBe(true);
});

test('another text, another key, no key, no signature, and what is no key at all are not believed', () => {
  const [ours, other] = [keyPair(), keyPair()];
  const signature = ours.sign(text);
  expect(isSigned({ text: text.replace('1.2.3', '9.9.9'), signature }, [ours.pinned])).toBe(false);
  expect(isSigned({ text: `${text}\n`, signature }, [ours.pinned])).toBe(false);
  expect(isSigned({ text, signature: other.sign(text) }, [ours.pinned])).toBe(false);
  expect(isSigned({ text, signature }, [])).toBe(false);
  expect(isSigned({ text, signature: '' }, [ours.pinned])).toBe(false);
  expect(isSigned({ text, signature: '<html>not found</html>' }, [ours.pinned])).toBe(false);
  expect(isSigned({ text, signature }, ['', 'AAAA', 'not base64 at all'])).toBe(false);
});

test('a key of another kind is not believed, even where it signed', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pinned = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  expect(isSigned({ text, signature }, [pinned])).toBe(false);
});

test('a feed lies at https, or on this computer', () => {
  expect(readFeedAddress('https://updates.clinic.example/scriba').href).toBe(
    'https://updates.clinic.example/scriba/',
  );
  expect(readFeedAddress('http://127.0.0.1:8080/').href).toBe('http://127.0.0.1:8080/');
  for (const wrong of [
    'http://updates.clinic.example/',
    'ftp://updates.clinic.example/',
    'file:///tmp/feed/',
    'https://user:word@updates.clinic.example/',
    'updates',
    '',
  ])
    expect(() => readFeedAddress(wrong), wrong).toThrow();
});
