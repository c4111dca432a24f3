/**
 * One row of the contract: the schema of what goes in, the type of what comes out, and what the
 * audit log says of it.
 */
import type { z } from 'zod';
import type { AuditWord } from '../model/audit.ts';

export type Request<I, O> = {
  readonly input: { parse(value: unknown): unknown } & Carries<I>;
  readonly output: Returns<O>;
  readonly audit: AuditRule;
};
type Carries<I> = { readonly __input?: (input: I) => void };
export type Returns<O> = { readonly __output?: O };

/** Entry of the audit log (P28) for a request that succeeded, or the reason why there is none. */
type AuditRule = Audited<never, never> | NotAudited;
export type NotAudited = { readonly notAudited: string };
export type Audited<I, O> = {
  readonly word: AuditWord;
  /** The entry is about the visit (or document) whose `id` stands there; absent: about none. */
  readonly visit?:
    | (HasId<I> extends true ? 'input' : never)
    | (HasId<O> extends true ? 'output' : never);
  /** An entry only for an output that says that something was done; absent: for every output. */
  readonly when?: (output: O) => boolean;
};
type HasId<T> = [T] extends [never] ? true : T extends { readonly id: string } ? true : false;

export function request<I, O>(
  input: z.ZodType<I>,
  output: Returns<O>,
  audit: Audited<NoInfer<I>, NoInfer<O>> | NotAudited,
): Request<I, O> {
  return { input: input as never, output, audit };
}
export function returns<O>(): Returns<O> {
  return {};
}
export const notAudited = (reason: string): NotAudited => ({ notAudited: reason });

/** For outputs that can also say that nothing was done. */
export const wasDone = ({ kind }: { readonly kind: string }): boolean => kind === 'done';
