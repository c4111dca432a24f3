/** The client of contract 9 against the practice platform. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { createPlatform } from '../../../../../main/infrastructure/platform/platform.ts';
import { hurryingClock, inTimeOf } from '../../../../support/ports/clocks.ts';
import { createRig, memoryKeyStore } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const SEARCH = '/medical-db/v1/sym-and-diag';
const PROPERTIES = '/v1/sym-and-diag/properties';
const rig = async () => (await createRig(sandbox, { speed: 500 })).platform.symptoms;
const asked = async (path: string) =>
  (await sandbox.state()).requests.filter((one) => one.path === path).length;
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('symptoms and diagnoses are found together or one kind of them', async () => {
  const symptoms = await rig();
  const found = await symptoms.search('fever');
  expect(found[0]).toMatchObject({ kind: 'symptom', name: 'Fever', commonName: 'Pyrexia' });
  expect(found).toContainEqual(
    expect.objectContaining({
      kind: 'diagnosis',
      name: 'Typhoid fever',
      icd10: { code: 'A01.00', name: 'Typhoid fever, unspecified' },
    }),
  );
  expect(
    (await symptoms.search('fever', { kind: 'diagnosis' })).every(
      ({ kind }) => kind === 'diagnosis',
    ),
  ).toBe(true);
  expect(await symptoms.search('pain', { most: 2 })).toHaveLength(2);
});

test('404 with empty lists is nothing found; any other 404 is an error', async () => {
  const symptoms = await rig();
  expect(await symptoms.search('zzz')).toEqual([]);
  await sandbox.faults({
    do: 'status',
    path: SEARCH,
    status: 404,
    body: { message: 'no such route' },
  });
  expect(await caught(symptoms.search('fever'))).toMatchObject({
    code: 'missing',
    detail: 'not-found',
  });
});

test.each([
  [400, 'invalid'],
  [429, 'busy'],
  [500, 'busy'],
])('%d is told as %s', async (status, code) => {
  await sandbox.faults({
    do: 'status',
    path: SEARCH,
    status,
    body: { error: 'refused', code: null, details: null },
    retryAfter: 3600,
    count: 5,
  });
  expect(await caught((await rig()).search('fever'))).toMatchObject({ code });
});

test('members of the wrong type are left out, and an answer of another form is not taken', async () => {
  const symptoms = await rig();
  await sandbox.faults({
    do: 'status',
    path: SEARCH,
    status: 200,
    body: {
      symptoms: [
        { id: 's-1', name: null, common_name: 'Fever' },
        { id: 's\n2', name: 'x', common_name: '' },
      ],
      diagnoses: [
        { id: 'd-1', name: 'A\u202eB', common_name: 7, icd10_code: null, icd10_name: [] },
      ],
      more: 1,
    },
  });
  expect(await symptoms.search('fever')).toEqual([
    { id: 's-1', kind: 'symptom', name: 'Fever', commonName: 'Fever' },
    { id: 'd-1', kind: 'diagnosis', name: 'AB', commonName: '' },
  ]);
  await sandbox.faults({ do: 'status', path: SEARCH, status: 200, body: { symptoms: {} } });
  expect(await caught(symptoms.search('fever'))).toMatchObject({
    code: 'broken',
    detail: 'answer-unreadable',
  });
});

test('each context asks for its resource and category, and properties are remembered by context and id', async () => {
  const symptoms = await rig();
  const [fever, cough] = [
    (await symptoms.search('fever'))[0]!.id,
    (await symptoms.search('cough'))[0]!.id,
  ];
  const before = await asked(PROPERTIES);
  const names = async (context: Parameters<typeof symptoms.properties>[0], ids: string[]) =>
    (await symptoms.properties(context, ids, '/v1')).map(({ id, properties }) => [
      id,
      ...properties.map(({ name }) => name),
    ]);
  expect(await names('symptoms', [fever])).toEqual([
    [fever, 'Since', 'Severity', 'Laterality', 'Note'],
  ]);
  expect(await names('symptoms', [fever])).toHaveLength(1);
  expect(await asked(PROPERTIES)).toBe(before + 1);
  expect((await names('symptoms', [fever, cough, 's-nobody', 'a,b'])).map(([id]) => id)).toEqual([
    fever,
    cough,
  ]);
  expect(await names('examination_findings', [fever])).toEqual([
    [fever, 'Severity', 'Laterality', 'Note'],
  ]);
  expect(await names('diagnosis', [])).toEqual([['', 'Since', 'Status', 'Laterality', 'Note']]);
  expect(await names('procedures', ['p-1'])).toEqual([['p-1', 'Date', 'Note']]);
  expect(await names('diagnosis', [])).toHaveLength(1);
  expect(await asked(PROPERTIES)).toBe(before + 5);
  symptoms.forget();
  await names('diagnosis', []);
  expect(await asked(PROPERTIES)).toBe(before + 6);
});

test('the other path is asked where the setting says so, and a refusal is told', async () => {
  const symptoms = await rig();
  // Not by the rig: openapi.yaml does not have the path, the contract does (9.2).
  const address = { baseUrl: sandbox.url, brand: sandbox.brand, clientId: sandbox.clientId };
  const clock = hurryingClock(500);
  const platform = createPlatform({
    net: inTimeOf(clock, undiciNet()),
    clock,
    random: nodeRandom,
    address: () => address,
    secrets: memoryKeyStore(),
    tokensChanged() {},
  });
  await platform.account.signIn(address, sandbox.clientSecret);
  expect(
    (await platform.symptoms.properties('symptoms', [], '/medical-db/v1'))[0]?.properties[0],
  ).toEqual({
    id: 'since',
    name: 'Since',
    type: 'prefix_suggest',
    options: ['Hour', 'Day', 'Week', 'Month', 'Year'],
  });
  expect(await asked('/medical-db/v1/sym-and-diag/properties')).toBe(1);
  await sandbox.faults({
    do: 'status',
    path: PROPERTIES,
    status: 400,
    body: { error: 'bad resource', code: null, details: null },
  });
  expect(await caught(symptoms.properties('diagnosis', ['d-1'], '/v1'))).toMatchObject({
    code: 'invalid',
  });
});
