/** A computer without a keychain: sign-in says so, makes nothing, and names the way out. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signIn, unlock } from '../../../main/cli/open-vault.ts';
import { openProfile } from '../../../main/hosts/common/profiles.ts';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import type { Net } from '../../../main/infrastructure/ports.ts';
import { openKeyStore } from '../../../main/infrastructure/vault/keystores/keystore.ts';
import { failureWith } from '../../support/failure.ts';
import { startSandbox } from '../../support/rigs/sandbox.ts';

const nothingSent: Net = () => Promise.reject(new Error('Nothing is sent in this test.'));

function openProfileOf(dataFolder: string, net = nothingSent) {
  return openProfile({
    host: 'headless',
    version: '0.0.0',
    dataFolder,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net,
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
    print: () => {},
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
      signIn(core, { name: 'sign-in', by: 'client', ...address }, undefined, told),
    ).rejects.toMatchObject({
      code: 'locked',
      detail: 'keychain-missing',
      message: expect.stringMatching(
        /No vault was made.*--passphrase.*first line.*second/,
      ) as string,
    });
    expect(told.words).toEqual([]);
    await expect(unlock(core, undefined)).rejects.toThrow(failureWith('no-vault'));
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
      signIn(
        core,
        { name: 'sign-in', by: 'client', ...http },
        'a long passphrase',
        terminal(['secret']),
      ),
    ).rejects.toThrow(failureWith('address-insecure'));
    expect(existsSync(path.join(folder, 'clinic'))).toBe(false);
    await expect(
      signIn(core, { name: 'sign-in', by: 'client', ...address }, 'short', terminal(['secret'])),
    ).rejects.toMatchObject({
      detail: 'usage',
      message: 'The passphrase: must have at least 8 letters.',
    });
    await expect(
      signIn(
        core,
        { name: 'sign-in', by: 'client', ...address },
        'a long passphrase',
        terminal([]),
      ),
    ).rejects.toThrow(/second line/);
  } finally {
    await core.close();
  }
});

test('a person signs in by password, and by a code that is told on standard error', async () => {
  const sandbox = await startSandbox();
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-person-'));
  const core = await openProfileOf(folder, undiciNet());
  try {
    const where = { name: 'sign-in', baseUrl: sandbox.url, brand: 'svc' } as const;
    const person = { ...where, by: 'person', clientId: 'practice-doctor' } as const;
    const passphrase = 'a long passphrase';
    await expect(signIn(core, person, passphrase, terminal(['wrong']))).rejects.toThrow(
      failureWith('password-refused'),
    );
    expect(await signIn(core, person, passphrase, terminal(['practice-password']))).toBe(0);
    expect(await core.handlers['account.state'](undefined)).toMatchObject({
      state: 'signed-in',
      clientId: 'practice-doctor',
    });
    await core.handlers['account.signOut'](undefined);
    const told = terminal([]);
    const approving = {
      ...told,
      word(sentence: string) {
        const [, code] = /the code (\S+)\./.exec(sentence) ?? [];
        told.word(sentence);
        if (code) void fetch(`${sandbox.url}/practice-device?user_code=${code}`);
      },
    };
    const device = { ...where, by: 'device', clientId: 'device' } as const;
    expect(await signIn(core, device, passphrase, approving)).toBe(0);
    expect(told.words.join()).toMatch(/Open http:\S+practice-device in a browser/);
  } finally {
    await core.close();
    await sandbox.kill();
  }
});
