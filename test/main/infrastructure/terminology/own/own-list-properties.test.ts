/** A clinic's own list, whatever stands in its file. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());

const takeFile = (text: string) => terminology.own.take(Buffer.from(text, 'utf8'));
const take = (rows: string) => takeFile(`words,code,system\n${rows}`);
const link = (query: string) => terminology.link('icd-10-cm', query, 5);

describe('whatever is in the file', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      'words',
      'code',
      'system',
      'generic',
      'K30',
      'R53.83',
      '25374005',
      '718-7',
      'ICD-10-CM',
      'SNOMED CT',
      'LOINC',
      'rxnorm',
      'gas problem',
      'fever',
      '"',
      '""',
      'O+',
      'paracetamol + ',
      '500 mg',
    ),
  );
  const file = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .tuple(
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 }),
      )
      .map(([separator, end, rows]) => rows.map((row) => row.join(separator)).join(end)),
  );

  test('it is taken or refused with a sentence, and nothing else is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        const outcome = await takeFile(text).catch((error: unknown) => error);
        if (outcome instanceof Error)
          expect(outcome).toMatchObject({ code: 'invalid', detail: /^own-list-/ });
        else expect(outcome).toMatchObject({ taken: expect.any(Number) as number });
      }),
      { numRuns: 300 },
    );
  });

  test('what it promises is exactly what the file says', async () => {
    const codes = ['K30', 'R53.83', 'A90', 'J06.9', 'M54.50'];
    const word = fc.constantFrom(
      'blue',
      'gas',
      'fever',
      'no',
      'left',
      'pain',
      'of',
      'O+',
      'knee',
      '2',
    );
    const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(words, fc.constantFrom(...codes)), { minLength: 1, maxLength: 8 }),
        words,
        async (rows, query) => {
          terminology.own.remove();
          await take(rows.map(([text, code]) => `${text},${code},ICD-10-CM`).join('\n'));
          for (const asked of [query, ...rows.map(([text]) => text)])
            for (const { code, why, isLinked } of link(asked))
              if (why.own) {
                expect(isLinked).toBe(true);
                expect(rows).toContainEqual([why.term, code]);
                // The words that decide are all there, and no others.
                const plain = (text: string) =>
                  text
                    .replaceAll(/\b(?:of)\b/g, ' ')
                    .split(' ')
                    .filter(Boolean);
                expect(plain(asked)).toEqual(plain(why.term));
              }
        },
      ),
      { numRuns: 60 },
    );
  });
});
