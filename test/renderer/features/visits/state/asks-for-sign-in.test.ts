/** Who needs no account is not asked to sign in; a visit that waits for a platform asks all the same. */
import { expect, test } from 'vitest';
import { asksForSignIn } from '../../../../../renderer/features/visits/state/asks-for-sign-in.ts';
import type { AccountState } from '../../../../../shared/model/account/account.ts';

const account = (
  state: AccountState['state'],
  profile: AccountState['profile'] = 'clinic',
): AccountState => ({ profile, state, baseUrl: '', brand: '', clientId: '' });

test('without an account nothing asks for one where new visits are worked on here', () => {
  expect(asksForSignIn(account('signed-out'), true, [{}, { hold: 'offline' }])).toBe(false);
  expect(asksForSignIn(account('signed-out'), false, [])).toBe(true);
});

test('a visit that waits for a sign-in, and a sign-in that has ended, ask for it', () => {
  expect(asksForSignIn(account('signed-out'), true, [{}, { hold: 'sign-in' }])).toBe(true);
  expect(asksForSignIn(account('needs-sign-in'), true, [])).toBe(true);
});

test('practice, and who is signed in, are never asked', () => {
  for (const isUsuallyHere of [true, false]) {
    expect(asksForSignIn(account('signed-out', 'practice'), isUsuallyHere, [])).toBe(false);
    expect(asksForSignIn(account('signed-in'), isUsuallyHere, [{ hold: 'sign-in' }])).toBe(false);
    expect(asksForSignIn(undefined, isUsuallyHere, [])).toBe(false);
  }
});
