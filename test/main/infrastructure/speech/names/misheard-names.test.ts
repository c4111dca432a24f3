/** Names that were heard as other words, on words that a recogniser heard in generated speech. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDictionary } from '../../../../../main/features/spelling/dictionary.ts';
import { createNameCorrector } from '../../../../../main/infrastructure/speech/names/misheard-names.ts';
import { otherDrugNames } from '../../../../../main/infrastructure/speech/names/other-drugs.ts';
import type { SpokenStretch } from '../../../../../main/infrastructure/speech/speech.ts';
import { starterRows } from '../../../../../main/infrastructure/terminology/tables/starter/starter.ts';

const medicines = starterRows()
  .filter(({ kind }) => kind === 'medicine')
  .flatMap(({ names }) => names);
const english = await readDictionary('american');
const correct = createNameCorrector(medicines, english.has);

const stretchOf = (text: string, confidence = 0.4): SpokenStretch => {
  const words = text.split(' ').map((one, at) => ({ text: one, from: at, to: at + 1, confidence }));
  return { text, from: 0, to: words.length, words };
};

test.each([
  ['take perch tummel for the fever.', 'take paracetamol for the fever.'],
  ['he gave perch tomal for the fever', 'he gave paracetamol for the fever'],
  ['continue m low vipine five milligrams', 'continue amlodipine five milligrams'],
  ['Continue M low-dipine', 'Continue amlodipine'],
  ['I take metform in every day', 'I take metformin every day'],
  ['take naprox and twice daily', 'take naproxen twice daily'],
])('“%s” becomes “%s”, is told and stays doubted', (heard, meant) => {
  const { stretch, corrections } = correct(stretchOf(heard));
  expect(stretch.text).toBe(meant);
  expect(stretch.words.map(({ text }) => text).join(' ')).toBe(meant);
  expect(corrections).toHaveLength(1);
  const [{ heard: own, name, from } = { heard: '', name: '', from: -1 }] = corrections;
  expect(heard).toContain(own);
  const word = stretch.words.find(({ text }) => text.startsWith(name));
  expect(word?.confidence).toBeLessThan(0.6);
  expect(word?.from).toBe(from);
  expect((word?.to ?? 0) - from).toBe(own.split(' ').length);
});

test('words that the recogniser does not doubt stay as they are', () => {
  const given = stretchOf('take perch tummel for the fever.', 0.9);
  expect(correct(given)).toEqual({ stretch: given, corrections: [] });
});

test('a name that is known, words with a number, and words over the end of a sentence stay', () => {
  for (const text of ['take paracetamol 650', 'take perch 2 mal', 'take nap. rocks and'])
    expect(correct(stretchOf(text)).stretch.text).toBe(text);
});

test('ordinary words stay, and names come only where something is said of medicines', () => {
  for (const text of [
    'my kidney tablets',
    'take it three times a day',
    'do you mean the tablets',
    'the naprox and the sea',
    'I took nap rocks and a book',
    'You have no fever, take it daily.',
  ])
    expect(correct(stretchOf(text)).stretch.text).toBe(text);
});

test('negations and numbers are never part of a name', () => {
  const near = createNameCorrector(['metforin', 'nofibrate', 'diltiazem'], () => false, []);
  for (const text of ['take met four in', 'take no fibrate', 'take 2 thiazem', 'take don’t iazem'])
    expect(near(stretchOf(text)).corrections).toEqual([]);
  expect(near(stretchOf('take met for in')).corrections).toHaveLength(1);
});

test('between two names that sound alike none is chosen', () => {
  const heard = stretchOf('take hydroxy zane');
  expect(
    createNameCorrector(['hydroxyzine', 'hydroxyzone'], english.has)(heard).corrections,
  ).toEqual([]);
  expect(
    createNameCorrector(['hydroxyzine', 'hydralazine'], english.has, [])(heard).corrections,
  ).toHaveLength(1);
});

const others = [...new Set(otherDrugNames().map(({ name }) => name))];

test('no drug that was heard becomes another one, and no word around it is lost', () => {
  const lines = [
    (drug: string) => `take ${drug} daily`,
    (drug: string) => `continue the ${drug} as before`,
    (drug: string) => `she takes ${drug} five milligrams`,
  ];
  // Each comparison takes some milliseconds: one line for each drug.
  for (const [at, drug] of others.entries()) {
    const line = lines[at % lines.length]?.(drug) ?? '';
    const given = stretchOf(line);
    expect(correct(given), line).toEqual({ stretch: given, corrections: [] });
  }
});

test.each([
  ['take fosin april daily', 'fosinopril is not lisinopril'],
  ['take edox a ban daily', 'edoxaban is not apixaban'],
  ['stop a seclofenac tablets', 'aceclofenac is not diclofenac'],
  ['take lev obunolol daily', 'half of a name is not a name'],
])('“%s” stays: %s', (heard) => {
  expect(correct(stretchOf(heard)).stretch.text).toBe(heard);
});

test('whatever is heard: no word is lost but those that are told, none is added, and times go on', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'take',
      'perch',
      'tummel',
      'm',
      'low',
      'dipine',
      'nap',
      'rocks',
      'and',
      '5',
      'no.',
    ),
    fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/\s/u.test(text)),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 12 }),
      (heard) => {
        const given: SpokenStretch = {
          text: heard.map(([text]) => text).join(' '),
          from: 0,
          to: heard.length,
          words: heard.map(([text, confidence], at) => ({
            text,
            from: at,
            to: at + 1,
            confidence,
          })),
        };
        const { stretch, corrections } = correct(given);
        expect(stretch.words.map(({ text }) => text).join(' ')).toBe(stretch.text);
        const back = stretch.words.flatMap((one) => {
          const told = corrections.find(
            ({ from, name }) => from === one.from && one.text.startsWith(name),
          );
          return told ? told.heard.split(' ') : [one.text];
        });
        expect(back.join(' ')).toBe(given.text);
        for (const [at, one] of stretch.words.entries())
          expect(one.from).toBe(stretch.words[at - 1]?.to ?? 0);
      },
    ),
    { numRuns: 100 },
  );
});

const withOwn = createNameCorrector(medicines, english.has, undefined, [
  'Venkateswara',
  'Panchakarma',
  'Thyronorm',
  'Ganga',
  'bleeding',
]);

test.each([
  ['I saw doctor Vanka teswara yesterday', 'I saw doctor Venkateswara yesterday'],
  ['he wants pancha karma for his back', 'he wants Panchakarma for his back'],
])(
  'a word of the doctor that was misheard and doubted, “%s”, is put in as it was written, and told',
  (heard, meant) => {
    const { stretch, corrections } = withOwn(stretchOf(heard));
    expect(stretch.text).toBe(meant);
    expect(corrections).toHaveLength(1);
    expect(stretch.words.find(({ text }) => text === corrections[0]?.name)).toMatchObject({
      heard: corrections[0]?.heard,
      confidence: 0.4,
    });
    // The names of medicines alone change nothing of it.
    expect(correct(stretchOf(heard)).corrections).toEqual([]);
  },
);

test('a word of the doctor is not put in for what was sure, short, a number, a denial or English', () => {
  const sure = stretchOf('he wants pancha karma for his back', 0.9);
  expect(withOwn(sure)).toEqual({ stretch: sure, corrections: [] });
  for (const text of [
    'he came from gang a yesterday',
    'pancha 5 karma',
    'no pancha not karma',
    'there was some bleating',
    'he wants paracetamol',
  ])
    expect(withOwn(stretchOf(text)).corrections).toEqual([]);
});

test('where nothing is said of medicines, no medicine is put in beside the words of the doctor', () => {
  for (const text of ['the naprox and the sea', 'you have no fever', 'my kidney is fine'])
    expect(withOwn(stretchOf(text)).stretch.text).toBe(text);
});

test('a word of the doctor and a medicine that sound alike part nothing', () => {
  const near = createNameCorrector(['metformin'], english.has, [], ['Metforman']);
  expect(near(stretchOf('take met formun daily')).corrections).toEqual([]);
});
