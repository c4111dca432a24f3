/** A sentence without a full stop, as a recogniser or a pasted text may hold it, is read in about as many steps as it has letters. */
import { expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { aFolder } from '../../../../support/terminology/small-terminology.ts';

const extraction = createExtraction({ terminology: createTerminology({ folder: aFolder() }) });
// What is opened and compiled at the first question is not the reading of a sentence.
extraction.ofText('fever');

test.each([
  'not enough for fever ',
  'fever kuch nahi ',
  'na fever, ',
  'until fever is ',
  'night nurse ',
  'his twin has fever ',
])('four times the letters of %j take no sixteen times as long', (words) => {
  const timeOf = (letters: number) => {
    const text = words.repeat(Math.ceil(letters / words.length));
    const from = performance.now();
    extraction.ofText(text);
    return performance.now() - from;
  };
  timeOf(5_000);
  // Where it took the third power of the length this was more than forty.
  expect(timeOf(20_000) / Math.max(timeOf(5_000), 20)).toBeLessThan(16);
});

test('a denial over a list of any length of a note is read to its end', () => {
  const list = Array.from({ length: 30 }, () => 'cough, headache, chest pain').join(', ');
  const text = `Denies ${list} or fever.`;
  const [fever] = extraction.ofText(text).filter(({ text: words }) => words === 'fever');
  expect(text.length).toBeLessThan(1_500);
  expect(fever?.status).toBe('absent');
});
