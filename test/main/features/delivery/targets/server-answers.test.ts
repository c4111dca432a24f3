/** What is made of the answers of a FHIR server to each call about a document. */
import { expect, test } from 'vitest';
import { createEmrServer } from '../../../../../main/features/delivery/targets/emr-server.ts';
import type { NetAnswer, NetRequest } from '../../../../../main/infrastructure/ports.ts';
import { failure } from '../../../../support/failure.ts';

const OURS = 'urn:uuid:0f9c';
type Answer = { status?: number; json?: unknown; headers?: Record<string, string> };

/** Answers one call after the other. */
function serverWith(...answers: Answer[]) {
  const calls: NetRequest[] = [];
  const server = createEmrServer({
    address: async () => ({ base: new URL('https://emr.example/fhir') }),
    searchInAddress: () => false,
    net: async (request) => {
      calls.push(request);
      const { status = 200, json, headers = {} } = answers[calls.length - 1] ?? {};
      const body = new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json));
      return { status, headers, body } as NetAnswer;
    },
  });
  return { server, calls, sent: () => calls.map(({ method, url }) => `${method} ${url.pathname}`) };
}
const document = {
  resourceType: 'DocumentReference',
  id: 'd-1',
  status: 'current',
  identifier: [{ system: 'urn:ietf:rfc:3986', value: OURS }],
};
const found = {
  json: { resourceType: 'Bundle', type: 'searchset', entry: [{ resource: document }] },
};

test.each([
  ['https://emr.example/fhir/DocumentReference/d-1', 'DocumentReference/d-1'],
  ['https://emr.example/fhir/DocumentReference/d-1/_history/12', 'DocumentReference/d-1'],
  ['DocumentReference/d-1/_history/a.b', 'DocumentReference/d-1'],
  ['https://emr.example/fhir/DocumentReference/d-1/other', undefined],
  ['https://emr.example/fhir/DocumentReference/d 1', undefined],
  ['https://emr.example/fhir/Patient/d-1', undefined],
  ['', undefined],
])('a document that was made at %j is known as %s', async (location, known) => {
  const { server } = serverWith({ status: 201, headers: { location } });
  const made = await server.create({}, OURS);
  expect(made).toEqual(known ? { kind: 'made', location: known } : { kind: 'made' });
});

test('a document that the server has already is not made again, in either way', async () => {
  const there = { kind: 'there-already' };
  expect(await serverWith({ status: 412 }).server.create({}, OURS)).toEqual(there);
  expect(await serverWith({ status: 412 }).server.transact({})).toEqual(there);
});

test('a transaction is done when each part of it is', async () => {
  const answered = (...statuses: (string | undefined)[]) =>
    serverWith({
      json: {
        resourceType: 'Bundle',
        type: 'transaction-response',
        entry: statuses.map((status, place) => ({
          response: { status, location: `DocumentReference/d-${place + 1}/_history/1` },
        })),
      },
    }).server.transact({});
  // The last part is the document.
  expect(await answered('201 Created', '200')).toEqual({
    kind: 'made',
    location: 'DocumentReference/d-2',
  });
  for (const statuses of [[], ['201', '422 Unprocessable'], ['2010'], ['1201'], [undefined]])
    await expect(answered(...statuses)).rejects.toThrow(failure('refused', 'emr-refused'));
  await expect(serverWith({ json: {} }).server.transact({})).rejects.toThrow(
    failure('broken', 'emr-answer'),
  );
});

test('an earlier document is marked as superseded, under the version that was read', async () => {
  const { server, calls, sent } = serverWith(
    found,
    { json: document, headers: { etag: 'W/"3"' } },
    { status: 200 },
  );
  await server.supersede(OURS);
  expect(sent().slice(1)).toEqual([
    'GET /fhir/DocumentReference/d-1',
    'PUT /fhir/DocumentReference/d-1',
  ]);
  expect(calls[2]!.headers).toMatchObject({ 'if-match': 'W/"3"', prefer: 'return=minimal' });
  expect(JSON.parse(Buffer.from(calls[2]!.body as Uint8Array).toString())).toMatchObject({
    ...document,
    status: 'superseded',
  });
});

test('without a version the server is not asked for one', async () => {
  const { server, calls } = serverWith(found, { json: document }, { status: 200 });
  await server.supersede(OURS);
  expect(Object.keys(calls[2]!.headers as object)).not.toContain('if-match');
});

test.each([
  ['has none', { json: { resourceType: 'Bundle', type: 'searchset' } }, undefined, 1],
  ['has it no more', found, { status: 404 }, 2],
  ['deleted it', found, { status: 410 }, 2],
  ['holds it for superseded', found, { json: { ...document, status: 'superseded' } }, 2],
] as const)('nothing is changed where the server %s', async (_what, first, second, calls) => {
  const rig = serverWith(first, ...(second ? [second] : []));
  await rig.server.supersede(OURS);
  expect(rig.calls).toHaveLength(calls);
});

test.each([
  [{ json: { ...document, identifier: [{ value: 'urn:uuid:other' }] } }],
  [{ json: { ...document, identifier: [] } }],
  [{ json: { resourceType: 'Patient' } }],
  [{ json: 'nonsense' }],
  [{}],
])('what is not our own document is never changed: %j', async (answer) => {
  const rig = serverWith(found, answer);
  await expect(rig.server.supersede(OURS)).rejects.toThrow(failure('broken', 'emr-answer'));
  expect(rig.calls).toHaveLength(2);
});

test('what keeps it from being marked is said', async () => {
  await expect(
    serverWith(found, { json: document }, { status: 412 }).server.supersede(OURS),
  ).rejects.toThrow(failure('busy', 'emr-busy'));
  for (const answers of [[{ status: 422 }], [{ json: document }, { status: 422 }]])
    await expect(serverWith(found, ...answers).server.supersede(OURS)).rejects.toThrow(
      'The FHIR server did not mark the earlier document as superseded.',
    );
});
