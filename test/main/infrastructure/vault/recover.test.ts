/** A vault that a recovery code opens again: where its key is afterwards, and what its list says. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { KeyStore } from '../../../../main/infrastructure/ports.ts';
import { createVault } from '../../../../main/infrastructure/vault/vault.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failure } from '../../../support/failure.ts';
import { memoryKeyStore } from '../../../support/rigs/vault.ts';
import { temporaryFolder } from '../../../support/rows.ts';

const place = { table: 't', column: 'c', row: 'r' };

/** A vault with a key store for each kind, as a computer has. */
function computer(folder = temporaryFolder()) {
  const stores = { keychain: memoryKeyStore(), passphrase: memoryKeyStore() };
  const vault = () =>
    createVault({
      folder,
      disk: nodeDisk,
      random: nodeRandom,
      openKeyStore: async (kind, ...more): Promise<KeyStore> =>
        stores[kind === 'passphrase' ? 'passphrase' : 'keychain'].open(kind, ...more),
      profile: 'clinic',
    });
  const list = path.join(folder, 'vault', 'generations.json');
  return { folder, stores, vault, list };
}
const passphrase = () => Buffer.from('correct horse');

test('a key that is put into another place is looked for there from then on', async () => {
  const { stores, vault, list } = computer();
  const first = vault();
  const { recoveryCode } = await first.create({ kind: 'keychain' });
  const sealed = first.keys().sealRow(place, Buffer.from('fever'));
  await vault().recover(recoveryCode, { kind: 'passphrase', passphrase: passphrase() });
  expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject([{ kind: 'passphrase' }]);
  expect(existsSync(`${list}.kept-1`)).toBe(false);
  stores.keychain.secrets.clear();
  const later = vault();
  expect(later.state()).toMatchObject({ kind: 'passphrase' });
  await later.open(passphrase());
  expect(later.keys().openRow(place, sealed).toString()).toBe('fever');
});

test('of two keys only the recovered one moves to another place', async () => {
  const { vault, stores, list } = computer();
  const first = vault();
  const { recoveryCode } = await first.create({ kind: 'keychain' });
  stores.keychain.secrets.clear();
  const second = vault();
  await expect(second.open()).rejects.toThrow(failure('locked', 'key-missing'));
  await second.createAnother({ kind: 'keychain' });
  const newest = second.keys().generation;
  await second.recover(recoveryCode, { kind: 'passphrase', passphrase: passphrase() });
  expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject([
    { kind: 'passphrase' },
    { kind: 'keychain', generation: newest },
  ]);
  expect(second.keys().generation).toBe(newest);
});

test('a vault that is locked stays so when an older key alone comes back; its key waits for the newest', async () => {
  const { vault, stores } = computer();
  const first = vault();
  const { recoveryCode } = await first.create({ kind: 'keychain' });
  const sealed = first.keys().sealRow(place, Buffer.from('fever'));
  stores.keychain.secrets.clear();
  const second = vault();
  await second.createAnother({ kind: 'keychain' });
  const kept = new Map(stores.keychain.secrets);
  stores.keychain.secrets.clear();
  const third = vault();
  await third.recover(recoveryCode, { kind: 'keychain' });
  expect([third.state().state, third.isOpen(), third.generations()]).toEqual(['locked', false, []]);
  for (const [name, secret] of kept) stores.keychain.secrets.set(name, secret);
  await third.open();
  expect(third.generations()).toHaveLength(2);
  expect(third.rows().openRow(place, sealed).toString()).toBe('fever');
});

test('a code of the key that is at hand changes nothing for work that holds it', async () => {
  const { vault } = computer();
  const one = vault();
  const { recoveryCode } = await one.create({ kind: 'keychain' });
  const before = one.keys();
  const fileKey = Buffer.alloc(32, 9);
  before.hold(fileKey);
  await one.recover(recoveryCode, { kind: 'keychain' });
  expect(one.keys()).toBe(before);
  one.close();
  expect(fileKey).toEqual(Buffer.alloc(32));
});

test('a passphrase that is typed while the vault is open is a mistake: what the first one keeps stays', async () => {
  const { folder, vault, stores } = computer();
  const one = vault();
  await one.create({ kind: 'keychain' });
  writeFileSync(path.join(folder, 'secrets.sealed'), 'sealed before');
  // Somebody removed the list of keys, and the vault is to be made again.
  rmSync(path.join(folder, 'vault'), { recursive: true });
  stores.passphrase.failing = { open: 'passphrase-wrong' };
  await expect(one.create({ kind: 'passphrase', passphrase: passphrase() })).rejects.toThrow(
    failure('locked', 'passphrase-wrong'),
  );
  expect(readFileSync(path.join(folder, 'secrets.sealed'), 'utf8')).toBe('sealed before');
  expect(readdirSync(folder)).toEqual(['secrets.sealed']);
});

test('the folder of a new key is on the disk before the key is said to be made', async () => {
  const synced: string[] = [];
  const folder = temporaryFolder();
  const vault = createVault({
    folder,
    disk: {
      ...nodeDisk,
      syncFolder(name) {
        nodeDisk.syncFolder(name);
        synced.push(...readdirSync(name));
      },
    },
    random: nodeRandom,
    openKeyStore: memoryKeyStore().open,
  });
  await vault.create({ kind: 'keychain' });
  expect(synced).toContain(vault.keys().generation);
});

test('a damaged list is kept beside the new one', async () => {
  const { vault, list } = computer();
  const first = vault();
  const { recoveryCode } = await first.create({ kind: 'keychain' });
  const sealed = first.keys().sealRow(place, Buffer.from('fever'));
  writeFileSync(list, '[{"generation":');
  const later = vault();
  await later.recover(recoveryCode, { kind: 'keychain' });
  expect(readFileSync(`${list}.kept-1`, 'utf8')).toBe('[{"generation":');
  expect(later.keys().openRow(place, sealed).toString()).toBe('fever');
  const again = vault();
  await again.open();
  expect(again.generations()).toEqual(later.generations());
});

test('of a recovery that fails no key stays in memory, and the next one finds all as it was', async () => {
  const { folder, list } = computer();
  const given: Uint8Array[] = [];
  let isFull = false;
  const kept = new Map<string, Buffer>();
  const store: KeyStore = {
    get: async () => undefined,
    set: async () => {},
    remove: async () => {},
    getBytes: async (name) => (kept.has(name) ? Buffer.from(kept.get(name)!) : undefined),
    async setBytes(name, secret) {
      given.push(secret);
      if (isFull) throw new Failure('locked', 'It did not work.', { detail: 'keychain-denied' });
      kept.set(name, Buffer.from(secret));
    },
  };
  const vault = () =>
    createVault({ folder, disk: nodeDisk, random: nodeRandom, openKeyStore: async () => store });
  const { recoveryCode } = await vault().create({ kind: 'keychain' });
  const before = readFileSync(list, 'utf8');
  kept.clear();
  given.length = 0;
  isFull = true;
  const later = vault();
  await expect(later.recover(recoveryCode, { kind: 'keychain' })).rejects.toThrow(
    failure('locked', 'keychain-denied'),
  );
  expect(given).toEqual([Buffer.alloc(32)]);
  expect([later.isOpen(), readFileSync(list, 'utf8')]).toEqual([false, before]);
  isFull = false;
  await later.recover(recoveryCode, { kind: 'keychain' });
  expect(later.isOpen()).toBe(true);
});

test('a closed vault has no keys, and names none', async () => {
  const { vault } = computer();
  const one = vault();
  await one.create({ kind: 'keychain' });
  expect(one.generations()).toEqual([one.keys().generation]);
  one.close();
  expect(one.generations()).toEqual([]);
  expect(() => one.keys()).toThrow(failure('locked', 'vault-closed'));
});
