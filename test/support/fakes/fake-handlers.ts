/** Types that the parts of the made-up core share. */
import type { Input, RequestName } from '../../../shared/contract/contract.ts';

/**
 * Answers of one part, by the contract's names; what they return is held against the screens, not
 * against the types.
 */
export type FakeHandlers = { readonly [N in RequestName]?: (input: Input<N>) => unknown };

/** Throws a Failure as it crosses the bridge. */
export function refuse(code: string, detail: string): never {
  throw { code, detail, message: '' };
}
