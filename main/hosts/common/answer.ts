/** Answers one request of a page, whichever host carried it. */
import { z } from 'zod';
import { type Handlers, type RequestName, requests } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import { checkValue, requestLimits } from '../../../shared/strict-json.ts';
import { type Answer, refusal } from './refusal.ts';

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

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}
