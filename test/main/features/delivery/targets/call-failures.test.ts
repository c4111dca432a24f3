/** What is made of each status of a FHIR server, and of a call that failed. */
import { expect, test } from 'vitest';
import {
  failureOf,
  isSuccess,
  networkFailure,
  send,
} from '../../../../../main/features/delivery/targets/emr-call.ts';
import type { NetAnswer, NetRequest } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';

const answer = (status: number, headers: Record<string, string> = {}, body = ''): NetAnswer =>
  ({ status, headers, body: new TextEncoder().encode(body) }) as NetAnswer;

test.each([
  [299, 'refused', 'emr-refused', 'The FHIR server did not accept the note.'],
  [
    300,
    'refused',
    'emr-redirect',
    'The FHIR server points to another address. Enter that one in Settings, if it is right.',
  ],
  [
    399,
    'refused',
    'emr-redirect',
    'The FHIR server points to another address. Enter that one in Settings, if it is right.',
  ],
  [400, 'refused', 'emr-refused', 'The FHIR server did not accept the note.'],
  [
    401,
    'refused',
    'emr-token',
    'The FHIR server does not let Scriba in. Enter its token anew in Settings; what waits for it is then sent.',
  ],
  [
    403,
    'refused',
    'emr-token',
    'The FHIR server does not let Scriba in. Enter its token anew in Settings; what waits for it is then sent.',
  ],
  [
    404,
    'missing',
    'emr-not-there',
    'The FHIR server has nothing under this address. Look at it in Settings.',
  ],
  [
    410,
    'missing',
    'emr-not-there',
    'The FHIR server has nothing under this address. Look at it in Settings.',
  ],
  [
    408,
    'busy',
    'emr-busy',
    'The FHIR server is busy with something else. It is asked again by itself.',
  ],
  [
    409,
    'busy',
    'emr-busy',
    'The FHIR server is busy with something else. It is asked again by itself.',
  ],
  [
    425,
    'busy',
    'emr-busy',
    'The FHIR server is busy with something else. It is asked again by itself.',
  ],
  [429, 'busy', 'emr-busy', 'The FHIR server asks to wait. It is tried again by itself.'],
  [503, 'busy', 'emr-busy', 'The FHIR server asks to wait. It is tried again by itself.'],
  [499, 'refused', 'emr-refused', 'The FHIR server did not accept the note.'],
  [
    500,
    'busy',
    'emr-error',
    'The FHIR server had an internal error. Scriba tries again automatically.',
  ],
  [501, 'refused', 'emr-refused', 'The FHIR server cannot do this.'],
  [
    599,
    'busy',
    'emr-error',
    'The FHIR server had an internal error. Scriba tries again automatically.',
  ],
] as const)('%i is %s / %s', (status, code, detail, message) => {
  const found = failureOf(answer(status));
  expect([found.code, found.detail, found.message]).toEqual([code, detail, message]);
  expect('retryAfter' in found && found.retryAfter !== undefined).toBe(false);
});

test('a wait is kept where the server asks for one: busy, or in trouble', () => {
  const waits = (status: number) => failureOf(answer(status, { 'retry-after': '7' })).retryAfter;
  expect([429, 503, 500, 502].map(waits)).toEqual([7000, 7000, 7000, 7000]);
  expect([408, 409, 401, 422].map(waits)).toEqual(Array(4).fill(undefined));
});

test('what was refused is said in the words of the call', () => {
  expect(failureOf(answer(422), 'It was not found.').message).toBe('It was not found.');
  const outcome = { resourceType: 'OperationOutcome', issue: [{ diagnostics: 'x'.repeat(400) }] };
  expect(failureOf(answer(422, {}, JSON.stringify(outcome)), 'No.').message).toBe(
    `No. It said: “${'x'.repeat(300)}”`,
  );
});

test('only the two hundreds are a success', () =>
  expect([199, 200, 299, 300].map((status) => isSuccess(answer(status)))).toEqual([
    false,
    true,
    true,
    false,
  ]));

test.each([
  [
    new Failure('offline', 'It did not work.', { detail: 'not-sent' }),
    'offline',
    'emr-unreachable',
  ],
  [new Failure('offline', 'It did not work.', { detail: 'no-answer' }), 'offline', 'emr-no-answer'],
  [new Failure('busy', 'It did not work.', { detail: 'cancelled' }), 'offline', 'emr-no-answer'],
  [new Failure('broken', 'It did not work.', { detail: 'not-sent' }), 'broken', 'emr-answer'],
  [new Error('x'), 'broken', 'emr-answer'],
])('a call that failed with %s is %s / %s', (cause, code, detail) => {
  const found = networkFailure(cause);
  expect([found.code, found.detail, found.cause]).toEqual([code, detail, cause]);
  expect(found.message).toMatch(/^(?:The FHIR server|What the FHIR server) .+\.$/);
});

test('a token that is refused is asked for anew once, where another may be had', async () => {
  for (const [status, mayBeHad, calls] of [
    [401, true, 2],
    [401, false, 1],
    [401, undefined, 1],
    [403, true, 1],
    [200, true, 1],
  ] as const) {
    const requests: NetRequest[] = [];
    await send(
      {
        net: async (request) => {
          requests.push(request);
          return answer(status);
        },
        address: async () => ({ base: new URL('https://emr.example/fhir//'), token: 'secret' }),
        ...(mayBeHad !== undefined && { tokenRefused: () => mayBeHad }),
      },
      { method: 'POST', path: '', body: '{}', type: 'text/plain', headers: { prefer: 'x' } },
    );
    expect(requests).toHaveLength(calls);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      body: '{}',
      timeout: 20_000,
      headers: {
        accept: 'application/fhir+json',
        authorization: 'Bearer secret',
        'content-type': 'text/plain',
        prefer: 'x',
      },
    });
    expect(requests[0]!.url.href).toBe('https://emr.example/fhir');
    expect('cancel' in requests[0]!).toBe(false);
  }
});
