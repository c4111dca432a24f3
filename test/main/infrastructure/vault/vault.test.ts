import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import { createVault } from '../../../../main/infrastructure/vault/vault.ts';
import { secretBytes } from '../../../../shared/secret-bytes.ts';
import { failure } from '../../../support/failure.ts';
import { hashFolder, memoryKeyStore } from '../../../support/rigs/vault.ts';
import { temporaryFolder } from '../../../support/rows.ts';

const place = { table: 't', column: 'c', row: 'r' };

const vaultIn = (
  folder: string,
  keyStore = memoryKeyStore(),
  profile: 'practice' | 'clinic' = 'clinic',
) => ({
  folder,
  keyStore,
  vault: createVault({
    folder,
    disk: nodeDisk,
    random: nodeRandom,
    openKeyStore: keyStore.open,
    profile,
  }),
});

async function made() {
  const { folder, keyStore, vault } = vaultIn(temporaryFolder());
  const { recoveryCode } = await vault.create({ kind: 'keychain' });
  const sealed = vault.keys().sealRow(place, Buffer.from('fever'));
  return {
    folder,
    keyStore,
    vault,
    recoveryCode,
    sealed,
    again: () => vaultIn(folder, keyStore).vault,
  };
}

describe('a vault', () => {
  test('begins with none, is made once, and opens again with the same key', async () => {
    const { folder, vault, keyStore } = vaultIn(temporaryFolder());
    expect(vault.state()).toEqual({ state: 'none' });
    expect(() => vault.keys()).toThrow(failure('locked'));
    await expect(vault.open()).rejects.toThrow(failure('missing', 'no-vault'));
    await vault.create({ kind: 'keychain' });
    expect(vault.state()).toEqual({ state: 'open', kind: 'keychain' });
    await expect(vault.create({ kind: 'keychain' })).rejects.toThrow(
      failure('refused', 'vault-exists'),
    );
    const sealed = vault.keys().sealRow(place, Buffer.from('fever'));
    const later = vaultIn(folder, keyStore).vault;
    await later.open();
    expect(later.keys().openRow(place, sealed).toString()).toBe('fever');
    expect(existsSync(later.keys().folder)).toBe(true);
  });

  test('forgets its keys when it is closed', async () => {
    const { vault } = await made();
    const keys = vault.keys();
    vault.close();
    expect(vault.state().state).toBe('locked');
    expect(() => vault.keys()).toThrow(failure('locked'));
    expect(() => keys.sealRow(place, Buffer.from('x'))).toThrow(failure('locked'));
    await expect(vault.secrets.get('account')).rejects.toThrow(failure('locked'));
    await vault.open();
    expect(vault.state().state).toBe('open');
  });

  test('keeps the account’s secrets apart from those of another profile in the same keychain', async () => {
    const keyStore = memoryKeyStore();
    const one = vaultIn(temporaryFolder(), keyStore).vault;
    const other = vaultIn(temporaryFolder(), keyStore).vault;
    await one.create({ kind: 'keychain' });
    await other.create({ kind: 'keychain' });
    await one.secrets.set('account', 'one');
    await other.secrets.set('account', 'other');
    expect(await one.secrets.get('account')).toBe('one');
    await other.secrets.remove('account');
    expect([await one.secrets.get('account'), await other.secrets.get('account')]).toEqual([
      'one',
      undefined,
    ]);
  });

  test('opens with its passphrase only', async () => {
    const folder = temporaryFolder();
    const deps = {
      folder,
      disk: nodeDisk,
      random: nodeRandom,
      openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
    };
    await expect(
      createVault(deps).create({ kind: 'passphrase', passphrase: secretBytes('short') }),
    ).rejects.toThrow(failure('invalid', 'passphrase-short'));
    await createVault(deps).create({
      kind: 'passphrase',
      passphrase: secretBytes('correct horse'),
    });
    const vault = createVault(deps);
    expect(vault.state()).toEqual({
      state: 'locked',
      kind: 'passphrase',
      cause: 'passphrase-needed',
    });
    await expect(vault.open(secretBytes('wrong horse'))).rejects.toThrow(
      failure('locked', 'passphrase-wrong'),
    );
    expect(vault.state()).toEqual({
      state: 'locked',
      kind: 'passphrase',
      cause: 'passphrase-wrong',
    });
    await vault.open(secretBytes('correct horse'));
    expect(vault.state()).toEqual({ state: 'open', kind: 'passphrase' });
  });
});

describe('a vault and its key stores', () => {
  test('of real patients never takes the practice key store', async () => {
    const { folder, keyStore, vault } = vaultIn(temporaryFolder());
    await expect(vault.create({ kind: 'practice' })).rejects.toThrow(
      failure('refused', 'practice-only'),
    );
    await vaultIn(folder, keyStore, 'practice').vault.create({ kind: 'practice' });
    await expect(vaultIn(folder, keyStore, 'clinic').vault.open()).rejects.toThrow(
      failure('refused', 'practice-only'),
    );
  });

  test('is not made with a key store that forgets', async () => {
    const keyStore = memoryKeyStore();
    const forgetful = {
      ...keyStore,
      open: async () => ({
        get: async () => undefined,
        set: async () => undefined,
        remove: async () => undefined,
      }),
    };
    const { vault } = vaultIn(temporaryFolder(), forgetful);
    await expect(vault.create({ kind: 'keychain' })).rejects.toThrow(
      failure('locked', 'key-missing'),
    );
    expect(vault.state()).toEqual({ state: 'none' });
  });
});

describe('a lost key (P11)', () => {
  test.each([
    ['open', 'keychain-missing'],
    ['open', 'keychain-locked'],
    ['open', 'keychain-denied'],
    ['get', 'keychain-missing'],
    ['get', 'keychain-locked'],
    ['get', 'keychain-denied'],
  ] as const)(
    'that cannot be fetched (%s: %s) changes nothing and says why',
    async (call, detail) => {
      const { folder, keyStore, again, sealed } = await made();
      const before = hashFolder(folder);
      const secrets = new Map(keyStore.secrets);
      keyStore.failing = { [call]: detail };
      const vault = again();
      await expect(vault.open()).rejects.toThrow(failure('locked', detail));
      expect(vault.state()).toEqual({ state: 'locked', kind: 'keychain', cause: detail });
      await expect(vault.create({ kind: 'keychain' })).rejects.toThrow(
        failure('refused', 'vault-exists'),
      );
      expect(hashFolder(folder)).toBe(before);
      expect(keyStore.secrets).toEqual(secrets);
      keyStore.failing = {};
      await vault.open();
      expect(vault.keys().openRow(place, sealed).toString()).toBe('fever');
    },
  );

  test.each([
    ['gone', undefined, 'key-missing'],
    ['another', Buffer.alloc(32, 1).toString('base64'), 'key-wrong'],
    ['cut short', Buffer.alloc(31).toString('base64'), 'key-wrong'],
    ['empty', '', 'key-missing'],
  ] as const)(
    'that is %s changes nothing, and opens again when the key returns',
    async (_, value, detail) => {
      const { folder, keyStore, again, sealed } = await made();
      const [[name, kept]] = [...keyStore.secrets] as [[string, string]];
      if (value === undefined) keyStore.secrets.delete(name);
      else keyStore.secrets.set(name, value);
      const before = hashFolder(folder);
      const secrets = new Map(keyStore.secrets);
      const vault = again();
      await expect(vault.open()).rejects.toThrow(failure('locked', detail));
      expect(hashFolder(folder)).toBe(before);
      expect(keyStore.secrets).toEqual(secrets);
      keyStore.secrets.set(name, kept);
      await vault.open();
      expect(vault.keys().openRow(place, sealed).toString()).toBe('fever');
    },
  );

  test('comes back from the recovery code, and from no other', async () => {
    const { keyStore, recoveryCode, again, sealed } = await made();
    keyStore.secrets.clear();
    const vault = again();
    const { recoveryCode: other } = await vaultIn(temporaryFolder()).vault.create({
      kind: 'keychain',
    });
    await expect(vault.recover(other, { kind: 'keychain' })).rejects.toThrow(
      failure('refused', 'recovery-code-other'),
    );
    await expect(vault.recover(secretBytes('AAAA'), { kind: 'keychain' })).rejects.toThrow(
      failure('invalid', 'recovery-code-wrong'),
    );
    expect(keyStore.secrets.size).toBe(0);
    await vault.recover(recoveryCode, { kind: 'keychain' });
    expect(vault.keys().openRow(place, sealed).toString()).toBe('fever');
    const later = again();
    await later.open();
    expect(later.keys().openRow(place, sealed).toString()).toBe('fever');
  });
});

describe('a lost key with another one beside it (P11)', () => {
  test('leaves room for a new key; old files open when theirs returns', async () => {
    const { keyStore, recoveryCode, again, sealed, vault: first } = await made();
    const old = first.keys().generation;
    keyStore.secrets.clear();
    const vault = again();
    await expect(vault.open()).rejects.toThrow(failure('locked', 'key-missing'));
    await vault.createAnother({ kind: 'keychain' });
    expect(vault.keys().generation).not.toBe(old);
    expect(() => vault.keys(old)).toThrow(failure('locked'));
    await vault.recover(recoveryCode, { kind: 'keychain' });
    expect(vault.keys(old).openRow(place, sealed).toString()).toBe('fever');
    const later = again();
    await later.open();
    expect(later.generations()).toEqual([old, vault.keys().generation]);
  });

  test('is not made anew when the list of keys is damaged or lost', async () => {
    const { folder, recoveryCode, again, sealed } = await made();
    const list = path.join(folder, 'vault', 'generations.json');
    for (const harm of [
      () => writeFileSync(list, '[{"generation":'),
      () => writeFileSync(list, '[]'),
      () => rmSync(list),
    ]) {
      harm();
      const before = hashFolder(folder);
      const vault = again();
      expect(vault.state()).toEqual({ state: 'locked', cause: 'generations-damaged' });
      await expect(vault.open()).rejects.toThrow(failure('locked', 'generations-damaged'));
      await expect(vault.create({ kind: 'keychain' })).rejects.toThrow(
        failure('locked', 'generations-damaged'),
      );
      expect(hashFolder(folder)).toBe(before);
    }
    const vault = again();
    await vault.recover(recoveryCode, { kind: 'keychain' });
    expect(vault.keys().openRow(place, sealed).toString()).toBe('fever');
  });
});
