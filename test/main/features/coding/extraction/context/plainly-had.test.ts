/** What is said of the patient at the beginning of a clause is not doubted. */
import { afterAll, expect, test } from 'vitest';
import { isPlainlyHad } from '../../../../../../main/features/coding/extraction/context/plainly-had.ts';
import { createExtraction } from '../../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const extraction = createExtraction({ terminology });

/** The finding in brackets. */
function isHad(marked: string): boolean {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return isPlainlyHad(marked.replace('[', '').replace(']', ''), { start, end });
}

test.each([
  'Denies fever but has a [cough].',
  'She has had a [fever] for three days.',
  'Father died of stroke; patient has [hypertension].',
  'I have a bad [headache] since yesterday.',
  'The child still has [diarrhoea] today.',
])('%s: had', (marked) => expect(isHad(marked)).toBe(true));

test.each([
  'If she has a [fever], call us.',
  'She had a [fever] last year.',
  'He has no [fever].',
  'Her brother came too. He has [asthma].',
  'He has [asthma]. Delete that.',
  'He has [asthma], they say.',
  'Her brother denies fever but has a [cough].',
  'Do you have a [cough]?',
  'Has a [cough]? No.',
  'She has a [fever] phobia.',
  'She has a [cough] every winter.',
])('%s: not told so plainly', (marked) => expect(isHad(marked)).toBe(false));

test.each([
  ['Denies fever but has a cough.', ['absent', 'present']],
  ['Father died of stroke; patient has hypertension.', ['family', 'present']],
] as const)('%s', (text, statuses) => {
  const found = extraction.ofText(text).filter(({ unlisted }) => !unlisted);
  expect(found.map(({ status }) => status)).toEqual(statuses);
});
