/**
 * The client of contract 2 against the practice platform: its listing, its questions, and what it
 * makes of the answers.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import {
  grouped,
  type LinkQuestion,
  legacyQuery,
} from '../../../../../main/infrastructure/platform/api/codification.ts';
import type { Clock } from '../../../../../main/infrastructure/ports.ts';
import { candidate } from '../../../../../shared/wire/codification.ts';
import { hurryingClock } from '../../../../support/ports/clocks.ts';
import { createRig } from '../../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const snomed: LinkQuestion = {
  ontology: 'snomed',
  version: '20250401_extended',
  hints: {},
  most: 5,
};
const icd: LinkQuestion = { ontology: 'icd-10-cm', version: 'comprehend', hints: {}, most: 5 };
const rig = async (clock?: Clock) =>
  (await createRig(sandbox, { speed: 500, ...(clock && { clock }) })).platform.codification;
const paths = async () => (await sandbox.state()).requests.map(({ path }) => path);
const asked = async (path: string) => (await paths()).filter((one) => one === path).length;
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('the listing is asked once in 24 hours, and again after that', async () => {
  let ahead = 0;
  const real = hurryingClock(500);
  const codification = await rig({ ...real, monotonic: () => real.monotonic() + ahead });
  const before = await asked('/med-link/registry/');
  await Promise.all([
    codification.registry(),
    codification.registry(),
    codification.link('fever', icd),
  ]);
  expect(await codification.registry()).toContainEqual({
    ontology: 'snomed',
    versions: ['20250401_extended'],
  });
  expect(await asked('/med-link/registry/')).toBe(before + 1);
  ahead = 24 * 3600 * 1000;
  await codification.registry();
  expect(await asked('/med-link/registry/')).toBe(before + 2);
});

test('a version that is not listed is refused before it is sent', async () => {
  const codification = await rig();
  const before = await asked('/med-link/nel/link');
  expect(await caught(codification.link('fever', { ...snomed, version: '1999' }))).toMatchObject({
    code: 'refused',
    detail: 'ontology-unlisted',
  });
  expect(
    await caught(codification.batch(['fever', 'cough'], { ...snomed, version: '1999' })),
  ).toMatchObject({ detail: 'ontology-unlisted' });
  expect(await asked('/med-link/nel/link')).toBe(before);
});

test('one concept is one candidate, its synonyms with it, and the only linked one is suggested', async () => {
  const { candidates, suggested } = await (await rig()).link('pyrexia', snomed);
  expect(candidates).toMatchObject([
    { code: '386661006', term: 'Fever', synonyms: ['Pyrexia'], linked: true },
  ]);
  expect(suggested).toBe('386661006');
  expect(candidates[0]?.about).toContainEqual(['semantic_tag', 'finding']);
});

test('hints choose the test, medicines are not scored, and nothing found is nothing', async () => {
  const codification = await rig();
  const potassium = (specimen: string) =>
    codification.link('potassium', {
      ontology: 'loinc',
      version: 'v1.0',
      hints: { unit: 'mmol/L', specimen },
      most: 3,
    });
  expect([(await potassium('serum')).suggested, (await potassium('urine')).suggested]).toEqual([
    '2823-3',
    '2828-2',
  ]);
  expect(
    (
      await codification.link('paracetamol 500 mg tablet', {
        ontology: 'medication',
        version: 'v5.0',
        hints: {},
        most: 5,
      })
    ).candidates[0],
  ).toMatchObject({ score: null, linked: true });
  expect(await codification.link('zzz', snomed)).toEqual({ candidates: [], suggested: undefined });
});

test('five questions are answered in their order; six are never sent', async () => {
  const codification = await rig();
  const found = await codification.batch(['headache', 'zzz', 'fever', 'cough', 'nausea'], icd);
  expect(found.map(({ suggested }) => suggested)).toEqual([
    'R51.9',
    undefined,
    'R50.9',
    'R05.9',
    'R11.0',
  ]);
  expect(await caught(codification.batch(['a', 'b', 'c', 'd', 'e', 'f'], icd))).toMatchObject({
    code: 'broken',
  });
});

test('answers to other questions are not taken, nor answers of another number', async () => {
  const codification = await rig();
  await codification.registry();
  const block = (query: string) => ({ query, results: [{ term_id: 'R50.9', term_name: 'Fever' }] });
  for (const results of [
    [block('cough'), block('fever')],
    [block('fever')],
    [block('fever'), block('cough'), block('x')],
  ]) {
    await sandbox.faults({
      do: 'status',
      path: '/med-link/nel/link/batch',
      status: 200,
      body: { results },
    });
    expect(await caught(codification.batch(['fever', 'cough'], icd))).toMatchObject({
      code: 'broken',
      detail: 'answer-unreadable',
    });
  }
});

test('a look-up outlives a platform that is busy, and a refusal makes the listing be asked anew', async () => {
  const codification = await rig();
  await sandbox.faults({ do: 'status', path: '/med-link/nel/link', status: 503, count: 2 });
  expect((await codification.link('fever', icd)).suggested).toBe('R50.9');
  await sandbox.faults({
    do: 'status',
    path: '/med-link/nel/link',
    status: 422,
    body: { detail: [{ loc: ['body', 'version'], msg: 'unknown version', type: 'value_error' }] },
  });
  expect(await caught(codification.link('fever', icd))).toMatchObject({
    code: 'invalid',
    detail: 'request-refused',
  });
  const before = await asked('/med-link/registry/');
  await codification.link('fever', icd);
  expect(await asked('/med-link/registry/')).toBe(before + 1);
});

test('the older call is encoded once, in one parameter, and answers by text', async () => {
  const urls: string[] = [];
  const real = undiciNet();
  const { platform } = await createRig(sandbox, {
    speed: 500,
    net(request) {
      urls.push(request.url.href);
      return real(request);
    },
  });
  const found = await platform.codification.legacy(['zzz', 'dm2', 'fever & cough, "sudden"']);
  expect([...found.keys()]).toEqual(['dm2']);
  expect(found.get('dm2')).toMatchObject({
    candidates: [{ code: '44054006', score: 0.99, linked: false }],
    suggested: undefined,
  });
  expect(urls.at(-1)).toBe(
    `${sandbox.url}/svc-mcp/linking/v1/snomed?text_to_link=%5B%22zzz%22%2C%22dm2%22%2C%22fever%20%26%20cough%2C%20%5C%22sudden%5C%22%22%5D`,
  );
  expect(legacyQuery(['dm2', 'htn'])).toBe('text_to_link=%5B%22dm2%22%2C%22htn%22%5D');
  expect(() => legacyQuery(['\ud800'])).not.toThrow();
  await sandbox.faults({
    do: 'status',
    path: '/svc-mcp/*',
    status: 403,
    body: { error: 'forbidden' },
  });
  expect(await caught(platform.codification.legacy(['dm2']))).toMatchObject({ code: 'refused' });
  expect(await caught(platform.codification.legacy(['x'.repeat(5000)]))).toMatchObject({
    code: 'invalid',
    detail: 'terms-too-long',
  });
});

test('whatever the candidates, a code stands once, and is suggested only where it is the one linked code', () => {
  const one = fc.record(
    {
      term_id: fc.constantFrom('A', 'B', 'C', 'A '),
      term_name: fc.string(),
      score: fc.oneof(fc.double(), fc.constant(null), fc.string()),
      is_linked: fc.oneof(fc.boolean(), fc.constant(undefined), fc.string()),
      metadata: fc.oneof(fc.dictionary(fc.string(), fc.anything()), fc.constant(null), fc.string()),
    },
    { requiredKeys: ['term_id', 'term_name'] },
  );
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (list) => {
      const read = list.map((raw) => candidate.parse(raw));
      const { candidates, suggested } = grouped(read);
      const codes = candidates.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
      expect(codes).not.toContain('A ');
      const linked = new Set(
        read
          .filter((item) => item.is_linked === true && item.term_id !== 'A ')
          .map(({ term_id }) => term_id),
      );
      expect(suggested).toBe(linked.size === 1 ? [...linked][0] : undefined);
    }),
  );
});
