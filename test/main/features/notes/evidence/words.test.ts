/** The forms in which the words of a note and of a conversation are compared. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortForms } from '../../../../../main/features/notes/evidence/short-forms.ts';
import { createReader } from '../../../../../main/features/notes/evidence/words.ts';
import { createNormaliser } from '../../../../../main/infrastructure/terminology/text/normalise.ts';

const read = createReader({ wordsOf: createNormaliser(), shorts: shortForms });
const forms = (text: string, as: 'note' | 'speech' = 'note') =>
  read(text, as).map(({ form }) => form);
const placed = (text: string, as: 'note' | 'speech') =>
  read(text, as).map(({ form, start, end }) => [form, text.slice(start, end)]);

describe('words of one stem', () => {
  test.each([
    ['examination', 'examined'],
    ['palpitations', 'palpitation'],
    ['surprisingly', 'surprise'],
    ['radiating', 'radiates'],
    ['studied', 'studying'],
    ['markedly', 'marked'],
    ['swollen', 'swollen'],
    ['slowly', 'slow'],
    ['weakness', 'weak'],
    ['improvement', 'improving'],
    ['injection', 'injected'],
    ['obstructive', 'obstruction'],
    ['clinical', 'clinic'],
    ['blister', 'blisters'],
    ['stopped', 'stopping'],
    ['stopped', 'stop'],
    ['dizzy', 'dizziness'],
    ['cured', 'curing'],
    ['Esophagus', 'OESOPHAGUS'],
    ['mother’s', 'mother'],
    ["mother's", 'mothers'],
  ])('are one: %s, %s', (one, other) => {
    expect(forms(one)).toHaveLength(1);
    expect(forms(one)).toEqual(forms(other));
  });

  test.each([
    // Of four letters, none is an ending.
    ['mass', 'mass'],
    ['body', 'body'],
    ['pill', 'pill'],
    // Less than three letters would be left.
    ['icing', 'icing'],
    // A letter is doubled before an ending alone.
    ['appetite', 'appetit'],
    ['fussing', 'fuss'],
    // Three letters are a stem; the vowel at their end belongs to them.
    ['skiing', 'ski'],
    // Of another alphabet in part or whole.
    ['metforminसे', 'metforminसे'],
    ['बुखारing', 'बुखारing'],
    ['xबेing', 'xबेing'],
    ['बुखार', 'बुखार'],
  ])('end where a stem would be none: %s', (word, form) => expect(forms(word)).toEqual([form]));
});

describe('numbers', () => {
  test.each([
    ['BD', 'twice a day', ['x2']],
    ['BP 120/80', 'blood pressure 120 over 80', ['blood', 'pressur', '#120', '#80']],
    ['500 mg', 'five hundred milligrams', ['#500']],
    ['2-3', 'two to three', ['#2', '#3']],
  ])('are one, written or spoken: %s, %s', (written, spoken, expected) => {
    expect(forms(written)).toEqual(expect.arrayContaining(expected));
    expect(forms(spoken, 'speech')).toEqual(expect.arrayContaining(expected));
  });

  test('a range with its unit is compared by its lower end, one without by both', () => {
    expect(forms('5 to 10 mg')).toEqual(['#5']);
    expect(forms('5 to 10')).toEqual(['#5', '#10']);
  });

  test('have their words to themselves, and the words around them stay', () => {
    expect(placed('Metformin 500 mg BD rash', 'note')).toEqual([
      ['metformin', 'Metformin'],
      ['#500', '500 mg'],
      ['x2', 'BD'],
      ['rash', 'rash'],
    ]);
  });

  test('count less than other words, and words of every visit least', () => {
    const share = (text: string) => read(text, 'note')[0]!.share;
    expect(share('rash')).toBe(1);
    expect(share('500 mg')).toBeLessThan(share('rash'));
    expect(share('morning')).toBeLessThan(share('500 mg'));
    expect(share('morning')).toBeGreaterThan(0);
  });
});

describe('short forms', () => {
  test.each([
    ['full blood count', ['blood', 'count']],
    ['FBC', ['blood', 'count']],
    ['SOB', ['dyspnea']],
    ['T2DM', ['2', 'diabet', 'mellitu']],
    ['SpO2', ['oxygen', 'satur']],
    ['low B12', ['vitamin', 'b', '12', 'deficienc']],
    ['difficulty in breathing', ['dyspnea']],
  ])('of a note give way to their meaning: %s', (text, expected) =>
    expect(forms(text)).toEqual(expected),
  );

  test('of speech come beside their words, in the order of the text and the shorter place first', () => {
    const found = placed('a full blood count', 'speech');
    expect(found).toEqual([
      ['full', 'full'],
      ['blood', 'full blood count'],
      ['count', 'full blood count'],
      ['blood', 'blood'],
      ['blood', 'blood count'],
      ['count', 'blood count'],
      ['count', 'count'],
    ]);
  });

  test('end where the next word begins', () => {
    expect(placed('FBC rash', 'note')).toEqual([
      ['blood', 'FBC'],
      ['count', 'FBC'],
      ['rash', 'rash'],
    ]);
  });

  test('that are everyday words count only in capitals, and common ones only by themselves', () => {
    expect(forms('PET')).not.toEqual(forms('pet'));
    expect(forms('pet')).toEqual(['pet']);
    expect(forms('sugar')).toEqual(['sugar']);
  });

  test('that are written like words without weight stay without it', () => {
    expect(forms('patient had it')).toEqual([]);
    expect(forms('hx of')).toEqual([]);
  });
});

test('small words of note and speech have no form', () => {
  expect(forms('The patient reports that he also has a')).toEqual([]);
  expect(forms('')).toEqual([]);
});

test('every word lies in its text, in the order of the text, whatever the text is', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'Fever ',
      '500 mg ',
      'BD ',
      'full blood count ',
      '१२ ',
      '120/80 ',
      '\n',
      'mother’s ',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }).map((all) => all.join('')),
      fc.constantFrom('note' as const, 'speech' as const),
      (text, as) => {
        const found = read(text, as);
        for (const [at, { form, start, end, share }] of found.entries()) {
          expect(form).not.toBe('');
          expect(share > 0 && share <= 1).toBe(true);
          expect(0 <= start && start < end && end <= text.length).toBe(true);
          const before = found[at - 1];
          if (before)
            expect(before.start < start || (before.start === start && before.end <= end)).toBe(
              true,
            );
        }
      },
    ),
    { numRuns: 200 },
  );
});
