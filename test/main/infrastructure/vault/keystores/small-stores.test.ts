/** Key stores byte by byte: what they overwrite, what they pass on, and the files that they read. */
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import type { Disk, KeyStore } from '../../../../../main/infrastructure/ports.ts';
import {
  textAt,
  textsIn,
  withText,
} from '../../../../../main/infrastructure/vault/keystores/flat-json.ts';
import { openKeychain } from '../../../../../main/infrastructure/vault/keystores/keystore-keychain.ts';
import { openPracticeStore } from '../../../../../main/infrastructure/vault/keystores/keystore-practice.ts';
import { wrapKeystoreErrors } from '../../../../../main/infrastructure/vault/keystores/wrap-keystore-errors.ts';
import { failure } from '../../../../support/failure.ts';
import { temporaryFolder } from '../../../../support/rows.ts';

test('the installed keychain is the one that is asked', async () => {
  const held = new Map<string, string>();
  vi.doMock('keytar', () => ({
    default: {
      getPassword: async (service: string, name: string) => held.get(`${service}/${name}`) ?? null,
      setPassword: async (service: string, name: string, secret: string) =>
        void held.set(`${service}/${name}`, secret),
      deletePassword: async (service: string, name: string) => held.delete(`${service}/${name}`),
    },
  }));
  onTestFinished(() => void vi.doUnmock('keytar'));
  const store = await openKeychain();
  await store.set('kek:1', 'secret');
  expect([...held]).toEqual([['Scriba/kek:1', 'secret']]);
  expect(await store.get('kek:1')).toBe('secret');
  expect(await store.get('kek:2')).toBeUndefined();
});

/** A disk that keeps hold of all memory that was read into or written from. */
function readMemory() {
  const seen: Buffer[] = [];
  const disk: Disk = {
    ...nodeDisk,
    read(file, into, offset, length, position) {
      seen.push(into as Buffer);
      return nodeDisk.read(file, into, offset, length, position);
    },
    write(file, bytes, offset, length, position) {
      seen.push(bytes as Buffer);
      return nodeDisk.write(file, bytes, offset, length, position);
    },
  };
  return { disk, seen };
}

test('a practice key comes back as it was put, and nothing of the file stays in memory', async () => {
  const { disk, seen } = readMemory();
  const store = openPracticeStore({ disk, folder: temporaryFolder() });
  const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 5));
  expect(await store.getBytes!('kek:1')).toBeUndefined();
  await store.setBytes!('kek:1', key);
  await store.set('account', 'token');
  await store.setBytes!('kek:1', Buffer.from(key).reverse());
  await store.setBytes!('kek:1', key);
  expect((await store.getBytes!('kek:1'))!.equals(key)).toBe(true);
  expect(await store.get('kek:1')).toBe(key.toString('base64'));
  expect(await store.get('account')).toBe('token');
  expect(seen.length).toBeGreaterThan(3);
  for (const memory of seen) expect(memory.every((byte) => byte === 0)).toBe(true);
});

test('an object of texts is read and changed as bytes', () => {
  const bytes = Buffer.from(' {"a" : "1\\"2" , "b":"\\u0041"}\n');
  const texts = textsIn(bytes);
  expect([...texts.keys()]).toEqual(['a', 'b']);
  expect([...texts.values()].map((place) => textAt(bytes, place))).toEqual(['1"2', 'A']);
  const read = (changed: Buffer) => JSON.parse(changed.toString());
  expect(read(withText(bytes, 'a', Buffer.from('"x"')))).toEqual({ a: 'x', b: 'A' });
  expect(read(withText(bytes, 'b', Buffer.from('"x"')))).toEqual({ a: '1"2', b: 'x' });
  expect(read(withText(bytes, 'c', Buffer.from('"x"')))).toEqual({ a: '1"2', b: 'A', c: 'x' });
  expect(read(withText(bytes, 'a', undefined))).toEqual({ b: 'A' });
  expect(read(withText(Buffer.from('{"a":"1"}'), 'a', undefined))).toEqual({});
  // Named twice: the new value stands once.
  const twice = withText(Buffer.from('{"a":"1","a":"2"}'), 'a', Buffer.from('"x"'));
  expect(twice.toString()).toBe('{"a":"x"}');
});

test.each([
  '',
  '{',
  '{"a',
  '{"a"',
  '{"a":',
  '{"a":"b',
  '{"a":"b"',
  '{"a":1}',
  '[]',
  '{}x',
  '{"a":"b"}}',
])('what is no object of texts is not taken for one: %s', (text) => {
  expect(() => textsIn(Buffer.from(text))).toThrow(SyntaxError);
});

const bare: KeyStore = {
  get: async () => 'text',
  set: async () => {},
  remove: async () => {},
};

test('a wrapped store has what the store itself has, and no more', async () => {
  expect(Object.keys(await wrapKeystoreErrors(async () => bare))).toEqual(['get', 'set', 'remove']);
  const calls: string[] = [];
  const store = await wrapKeystoreErrors(async () => ({
    ...bare,
    getBytes: async (name: string) => Buffer.from(name),
    setBytes: async (name: string) => void calls.push(name),
    forget: () => void calls.push('forget'),
  }));
  expect((await store.getBytes!('a'))?.toString()).toBe('a');
  await store.setBytes!('b', Buffer.alloc(1));
  store.forget!();
  expect(calls).toEqual(['b', 'forget']);
});

test('words of a place for keys go no further', async () => {
  const broken = async () => {
    throw new Error('Anita Sharma’s keyring');
  };
  const unreachable = failure('locked', 'keychain-missing');
  await expect(wrapKeystoreErrors(broken)).rejects.toThrow(unreachable);
  const store = await wrapKeystoreErrors(async () => ({
    get: broken,
    set: broken,
    remove: broken,
    getBytes: broken,
    setBytes: broken,
  }));
  const asked = [
    store.get('a'),
    store.set('a', 'b'),
    store.remove('a'),
    store.getBytes!('a'),
    store.setBytes!('a', Buffer.alloc(1)),
  ];
  for (const one of asked) {
    await expect(one).rejects.toThrow(unreachable);
    await expect(one).rejects.not.toThrow('Anita');
  }
});

test('practice keys that cannot be read are refused in words', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'practice-keys.json');
  const written = nodeDisk.create(file);
  nodeDisk.write(written, Buffer.from('{"a'), 0, 3, 0);
  nodeDisk.close(written);
  const store = openPracticeStore({ disk: nodeDisk, folder });
  await expect(store.get('a')).rejects.toThrow(failure('locked', 'key-missing'));
});
