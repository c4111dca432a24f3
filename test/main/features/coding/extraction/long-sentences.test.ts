/** A list without a full stop; how long such a text may take is a door of P31 (`words`). */
import { expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const extraction = createExtraction({
  terminology: createTerminology({ folder: folderWithLists() }),
});
test('a denial over a list of any length of a note is read to its end', () => {
  const list = Array.from({ length: 30 }, () => 'cough, headache, chest pain').join(', ');
  const text = `Denies ${list} or fever.`;
  const [fever] = extraction.ofText(text).filter(({ text: words }) => words === 'fever');
  expect(text.length).toBeLessThan(1_500);
  expect(fever?.status).toBe('absent');
});
