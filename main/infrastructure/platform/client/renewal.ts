/**
 * What a 401 means on every path: one renewal of the sign-in, one more attempt, then a person has
 * to sign in (contract 1.6).
 */
import type { NetAnswer } from '../../ports.ts';
import { failureOf } from './status-failure.ts';
import type { Tokens } from './tokens.ts';

export type RenewalDeps = {
  readonly tokens: Pick<Tokens, 'renew' | 'refused'>;
  /** Wall clock; milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * Makes one attempt with this token, and after a 401 one more with a renewed one. `attempt` must
 * open its body anew. Throws `signed-out` after a second 401, and what `renew` and `attempt` throw.
 */
export async function withRenewal<T extends { readonly answer: NetAnswer }>(
  { tokens, now }: RenewalDeps,
  token: string,
  attempt: (token: string) => Promise<T>,
): Promise<T> {
  const first = await attempt(token);
  if (first.answer.status !== 401) return first;
  const renewed = await tokens.renew(token);
  const second = await attempt(renewed);
  if (second.answer.status !== 401) return second;
  // Not a third time: a sign-in that is refused fresh is refused for good.
  tokens.refused(renewed);
  throw failureOf(second.answer, now());
}
