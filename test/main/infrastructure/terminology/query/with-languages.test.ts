/** Words of languages of India and the lists in the box: candidates, no promises, no slips. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { languageTables } from '../../../../../main/infrastructure/terminology/tables/languages/languages.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { isOfLanguages } from '../../../../../main/infrastructure/terminology/text/languages.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const asked = (query: string, ontology: 'snomed' | 'icd-10-cm' = 'snomed') =>
  terminology.link(ontology, query, 5, { kind: 'symptom' });

test('the concept that the words name is the first candidate of both lists, and no promise', () => {
  expect(asked('வயிற்றில் வலி')).toMatchObject([
    {
      code: '21522001',
      score: null,
      isLinked: false,
      why: { expanded: { 'வயிற்றில் வலி': 'abdominal pain' } },
    },
  ]);
  expect(asked('வயிற்றில் வலி', 'icd-10-cm')).toMatchObject([
    { code: 'R10.9', isLinked: false, billable: true },
  ]);
});

test('several concepts are several candidates; words of English beside them keep theirs', () => {
  expect(asked('জ্বর এবং কাশি').map(({ code }) => code)).toEqual(
    expect.arrayContaining(['386661006', '49727002']),
  );
  expect(asked('fever and khangh').map(({ code }) => code)).toEqual(
    expect.arrayContaining(['386661006', '49727002']),
  );
});

test('what the lists promise for the very words stays promised', () => {
  expect(asked('seene me dard')[0]).toMatchObject({ code: '29857009', isLinked: true });
  expect(asked('fever')[0]).toMatchObject({ code: '386661006', isLinked: true });
});

test('a part of the body is no problem: it has no candidate', () => {
  for (const word of ['seene', 'ghutno', 'கால்', 'పొట్ట', 'হাঁটু']) expect(asked(word)).toEqual([]);
});

test('a word that is common elsewhere counts only by itself', () => {
  expect(asked('kashi')[0]).toMatchObject({ code: '49727002' });
  expect(terminology.phrases('snomed', 'Lives in Kashi').filter(({ foreign }) => foreign)).toEqual(
    [],
  );
});

test('no medicine, test or procedure comes of a complaint', () => {
  expect(terminology.link('snomed', 'বুকে ব্যথা', 5, { kind: 'procedure' })).toEqual([]);
  expect(terminology.link('medication', 'ghutno ka dard', 5)).toEqual([]);
});

const words = languageTables.flatMap(({ parts, signs, concepts, particles, fillers }) =>
  [particles, fillers, ...[parts, signs, concepts].flatMap((rows) => Object.values(rows))]
    .flat()
    .flatMap((phrase) => phrase.replace('^', '').split(/[\s-]+/)),
);

test('no word of a language is read as a slip of an English one, whatever list is asked', () => {
  const ontology = fc.constantFrom('snomed', 'icd-10-cm', 'medication', 'loinc');
  fc.assert(
    fc.property(fc.constantFrom(...new Set(words)), ontology, (word, list) => {
      const corrected = terminology
        .link(list as 'snomed', word, 5)
        .flatMap(({ why }) => Object.keys(why.corrected ?? {}))
        // "gathiya" is arthritis by a short form; English words may be corrected.
        .filter(isOfLanguages);
      expect(corrected).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});
