/** Words of code lists that are no finding, illnesses that stay, and codes that are sure. */
import { describe, expect, test } from 'vitest';
import { isChronic } from '../../../../../main/features/coding/extraction/chronic.ts';
import { confidentCodes } from '../../../../../main/features/coding/extraction/confident-codes.ts';
import { classifyTerm } from '../../../../../main/features/coding/extraction/ignored-terms.ts';

describe('an illness that stays for life', () => {
  test.each([
    ['E11', true],
    ['E11.9', true],
    ['I10', true],
    ['J45.909', true],
    ['J18.9', false],
    ['R50.9', false],
    [undefined, false],
  ])('%s: %s', (icd, wanted) => {
    expect(isChronic(icd)).toBe(wanted);
  });

  test('is told by the category alone, also for the last one of a range', () => {
    // A subcategory sorts behind its category: "E14.9" is later than "E14".
    for (const category of ['B20', 'D58', 'E03', 'E14', 'G13', 'G40', 'I16'])
      expect([category, isChronic(category), isChronic(`${category}.9`)]).toEqual([
        category,
        true,
        true,
      ]);
  });
});

describe('a term of a list', () => {
  const classified = (text: string, codes: readonly string[] = [], readAs?: string) =>
    classifyTerm({ text, codes, readAs }, 'icd-10-cm');

  test('whose words are all everyday words is hidden', () => {
    expect(classified('general examination')).toBe('hide');
    expect(classified('chest pain')).toBe('keep');
  });

  test('of one word is not an alternative, whatever the word', () => {
    expect(classified('status')).not.toBe('keep');
    expect(classified('asthma')).toBe('keep');
    expect(classified('asthma or wheeze')).toBe('skip');
  });

  test('is split where several signs stand together', () => {
    expect(classified('knee -- pain')).toBe('keep');
    expect(classified('(fever)')).toBe('keep');
  });

  test('that names no finding is hidden by its codes', () => {
    expect(classified('fall from ladder', ['W11.XXXA'])).toBe('hide');
    expect(classified('fall from ladder', ['W11.XXXA', 'S82.9'])).toBe('keep');
  });

  test('that begins with a word of the edge in capitals counts only where it is an abbreviation', () => {
    const edge = ['of', 'in', 'with', 'the', 'and', 'for', 'on', 'at', 'to', 'no'].filter(
      (word) => classified(`${word} fever`) === 'skip',
    );
    expect(edge.length).toBeGreaterThan(0);
    for (const word of edge) {
      expect([word, classified(`${word.toUpperCase()} fever`)]).toEqual([word, 'keep']);
      // Capitals that go on in small letters are no abbreviation.
      expect([word, classified(`${word.toUpperCase()}s fever`)]).toEqual([
        word,
        classified(`${word}s fever`),
      ]);
    }
  });
});

test('a candidate that the linker does not link gives no code', () => {
  const candidate = { code: '386661006', name: 'Fever', isLinked: false };
  const codes = (isLinked: boolean) =>
    confidentCodes(
      {
        status: () => [{ ontology: 'snomed', version: '1' }],
        phrases: () => [],
        link: () => [{ ...candidate, isLinked }],
      } as never,
      { text: 'fever', kind: 'symptom', hints: {} } as never,
    ).map(({ code }) => code);
  expect([codes(true), codes(false)]).toEqual([['386661006'], []]);
});
