/** A vault that a recovery code opens again: where its key is afterwards, and what its list says. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { KeyStore } from '../../../../main/infrastructure/ports.ts';
import { createVault } from '../../../../main/infrastructure/vault/vault.ts';
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

test('a closed vault has no keys, and names none', async () => {
  const { vault } = computer();
  const one = vault();
  await one.create({ kind: 'keychain' });
  expect(one.generations()).toEqual([one.keys().generation]);
  one.close();
  expect(one.generations()).toEqual([]);
  expect(() => one.keys()).toThrow(failure('locked', 'vault-closed'));
});
