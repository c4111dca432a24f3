/** Words that a doctor or the doctor's dictionary puts into the machine's note. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, foldAll } from '../../../../main/features/notes/additions.ts';
import { correct } from '../../../../main/features/notes/dictionary.ts';

const section = (text: string, key: string | undefined = 'symptoms', id = 's') => ({
  id,
  title: '',
  text,
  ...(key !== undefined && { key }),
});
const addition = (...texts: string[]) => ({
  section: 'symptoms',
  name: 'Fever',
  values: texts.map((text, at) => ({ id: String(at), label: `L${at}`, text })),
});

describe('an addition', () => {
  const put = (text: string, after: string[], before?: string[]) =>
    fold([section(text)], addition(...after), before && addition(...before))[0]!.text;

  test.each<[string, string[], string[] | undefined, string]>([
    ['Fever', ['mild'], undefined, 'Fever; L0: mild'],
    ['Fever, 3 days\nCough', ['mild'], undefined, 'Fever, 3 days; L0: mild\nCough'],
    ['Cough\nFever: high', ['mild', 'dry'], undefined, 'Cough\nFever: high; L0: mild; L1: dry'],
    ['Fever since', ['mild'], undefined, 'Fever since; L0: mild'],
    // Of several lines the first.
    ['Fever\nFever', ['mild'], undefined, 'Fever; L0: mild\nFever'],
    // Another finding, or the name within a line.
    ['Feverish', ['mild'], undefined, 'Feverish\nFever; L0: mild'],
    ['High Fever', ['mild'], undefined, 'High Fever\nFever; L0: mild'],
    ['', ['mild'], undefined, 'Fever; L0: mild'],
    // Replaced where it stands; what is empty takes it out.
    ['Fever; L0: mild, since', ['severe'], ['mild'], 'Fever; L0: severe, since'],
    ['Fever; L0: mild', [], ['mild'], 'Fever'],
    ['Cough', [], ['mild'], 'Cough'],
    ['Fever, changed by hand', ['severe'], ['mild'], 'Fever, changed by hand; L0: severe'],
    ['Fever; L0: mild', ['$& and $1'], ['mild'], 'Fever; L0: $& and $1'],
    ['Fever', ['mild'], [], 'Fever; L0: mild'],
  ])('%j with %j instead of %j', (text, after, before, expected) =>
    expect(put(text, after, before)).toBe(expected),
  );

  test('goes to its own section, else to the last one', () => {
    const texts = (sections: Parameters<typeof fold>[0]) =>
      fold(sections, addition('mild')).map(({ text }) => text);
    expect(texts([section('a', 'vitals'), section('b'), section('c', 'plan')])).toEqual([
      'a',
      'b\nFever; L0: mild',
      'c',
    ]);
    expect(texts([section('a', 'vitals'), section('c', 'plan')])).toEqual([
      'a',
      'c\nFever; L0: mild',
    ]);
    expect(texts([])).toEqual([]);
  });

  test('comes after those before it', () => {
    expect(
      foldAll([section('Fever')], [addition('mild'), { ...addition('dry'), name: 'Cough' }])[0]!
        .text,
    ).toBe('Fever; L0: mild\nCough; L0: dry');
  });
});

describe('the dictionary', () => {
  const put = (text: string, ...words: [string, string][]) =>
    correct(
      [section(text)],
      words.map(([heard, written]) => ({ heard, written })),
    )[0]!.text;

  test.each<[string, [string, string][], string]>([
    ['Tab now', [['tab', 'tablet']], 'tablet now'],
    ['tabs, stab, TAB.', [['tab', 'tablet']], 'tabs, stab, tablet.'],
    ['tab2 tab', [['tab', 'tablet']], 'tab2 tablet'],
    ['para   cetamol', [['para cetamol', 'paracetamol']], 'paracetamol'],
    ['para\ncetamol', [['Para  Cetamol', 'paracetamol']], 'paracetamol'],
    // The longest wording first, each place once.
    [
      'a b c',
      [
        ['a b', 'x'],
        ['a b c', 'y'],
        ['y', 'z'],
      ],
      'y',
    ],
    [
      'one two',
      [
        ['one', 'two'],
        ['two', 'one'],
      ],
      'two one',
    ],
    // Signs of a pattern are themselves.
    ['c.r.p and cxrxp', [['c.r.p', 'CRP']], 'CRP and cxrxp'],
    ['(a|b) a', [['(a|b)', 'x']], 'x a'],
    ['a-b', [['a-b', '$&']], '$&'],
    ['बुखार बुखारी', [['बुखार', 'ज्वर']], 'ज्वर बुखारी'],
    // A letter that has no capital of its own.
    ['Bei Weiß', [['weiß', 'White']], 'Bei White'],
  ])('%j with %j', (text, words, expected) => expect(put(text, ...words)).toBe(expected));

  test('leaves titles and all else of a section alone, and is nothing where it is empty', () => {
    const one = { ...section('tab'), title: 'tab' };
    expect(correct([one], [{ heard: 'tab', written: 'tablet' }])).toEqual([
      { ...one, text: 'tablet' },
    ]);
    const sections = [one];
    expect(correct(sections, [])).toBe(sections);
  });

  test('never throws, and changes nothing where none of its words stands', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ minLength: 1, maxLength: 6 }),
        (text, heard) => {
          const found = put(text, [heard, '\u2603']);
          if (!found.includes('\u2603')) expect(found).toBe(text);
        },
      ),
      { numRuns: 200 },
    );
  });
});
