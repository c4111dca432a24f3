/** Who may begin a sign-in in the browser: nobody in practice, nobody where a client is set. */
import { expect, test } from 'vitest';
import { type AccountDeps, createAccount } from '../../../../main/features/account/account.ts';
import type { PlatformRule } from '../../../../shared/model/policy.ts';
import { failureWith } from '../../../support/failure.ts';

const where = { baseUrl: 'https://scribe.hospital.example', brand: 'svc' };

function rig(profile: 'practice' | 'clinic', rule?: PlatformRule) {
  const begun: unknown[] = [];
  const kept = new Map<string, string>();
  const remembered: unknown[] = [];
  const account = createAccount({
    profile,
    values: {
      get: (name: string) => kept.get(name),
      set: (name: string, value: string) => void kept.set(name, value),
    },
    platform: () => ({
      account: {
        state: () => ({ state: 'signed-in' }),
        lookForBusinessToken: async () => ({ state: 'signed-in' }),
        beginBrowser: async (...given: unknown[]) => void begun.push(given),
        stepBrowser: async () => ({
          kind: 'signed-in',
          address: { ...where, clientId: 'dr.iyer' },
          state: { state: 'signed-in' },
          oidcClientId: 'scriba',
        }),
      },
    }),
    practice: undefined,
    rule,
    accepted: (...given: unknown[]) => void remembered.push(given),
    changed: () => {},
  } as unknown as AccountDeps);
  return { account, begun, remembered };
}

test('practice meets no sign-in server', async () => {
  const { account, begun } = rig('practice');
  await expect(account.beginBrowser(where, 'scriba')).rejects.toThrow(failureWith('practice-only'));
  expect(begun).toEqual([]);
});

test('a policy that names the client, or another address, leaves no room for a person', async () => {
  for (const rule of [
    { baseUrl: where.baseUrl, clientId: 'the clinic' },
    { baseUrl: 'https://other.example' },
  ]) {
    const { account, begun } = rig('clinic', rule);
    await expect(account.beginBrowser(where, 'scriba')).rejects.toThrow(
      failureWith('set-by-organisation'),
    );
    expect(begun).toEqual([]);
  }
  const allowed = rig('clinic', { baseUrl: where.baseUrl });
  await allowed.account.beginBrowser(where, 'scriba');
  expect(allowed.begun).toEqual([[where, 'scriba']]);
});

test('who was signed in is the account, and the id of Scriba is handed on to be proposed again', async () => {
  const { account, remembered } = rig('clinic');
  const step = await account.stepBrowser();
  expect(step).toMatchObject({
    kind: 'signed-in',
    state: { clientId: 'dr.iyer', profile: 'clinic' },
  });
  expect(remembered).toEqual([[{ ...where, clientId: 'dr.iyer' }, 'scriba']]);
});
