import { createCipheriv, createHash, scryptSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../../../main/infrastructure/vault/keystores/keystore.ts';
import { secretBytes } from '../../../../../shared/secret-bytes.ts';
import { failure } from '../../../../support/failure.ts';
import { temporaryFolder } from '../../../../support/rows.ts';

const real = openKeyStore({ disk: nodeDisk, random: nodeRandom });
const locked = (detail: string) => failure('locked', detail);

describe('the keychain', () => {
  const keychain = (keytar: object) =>
    openKeyStore({
      disk: nodeDisk,
      random: nodeRandom,
      loadKeytar: async () => ({ default: keytar }),
    })('keychain', '/nowhere', undefined);

  test('is asked under one service name, with three calls only', async () => {
    const held = new Map<string, string>();
    const store = await keychain({
      getPassword: async (service: string, name: string) => held.get(`${service}/${name}`) ?? null,
      setPassword: async (service: string, name: string, secret: string) =>
        void held.set(`${service}/${name}`, secret),
      deletePassword: async (service: string, name: string) => held.delete(`${service}/${name}`),
    });
    expect(await store.get('kek:1')).toBeUndefined();
    await store.set('kek:1', 'secret');
    expect(held.get('Scriba/kek:1')).toBe('secret');
    expect(await store.get('kek:1')).toBe('secret');
    await store.remove('kek:1');
    expect(held.size).toBe(0);
  });

  test('that is not installed is missing', async () => {
    const absent = openKeyStore({
      disk: nodeDisk,
      random: nodeRandom,
      loadKeytar: async () => {
        throw new Error('Cannot find package');
      },
    });
    await expect(absent('keychain', '/nowhere', undefined)).rejects.toThrow(
      locked('keychain-missing'),
    );
    const hollow = openKeyStore({
      disk: nodeDisk,
      random: nodeRandom,
      loadKeytar: async () => ({}),
    });
    await expect(hollow('keychain', '/nowhere', undefined)).rejects.toThrow(
      locked('keychain-missing'),
    );
  });

  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain-missing'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-missing'],
    ['Cannot create an item in a locked collection', 'keychain-locked'],
    ['User interaction is not allowed.', 'keychain-locked'],
    ['The user name or passphrase you entered is not correct.', 'keychain-denied'],
    ['User canceled the operation.', 'keychain-denied'],
  ])('that says "%s" is %s, and its words go no further', async (words, detail) => {
    const store = await keychain({
      getPassword: async () => {
        throw new Error(words);
      },
      setPassword: async () => undefined,
      deletePassword: async () => true,
    });
    const error = await store.get('kek:1').catch((caught: unknown) => caught);
    expect(error).toEqual(locked(detail));
    expect((error as Error).cause).toBeUndefined();
  });
});

describe('the passphrase', () => {
  test('opens what it closed; another one does not, and changes nothing', async () => {
    const folder = temporaryFolder();
    const store = await real('passphrase', folder, secretBytes('correct horse'));
    expect(existsSync(path.join(folder, 'secrets.sealed'))).toBe(false);
    await store.set('account', 'token-1');
    await store.set('other', 'x');
    await store.remove('other');
    expect(
      await (await real('passphrase', folder, secretBytes('correct horse'))).get('account'),
    ).toBe('token-1');
    const before = readFileSync(path.join(folder, 'secrets.sealed'));
    expect(before.includes('token-1')).toBe(false);
    await expect(real('passphrase', folder, secretBytes('wrong horse'))).rejects.toThrow(
      locked('passphrase-wrong'),
    );
    await expect(real('passphrase', folder, undefined)).rejects.toThrow(
      locked('passphrase-needed'),
    );
    expect(readFileSync(path.join(folder, 'secrets.sealed')).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['secrets.sealed']);
  });

  test('of a damaged file is not said to be wrong', async () => {
    const folder = temporaryFolder();
    await (await real('passphrase', folder, secretBytes('correct horse'))).set(
      'account',
      'token-1',
    );
    const file = path.join(folder, 'secrets.sealed');
    const content = JSON.parse(readFileSync(file, 'utf8'));
    const sealed = Buffer.from(content.secrets.account.sealed, 'base64');
    sealed[3]! ^= 1;
    writeFileSync(
      file,
      JSON.stringify({
        ...content,
        secrets: { account: { ...content.secrets.account, sealed: sealed.toString('base64') } },
      }),
    );
    await expect(real('passphrase', folder, secretBytes('correct horse'))).rejects.toThrow(
      locked('secrets-damaged'),
    );
    writeFileSync(file, 'nonsense');
    await expect(real('passphrase', folder, secretBytes('correct horse'))).rejects.toThrow(
      locked('secrets-damaged'),
    );
  });
});

describe('the passphrase’s file', () => {
  test('keeps bytes as bytes, and forgets on command', async () => {
    const folder = temporaryFolder();
    const store = await real('passphrase', folder, secretBytes('correct horse'));
    const key = nodeRandom.bytes(32);
    await store.setBytes!('kek:1', key);
    await store.set('account', 'token-1');
    const again = await real('passphrase', folder, secretBytes('correct horse'));
    expect((await again.getBytes!('kek:1'))!.equals(key)).toBe(true);
    expect(await again.getBytes!('kek:2')).toBeUndefined();
    again.forget!();
    const before = readFileSync(path.join(folder, 'secrets.sealed'));
    await expect(again.get('account')).rejects.toThrow(locked('vault-closed'));
    await expect(again.set('account', 'x')).rejects.toThrow(locked('vault-closed'));
    expect(readFileSync(path.join(folder, 'secrets.sealed')).equals(before)).toBe(true);
  });

  test('does not lose what another opening of it has written', async () => {
    const folder = temporaryFolder();
    const one = await real('passphrase', folder, secretBytes('correct horse'));
    await one.set('a', '1');
    const other = await real('passphrase', folder, secretBytes('correct horse'));
    await other.set('b', '2');
    await one.set('c', '3');
    expect([await other.get('a'), await other.get('b'), await other.get('c')]).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  test('refuses a secret that was put under another name', async () => {
    const folder = temporaryFolder();
    const store = await real('passphrase', folder, secretBytes('correct horse'));
    await store.set('a', '1');
    const file = path.join(folder, 'secrets.sealed');
    const content = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...content, secrets: { b: content.secrets.a } }));
    await expect(real('passphrase', folder, secretBytes('correct horse'))).rejects.toThrow(
      locked('secrets-damaged'),
    );
  });

  test('of the first form is read, and written in the second', async () => {
    const folder = temporaryFolder();
    const [salt, nonce] = [nodeRandom.bytes(32), nodeRandom.bytes(12)];
    const key = scryptSync('correct horse', salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([
      cipher.update(JSON.stringify({ account: 'token-1' })),
      cipher.final(),
    ]);
    const check = createHash('sha256')
      .update('scriba/passphrase-check')
      .update(key)
      .digest()
      .subarray(0, 16);
    const parts = Object.entries({ salt, check, nonce, sealed, tag: cipher.getAuthTag() }).map(
      ([name, bytes]) => [name, bytes.toString('base64')],
    );
    writeFileSync(
      path.join(folder, 'secrets.sealed'),
      JSON.stringify({ form: 1, ...Object.fromEntries(parts) }),
    );
    const store = await real('passphrase', folder, secretBytes('correct horse'));
    expect(await store.get('account')).toBe('token-1');
    await store.set('other', 'x');
    expect(JSON.parse(readFileSync(path.join(folder, 'secrets.sealed'), 'utf8'))).toMatchObject({
      form: 2,
    });
    expect(
      await (await real('passphrase', folder, secretBytes('correct horse'))).get('account'),
    ).toBe('token-1');
  });
});

describe('the practice file', () => {
  test('keeps secrets in a file that only its owner reads', async () => {
    const folder = temporaryFolder();
    const store = await real('practice', folder, undefined);
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', '1');
    await store.set('b', '2');
    await store.remove('a');
    const again = await real('practice', folder, undefined);
    expect([await again.get('a'), await again.get('b')]).toEqual([undefined, '2']);
    expect(statSync(path.join(folder, 'practice-keys.json')).mode & 0o777).toBe(0o600);
  });

  test('that is damaged is not overwritten', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'practice-keys.json'), '{');
    const store = await real('practice', folder, undefined);
    await expect(store.get('a')).rejects.toThrow(locked('key-missing'));
    await expect(store.set('a', '1')).rejects.toThrow(locked('key-missing'));
    expect(readFileSync(path.join(folder, 'practice-keys.json'), 'utf8')).toBe('{');
  });
});
