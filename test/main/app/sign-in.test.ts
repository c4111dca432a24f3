/**
 * How a sign-in is announced to the pages: once, and with the address that is in use from then on.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openNodeProfile } from '../../../main/hosts/node/node-profile.ts';
import type { AccountState } from '../../../shared/model/account/account.ts';
import { secretBytes } from '../../../shared/secret-bytes.ts';
import { failure } from '../../support/failure.ts';
import { startSandbox } from '../../support/rigs/sandbox.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openClinic() {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'scriba-sign-in-'));
  const platform = await startSandbox();
  const core = await openNodeProfile({ host: 'headless', version: '0', dataFolder });
  ends.push(
    () => rmSync(dataFolder, { recursive: true, force: true }),
    () => platform.stop(),
    () => core.close(),
  );
  await core.handlers['profile.choose']({ profile: 'clinic' });
  const announced: AccountState[] = [];
  core.onNotice((name, payload) => {
    if (name === 'account.changed') announced.push(payload as AccountState);
  });
  await core.handlers['vault.create']({
    kind: 'passphrase',
    passphrase: secretBytes('a long passphrase'),
  });
  announced.splice(0);
  const { url: baseUrl, brand, clientId, clientSecret } = platform;
  return { core, announced, account: { baseUrl, brand, clientId }, clientSecret };
}

test('a sign-in is announced once, with the address it was made at', async () => {
  const { core, announced, account, clientSecret } = await openClinic();
  const state = await core.handlers['account.signIn']({ ...account, clientSecret });
  expect(state).toMatchObject({ ...account, state: 'signed-in' });
  expect(announced).toEqual([state]);
});

test('a sign-in that is refused is not announced, and one after it is', async () => {
  const { core, announced, account, clientSecret } = await openClinic();
  await expect(
    core.handlers['account.signIn']({ ...account, clientSecret: 'wrong' }),
  ).rejects.toThrow(failure('refused'));
  expect(announced).toEqual([]);
  await core.handlers['account.signIn']({ ...account, clientSecret });
  expect(announced).toHaveLength(1);
});

test('opening the vault again announces the sign-in that was kept, once', async () => {
  const { core, announced, account, clientSecret } = await openClinic();
  await core.handlers['account.signIn']({ ...account, clientSecret });
  await core.handlers['vault.lock'](undefined);
  announced.splice(0);
  await core.handlers['vault.unlock']({ passphrase: secretBytes('a long passphrase') });
  expect(announced).toEqual([await core.handlers['account.state'](undefined)]);
  expect(announced).toMatchObject([{ ...account, state: 'signed-in' }]);
});

test('a sign-out is announced once', async () => {
  const { core, announced, account, clientSecret } = await openClinic();
  await core.handlers['account.signIn']({ ...account, clientSecret });
  announced.splice(0);
  const state = await core.handlers['account.signOut'](undefined);
  expect(state).toMatchObject({ state: 'signed-out' });
  expect(announced).toEqual([state]);
});

test('the practice profile, which signs itself in, announces it once', async () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'scriba-sign-in-'));
  const practice = await startSandbox();
  const core = await openNodeProfile({ host: 'headless', version: '0', dataFolder, practice });
  ends.push(
    () => rmSync(dataFolder, { recursive: true, force: true }),
    () => practice.stop(),
    () => core.close(),
  );
  await core.handlers['profile.choose']({ profile: 'practice' });
  const announced: unknown[] = [];
  core.onNotice((name, payload) => {
    if (name === 'account.changed') announced.push(payload);
  });
  await core.handlers['vault.create']({ kind: 'practice' });
  expect(announced).toEqual([await core.handlers['account.state'](undefined)]);
});
