import { expect, test } from 'vitest';
import {
  failureOf,
  isCaptivePortal,
  readServerError,
} from '../../../../../main/infrastructure/platform/client/status-failure.ts';
import type { NetAnswer } from '../../../../../main/infrastructure/ports.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const answer = (
  status: number,
  body: unknown = '',
  headers: Record<string, string> = {},
): NetAnswer => ({
  status,
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

test.each([
  ['auth', { code: 401, error: 'text' }, '401'],
  ['codification 422', { detail: [{ loc: [], msg: 'text', type: '' }] }, undefined],
  ['legacy linking', { error: 'text' }, undefined],
  ['transcription 401', { error: 'text', message: 'other' }, undefined],
  ['transcription 409', { status: 'error', message: 'text' }, undefined],
  ['init 422', { details: [{ msg: 'text' }] }, undefined],
  [
    'status 400',
    { error: { code: 'transaction_not_found', msg: 'text' } },
    'transaction_not_found',
  ],
  [
    'session',
    { status: 'failed', error: { code: 'x', message: 'text', display_message: 'd' }, txn_id: '' },
    'x',
  ],
  ['service user create', { username: ['no'], message: ['text'] }, undefined],
  ['medical-db', { error: 'text', code: null, details: null }, undefined],
  ['unauthorized', { message: 'text' }, undefined],
])('reads the %s shape', (_family, body, code) => {
  expect(readServerError(answer(400, body))).toEqual({ code, text: 'text' });
});

test.each(['', 'not json', '[]', 'null', '{"error":{}}', '{"error":7}', '"x"'])(
  'a body of %j says nothing and breaks nothing',
  (body) => {
    expect(readServerError(answer(500, body)).text).toBeUndefined();
    expect(failureOf(answer(500, body), NOW)).toMatchObject({ code: 'busy' });
  },
);

test.each([
  [401, 'signed-out', 'signed-out'],
  [403, 'refused', 'request-refused'],
  [404, 'missing', 'not-found'],
  [408, 'busy', 'platform-busy'],
  [409, 'refused', 'conflict'],
  [410, 'missing', 'transaction-dead'],
  [413, 'refused', 'too-large'],
  [422, 'invalid', 'request-refused'],
  [425, 'busy', 'platform-busy'],
  [429, 'busy', 'rate-limited'],
  [500, 'busy', 'platform-error'],
  [503, 'busy', 'platform-busy'],
  [302, 'offline', 'not-the-platform'],
  [511, 'offline', 'not-the-platform'],
])('%i is %s / %s', (status, code, detail) => {
  expect(failureOf(answer(status), NOW)).toMatchObject({ code, detail });
});

test('a page in place of data is no platform', () => {
  expect(
    isCaptivePortal(answer(200, '<html>', { 'content-type': 'text/html; charset=utf-8' })),
  ).toBe(true);
  expect(isCaptivePortal(answer(200, '{}', { 'content-type': 'application/json' }))).toBe(false);
  expect(isCaptivePortal(answer(204))).toBe(false);
});

test.each([
  ['7', 7000],
  ['30000', 3_600_000],
])('Retry-After %s is %s ms', (value, wait) => {
  expect(failureOf(answer(429, '', { 'retry-after': value }), NOW).retryAfter).toBe(wait);
});

test.each([
  ['', 'clock-wrong'],
  ['{"message":"Forbidden"}', 'clock-wrong'],
  ['{"error":"Access Denied","code":403}', 'clock-wrong'],
  ['{"error":{"code":"RequestTimeTooSkewed","message":"Forbidden"}}', 'clock-wrong'],
  ['{"detail":"The request has expired"}', 'clock-wrong'],
  ['<Code>AccessDenied</Code>', 'clock-wrong'],
  ['{"error":"this transaction belongs to someone else","code":"forbidden"}', 'request-refused'],
  ['{"code":"account_disabled"}', 'request-refused'],
  ['{"message":"You may not update this document"}', 'request-refused'],
  ['{"error":{"code":"encryption_required"}}', 'envelope-refused'],
])('while our clock is wrong, a refusal that says %s is %s', (body, detail) =>
  expect(
    failureOf(answer(403, body, { date: 'Sun, 01 Mar 2026 09:00:00 GMT' }), NOW),
  ).toMatchObject({ detail }),
);

test('a refusal while our clock is wrong is laid at the clock', () => {
  expect(failureOf(answer(403, '', { date: 'Sun, 01 Mar 2026 09:00:00 GMT' }), NOW)).toMatchObject({
    detail: 'clock-wrong',
    message: expect.stringContaining('60 minutes'),
  });
  expect(failureOf(answer(403, '', { date: 'Sun, 01 Mar 2026 09:58:00 GMT' }), NOW)).toMatchObject({
    detail: 'request-refused',
  });
});
