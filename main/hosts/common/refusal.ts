/** How a host tells a page, or a process of ours, what came of a request. */
import { Failure, type FailureCode } from '../../../shared/failure.ts';

export type Refusal = {
  readonly ok: false;
  readonly code: FailureCode;
  readonly message: string;
  readonly detail?: string | undefined;
  readonly retryAfter?: number | undefined;
};
export type Answer = { readonly ok: true; readonly value: unknown } | Refusal;

/** A Failure as an answer. */
export function refusal(error: unknown): Refusal {
  const { code, message, detail, retryAfter } =
    error instanceof Failure ? error : unforeseen(error);
  return {
    ok: false,
    code,
    message,
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function unforeseen(error: unknown): Failure {
  const kind =
    error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
  return new Failure(
    'broken',
    `Something went wrong inside Scriba (${String(kind).slice(0, 60)}).`,
    { detail: 'unforeseen' },
  );
}
