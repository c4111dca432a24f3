/** Findings, and what is not there, in nine languages of India, by the lists in the box. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { confidentCodes } from '../../../../../main/features/coding/extraction/confident-codes.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { languageConcepts } from '../../../../../main/infrastructure/terminology/tables/languages/languages.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { readLanguages } from '../../../../../main/infrastructure/terminology/text/languages.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
const extraction = createExtraction({ terminology });
afterAll(() => terminology.close());

const rows = readFileSync(
  path.resolve(import.meta.dirname, '../../../../fixtures/languages/statuses.tsv'),
  'utf8',
)
  .trim()
  .split(/\r?\n/)
  .map((line) => line.split('\t') as [string, string, string, string]);

const inScripts = rows.filter(([, text]) => !/[a-z]/i.test(text));

function statusOf(text: string, concept: string): string | undefined {
  const place = readLanguages(text).find(({ concepts }) => concepts.includes(concept));
  return extraction.everywhereIn(text).find(({ span }) => span.start === place?.start)?.status;
}

test.each(rows)('%s: %s: %s is %s', (_, text, concept, status) => {
  expect(languageConcepts.has(concept)).toBe(true);
  expect(statusOf(text, concept)).toBe(status);
});

test('the status does not hang on the form of Unicode or on unseen signs', () => {
  for (const [, text, concept, status] of inScripts)
    expect(statusOf(text.normalize('NFD').replaceAll(' ', ' \u200b'), concept), text).toBe(status);
});

test.each([
  ['காய்ச்சல் இருக்கிறதா? - இல்லை', 'fever', 'absent'],
  ['জ্বর আছে? - না', 'fever', 'absent'],
  ['જ્વર કે તાવ આવે છે? - ના', 'fever', 'absent'],
])('a question that is answered by no: %s', (text, concept, status) => {
  expect(statusOf(text, concept)).toBe(status);
});

test.each([
  ['डॉक्टर: शुगर या दमा है?\nमरीज़: नहीं।', 'asthma', 'absent'],
  ['மருத்துவர்: காய்ச்சல் இருக்கிறதா?\nநோயாளி: இல்லை.', 'fever', 'absent'],
  ['ডাক্তার: জ্বর আছে?\nরোগী: না।', 'fever', 'absent'],
])('speakers are known by their labels: %s', (text, concept, status) => {
  expect(statusOf(text, concept)).toBe(status);
});

test('a complaint is a symptom, an illness a diagnosis, a part of the body nothing', () => {
  const kinds = (text: string) =>
    extraction.ofText(text).map(({ kind, text: said }) => [said, kind]);
  expect(kinds('முழங்கால் வலி')).toEqual([['முழங்கால் வலி', 'symptom']]);
  expect(kinds('ਮਲੇਰੀਆ')).toEqual([['ਮਲੇਰੀਆ', 'diagnosis']]);
  expect(kinds('వీపు, కడుపు')).toEqual([]);
});

test('no code goes with such a finding by itself: a person decides', () => {
  for (const [, text] of inScripts)
    for (const entity of extraction.everywhereIn(text))
      expect(confidentCodes(terminology, entity), text).toEqual([]);
});

test('one concept in two languages is one entity', () => {
  expect(extraction.ofText('Fever since Monday. জ্বর আছে।')).toMatchObject([{ text: 'Fever' }]);
});
