import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeClock } from '../../../../../main/hosts/node/node-ports.ts';
import { soundsDoubtful } from '../../../../../main/infrastructure/terminology/query/reading/parse-query.ts';
import {
  createTerminologyServer,
  type TerminologyServer,
} from '../../../../../main/infrastructure/terminology/server/terminology-server.ts';
import {
  createNormaliser,
  keyOf,
} from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import type { EntityQuery, Ontology } from '../../../../../shared/model/coding/codification.ts';
import { expandedAnswer, parametersAnswer } from '../../../../../shared/wire/fhir-terminology.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import {
  type FakeTerminologyServer,
  type Manner,
  startTerminologyServer,
} from '../../../../support/servers/terminology-server.ts';

const wordsOf = createNormaliser();
const words = { key: (text: string) => keyOf(wordsOf(text)), doubtful: soundsDoubtful };
const net = undiciNet();
const servers = {} as Record<Manner, FakeTerminologyServer>;
beforeAll(async () => {
  for (const manner of ['snowstorm', 'hapi', 'ontoserver'] as const)
    servers[manner] = await startTerminologyServer({ manner });
});
afterEach(() => {
  for (const server of Object.values(servers)) server.misbehave(undefined);
});
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())));

const at = (server: FakeTerminologyServer, token?: string): TerminologyServer =>
  createTerminologyServer({
    serves: () => true,
    net,
    clock: nodeClock,
    words,
    address: async () => ({ base: new URL(server.base), ...(token !== undefined && { token }) }),
  });
const entity = (
  text: string,
  ontology: Ontology = 'snomed',
  hints?: Record<string, string>,
): EntityQuery => ({ id: '1', text, ontology, ...(hints && { hints }) });

test.each(['snowstorm', 'hapi', 'ontoserver'] as const)(
  '%s: words find their concept, by its name, a synonym and its full name; never an inactive one',
  async (manner) => {
    const linker = at(servers[manner]);
    for (const text of ['Fever', 'pyrexia', 'FEVER (finding)']) {
      const { version, candidates } = await linker.link(entity(text), 5);
      expect(candidates[0], text).toMatchObject({
        code: '386661006',
        term: 'Fever',
        linked: true,
        score: null,
      });
      expect(version).toBe(manner === 'hapi' ? '2026' : '900000000000207008/20260701');
      expect(candidates.map(({ code }) => code)).not.toContain('990000003');
      expect(candidates.filter(({ linked }) => linked)).toHaveLength(1);
    }
    expect((await linker.link(entity('pyrexia'), 5)).candidates[0]!.why).toEqual({
      term: 'Pyrexia',
      kind: 'synonym',
    });
    expect((await linker.link(entity('fev'), 5)).candidates.map(({ linked }) => linked)).toEqual([
      false,
      false,
    ]);
    expect((await linker.link(entity('nothing like it'), 5)).candidates).toEqual([]);
  },
);

test('two concepts of one name, doubt, and what cannot be checked are never promised', async () => {
  const linker = at(servers.ontoserver);
  const linked = async (...asked: Parameters<typeof entity>) =>
    (await linker.link(entity(...asked), 10)).candidates
      .filter((one) => one.linked)
      .map(({ code }) => code);
  expect(await linked('Cold')).toEqual([]);
  for (const text of ['? fever', 'fever?', 'no fever', 'r/o fever', 'h/o fever'])
    expect(await linked(text), text).toEqual([]);
  expect(await linked('Glucose [Mass/volume] in Serum or Plasma', 'loinc')).toEqual(['2345-7']);
  expect(
    await linked('Glucose [Mass/volume] in Serum or Plasma', 'loinc', { unit: 'mmol/L' }),
  ).toEqual([]);
  expect(await linked('acetaminophen', 'medication', { form: 'tablet' })).toEqual([]);
});

test('what a server cut off may hold another of the same name: promised only where the server itself put it first', async () => {
  const many = (first: string) => ({
    resourceType: 'ValueSet',
    expansion: {
      total: 900,
      contains: [first, ...Array.from({ length: 49 }, (_, index) => `Fever number ${index}`)].map(
        (display, index) => ({ system: 'http://snomed.info/sct', code: String(index), display }),
      ),
    },
  });
  const told = (answer: unknown) =>
    createTerminologyServer({
      serves: () => true,
      clock: nodeClock,
      words,
      address: async () => ({ base: new URL('https://tx.example/fhir') }),
      net: async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }),
    });
  expect((await told(many('Fever')).link(entity('fever'), 5)).candidates[0]).toMatchObject({
    term: 'Fever',
    linked: true,
  });
  const swapped = many('Fever of some kind');
  swapped.expansion.contains[7]!.display = 'Fever';
  expect((await told(swapped).link(entity('fever'), 5)).candidates[0]).toMatchObject({
    term: 'Fever',
    linked: false,
  });
});

test('codes of another system are no answer, whatever a server mixes in', async () => {
  const linker = createTerminologyServer({
    serves: () => true,
    clock: nodeClock,
    words,
    address: async () => ({ base: new URL('https://tx.example/fhir') }),
    net: async () => ({
      status: 200,
      headers: {},
      body: Buffer.from(
        JSON.stringify({
          resourceType: 'ValueSet',
          expansion: {
            contains: [
              { system: 'http://loinc.org', code: '1', display: 'Fever' },
              { code: '2', display: 'Fever' },
              {
                system: 'http://snomed.info/sct',
                code: '3',
                display: 'Group',
                abstract: true,
                contains: [{ system: 'http://snomed.info/sct', code: '4', display: 'Fever' }],
              },
            ],
          },
        }),
      ),
    }),
  });
  expect((await linker.link(entity('fever'), 5)).candidates.map(({ code }) => code)).toEqual(['4']);
});

test('a code system is asked for by each name that servers give it, at last for itself; what was learned is kept', async () => {
  const { hapi, ontoserver } = servers;
  for (const server of [hapi, ontoserver]) {
    const linker = at(server);
    const before = server.asked.length;
    expect(
      (await linker.link(entity('Fever, unspecified', 'icd-10-cm'), 5)).candidates[0],
    ).toMatchObject({ code: 'R50.9', linked: true });
    const first = server.asked.length - before;
    await linker.link(entity('Mumps', 'icd-10-cm'), 5);
    expect([first, server.asked.length - before - first]).toEqual([server === hapi ? 3 : 1, 1]);
  }
  await expect(at(servers.snowstorm).link(entity('fever', 'icd-10-cm'), 5)).rejects.toThrow(
    failure('missing', 'server-no-codes'),
  );
});

test('only the words go, and the token only where it belongs', async () => {
  const server = await startTerminologyServer({ token: 'hospital-token' });
  await at(server, 'hospital-token').link({ ...entity('Fever'), id: 'asha-rao-1001' }, 5);
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]).toMatchObject({
    method: 'GET',
    path: '/fhir/ValueSet/$expand',
    authorization: 'Bearer hospital-token',
    query: {
      url: 'http://snomed.info/sct?fhir_vs',
      filter: 'Fever',
      count: '50',
      includeDesignations: 'true',
      activeOnly: 'true',
    },
  });
  expect(Object.keys(server.asked[0]!.query)).toHaveLength(5);
  await expect(at(server).link(entity('Fever'), 5)).rejects.toThrow(
    failure('refused', 'server-token'),
  );
  await expect(at(server, 'another').test()).rejects.toThrow(failureWith('server-token'));
  await server.close();
});

test.each([
  ['401', 'refused', 'server-token'],
  ['404', 'missing', 'server-no-codes'],
  ['too-costly', 'refused', 'server-too-costly'],
  ['500', 'busy', 'server-error'],
  ['503', 'busy', 'server-busy'],
  ['cut', 'offline', 'server-no-answer'],
  ['redirect', 'refused', 'server-redirect'],
  ['huge', 'broken', 'server-answer'],
  ['html', 'broken', 'server-answer'],
  ['outcome-200', 'refused', 'server-refused'],
  ['nonsense', 'broken', 'server-answer'],
] as const)('a server that answers %s is one Failure: %s, %s', async (misdeed, code, detail) => {
  for (const server of [servers.ontoserver, servers.hapi]) {
    server.misbehave(misdeed);
    await expect(at(server).link(entity('fever'), 5)).rejects.toMatchObject({ code, detail });
  }
});

test('a server that does not answer is given up, also between two names of one code system', async () => {
  servers.hapi.misbehave('slow');
  let now = 0;
  const timeouts: number[] = [];
  const linker = createTerminologyServer({
    serves: () => true,
    words,
    address: async () => ({ base: new URL(servers.hapi.base) }),
    clock: { monotonic: () => now },
    net: (request) => {
      timeouts.push(request.timeout);
      now += 3_000;
      // Only the one that never answers is waited for no longer than this.
      return net(timeouts.length > 1 ? request : { ...request, timeout: 20 });
    },
  });
  await expect(linker.link(entity('fever'), 5)).rejects.toThrow(
    failure('offline', 'server-no-answer'),
  );
  servers.hapi.misbehave(undefined);
  now = 0;
  await expect(linker.link(entity('fever', 'icd-10-cm'), 5)).rejects.toThrow(
    failure('offline', 'server-no-answer'),
  );
  expect(timeouts).toEqual([5_000, 5_000, 2_000]);
  const nobody = createTerminologyServer({
    serves: () => true,
    net,
    words,
    clock: nodeClock,
    address: async () => ({ base: new URL('http://127.0.0.1:9/fhir') }),
  });
  await expect(nobody.link(entity('fever'), 5)).rejects.toThrow(
    failure('offline', 'server-unreachable'),
  );
});

test('a trial tells what there is, and a server that answers the same to everything is not used', async () => {
  const answers = async (manner: Manner) =>
    Object.fromEntries(
      (await at(servers[manner]).test()).ontologies.map(({ ontology, answer }) => [
        ontology,
        answer,
      ]),
    );
  expect(await answers('snowstorm')).toEqual({
    snomed: 'ready',
    loinc: 'absent',
    medication: 'absent',
    'icd-10-cm': 'absent',
  });
  expect(await answers('hapi')).toEqual({
    snomed: 'ready',
    loinc: 'ready',
    medication: 'absent',
    'icd-10-cm': 'ready',
  });
  const trial = await at(servers.ontoserver).test();
  expect(trial).toMatchObject({
    software: 'ontoserver 8.1.0',
    ontologies: [
      { ontology: 'snomed', answer: 'ready', version: '900000000000207008/20260701' },
      {},
      { ontology: 'medication', answer: 'ready' },
      {},
    ],
  });
  servers.ontoserver.misbehave('no-filter');
  expect(
    new Set((await at(servers.ontoserver).test()).ontologies.map(({ answer }) => answer)),
  ).toEqual(new Set(['no-filter']));
  for (const misdeed of ['html', '404'] as const) {
    servers.ontoserver.misbehave(misdeed);
    await expect(at(servers.ontoserver).test()).rejects.toThrow(
      failure('refused', 'not-a-terminology-server'),
    );
  }
});

test('only what was ready when the server was tried is asked for', async () => {
  const before = servers.ontoserver.asked.length;
  const deps = {
    net,
    words,
    clock: nodeClock,
    address: async () => ({ base: new URL(servers.ontoserver.base) }),
  };
  await expect(
    createTerminologyServer({ ...deps, serves: () => undefined }).link(entity('fever'), 5),
  ).rejects.toThrow(failure('missing', 'server-untried'));
  const one = createTerminologyServer({ ...deps, serves: (ontology) => ontology === 'snomed' });
  await expect(one.search('icd-10-cm', 'fever', 5)).rejects.toThrow(
    failure('missing', 'server-no-codes'),
  );
  expect(servers.ontoserver.asked).toHaveLength(before);
  expect(
    (await one.search('snomed', 'fever', 5)).candidates.map(({ code, linked }) => [code, linked]),
  ).toEqual([
    ['386661006', false],
    ['990000004', false],
  ]);
});

test('a code is looked up, checked and translated; a map is sure only with one target that it calls the same', async () => {
  for (const manner of ['snowstorm', 'hapi', 'ontoserver'] as const) {
    const linker = at(servers[manner]);
    expect(await linker.lookup('snomed', '386661006')).toMatchObject({
      code: '386661006',
      display: 'Fever',
      inactive: false,
      names: ['Fever', 'Fever (finding)', 'Pyrexia'],
    });
    expect(await linker.lookup('snomed', '990000003')).toMatchObject({ inactive: true });
    expect(await linker.lookup('snomed', '1')).toBeUndefined();
    expect(await linker.validate('snomed', '386661006')).toEqual({ known: true, display: 'Fever' });
    expect(await linker.validate('snomed', '990000003')).toMatchObject({
      known: true,
      inactive: true,
    });
    expect(await linker.validate('snomed', '1')).toEqual({ known: false });
    expect(await linker.translate('386661006', 'icd-10-cm')).toEqual({
      sure: true,
      choices: [{ code: 'R50.9', display: 'Fever, unspecified', relation: 'equivalent' }],
    });
    expect(await linker.translate('44054006', 'icd-10-cm')).toMatchObject({
      sure: false,
      choices: [{ code: 'E11.9' }, { code: 'E11.65' }],
    });
    expect(await linker.translate('54150009', 'icd-10')).toMatchObject({
      sure: false,
      choices: [{ code: 'J06.9' }],
    });
    expect(await linker.translate('1', 'icd-10-cm')).toEqual({ sure: false, choices: [] });
  }
});

test('whatever is asked arrives as it was asked, and whatever is answered is an answer or a Failure', async () => {
  const linker = at(servers.ontoserver);
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }),
      async (text) => {
        const { candidates } = await linker.link(entity(text), 5);
        expect(candidates.length).toBeLessThanOrEqual(5);
        const { query } = servers.ontoserver.asked.at(-1)!;
        expect(query.filter).toBe(text.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed());
        expect(query.url).toBe('http://snomed.info/sct?fhir_vs');
      },
    ),
    { numRuns: 40 },
  );
  await fc.assert(
    fc.asyncProperty(fc.json(), async (body) => {
      const odd = createTerminologyServer({
        serves: () => true,
        words,
        clock: nodeClock,
        address: async () => ({ base: new URL('https://tx.example') }),
        net: async () => ({ status: 200, headers: {}, body: Buffer.from(body) }),
      });
      await odd
        .link(entity('fever'), 5)
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'Failure' }));
    }),
    { numRuns: 100 },
  );
  expect([
    expandedAnswer.safeParse({ resourceType: 'ValueSet', expansion: {} }).success,
    parametersAnswer.safeParse({ resourceType: 'Bundle' }).success,
  ]).toEqual([true, false]);
});
