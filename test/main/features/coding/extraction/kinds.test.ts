/** Kinds that the words around a medicine tell, with the brands that come with Scriba. */
import { afterAll, expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const extraction = createExtraction({ terminology });

test.each([
  ['Allergy: aspirin', ['aspirin']],
  ['Allergies: penicillin, aspirin', ['penicillin', 'aspirin']],
  ['Drug allergies - sulfa drugs, Dolo 650', ['sulfa', 'Dolo 650']],
  ['Allergic to sulfa, aspirin and Dolo.', ['sulfa', 'aspirin', 'Dolo']],
  ['Allergic to penicillin, takes aspirin.', ['penicillin']],
  ['Allergies: none, aspirin daily', []],
  ['Allergic to penicillin. Aspirin given.', ['penicillin']],
])('a medicine in a list of allergies is not one that is taken: “%s”', (text, allergies) => {
  expect(
    extraction
      .ofText(text)
      .filter(({ kind }) => kind === 'allergy')
      .map(({ text: words }) => words),
  ).toEqual(allergies);
});
