/** Made-up handlers: the inputs are those of the contract, the answers as little as a screen needs. */
import type { Input, RequestName } from '../../../shared/contract/contract.ts';

export type FakeHandlers = { readonly [N in RequestName]?: (input: Input<N>) => unknown };
