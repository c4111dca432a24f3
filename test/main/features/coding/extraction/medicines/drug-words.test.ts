/** Words that are names of medicines, by the lists that come with Scriba. */
import { afterAll, expect, test } from 'vitest';
import { createDrugWords } from '../../../../../../main/features/coding/extraction/medicines/drug-words.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const isDrug = createDrugWords(terminology);

test.each(['amlodipine', 'telma', 'dolo', 'omez', 'warf'])('“%s” is one', (word) => {
  expect(isDrug(word)).toBe(true);
});

test.each(['iron', 'zinc', 'tide', 'alex', 'pan', 'table', 'dose'])('“%s” is none', (word) => {
  expect(isDrug(word)).toBe(false);
});
