/** Answers one request of a page, whichever host carried it. */
import { z } from 'zod';
import {
  type Handlers,
  type Output,
  type RequestName,
  requests,
} from '../../../shared/contract/contract.ts';
import { Failure, type FailureCode } from '../../../shared/failure.ts';
import { checkValue, requestLimits } from '../../../shared/strict-json.ts';

export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: FailureCode;
      readonly message: string;
      readonly detail?: string;
      readonly retryAfter?: number;
    };

/**
 * Reads the request through its schema, runs its handler, and answers with a value or a Failure
 * as a value; it never throws. What nobody foresaw is told by its kind alone: the message of such
 * an error may hold a path or a piece of a patient's data.
 */
export async function answer(handlers: Handlers, name: unknown, input: unknown): Promise<Answer> {
  try {
    if (!isRequestName(name))
      throw new Failure('invalid', 'There is no request of that name.', {
        detail: 'no-such-request',
      });
    const handle = handlers[name] as (input: unknown) => unknown;
    return { ok: true, value: await handle(readInput(name, input)) };
  } catch (error) {
    return refusal(error);
  }
}

const withSecrets: readonly RequestName[] = [
  'vault.create',
  'vault.unlock',
  'vault.recover',
  'vault.startAnother',
];
/** Whether the request holds what opens a vault. */
export const hasSecrets = (name: unknown): boolean => withSecrets.some((one) => one === name);

/**
 * Overwrites what an answer holds of a key; to be called when it has left. Only these answers have
 * bytes that nobody else holds.
 */
export function forgetSecrets(name: unknown, given: Answer): void {
  if ((name !== 'vault.create' && name !== 'vault.startAnother') || !given.ok) return;
  (given.value as Output<typeof name>).recoveryCode.fill(0);
}

/** A Failure as an answer. */
export function refusal(error: unknown): Answer {
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

function readInput(name: RequestName, input: unknown): unknown {
  try {
    // What Electron carries is no JSON: nobody has counted it yet.
    checkValue(input, requestLimits);
    return requests[name].input.parse(input);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Failure('invalid', placeOf(error), { detail: 'input' });
  }
}

/**
 * "input.templates[1]: Invalid input …" for the first thing that is wrong; never the value itself.
 */
function placeOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'input: not understood';
  const place = issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step).slice(0, 50)}`))
    .join('');
  const reason =
    issue.code === 'unrecognized_keys'
      ? 'has a member that is not known'
      : issue.message.slice(0, 200);
  return `input${place}: ${reason}`;
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

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}
