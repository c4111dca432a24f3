/**
 * Failures, in the words that the app acts on.
 *
 * Everything thrown on purpose is a Failure. Code that decides what to do next (the outbox, a
 * screen) reads `code`, and `detail` where one code has several remedies; never the message.
 */
export const failureCodes = [
  'signed-out', // the platform no longer accepts who we are
  'offline', // the platform could not be reached
  'busy', // the platform, or another part of Scriba, asks us to come back later
  'refused', // the other side understood and said no; repeating will not help
  'invalid', // the request itself is malformed
  'missing', // there is no such thing
  'locked', // the vault's key is not at hand
  'broken', // our own mistake, or damage
] as const;
export type FailureCode = (typeof failureCodes)[number];

export type FailureOptions = {
  /**
   * A stable word in kebab-case that names the case, e.g. `disk-full`; the screens translate it.
   */
  readonly detail?: string;
  /** Milliseconds to wait before trying again, where the other side said so. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
};

export class Failure extends Error {
  readonly code: FailureCode;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: FailureCode,
    message: string,
    { detail, retryAfter, cause }: FailureOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'Failure';
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** Reads any thrown value as a Failure; what we did not foresee is `broken`. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure('broken', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
