/**
 * Proves the order in which linkers are asked (platform, hospital's server, this computer), and the
 * report when one of them fails.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCodify } from '../../../../../main/features/coding/linkers/codify.ts';
import {
  createLocalLinker,
  grouped,
} from '../../../../../main/features/coding/linkers/local-linker.ts';
import { createServerLinker } from '../../../../../main/features/coding/linkers/server-linker.ts';
import { Failure } from '../../../../../shared/failure.ts';
import type { EntityQuery, LinkedEntity } from '../../../../../shared/model/coding/codification.ts';
import { askedLinkers } from '../../../../../shared/model/coding/desk.ts';
import { failureWith } from '../../../../support/failure.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import {
  candidate,
  fakeLinker,
  fakePlatform,
  smallTerms,
} from '../../../../support/rigs/desk-rig.ts';

function stand() {
  const clock = heldClock();
  const platform = fakePlatform();
  const server = Object.assign(fakeLinker('server'), {
    isReady: false,
    search: async () => ({ version: 's1', candidates: [candidate('S')] }),
  });
  const local = createLocalLinker({ terms: smallTerms() });
  return {
    clock,
    platform,
    server,
    local,
    codify: createCodify({ clock, platform, server, local }),
  };
}
const entity = (text: string, more: Partial<EntityQuery> = {}): EntityQuery => ({
  id: text,
  text,
  ontology: 'icd-10-cm',
  ...more,
});
const offline = () => new Failure('offline', 'no line', { detail: 'not-sent' });
const who = (answers: readonly LinkedEntity[]) =>
  answers.map(({ linker, trouble }) =>
    trouble ? `${linker}: ${trouble.detail ?? trouble.code}` : linker,
  );

test('usually the platform answers; without it the server; without both this computer', async () => {
  const { codify, platform, server } = stand();
  const ask = async () => who((await codify.ask([entity('fever')], 'usual', 5))[0]!);
  expect([await ask(), codify.usual().name]).toEqual([['platform'], 'platform']);
  platform.isReady = false;
  server.isReady = true;
  expect([await ask(), codify.usual().name]).toEqual([['server'], 'server']);
  server.isReady = false;
  expect([await ask(), codify.usual().name]).toEqual([['local'], 'local']);
  expect([platform.asked.length, server.asked.length]).toEqual([1, 1]);
});

test('a platform that is lost midway: what came stays, the rest is answered here, and both are told', async () => {
  const { codify, platform } = stand();
  platform.fail = ({ text }) => (Number(text.slice(1)) >= 25 ? offline() : undefined);
  const queries = Array.from({ length: 90 }, (_, at) => entity(`q${at}`));
  queries[80] = entity('acute hepatitis A', { id: 'x' });
  const answers = await codify.ask(queries, 'usual', 5);
  expect([...new Set(answers.slice(0, 25).map((each) => who(each).join()))]).toEqual(['platform']);
  expect([...new Set(answers.slice(25).map((each) => who(each).join()))]).toEqual([
    'local,platform: not-sent',
  ]);
  expect(answers[80]![0]!.candidates[0]).toMatchObject({ code: 'B15' });
  // Not asked again for each of the others.
  expect(platform.asked.length).toBeLessThan(4);
});

test('one that is refused costs only itself', async () => {
  const { codify, platform } = stand();
  platform.fail = ({ text }) =>
    text === 'fever'
      ? new Failure('refused', 'It did not work.', { detail: 'ontology-unlisted' })
      : undefined;
  const answers = await codify.ask([entity('fever'), entity('cough')], 'usual', 5);
  expect(answers.map(who)).toEqual([['local', 'platform: ontology-unlisted'], ['platform']]);
  expect((await codify.ask([entity('fever')], 'platform', 5)).map(who)).toEqual([
    ['platform: ontology-unlisted'],
  ]);
});

test('who does not answer in time is passed over, and what comes late harms nothing', async () => {
  const { codify, platform, clock } = stand();
  let answer = () => {};
  platform.link = () =>
    new Promise((resolve) => {
      answer = () => resolve([]);
    });
  const asking = codify.ask([entity('fever'), entity('asthma')], 'usual', 5);
  await new Promise(setImmediate);
  clock.advance(12_000);
  expect((await asking).map(who)).toEqual([
    ['local', 'platform: too-slow'],
    ['local', 'platform: too-slow'],
  ]);
  answer();
  // The next ones are not kept waiting as long; after a while it is asked again.
  const [again] = await codify.ask([entity('fever')], 'usual', 5);
  expect(who(again!)).toEqual(['local', 'platform: too-slow']);
  platform.link = async (all) =>
    all.map(({ id, text, ontology }) => ({
      id,
      text,
      ontology,
      version: 'p1',
      linker: 'platform',
      candidates: [],
    }));
  clock.advance(30_000);
  expect(who((await codify.ask([entity('fever')], 'usual', 5))[0]!)).toEqual(['platform']);
});

test('what the platform cannot answer the hospital’s server may, before this computer', async () => {
  const { codify, platform, server } = stand();
  server.isReady = true;
  platform.fail = ({ text }) => (text === 'fever' ? undefined : offline());
  server.fail = ({ text }) =>
    text === 'asthma'
      ? new Failure('refused', 'It did not work.', { detail: 'server-too-costly' })
      : undefined;
  const answers = await codify.ask(
    [entity('fever'), entity('cough'), entity('asthma')],
    'usual',
    5,
  );
  expect(answers.map(who)).toEqual([
    ['platform'],
    ['server', 'platform: not-sent'],
    ['local', 'platform: not-sent', 'server: server-too-costly'],
  ]);
});

test('two are asked for a second opinion; without a line the platform says why it has none', async () => {
  const { codify, platform, server } = stand();
  const ask = async () => who((await codify.ask([entity('fever')], 'both', 5))[0]!);
  expect(await ask()).toEqual(['platform', 'local']);
  platform.isReady = false;
  platform.fail = offline;
  expect(await ask()).toEqual(['local', 'platform: not-sent']);
  server.isReady = true;
  expect(await ask()).toEqual(['server', 'local']);
});

test('whoever is asked for whatever: each answer belongs to its question, also where ids or words are the same', async () => {
  const question = fc.record({
    id: fc.constantFrom('a', 'b'),
    text: fc.constantFrom('fever', 'asthma', 'x y'),
    ontology: fc.constantFrom('icd-10-cm' as const, 'snomed' as const),
    hints: fc.option(fc.constantFrom({ unit: 'mg' }, {}), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(question, { maxLength: 60 }),
      fc.constantFrom(...askedLinkers),
      fc.boolean(),
      fc.boolean(),
      async (queries, by, ready, failing) => {
        const { codify, platform, server } = stand();
        platform.isReady = ready;
        server.isReady = !ready;
        if (failing)
          platform.fail = ({ text }) =>
            text === 'asthma'
              ? new Failure('busy', 'later', { detail: 'rate-limited' })
              : undefined;
        const answers = await codify.ask(queries, by, 5);
        expect(answers.map(([first]) => [first!.id, first!.text, first!.ontology])).toEqual(
          queries.map(({ id, text, ontology }) => [id, text, ontology]),
        );
        for (const each of answers) {
          expect(new Set(each.map(({ linker }) => linker)).size).toBe(each.length);
          for (const { linker, text, ontology, candidates } of each)
            if (linker !== 'local')
              for (const { code } of candidates)
                expect(code.startsWith(`${ontology}:${text}`)).toBe(true);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('the lists here: billable and header where claims know them, synonyms under their code', async () => {
  const { local } = stand();
  const [diabetes, none] = await local.link(
    [entity('DM2'), entity('sodium', { ontology: 'loinc' })],
    5,
  );
  expect(diabetes).toMatchObject({
    linker: 'local',
    version: 'small',
    suggested: 'E11.9',
    candidates: expect.arrayContaining([
      expect.objectContaining({ code: 'E11.9', billable: true, header: false, linked: true }),
    ]),
  });
  expect(diabetes!.candidates[0]!.why!.expanded).toMatchObject({});
  expect(none).toMatchObject({
    candidates: [],
    trouble: { code: 'missing', detail: 'no-terminology' },
  });
  const made = {
    code: '1',
    name: 'Paracetamol 500 mg',
    score: null,
    isLinked: true,
    billable: false,
    header: false,
    why: { term: 'Paracetamol 500 mg', kind: 'preferred' as const },
  };
  const medicines = createLocalLinker({ terms: { ...smallTerms(), link: () => [made] } });
  const [medicine] = await medicines.link([entity('pcm', { ontology: 'medication' })], 5);
  expect(medicine!.candidates).toEqual([
    {
      code: '1',
      term: made.name,
      synonyms: [],
      score: null,
      linked: true,
      about: [],
      why: made.why,
    },
  ]);
  expect(
    grouped([
      candidate('a', { term: 'A' }),
      candidate('b'),
      candidate('a', { term: 'Also A', linked: true, score: 1 }),
    ]),
  ).toEqual([candidate('a', { term: 'A', synonyms: ['Also A'], linked: true }), candidate('b')]);
});

test('hundreds of questions to the lists here let others have their turn', async () => {
  const { local } = stand();
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await local.link(
    Array.from({ length: 80 }, (_, at) => entity(`fever ${at}`)),
    5,
  );
  clearImmediate(timer);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('a hospital’s server: a few at once; lost once, the rest is not waited for, and it is left alone for a while', async () => {
  const clock = heldClock();
  const asked: string[] = [];
  let down = false;
  let [now, most] = [0, 0];
  const server = createServerLinker({
    clock,
    address: () => 'https://terms.example',
    terms: {
      async link({ text }) {
        asked.push(text);
        most = Math.max(most, ++now);
        await new Promise(setImmediate);
        now -= 1;
        if (down)
          throw new Failure('offline', 'It did not work.', { detail: 'server-unreachable' });
        if (text === 'q3')
          throw new Failure('refused', 'It did not work.', { detail: 'server-too-costly' });
        return { version: 's1', candidates: [candidate(text, { linked: true })] };
      },
      search: async () => ({ version: 's1', candidates: [] }),
    },
  });
  const queries = Array.from({ length: 10 }, (_, at) => entity(`q${at}`));
  const answers = await server.link(queries, 5);
  expect(answers.map(({ suggested, trouble }) => suggested ?? trouble?.detail)).toEqual([
    'q0',
    'q1',
    'q2',
    'server-too-costly',
    'q4',
    'q5',
    'q6',
    'q7',
    'q8',
    'q9',
  ]);
  expect(most).toBe(4);
  down = true;
  asked.length = 0;
  await expect(server.link(queries, 5)).rejects.toThrow(failureWith('server-unreachable'));
  expect([asked.length, server.ready()]).toEqual([4, false]);
  clock.advance(30_000);
  expect(server.ready()).toBe(true);
});

test('search asks whom it is told to', async () => {
  const { codify } = stand();
  expect(await codify.search('icd-10-cm', 'acute hep', 'local')).toMatchObject({
    linker: 'local',
    version: 'small',
    candidates: [{ code: 'B15', header: true }, {}, {}],
  });
  expect(await codify.search('snomed', 'fever', 'server')).toMatchObject({
    linker: 'server',
    version: 's1',
    candidates: [{ code: 'S' }],
  });
  expect(await codify.search('snomed', 'fever', 'platform')).toMatchObject({
    linker: 'platform',
    version: 'p1',
    candidates: [{ code: 'snomed:fever' }, {}],
  });
});
