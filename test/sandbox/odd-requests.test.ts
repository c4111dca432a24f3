/** Requests that no client should send: each is refused in the words of its own chapter. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPractice, type PracticeCaller } from '../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 20 });
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.stop());

/** The token in both places where a chapter may look for it. */
const ask = (method: string, path: string, body?: unknown) =>
  caller.call(method, path, {
    headers: { authorization: `Bearer ${caller.token()}`, auth: caller.token() },
    ...(body !== undefined && { body }),
    unchecked: true,
  });

test('a document whose task is given twice is refused in words, and nothing is kept', async () => {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7 practice']), 'a.pdf');
  const answer = await fetch(`${sandbox.url}/mr/api/v2/docs?task=smart&task=pii`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token()}` },
    body: form,
  });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    400,
    'text/plain; charset=utf-8',
    'task is given once',
  ]);
  expect((await ask('GET', '/__sandbox/records')).body.documents).toEqual([]);
});

test('of a name that stands twice in an address the first counts', async () => {
  for (const path of [
    '/v1/file-upload?txn_id=txn-twice&txn_id=txn-other',
    '/medical-db/v1/sym-and-diag?q=fever&q=cough&limit=1&limit=900',
    '/svc-mcp/linking/v1/snomed?text_to_link=%5B%22dm2%22%5D&text_to_link=%5B%5D',
  ]) {
    const answer = await ask(path.startsWith('/v1/') ? 'POST' : 'GET', path, undefined);
    expect([path, answer.status]).toEqual([path, 200]);
  }
});

const long = 'x'.repeat(500);
test.each([
  ['GET', `/voice/api/v3/status/${long}`, 400, { error: { code: 'transaction_not_found' } }],
  ['GET', `/voice/api/v1/sessions/${long}`, 404, { status: 'failed' }],
  ['GET', `/voice/api/v1/documents/${long}`, 404, { status: 'failed' }],
  ['DELETE', `/voice/api/v1/documents/${long}`, 404, { status: 'failed' }],
  ['PATCH', `/voice/api/v2/transaction/${long}`, 404, { status: 'failed' }],
  ['GET', `/voice/v1/sessions/${long}`, 404, { error: { code: 'session_not_found' } }],
  ['POST', `/voice/v1/sessions/${long}/end`, 404, { error: { code: 'session_not_found' } }],
  ['PATCH', `/voice/api/v1/template/${long}`, 404, {}],
  ['DELETE', `/notification/v1/connect/webhook/subscriptions/${long}`, 400, { error: {} }],
  ['GET', `/cdr/v1/svcuser/${long}/`, 404, { status: 'error' }],
  ['PATCH', `/orders/${long}/status`, 404, { message: expect.any(String) }],
  ['DELETE', `/mr/api/v1/docs/${long}`, 404, ''],
] as const)(
  '%s of an id of 500 characters is refused as any unknown one',
  async (method, path, status, body) => {
    const sent = path.startsWith('/orders/') ? { status: 'DISPATCHED' } : { title: 'x' };
    const answer = await ask(method, path, method === 'PATCH' ? sent : undefined);
    expect(answer.status).toBe(status);
    if (body === '') expect(answer.body).toBe('');
    else expect(answer.body).toMatchObject(body);
  },
);
