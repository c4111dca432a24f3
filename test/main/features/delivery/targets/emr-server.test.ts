/** Calls of a FHIR server: what goes out, and what is believed of what comes back. */
import { describe, expect, test } from 'vitest';
import { createEmrServer } from '../../../../../main/features/delivery/targets/emr-server.ts';
import type { NetAnswer, NetRequest } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { failureWith } from '../../../../support/failure.ts';

type Answer = Partial<NetAnswer> & { json?: unknown };
const STATEMENT = { resourceType: 'CapabilityStatement' };

function rig(answer: Answer | Failure = { json: STATEMENT }, token?: string) {
  const calls: NetRequest[] = [];
  const server = createEmrServer({
    address: async () => ({ base: new URL('https://emr.example/fhir/'), token }),
    searchInAddress: () => false,
    net: async (request) => {
      calls.push(request);
      if (answer instanceof Failure) throw answer;
      const { json, ...rest } = answer;
      return {
        status: 200,
        headers: {},
        body: new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json)),
        ...rest,
      } as NetAnswer;
    },
  });
  return { server, calls };
}
const found = (...resources: object[]) => ({
  json: {
    resourceType: 'Bundle',
    type: 'searchset',
    entry: resources.map((resource) => ({ resource })),
  },
});
const asha = {
  resourceType: 'Patient',
  id: 'p-1',
  identifier: [{ system: 'urn:mrn', value: 'MR-77' }],
  name: [{ text: 'Asha Rao' }, { given: ['Asha', 'Devi'], family: 'Rao' }, { given: ['Asha'] }],
  birthDate: '1988-02-29',
  gender: 'female',
};

describe('a call', () => {
  test('goes to the address below the base, with the token where there is one', async () => {
    const open = rig();
    await open.server.capability();
    expect(open.calls[0]).toMatchObject({
      method: 'GET',
      timeout: 20_000,
      maxBytes: 33_554_432,
    });
    expect(open.calls[0]!.url.href).toBe('https://emr.example/fhir/metadata');
    expect(open.calls[0]!.headers).toEqual({ accept: 'application/fhir+json' });
    const closed = rig({ json: STATEMENT }, 'secret');
    await closed.server.capability();
    expect(closed.calls[0]!.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  test.each([
    [
      new Failure('offline', 'It did not work.', { detail: 'not-sent' }),
      'offline',
      'emr-unreachable',
    ],
    [
      new Failure('offline', 'It did not work.', { detail: 'no-answer' }),
      'offline',
      'emr-no-answer',
    ],
    [
      new Failure('refused', 'It did not work.', { detail: 'cancelled' }),
      'offline',
      'emr-no-answer',
    ],
    [
      new Failure('broken', 'It did not work.', { detail: 'answer-too-large' }),
      'broken',
      'emr-answer',
    ],
  ])('that fails with %s is a failure of its own', async (failure, code, detail) => {
    await expect(rig(failure).server.capability()).rejects.toMatchObject({ code, detail });
  });

  test.each([
    [300, 'refused', 'emr-redirect'],
    [399, 'refused', 'emr-redirect'],
    [400, 'refused', 'emr-refused'],
    [401, 'refused', 'emr-token'],
    [403, 'refused', 'emr-token'],
    [404, 'missing', 'emr-not-there'],
    [410, 'missing', 'emr-not-there'],
    [408, 'busy', 'emr-busy'],
    [409, 'busy', 'emr-busy'],
    [425, 'busy', 'emr-busy'],
    [429, 'busy', 'emr-busy'],
    [503, 'busy', 'emr-busy'],
    [500, 'busy', 'emr-error'],
    [502, 'busy', 'emr-error'],
    [501, 'refused', 'emr-refused'],
    [199, 'refused', 'emr-refused'],
  ])('that is answered with %i is %s / %s', async (status, code, detail) => {
    const answer = { status, headers: { 'retry-after': '120' } };
    const error = await rig(answer)
      .server.capability()
      .catch((thrown: Failure) => thrown);
    expect(error).toMatchObject({ code, detail });
    const waits = [429, 500, 502, 503].includes(status);
    expect((error as Failure).retryAfter).toBe(waits ? 120_000 : undefined);
  });

  test('that is refused tells the server’s own words, each once and in one line', async () => {
    const issue = [
      { diagnostics: 'No such\n\u202eprofile' },
      { diagnostics: 'No such\n\u202eprofile' },
      { details: { text: 'At all' } },
      {},
    ].map((one) => ({ severity: 'error', code: 'x', ...one }));
    const json = { resourceType: 'OperationOutcome', issue };
    const { server } = rig({ status: 422, json });
    await expect(server.capability()).rejects.toThrow(
      'The FHIR server did not accept the note. It said: “No such profile At all”',
    );
    await expect(rig({ status: 422 }).server.capability()).rejects.toThrow(
      /^The FHIR server did not accept the note\.$/,
    );
  });

  test('whose answer is not FHIR is told so', async () => {
    for (const answer of [{ json: [] }, {}, { json: { rest: 7 } }])
      await expect(rig(answer).server.capability()).rejects.toMatchObject({
        code: 'broken',
        detail: 'emr-answer',
        message: expect.stringMatching(/not FHIR as Scriba knows it/),
      });
  });
});

describe('a search for patients', () => {
  test('sends the number in its body, with its system where that is known, past any cache', async () => {
    for (const [system, identifier] of [
      ['urn:mrn', 'urn:mrn|MR-77'],
      [undefined, 'MR-77'],
    ]) {
      const { server, calls } = rig(found(asha));
      await server.patients('MR-77', system);
      expect(calls[0]).toMatchObject({
        method: 'POST',
        body: new URLSearchParams({ identifier: identifier! }).toString(),
        headers: {
          'cache-control': 'no-cache',
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
      expect(calls[0]!.url.href).toBe('https://emr.example/fhir/Patient/_search');
    }
  });

  test('returns each patient once, with each name as one text', async () => {
    const { server } = rig(found(asha, asha));
    expect(await server.patients('MR-77', 'urn:mrn')).toEqual([
      {
        id: 'p-1',
        names: ['Asha Rao', 'Asha Devi Rao', 'Asha'],
        birthDate: '1988-02-29',
        gender: 'female',
      },
    ]);
  });

  test.each([
    ['another number', { ...asha, identifier: [{ system: 'urn:mrn', value: 'MR-78' }] }],
    ['another system', { ...asha, identifier: [{ system: 'urn:other', value: 'MR-77' }] }],
    ['no number', { ...asha, identifier: [] }],
    ['no id', { ...asha, id: undefined }],
    ['no patient', { ...asha, resourceType: 'Person' }],
  ])('does not believe a server that answers with %s', async (_what, resource) => {
    expect(await rig(found(resource)).server.patients('MR-77', 'urn:mrn')).toEqual([]);
  });

  test('takes any system where none is known', async () => {
    expect(await rig(found(asha)).server.patients('MR-77', undefined)).toHaveLength(1);
  });
});

describe('a document', () => {
  const document = (over = {}) => ({
    resourceType: 'DocumentReference',
    identifier: [{ value: 'urn:uuid:1' }],
    ...over,
  });

  test('is found by its identifier or its master identifier, and by nothing else', async () => {
    const has = async (...resources: object[]) =>
      (await rig(found(...resources)).server.document('urn:uuid:1')) !== undefined;
    expect(await has(document())).toBe(true);
    expect(await has(document({ identifier: [], masterIdentifier: { value: 'urn:uuid:1' } }))).toBe(
      true,
    );
    expect(await has(document({ identifier: [{ value: 'urn:uuid:2' }] }))).toBe(false);
    expect(await has(document({ resourceType: 'Basic' }))).toBe(false);
    expect(await has(document({ identifier: [{ value: 'urn:uuid:2' }] }), document())).toBe(true);
    expect(await has()).toBe(false);
    const { server, calls } = rig(found());
    await server.document('urn:uuid:1');
    expect(calls[0]!.url.search).toBe('?identifier=urn%3Aietf%3Arfc%3A3986%7Curn%3Auuid%3A1');
    expect(calls[0]!.headers).toMatchObject({ 'cache-control': 'no-cache' });
  });

  test('is made only where the server has none with its identifier, with time for its attachment', async () => {
    const { server, calls } = rig({ status: 201, headers: {} });
    await server.create({ a: 1 }, 'urn:uuid:1');
    expect(calls[0]).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      timeout: 90_000,
      headers: {
        'content-type': 'application/fhir+json',
        'if-none-exist': 'identifier=urn:ietf:rfc:3986|urn:uuid:1',
        prefer: 'return=minimal',
      },
    });
    expect(calls[0]!.url.href).toBe('https://emr.example/fhir/DocumentReference');
  });

  test.each([
    ['https://emr.example/fhir/DocumentReference/17/_history/1', 'DocumentReference/17'],
    ['DocumentReference/a.b-C', 'DocumentReference/a.b-C'],
    ['https://emr.example/fhir/Basic/17', undefined],
    ['DocumentReference/17/else', undefined],
    [`DocumentReference/${'1'.repeat(65)}`, undefined],
    [undefined, undefined],
  ])('that was made at %s is kept as %s', async (location, kept) => {
    const { server } = rig({ status: 201, headers: { ...(location && { location }) } });
    expect(await server.create({}, 'i')).toEqual({
      kind: 'made',
      ...(kept && { location: kept }),
    });
  });

  test('that is there already is said to be so; another refusal is a failure', async () => {
    expect(await rig({ status: 412 }).server.create({}, 'i')).toEqual({ kind: 'there-already' });
    await expect(rig({ status: 422 }).server.create({}, 'i')).rejects.toThrow(
      failureWith('emr-refused'),
    );
  });
});
