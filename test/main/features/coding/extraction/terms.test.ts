/** Words of code lists that are no finding, illnesses that stay, and codes that are sure. */
import { describe, expect, test } from 'vitest';
import { isChronic } from '../../../../../main/features/coding/extraction/chronic.ts';
import { confidentCodes } from '../../../../../main/features/coding/extraction/confident-codes.ts';
import {
  COLD,
  classifyTerm,
  isOneTerm,
} from '../../../../../main/features/coding/extraction/ignored-terms.ts';

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

describe('a word of a list, in its letters', () => {
  const sense = (
    text: string,
    ontology: 'icd-10-cm' | 'snomed' | 'loinc' = 'icd-10-cm',
    readAs?: string,
  ) => classifyTerm({ text, codes: [], readAs }, ontology);

  test.each([
    ['right', 'skip'],
    ['rights', 'skip'],
    ['baker’s', 'skip'],
    ['declines', 'skip'],
    ['a', 'skip'],
    ['7', 'skip'],
    ['7up', 'skip'],
    ['asthma', 'keep'],
    ['sob', 'keep'],
    ['Sob', 'skip'],
    ['SOB', 'keep'],
    ['mi', 'keep'],
    ['Mi', 'skip'],
    ['MI', 'keep'],
    ['he has asthma', 'skip'],
    ['HE asthma', 'keep'],
    ['asthma he', 'skip'],
    ['physical examination', 'hide'],
    ['routine exams', 'hide'],
    ['odd routine exams', 'keep'],
    ['family history', 'skip'],
    ['old test', 'hide'],
    ['weight loss', 'keep'],
    ['loss of temperature', 'keep'],
    ['viral fever', 'keep'],
    ['asthma which is cold', 'skip'],
    ['asthma\n\ncough', 'skip'],
    ['asthma\ncough', 'keep'],
    ['fracture or sprain', 'skip'],
    ['risk of falls', 'skip'],
    ['screening mammography', 'skip'],
  ])('%j: %s', (text, wanted) => expect(sense(text)).toBe(wanted));

  test('short words in lower case are no tests, but for those that are written so', () => {
    expect([sense('na', 'loinc'), sense('Na', 'loinc'), sense('NA', 'loinc')]).toEqual([
      'skip',
      'keep',
      'keep',
    ]);
    const tests =
      'cbc tsh esr crp ldl hdl psa bnp bun mri ecg ekg bmi inr usg alt ast hgb tmt hiv'.split(' ');
    for (const test of tests) expect([test, sense(test, 'loinc')]).toEqual([test, 'keep']);
    for (const other of ['xcb', 'can', 'the', 'cb'])
      expect([other, sense(other, 'loinc')]).toEqual([other, 'skip']);
  });

  test('two letters that were read as something else count in capitals, and where they are usual', () => {
    const read = (text: string) => sense(text, 'icd-10-cm', 'long name');
    expect([read('dm'), read('mi'), read('uc'), read('zq'), read('ZQ'), read('zqx')]).toEqual([
      'keep',
      'keep',
      'keep',
      'skip',
      'keep',
      'keep',
    ]);
  });

  test.each([
    ['V00.01', 'hide'],
    ['W11', 'hide'],
    ['Y92', 'hide'],
    ['Z00.0', 'hide'],
    ['Z33.1', 'keep'],
    ['Z21', 'keep'],
    ['Z88.0', 'keep'],
    ['Z89.4', 'keep'],
    ['Z90.1', 'keep'],
    ['Z90.2', 'hide'],
    ['Z95.0', 'keep'],
    ['U00', 'hide'],
    ['U07.1', 'keep'],
    ['U09.9', 'keep'],
    ['T36.0', 'hide'],
    ['T49.9', 'hide'],
    ['T50.9', 'hide'],
    ['T51.0', 'keep'],
    ['T75.89', 'hide'],
    ['T78.40', 'hide'],
    ['T78.41', 'keep'],
    ['R69', 'hide'],
    ['R68.89', 'hide'],
    ['D75.9', 'hide'],
    ['Q89.9', 'hide'],
    ['T14.90XA', 'hide'],
    ['T14.0', 'keep'],
    ['J18.9', 'keep'],
  ])('the code %s: %s', (code, wanted) =>
    expect(classifyTerm({ text: 'something named', codes: [code] }, 'icd-10-cm')).toBe(wanted),
  );
  test('codes of other systems hide nothing', () => {
    expect(classifyTerm({ text: 'something named', codes: ['Z00.0'] }, 'snomed')).toBe('keep');
  });
});

test.each([
  ['fever and cough', false],
  ['fever & cough', false],
  ['fever with cough', false],
  ['fever plus cough', false],
  ['sandy cough', true],
  ['nausea and vomiting', true],
  ['cough and cold', true],
  ['pins and needles', true],
  ['fever and chills', true],
])('%j is one term: %s', (text, one) => expect(isOneTerm(text)).toBe(one));

test.each([
  ['has a cold', true],
  ['bad cold since Monday', true],
  ['cough and cold', true],
  ['no cold', true],
  ['cough, cold, fever', true],
  ['cough, cold', true],
  ['pale, cold and clammy', false],
  ['cold feet', false],
  ['a cold drink', false],
  ['the coldness', false],
])('in %j a cold is named: %s', (text, named) =>
  expect([...text.matchAll(COLD)].length > 0).toBe(named),
);
