/**
 * The practice platform's symptoms and diagnoses: found by name, and what may be said about each.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPractice, type PracticeCaller } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox();
  caller = await callPractice(sandbox);
});
afterAll(() => sandbox.kill());

const SEARCH = '/medical-db/v1/sym-and-diag';
const get = (path: string) => caller.mine('GET', path);

test('fever is found by its name, by what people say, and in another script', async () => {
  for (const q of ['fever', 'pyrexia', encodeURIComponent('बुखार')])
    expect((await get(`${SEARCH}?q=${q}&limit=1`)).body.symptoms[0]).toMatchObject({
      name: 'Fever',
      common_name: 'Pyrexia',
    });
  const { body } = await get(`${SEARCH}?q=fever`);
  expect(body.diagnoses).toContainEqual(
    expect.objectContaining({
      name: 'Typhoid fever',
      icd10_code: 'A01.00',
      icd10_name: 'Typhoid fever, unspecified',
    }),
  );
  expect((await get(`${SEARCH}?q=fever&s_type=diagnosis`)).body.symptoms).toEqual([]);
});

test('nothing found is 404 with two empty lists', async () => {
  expect(await get(`${SEARCH}?q=zzz`)).toMatchObject({
    status: 404,
    body: { symptoms: [], diagnoses: [] },
  });
});

test.each(['', '?q=', '?q=x&limit=0', '?q=x&limit=101', '?q=x&limit=many', '?q=x&s_type=drug'])(
  'a search for "%s" is refused',
  async (query) => {
    expect(await get(`${SEARCH}${query}`)).toMatchObject({ status: 400, body: { code: null } });
  },
);

test('properties belong to the context that resource and category name, under both paths', async () => {
  const { id } = (await get(`${SEARCH}?q=fever&limit=1`)).body.symptoms[0];
  const names = async (query: string, under = '/v1') =>
    (await get(`${under}/sym-and-diag/properties?${query}`)).body.data.map(
      (one: { id: string; context: string; groups: { name: string }[] }) => [
        one.id,
        one.context,
        ...one.groups.map(({ name }) => name),
      ],
    );
  expect(await names(`resource=Observation&category=symptom&symptoms=${id},s-nobody`)).toEqual([
    [id, 'symptoms', 'Since', 'Severity', 'Laterality', 'Note'],
  ]);
  expect(await names('resource=Condition&category=encounter-diagnosis')).toEqual([
    ['default', 'diagnosis', 'Since', 'Status', 'Laterality', 'Note'],
  ]);
  expect(await names('resource=Observation&category=exam')).toEqual([
    ['default', 'examination_findings', 'Severity', 'Laterality', 'Note'],
  ]);
  expect(await names('resource=ServiceRequest&procedures=p-1,p-2')).toEqual([
    ['p-1', 'procedures', 'Date', 'Note'],
    ['p-2', 'procedures', 'Date', 'Note'],
  ]);
  expect(
    await caller.mine('GET', '/medical-db/v1/sym-and-diag/properties', undefined, {
      unchecked: true,
    }),
  ).toMatchObject({ status: 200 });
  for (const query of [
    'resource=Patient',
    'resource=Observation&category=x',
    'resource=Condition&category=symptom',
  ])
    expect((await get(`/v1/sym-and-diag/properties?${query}`)).status).toBe(400);
});

test('nobody without a token is answered', async () => {
  for (const path of [`${SEARCH}?q=fever`, '/v1/sym-and-diag/properties'])
    expect(await caller.call('GET', path)).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    });
});
