/**
 * The practice platform's codes: every answer in the form of the contract, every refusal in its
 * words.
 */
import { request as rawRequest } from 'node:http';
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

const LINK = '/med-link/nel/link';
const snomed = { ontology: 'snomed', version: '20250401_extended' };
const icd = { ontology: 'icd-10-cm', version: 'comprehend' };
const link = async (body: unknown) => (await caller.mine('POST', LINK, body)).body;

test('the registry lists four ontologies with their versions, to whoever has a token', async () => {
  expect(
    (await caller.mine('GET', '/med-link/registry/')).body.ontologies.map(
      ({ name }: { name: string }) => name,
    ),
  ).toEqual(['snomed', 'loinc', 'medication', 'icd-10-cm']);
  for (const [method, path] of [
    ['GET', '/med-link/registry/'],
    ['POST', LINK],
    ['POST', `${LINK}/batch`],
    ['GET', '/svc-mcp/linking/v1/snomed?text_to_link=%5B%5D'],
  ] as const) {
    expect(await caller.call(method, path)).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    });
  }
});

test('the example of the contract: fever since two days', async () => {
  const { results, query_breakdown } = await link({
    query: 'fever since two days',
    ...snomed,
    top_k: 2,
  });
  expect(query_breakdown).toBeNull();
  expect(results[0]).toMatchObject({
    term_id: '386661006',
    term_name: 'Fever',
    score: 0.97,
    is_linked: true,
    metadata: { semantic_tag: 'finding', language: 'en', script: 'latin' },
  });
});

test('a synonym comes beside the concept’s own name, both linked, with one code', async () => {
  const { results } = await link({ query: 'pyrexia', ...snomed });
  expect(
    results.map(({ term_id, is_linked }: { term_id: string; is_linked: boolean }) => [
      term_id,
      is_linked,
    ]),
  ).toEqual([
    ['386661006', true],
    ['386661006', true],
  ]);
  expect((await link({ query: 'बुखार', ...snomed })).results[1].metadata).toMatchObject({
    language: 'hi',
    script: 'devanagari',
  });
});

test('what is only alike is not linked, what is denied neither, and what is unknown comes back empty', async () => {
  for (const query of ['knee pain at night', 'no fever', 'pain'])
    for (const one of (await link({ query, ...icd })).results) expect(one.is_linked).toBe(false);
  expect((await link({ query: 'zzz qqq', ...icd })).results).toEqual([]);
  const codes = Object.fromEntries(
    await Promise.all(
      ['htn', 'copd', 'mi', 'chf', 'dm2'].map(async (query) => [
        query,
        (await link({ query, ...icd, top_k: 1 })).results[0].term_id,
      ]),
    ),
  );
  expect(codes).toEqual({ htn: 'I10', copd: 'J44.9', mi: 'I21.9', chf: 'I50.9', dm2: 'E11.9' });
});

test('a test is linked by unit and specimen, and blood has another code than urine', async () => {
  const ask = (metadata: Record<string, string>) =>
    link({ query: 'potassium', ontology: 'loinc', version: 'v1.0', metadata });
  expect((await ask({ unit: 'mmol/L', specimen: 'serum' })).results[0]).toMatchObject({
    term_id: '2823-3',
    is_linked: true,
  });
  expect((await ask({ unit: 'mmol/L', specimen: 'urine' })).results[0]).toMatchObject({
    term_id: '2828-2',
    is_linked: true,
  });
  expect((await ask({})).results.every(({ is_linked }: { is_linked: boolean }) => !is_linked)).toBe(
    true,
  );
});

test('a medicine is never scored, and linked only where strength and form were said', async () => {
  const ask = (query: string, metadata = {}) =>
    link({ query, ontology: 'medication', version: 'v5.0', metadata });
  expect((await ask('paracetamol 500 mg tablet')).results[0]).toMatchObject({
    score: null,
    is_linked: true,
  });
  expect((await ask('metformin 500mg')).results[0]).toMatchObject({
    is_linked: false,
    metadata: {
      linking_requirements: { form_needed: true },
      matching_breakdown: { uncoded_reason: 'form_needed' },
    },
  });
  expect((await ask('metformin 500mg', { form: 'tablet' })).results[0].is_linked).toBe(true);
});

test('a batch answers each question in its place', async () => {
  const { body } = await caller.mine('POST', `${LINK}/batch`, {
    queries: ['headache', 'zzz', 'fever'],
    ...icd,
    top_k: 1,
  });
  expect(
    body.results.map(({ query, results }: { query: string; results: { term_id: string }[] }) => [
      query,
      results[0]?.term_id,
    ]),
  ).toEqual([
    ['headache', 'R51.9'],
    ['zzz', undefined],
    ['fever', 'R50.9'],
  ]);
});

const wrong: readonly (readonly [string, unknown, string, string])[] = [
  ['no query', { ...snomed }, 'query', 'missing'],
  ['an empty query', { query: '', ...snomed }, 'query', 'string_too_short'],
  ['a query of 1001 letters', { query: 'x'.repeat(1001), ...snomed }, 'query', 'too_long'],
  ['top_k 0', { query: 'x', ...snomed, top_k: 0 }, 'top_k', 'greater_than_equal'],
  ['top_k 11', { query: 'x', ...snomed, top_k: 11 }, 'top_k', 'less_than_equal'],
  ['another ontology', { query: 'x', ontology: 'ours', version: '1' }, 'ontology', 'value_error'],
  ['another version', { query: 'x', ...snomed, version: '19' }, 'version', 'value_error'],
];
test.each(wrong)('%s is refused as the contract says', async (_name, body, member, type) => {
  const answer = await caller.mine('POST', LINK, body);
  expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].type]).toEqual([
    422,
    ['body', member],
    type,
  ]);
});

test('six questions at once, or none, or no JSON, are refused', async () => {
  for (const queries of [[], ['a', 'b', 'c', 'd', 'e', 'f']])
    expect(
      (await caller.mine('POST', `${LINK}/batch`, { queries, ...snomed })).body.detail[0].loc,
    ).toEqual(['body', 'queries']);
  expect((await caller.mine('POST', LINK)).status).toBe(422);
});

test('the older call takes a list in one parameter, encoded or raw, and leaves out what it does not know', async () => {
  const path = (terms: string) => `/svc-mcp/linking/v1/snomed?text_to_link=${terms}`;
  expect(
    (await caller.mine('GET', path(encodeURIComponent(JSON.stringify(['dm2', 'zzz']))))).body,
  ).toEqual([{ snomed_id: '44054006', text: 'dm2', confidence: 0.99 }]);
  const raw = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url);
    rawRequest(
      {
        hostname,
        port,
        path: path('["dm2","zzz"]'),
        headers: { authorization: `Bearer ${caller.token()}` },
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (piece: Buffer) => {
            text += piece.toString();
          })
          .on('end', () => resolve(text));
      },
    )
      .on('error', reject)
      .end();
  });
  expect(JSON.parse(raw)).toHaveLength(1);
  expect(
    (
      await caller.mine(
        'GET',
        path(encodeURIComponent(JSON.stringify(['dm2', 'htn', 'copd', 'mi', 'chf']))),
      )
    ).body.map(({ text }: { text: string }) => text),
  ).toEqual(['dm2', 'htn', 'copd', 'mi', 'chf']);
  for (const terms of [
    '',
    'dm2',
    '%5B1%5D',
    encodeURIComponent(JSON.stringify(Array(51).fill('dm2'))),
  ])
    expect((await caller.mine('GET', path(terms))).status).toBe(422);
  expect((await caller.mine('GET', '/svc-mcp/linking/v1/snomed')).body.detail[0].type).toBe(
    'missing',
  );
  await sandbox.faults({
    do: 'status',
    path: '/svc-mcp/*',
    status: 403,
    body: { error: 'forbidden' },
  });
  expect(await caller.mine('GET', path('%5B%5D'))).toMatchObject({
    status: 403,
    body: { error: 'forbidden' },
  });
});
