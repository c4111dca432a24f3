/**
 * A net that holds whatever goes through it against openapi.yaml: what the client sends, and what
 * the practice platform answers.
 */
import { afterEach, expect } from 'vitest';
import type { Net, NetAnswer, NetRequest } from '../../main/infrastructure/ports.ts';
import { createContractCheck } from './openapi.ts';

const check = createContractCheck();
/**
 * Contract 11 is told in words only, and an address that a platform hands out for a document is its
 * own affair: openapi.yaml has neither.
 */
const unwritten = /^\/voice\/v1\/|\/convert-to-template$|^\/practice-documents\//;
let breaches: string[] = [];

// A breach inside a call would be taken for a failure of the line, and tried again.
afterEach(() => {
  const found = breaches;
  breaches = [];
  expect(found, 'openapi.yaml').toEqual([]);
});

/** Answers that a fault made, and streams, are passed by. */
export function heldToContract(net: Net): Net {
  return async (request) => {
    const ours = new URL(request.url);
    if (unwritten.test(ours.pathname)) return net(request);
    const known = check.knows(ours.pathname);
    const sealed = request.headers?.['x-encryption'] !== undefined;
    if (known && !sealed)
      note(() =>
        check.request({
          method: request.method,
          path: ours.pathname,
          query: ours.searchParams,
          contentType: request.headers?.['content-type'] ?? '',
          body: sent(request),
        }),
      );
    const answer = await net(request);
    if (
      answer.headers['x-practice-fault'] !== undefined ||
      sealed ||
      answer.headers['x-encryption'] !== undefined
    )
      return answer;
    if (known || answer.status !== 404) {
      note(() =>
        check.answer({
          method: request.method,
          path: ours.pathname,
          status: answer.status,
          contentType: answer.headers['content-type'] ?? '',
          body: bodyOf(answer),
        }),
      );
    }
    return answer;
  };
}

function note(look: () => void) {
  try {
    look();
  } catch (error) {
    breaches.push((error as Error).message);
  }
}

function sent({ body }: NetRequest): unknown {
  if (typeof body === 'string') return parsed(body);
  return body === undefined ? undefined : {};
}
const bodyOf = ({ body, headers }: NetAnswer): unknown =>
  headers['content-type']?.includes('json') ? parsed(body.toString()) : body.toString();
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
