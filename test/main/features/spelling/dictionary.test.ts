/** The English words that come with Scriba: what is one, and what was meant by one that is not. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { wordsOfEntry } from '../../../../main/features/spelling/affixes.ts';
import { type Dictionary, readDictionary } from '../../../../main/features/spelling/dictionary.ts';
import { editCost } from '../../../../main/features/spelling/edit-cost.ts';
import words from '../../../../main/features/spelling/english/words.json' with { type: 'json' };

let british: Dictionary;
let american: Dictionary;
beforeAll(async () => {
  [british, american] = await Promise.all([readDictionary('british'), readDictionary('american')]);
});

test('an entry stands for its word with the beginnings and endings that its flags name', () => {
  expect(wordsOfEntry('fever')).toEqual(['fever']);
  expect(wordsOfEntry('study/DSG').sort()).toEqual(['studied', 'studies', 'study', 'studying']);
  expect(wordsOfEntry('kind/UY')).toEqual(['kind', 'unkind', 'kindly', 'unkindly']);
  expect(() => wordsOfEntry('odd/9')).toThrow('affixes.json has no 9');
});

test('every entry of the file can be read, and none stands in two parts', () => {
  const entries = Object.values(words).flatMap((lines) => lines.flatMap((line) => line.split(' ')));
  expect(entries.length).toBeGreaterThan(50_000);
  expect(new Set(entries).size).toBe(entries.length);
  for (const entry of entries) expect(wordsOfEntry(entry)[0]).toBe(entry.split('/')[0]);
});

test('words are known in both cases that a sentence gives them, names only as names', () => {
  for (const word of ['patient', 'Patient', 'vomiting', 'tenderness', 'examined', "didn't"])
    expect([word, british.has(word)]).toEqual([word, true]);
  expect([british.has('London'), british.has('london')]).toEqual([true, false]);
  for (const word of ['patiant', 'vomitting', 'recieve', 'xqzzv'])
    expect([word, british.has(word), american.has(word)]).toEqual([word, false, false]);
});

test('each spelling has its own words, and knows which are the other’s', () => {
  for (const [here, there] of [
    ['colour', 'color'],
    ['anaemia', 'anemia'],
    ['oesophagus', 'esophagus'],
    ['diarrhoea', 'diarrhea'],
  ] as const) {
    expect([british.has(here), british.has(there)]).toEqual([true, false]);
    expect([american.has(here), american.has(there)]).toEqual([false, true]);
    expect([british.isOther(there), american.isOther(here)]).toEqual([true, true]);
    expect(british.isOther('fever')).toBe(false);
  }
});

test.each([
  ['feaver', 'fever'],
  ['abdomnal', 'abdominal'],
  ['diarhoea', 'diarrhoea'],
  ['pnemonia', 'pneumonia'],
  ['hypertenshun', 'hypertension'],
  ['recieve', 'receive'],
  ['teh', 'the'],
  ['thepatient', 'the patient'],
  ['Feaver', 'Fever'],
])('what was meant by %s is %s', (written, meant) => {
  expect(british.suggest(written, [], 5)[0]).toBe(meant);
});

test('words beside the dictionary’s own are suggested too', () => {
  expect(british.suggest('metfromin', ['metformin'], 5)[0]).toBe('metformin');
});

test('a slip of one letter in a word of five letters or more is always found again', () => {
  const usual = [
    'cough',
    'headache',
    'swelling',
    'examination',
    'prescribed',
    'tenderness',
    'yesterday',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...usual),
      fc.nat(),
      fc.constantFrom('drop', 'double', 'swap'),
      (word, seed, slip) => {
        const at = 1 + (seed % (word.length - 2));
        const written = {
          drop: word.slice(0, at) + word.slice(at + 1),
          double: word.slice(0, at) + word[at] + word.slice(at),
          swap: word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
        }[slip];
        fc.pre(!british.has(written));
        expect(british.suggest(written, [], 5), written).toContain(word);
      },
    ),
  );
});

const letters = fc.string({ unit: fc.constantFrom(...'abcehpstz'), maxLength: 9 });
test('the cost is nothing for the same word alone, and a limit only ever cuts off', () => {
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      const cost = editCost(one, other, 1000);
      expect(cost === 0).toBe(one === other);
      for (const most of [5, 13, 21, 30])
        expect(editCost(one, other, most)).toBe(cost <= most ? cost : Number.POSITIVE_INFINITY);
    }),
    // A swap costs less than either row that it lies in.
    { examples: [['pa', 'ap']], numRuns: 1000 },
  );
});
