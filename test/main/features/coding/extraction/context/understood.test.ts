/** Present is earned: which words beside a finding leave open whether the patient has it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContext } from '../../../../../../main/features/coding/extraction/context/context.ts';
import { allMarksOf } from '../../../../../../main/features/coding/extraction/context/marks.ts';
import understood from '../../../../../../main/features/coding/extraction/context/understood.json' with {
  type: 'json',
};

/** The finding stands in square brackets, what else is named in curly ones. */
function leftOpen(marked: string): readonly string[] {
  const text = marked.replace(/[[\]{}]/g, '');
  const place = (open: string, close: string, from = 0) => {
    const start = marked.indexOf(open, from);
    const end = marked.indexOf(close, start);
    const before = (at: number) => marked.slice(0, at).replace(/[[\]{}]/g, '').length;
    return { start: before(start), end: before(end) };
  };
  const others = [...marked.matchAll(/\{/g)].map(({ index }) => place('{', '}', index));
  return createContext(text).wordsLeftOpen(place('[', ']'), others).words;
}

test.each([
  '[Fever]',
  '[Fever] 4d, {chills}, {myalgia}, {headache} ++',
  'C/o [tingling] in both feet for 3 months',
  'She has had a dry [cough] since Monday, worse at night.',
  'On examination there is [pitting oedema] to the mid shin.',
  'CT head shows a [subdural haematoma] over the left side.',
  'Diagnosis: 1. {Dengue fever} 2. [Thrombocytopenia]',
  'She presents for evaluation of [acne].',
  'I explained that her [diabetes] is stable.',
  'Mrs. Kulkarni has [asthma].',
  'Bina dawa ke [bukhar] bahut tez hai',
  'तीन दिन से [बुखार] है',
  // A clause of its own is judged by itself.
  'The plumber was kind, and he has [back pain].',
  'The verdict on {asthma} is awaited; [wheeze] throughout.',
])('understood: %s', (sentence) => expect(leftOpen(sentence)).toEqual([]));

test.each([
  ['Her [angina] has glorped.', 'glorped'],
  ['The flumph of [melanoma] is on the right.', 'flumph'],
  ['[Asthma], overgrown by ten', 'overgrown'],
  ['My boss has [covid].', 'boss'],
  ['This would explain [lupus].', 'would'],
  ['She reads about [lymphoma].', 'reads'],
  ['We arranged a talk on [measles].', 'arranged'],
  ['He lives in dread of [stroke].', 'dread'],
  ['[Lupus] is anything but certain', 'is anything'],
  ['Padosi ko [dengue] hai', 'padosi'],
  ['लोग कहते [माइग्रेन] है', 'लोग'],
])('left open: %s', (sentence, word) => expect(leftOpen(sentence)).toContain(word));

test.each([
  // A preposition or an article leads to the unknown word, and the finding does not hang on it.
  'He has [knee pain] after shovelling the glorped drive.',
  'She has a glorpy [cough].',
  'The glorp shows [pneumonia].',
])('an unknown word that decides nothing is no reason: %s', (sentence) =>
  expect(leftOpen(sentence)).toEqual([]),
);

test.each([
  // Whoever has it may be somebody else.
  ['The glorp has [fever].', 'glorp'],
  ['Several in the glorp get [scabies].', 'glorp'],
  // A clause of its own may speak of another time.
  ['[Typhoid] while he glorped at the border', 'glorped'],
  ['[Fever] on the third day glorped', 'glorped'],
  ['[Stroke] in 2016', 'in 2016'],
  ['[Asthma] until the age of ten', 'until the age'],
  ['[Appendicitis] at nineteen', 'at nineteen'],
  ['[Measles] some monsoons back', 'some monsoons back'],
  ['[Eczema] when he was in the crib', 'when he was'],
])('left open by where an unknown word or a time stands: %s', (sentence, word) =>
  expect(leftOpen(sentence)).toContain(word),
);

test.each([
  'The scan shows [pneumonia].',
  'The glorp reveals [pneumonia].',
  'Known [hypertension], diagnosed in 2016',
  '[Headache] since the age of forty',
  '[Cough] at seven in the morning',
  '[Pain] when he was walking',
  '[Rash] on the glorp',
])('understood, whatever stands elsewhere: %s', (sentence) =>
  expect(leftOpen(sentence)).toEqual([]),
);

test('a word that nobody listed, right behind the finding, leaves it open', () => {
  const letters = fc.constantFrom(...'bcdfghjklmnpqrstvwxz');
  const strange = fc
    .array(letters, { minLength: 5, maxLength: 9 })
    .map((all) => `${all.join('')}zq`);
  fc.assert(
    fc.property(strange, (word) => {
      expect(leftOpen(`Her [migraine] ${word}.`)).toEqual([word]);
      expect(leftOpen(`${word} [migraine]`)).toEqual([word]);
      expect(leftOpen(`Her [migraine] now, she says ${word}.`)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

/** Called present: by the triggers, and the words beside it are understood. */
function isPresent(text: string): boolean {
  const start = text.indexOf('migraine');
  const context = createContext(text);
  const span = { start, end: start + 'migraine'.length };
  const { status } = context.judge(span.start, span.end);
  return status === 'present' && context.wordsLeftOpen(span, []).words.length === 0;
}

test('beside a word that bears on it, no finding is called present', () => {
  const words = understood.bearing.flatMap((one) => one.words.split(' '));
  // Words of triggers are left to these: some bear on what stands before them only.
  const judged = words.filter((word) => allMarksOf(`the ${word} migraine`).length === 0);
  expect(judged.length).toBeGreaterThan(300);
  expect(judged.filter((word) => isPresent(`the ${word} migraine`))).toEqual([]);
});

test('in talk without full stops 12 words before a finding and 8 behind it are looked at', () => {
  const many = (count: number) => 'the '.repeat(count).trim();
  expect(leftOpen(`people ${many(11)} [cough]`)).toEqual(['people']);
  expect(leftOpen(`people ${many(12)} [cough]`)).toEqual([]);
  expect(leftOpen(`[cough] ${many(7)} people`)).toEqual(['people']);
  expect(leftOpen(`[cough] ${many(8)} people`)).toEqual([]);
});

test('what somebody calls their own is taken for granted, if it is not over', () => {
  expect(leftOpen('We discuss glorped risks of his [diabetes].')).toEqual([]);
  expect(leftOpen('We discuss glorped risks of [diabetes].')).toEqual(['discuss', 'glorped']);
  expect(leftOpen('The neighbour asks of her [diabetes].')).toEqual(['neighbour']);
});

test('no word is both harmless and one that bears', () => {
  const wordsOf = (all: readonly { readonly words: string }[]) =>
    all.flatMap(({ words }) => words.split(' '));
  const known = wordsOf(understood.known);
  const bearing = new Set(wordsOf(understood.bearing));
  expect(known.filter((word) => bearing.has(word))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});
