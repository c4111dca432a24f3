/** What a row of the contract is made of: the schema of what goes in, the type of what comes out. */
import type { z } from 'zod';

export type Request<I, O> = {
  readonly input: { parse(value: unknown): unknown } & Carries<I>;
  readonly output: Returns<O>;
};
type Carries<I> = { readonly __input?: (input: I) => void };
export type Returns<O> = { readonly __output?: O };

export function request<I, O>(input: z.ZodType<I>, output: Returns<O>): Request<I, O> {
  return { input: input as never, output };
}
export function returns<O>(): Returns<O> {
  return {};
}
