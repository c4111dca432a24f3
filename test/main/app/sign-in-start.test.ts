/**
 * Proves what the opening of the vault waits for: a clinic's sign-in, but no practice platform that
 * is still starting.
 */
import { expect, test } from 'vitest';
import { createSignIn, type SignInDeps } from '../../../main/app/sign-in.ts';
import { Failure } from '../../../shared/failure.ts';

const starting = new Promise<never>(() => {});

const signIn = (profile: 'practice' | 'clinic', open: () => Promise<void>) =>
  createSignIn({
    ports: { profile, practice: starting, clock: { after: () => () => {} } },
    account: { open, offer: async () => {} },
    connectivity: { state: () => undefined },
    vault: { isOpen: () => false },
  } as unknown as SignInDeps);

test('in a clinic a sign-in that cannot be read is told, also while a practice platform is starting beside it', async () => {
  const broken = new Failure('broken', 'The key store did not answer.', { detail: 'keystore' });
  const opening = signIn('clinic', () => Promise.reject(broken)).open(() => {});
  await expect(opening).rejects.toBe(broken);
});

test('a platform that answers nonsense keeps nothing from opening', async () => {
  const nonsense = new Failure('broken', 'It cannot be read.', { detail: 'answer-unreadable' });
  let woken = 0;
  await signIn('clinic', () => Promise.reject(nonsense)).open(() => (woken += 1));
  expect(woken).toBe(1);
});

test('practice opens at once, and goes on when its platform is there', async () => {
  let woken = 0;
  let started = () => {};
  const there = new Promise<void>((resolve) => (started = resolve));
  await signIn('practice', () => there).open(() => (woken += 1));
  expect(woken).toBe(0);
  started();
  await expect.poll(() => woken).toBe(1);
});
