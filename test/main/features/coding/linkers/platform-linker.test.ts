/**
 * Many entities at once: which questions go together, in which order answers come back, what is
 * remembered and what is not.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlatformLinker } from '../../../../../main/features/coding/linkers/platform-linker.ts';
import type {
  Codification,
  Linked,
} from '../../../../../main/infrastructure/platform/api/codification.ts';
import { Failure } from '../../../../../shared/failure.ts';
import type { EntityQuery } from '../../../../../shared/model/coding/codification.ts';
import { failureWith } from '../../../../support/failure.ts';

const of = (code: string): Linked => ({
  candidates: [{ code, term: code, synonyms: [], score: 1, linked: true, about: [] }],
  suggested: code,
});

/**
 * A platform that answers every question with the question itself, and remembers what it was asked.
 */
function stand({ refuse = () => false as boolean } = {}) {
  const calls: {
    how: string;
    texts: readonly string[];
    ontology?: string;
    version?: string;
    hints?: object;
  }[] = [];
  const platform: Codification = {
    registry: async () => [
      { ontology: 'snomed', versions: ['v1', 'v2'] },
      { ontology: 'loinc', versions: ['l1'] },
      { ontology: 'icd-10-cm', versions: ['c1'] },
      { ontology: 'medication', versions: [] },
    ],
    async link(text, { ontology, version, hints }) {
      calls.push({ how: 'link', texts: [text], ontology, version, hints });
      return of(text);
    },
    async batch(texts, { ontology, version, hints }) {
      calls.push({ how: 'batch', texts, ontology, version, hints });
      if (refuse()) throw new Failure('busy', 'It did not work.', { detail: 'platform-busy' });
      return texts.map(of);
    },
    async legacy(texts) {
      calls.push({ how: 'legacy', texts });
      return new Map(texts.filter((text) => text !== 'zzz').map((text) => [text, of(text)]));
    },
  };
  return { calls, platform };
}
const entity = (id: string, text: string, more: Partial<EntityQuery> = {}): EntityQuery => ({
  id,
  text,
  ontology: 'snomed',
  ...more,
});
const make = (
  platform: Codification,
  { account = (): string => 'a', legacy = (): boolean => false } = {},
) => createPlatformLinker({ platform, account, legacy, ready: () => true });

test('whatever the entities: each answer stands in its entity’s place, five at most in a call, never two ontologies or hints in one', async () => {
  const one = fc.record({
    text: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    ontology: fc.constantFrom('snomed' as const, 'loinc' as const, 'icd-10-cm' as const),
    version: fc.option(fc.constantFrom('v1', 'v2'), { nil: undefined }),
    hints: fc.option(fc.record({ unit: fc.constantFrom('mg', 'g', ' '), other: fc.string() }), {
      nil: undefined,
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 40 }), async (list) => {
      const { calls, platform } = stand();
      const entities = list.map((each, index) => ({ ...each, id: String(index) }));
      const linked = await make(platform).link(entities);
      expect(linked.map(({ id, suggested }) => [id, suggested])).toEqual(
        entities.map(({ id, text }) => [id, text]),
      );
      for (const { how, texts } of calls)
        expect([how, texts.length <= 5, new Set(texts).size]).toEqual([
          texts.length === 1 ? 'link' : 'batch',
          true,
          texts.length,
        ]);
      // Each question once: the same words, version and hints are one question.
      const questions = calls.flatMap(({ texts, ontology, version, hints }) =>
        texts.map((text) => JSON.stringify([text, ontology, version, hints])),
      );
      expect(new Set(questions).size).toBe(questions.length);
    }),
    { numRuns: 60 },
  );
});

test('twelve of one kind are asked as five, five and two; hints that the ontology does not look at part nothing', async () => {
  const { calls, platform } = stand();
  await make(platform).link(
    Array.from({ length: 12 }, (_, index) =>
      entity(String(index), `t${index}`, { hints: { unit: String(index) } }),
    ),
  );
  expect(calls.map(({ how, texts, version }) => [how, texts.length, version])).toEqual([
    ['batch', 5, 'v1'],
    ['batch', 5, 'v1'],
    ['batch', 2, 'v1'],
  ]);
});

test('tests of different units are asked apart', async () => {
  const { calls, platform } = stand();
  await make(platform).link([
    entity('1', 'k', { ontology: 'loinc', hints: { unit: 'mg' } }),
    entity('2', 'k', { ontology: 'loinc', hints: { unit: 'g' } }),
    entity('3', 'na', { ontology: 'loinc', hints: { unit: ' mg ' } }),
  ]);
  expect(calls.map(({ texts, hints }) => [texts, hints])).toEqual([
    [['k', 'na'], { unit: 'mg' }],
    [['k'], { unit: 'g' }],
  ]);
});

test('what was asked is not asked again, but for another account, another number of candidates, or after it was forgotten', async () => {
  const { calls, platform } = stand();
  let who = 'a';
  const codify = make(platform, { account: () => who });
  const ask = (most?: number) => codify.link([entity('1', 'fever')], most);
  await ask();
  await ask();
  expect(calls).toHaveLength(1);
  await ask(3);
  who = 'b';
  await ask();
  codify.forget();
  await ask();
  expect(calls).toHaveLength(4);
});

test('what fails is told with its entities; the others have their answers; where all fail, the failure is thrown', async () => {
  let down = true;
  const { platform } = stand({ refuse: () => down });
  const codify = make(platform);
  const linked = await codify.link([
    entity('1', 'a'),
    entity('2', 'b'),
    entity('3', 'c', { ontology: 'icd-10-cm' }),
    entity('4', 'd', { ontology: 'medication' }),
  ]);
  expect(linked.map(({ suggested, trouble }) => [suggested, trouble?.detail])).toEqual([
    [undefined, 'platform-busy'],
    [undefined, 'platform-busy'],
    ['c', undefined],
    [undefined, 'ontology-unlisted'],
  ]);
  await expect(codify.link([entity('1', 'a'), entity('2', 'b')])).rejects.toThrow(
    failureWith('platform-busy'),
  );
  down = false;
  expect(
    (await codify.link([entity('1', 'a'), entity('2', 'b')])).map(({ suggested }) => suggested),
  ).toEqual(['a', 'b']);
});

test('a question may ask for the older call, or against it, whatever the settings say', async () => {
  for (const setting of [true, false]) {
    const { calls, platform } = stand();
    await make(platform, { legacy: () => setting }).link([
      entity('1', 'dm2', { legacy: true }),
      entity('2', 'htn', { legacy: false }),
      entity('3', 'na', { legacy: true, ontology: 'loinc' }),
    ]);
    expect(calls.map(({ how, texts }) => [how, ...texts])).toEqual([
      ['legacy', 'dm2'],
      ['link', 'htn'],
      ['link', 'na'],
    ]);
  }
});

test('with the setting, SNOMED CT goes by the older call, as many terms as fit, and the rest as before', async () => {
  const { calls, platform } = stand();
  const codify = make(platform, { legacy: () => true });
  const many = Array.from({ length: 120 }, (_, index) =>
    entity(String(index), index === 7 ? 'zzz' : `term ${index}`),
  );
  const linked = await codify.link([...many, entity('x', 'fever', { ontology: 'icd-10-cm' })]);
  expect(calls.map(({ how, texts }) => [how, texts.length])).toEqual([
    ['legacy', 50],
    ['legacy', 50],
    ['legacy', 20],
    ['link', 1],
  ]);
  expect([
    linked[7]?.candidates,
    linked[8]?.linker,
    linked[8]?.version,
    linked[120]?.linker,
  ]).toEqual([[], 'platform-legacy', 'legacy', 'platform']);
  calls.length = 0;
  await codify.link(
    Array.from({ length: 4 }, (_, index) => entity(String(index), `${index}${'x'.repeat(1500)}`)),
  );
  expect(calls.map(({ texts }) => texts.length)).toEqual([2, 2]);
});
