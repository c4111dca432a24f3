/** The starter beside the lists in the box: which code comes first, and which is promised. */
import { afterAll, expect, test } from 'vitest';
import { starterRows } from '../../../../../main/infrastructure/terminology/tables/starter/starter.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { everydayConcepts } from '../../../../fixtures/everyday-concepts.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';
import { aFolder } from '../../../../support/terminology/small-terminology.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const codes = (query: string, kind?: string, ontology: 'snomed' | 'icd-10-cm' = 'snomed') =>
  terminology.link(ontology, query, 5, kind === undefined ? {} : { kind });
const tags = (query: string, kind?: string) =>
  codes(query, kind).map(({ about }) => about?.find(([label]) => label === 'semantic_tag')?.[1]);

test('the name of a concept is promised before a wider one that the starter leads to', () => {
  expect(codes('loose stools')).toMatchObject([
    { code: '398032003', name: 'Loose stool', isLinked: true },
    { code: '62315008', isLinked: false },
    {},
    {},
    {},
  ]);
  expect(codes('loose motions')[0]).toMatchObject({ code: '62315008', isLinked: true });
});

test('the code that leaves less open is promised, not the category above it', () => {
  expect(codes('cough', undefined, 'icd-10-cm')[0]).toMatchObject({
    code: 'R05.9',
    isLinked: true,
  });
});

test('where starter and list promise different codes, neither is promised', () => {
  const found = codes('bedwetting', undefined, 'icd-10-cm');
  expect(found[0]).toMatchObject({ code: 'N39.44' });
  expect(found.filter(({ isLinked }) => isLinked)).toEqual([]);
});

test('each promise of the starter stays: the same code, one below it, or the concept of that name', () => {
  const alone = createTerminology({ folder: aFolder(), starter: starterRows() });
  const lost: string[] = [];
  let promised = 0;
  for (const { names } of starterRows().filter(({ snomed }) => snomed))
    for (const name of names) {
      const before = alone.link('snomed', name, 1).find(({ isLinked }) => isLinked);
      if (!before) continue;
      promised += 1;
      const now = codes(name).find(({ isLinked }) => isLinked);
      // Another code only by its own name, word for word.
      if (now === undefined || (now.code !== before.code && now.why.kind !== 'preferred'))
        lost.push(`${name}: ${before.name}, now ${now?.name}`);
    }
  alone.close();
  expect(lost).toEqual([]);
  expect(promised).toBeGreaterThan(1_000);
});

test('semantic tags choose: a problem is no procedure, organism or part of the body', () => {
  const problem = ['finding', 'disorder', 'situation', 'event', ''];
  const done = ['procedure', 'regime/therapy', ''];
  const taken = [
    'substance',
    'product',
    'medicinal product',
    'medicinal product form',
    'clinical drug',
  ];
  for (const query of [
    'appendix',
    'salmonella',
    'heart',
    'hip replacement',
    'penicillin',
    'tuberculosis',
  ])
    for (const kind of ['symptom', 'diagnosis', 'examination'])
      for (const tag of tags(query, kind)) expect(problem, `${query} ${kind}`).toContain(tag);
  for (const query of ['cataract', 'hernia repair', 'dialysis'])
    for (const kind of ['order', 'procedure'])
      for (const tag of tags(query, kind)) expect(done, `${query} ${kind}`).toContain(tag);
  for (const tag of tags('amoxicillin', 'medication')) expect(taken).toContain(tag);
  expect(tags('hip replacement', 'procedure')[0]).toBe('procedure');
  for (const query of ['escherichia coli', 'left kidney', 'heart', 'male', 'hospital'])
    for (const tag of tags(query))
      expect(['body structure', 'organism', 'qualifier value', 'environment']).not.toContain(tag);
});

test('search as you type shows what is common first, and no organism', () => {
  const hits = terminology.search('snomed', 'typhoid');
  expect(hits[0]).toMatchObject({ code: '4834000', name: 'Typhoid fever' });
  expect(terminology.search('snomed', 'salmonella typhi').map(({ name }) => name)).not.toContain(
    'Salmonella Typhi',
  );
  expect(terminology.search('icd-10-cm', 'fev')[0]).toMatchObject({
    code: 'R50.9',
    billable: true,
  });
});

test('81 of 89 everyday phrases have a concept in the right place, found among the first three', () => {
  expect(everydayConcepts).toHaveLength(81);
  for (const { query, code } of everydayConcepts)
    expect
      .soft(
        codes(query, 'diagnosis')
          .slice(0, 3)
          .map((one) => one.code),
        query,
      )
      .toContain(code);
});
