/** What was asked for and began, or was diagnosed, years ago: present only where it is not over. */
import { afterAll, expect, test } from 'vitest';
import { createExtraction } from '../../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const extraction = createExtraction({ terminology });
const statusOf = (asked: string, text: string) =>
  extraction.ofText(text).find((one) => one.text.toLowerCase() === asked)?.status;

const over = [
  ['gallstones', 'Diagnosed three years ago. They took my gallbladder out.'],
  ['gallstones', 'Diagnosed three years ago.'],
  ['hernia', 'Noticed two years ago. Repaired.'],
  ['tuberculosis', 'Yes, diagnosed five years ago. I took six months of treatment.'],
  ['cancer', 'Yes, diagnosed five years ago. I am in remission.'],
  ['kidney stones', 'Noticed two years back. Passed it.'],
  ['depression', 'It started three years ago. I came off tablets and feel well.'],
  ['headache', 'It began three years ago. Now I feel fine.'],
  ['epilepsy', 'Yes, diagnosed ten years ago. I had surgery.'],
  ['asthma', 'Yes, diagnosed ten years ago. I am off inhalers.'],
  ['dengue', 'Yes, diagnosed last year.'],
  ['dengue', 'It started last year.'],
  ['jaundice', 'Yes, it started last year.'],
  ['appendicitis', 'Yes, diagnosed last year.'],
  ['pregnancy', 'Yes, diagnosed last year.'],
  ['fracture', 'Yes, diagnosed last year.'],
] as const;

test.each(over)('“Any %s?”, “%s”: possible', (asked, answer) => {
  expect(statusOf(asked, `Doctor: Any ${asked}? Patient: ${answer}`)).toBe('possible');
});

test.each(over)('the same without speakers is not present: “Any %s?”, “%s”', (asked, answer) => {
  expect(statusOf(asked, `Any ${asked}? ${answer}`)).toBe('possible');
});

test.each([
  ['diabetes', 'Yes, diagnosed three years ago. I take metformin.'],
  ['asthma', 'I was diagnosed last year.'],
  ['headache', 'Yes, it began three years ago.'],
  ['headache', 'Yes, it began three years ago. It comes on and off.'],
])('“Any %s?”, “%s”: present', (asked, answer) => {
  expect(statusOf(asked, `Doctor: Any ${asked}? Patient: ${answer}`)).toBe('present');
});
