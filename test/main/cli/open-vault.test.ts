/** A computer without a keychain: sign-in says so, makes nothing, and names the way out. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signIn, unlock } from '../../../main/cli/open-vault.ts';
import { openProfile } from '../../../main/hosts/common/profiles.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../main/infrastructure/vault/keystores/keystore.ts';

function openProfileOf(dataFolder: string) {
  return openProfile({
    host: 'headless',
    version: '0.0.0',
    dataFolder,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: () => Promise.reject(new Error('Nothing is sent in this test.')),
    policy: undefined,
    practice: undefined,
    log: undefined,
    openKeyStore: openKeyStore({
      disk: nodeDisk,
      random: nodeRandom,
      loadKeytar: () => Promise.reject(new Error('Cannot find module keytar')),
    }),
  });
}
const address = { baseUrl: 'https://platform.example', brand: 'svc', clientId: 'c-1' };
const terminal = (lines: string[]) => {
  const words: string[] = [];
  return {
    words,
    line: () => {},
    word: (sentence: string) => void words.push(sentence),
    nextLine: async () => lines.shift(),
  };
};

test('without a keychain nothing is made, and --passphrase is named as the way out', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-no-keychain-'));
  const core = await openProfileOf(folder);
  try {
    const told = terminal(['secret']);
    await expect(
      signIn(core, { name: 'sign-in', ...address }, undefined, told),
    ).rejects.toMatchObject({
      code: 'locked',
      detail: 'keychain-missing',
      message: expect.stringMatching(
        /No vault was made.*--passphrase.*first line.*second/,
      ) as string,
    });
    expect(told.words).toEqual([]);
    await expect(unlock(core, undefined)).rejects.toMatchObject({ detail: 'no-vault' });
  } finally {
    await core.close();
  }
});

test('a passphrase that is too short, and an address that can be none, make no vault', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-no-vault-'));
  const core = await openProfileOf(folder);
  try {
    const http = { ...address, baseUrl: 'http://platform.example' };
    await expect(
      signIn(core, { name: 'sign-in', ...http }, 'a long passphrase', terminal(['secret'])),
    ).rejects.toMatchObject({ detail: 'address-insecure' });
    expect(existsSync(path.join(folder, 'clinic'))).toBe(false);
    await expect(
      signIn(core, { name: 'sign-in', ...address }, 'short', terminal(['secret'])),
    ).rejects.toMatchObject({
      detail: 'usage',
      message: 'The passphrase: must have at least 8 letters.',
    });
    await expect(
      signIn(core, { name: 'sign-in', ...address }, 'a long passphrase', terminal([])),
    ).rejects.toThrow(/second line/);
  } finally {
    await core.close();
  }
});
