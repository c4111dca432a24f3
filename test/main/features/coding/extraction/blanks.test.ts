/** Blanks of other kinds and more of them ("no  fever" out of a table) change no finding. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { codedSentences } from '../../../../fixtures/coded-sentences.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const extraction = createExtraction({
  terminology: createTerminology({ folder: folderWithLists() }),
});
const ours = readFileSync(
  path.join(import.meta.dirname, '../../../../fixtures/status/half-a.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { text: string }).text);
const texts = [...codedSentences.map(({ sentence }) => sentence), ...ours];

test.each(['  ', '\u00a0', '\t', ' \u00a0 '])('%j', (blank) => {
  const found = (text: string) =>
    extraction.ofText(text).map(({ text: words, kind, status, concept, span }) => {
      expect(text.slice(span.start, span.end)).toBe(words);
      return [words.replace(/\s+/g, ' '), kind, status, concept.replace(/\s+/g, ' ')].join('|');
    });
  for (const text of texts)
    expect.soft(found(text.replaceAll(' ', blank)), text).toEqual(found(text));
});
