/** Where a vault's key is kept, and which key opens a row. */
import { expect, test } from 'vitest';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import type { KeyStore } from '../../../../../main/infrastructure/ports.ts';
import { getKey, putKey } from '../../../../../main/infrastructure/vault/keys/key-place.ts';
import { createKeys, kekIdOf } from '../../../../../main/infrastructure/vault/keys/keys.ts';
import { createRowCipher } from '../../../../../main/infrastructure/vault/row-cipher.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failure, failureWith } from '../../../../support/failure.ts';

const kek = Buffer.alloc(32, 5);
const kekId = kekIdOf(kek).toString('hex');

/** `bytes`: a store that keeps bytes; else one of text, as the system's keychain is. */
function keyStore(bytes: boolean) {
  const texts = new Map<string, string>();
  const kept = new Map<string, Buffer>();
  const store: KeyStore = {
    get: async (name: string) => texts.get(name),
    set: async (name: string, text: string) => void texts.set(name, text),
    remove: async (name: string) => void texts.delete(name),
    ...(bytes && {
      getBytes: async (name: string) => kept.get(name) && Buffer.from(kept.get(name)!),
      setBytes: async (name: string, value: Uint8Array) => void kept.set(name, Buffer.from(value)),
    }),
  } as KeyStore;
  return { store, texts, kept };
}

test.each([true, false])('a key comes back under its own name (bytes: %s)', async (bytes) => {
  const { store, texts, kept } = keyStore(bytes);
  await putKey(store, 'g1', kek);
  expect([...texts.keys(), ...kept.keys()]).toEqual(['kek:g1']);
  expect(await getKey(store, 'g1', kekId)).toEqual(kek);
  await expect(getKey(store, 'g2', kekId)).rejects.toThrow(failure('locked', 'key-missing'));
  await expect(getKey(store, 'g1', 'ff')).rejects.toThrow(failure('locked', 'key-wrong'));
});

test('a key of an earlier form, as Base64 in a store of bytes, is read', async () => {
  const { store, kept } = keyStore(true);
  kept.set('kek:g', Buffer.from(kek.toString('base64')));
  expect(await getKey(store, 'g', kekId)).toEqual(kek);
  kept.set('kek:g', Buffer.from('no key'));
  await expect(getKey(store, 'g', kekId)).rejects.toThrow(failure('locked'));
  kept.set('kek:g', Buffer.alloc(0));
  await expect(getKey(store, 'g', kekId)).rejects.toThrow(failureWith('key-missing'));
});

test.each([true, false])(
  'a store that forgets or changes a key is found out (bytes: %s)',
  async (bytes) => {
    const missing = { code: 'locked', detail: 'key-missing' };
    const forgets = keyStore(bytes).store;
    Object.assign(forgets, { set: async () => {}, ...(bytes && { setBytes: async () => {} }) });
    await expect(putKey(forgets, 'g', kek)).rejects.toMatchObject(missing);
    const changes = keyStore(bytes).store;
    const other = Buffer.alloc(32, 6);
    Object.assign(changes, {
      get: async () => other.toString('base64'),
      ...(bytes && { getBytes: async () => Buffer.from(other) }),
    });
    await expect(putKey(changes, 'g', kek)).rejects.toMatchObject(missing);
  },
);

test('a row opens with the key that it names, and says where that is not at hand', () => {
  const keysOf = (byte: number, generation: string) =>
    createKeys({
      kek: Buffer.alloc(32, byte),
      generation,
      folder: '/f',
      randomBytes: nodeRandom.bytes,
    });
  const [older, newer] = [keysOf(1, 'g1'), keysOf(2, 'g2')];
  const idOf = (byte: number) => kekIdOf(Buffer.alloc(32, byte)).toString('hex');
  const place = { table: 't', column: 'c', row: 'r' };
  const cipher = (opened: (typeof older)[], known = [idOf(1), idOf(2)]) =>
    createRowCipher({ newest: () => newer, opened: () => opened, known: () => known });
  const words = Buffer.from('words');
  const old = older.sealRow(place, words);
  const fresh = cipher([older, newer]).sealRow(place, words);
  for (const sealed of [old, fresh])
    expect(cipher([older, newer]).openRow(place, sealed)).toEqual(words);
  expect(cipher([newer]).openRow(place, fresh)).toEqual(words);
  expect(() => cipher([newer]).openRow(place, old)).toThrow(
    failure('locked', 'key-of-visit-missing'),
  );
  const damaged = failure('broken', 'row-damaged');
  // Of a vault that this one does not know.
  expect(() => cipher([newer], [idOf(2)]).openRow(place, old)).toThrow(damaged);
  expect(() => cipher([older, newer]).openRow({ ...place, row: 's' }, old)).toThrow(damaged);
  const { macFor } = cipher([older, newer]);
  expect(macFor(old, words)).toEqual(older.macFor(old, words));
  expect(macFor(fresh, words)).not.toEqual(macFor(old, words));
  expect(cipher([newer]).macFor(old, words)).toBeUndefined();
});

test('while the vault is locked every use of a row says so, also where older keys are at hand', () => {
  const older = createKeys({ kek, generation: 'g1', folder: '/f', randomBytes: nodeRandom.bytes });
  const place = { table: 't', column: 'c', row: 'r' };
  const sealed = older.sealRow(place, Buffer.from('words'));
  const cipher = createRowCipher({
    newest() {
      throw new Failure('locked', 'The vault is locked.', { detail: 'vault-closed' });
    },
    opened: () => [older],
    known: () => [kekId],
  });
  for (const use of [
    () => cipher.openRow(place, sealed),
    () => cipher.sealRow(place, sealed),
    () => cipher.macFor(sealed, sealed),
  ])
    expect(use).toThrow(failure('locked', 'vault-closed'));
});
