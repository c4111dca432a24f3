import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  languageTables,
  pairConcepts,
} from '../../../../../main/infrastructure/terminology/tables/languages/languages.ts';
import { starterRows } from '../../../../../main/infrastructure/terminology/tables/starter/starter.ts';
import {
  readLanguages,
  saysNoMore,
} from '../../../../../main/infrastructure/terminology/text/languages.ts';
import { PLAIN_WORDS } from '../../../../../main/infrastructure/terminology/text/plain-words.ts';

const meant = (text: string) => readLanguages(text).flatMap(({ concepts }) => concepts);

test.each([
  ['मुझे दो दिन से पेट में बहुत तेज दर्द है', 'abdominal pain'],
  ['घुटनों में सूजन', 'swelling of knee'],
  ['வயிற்றில் கொஞ்சம் வலி', 'abdominal pain'],
  ['తలనొప్పిగా ఉంది', 'headache'],
  ['হাঁটুতে খুব ব্যথা', 'knee pain'],
  ['પેશાબમાં લોહી', 'blood in urine'],
  ['ಹೊಟ್ಟೆಯಲ್ಲಿ ನೋವು', 'abdominal pain'],
  ['മുട്ടുവേദനയുണ്ട്', 'knee pain'],
  ['ਅੱਖਾਂ ਵਿੱਚ ਖਾਰਸ਼', 'itching of eye'],
  ['ଛାତିରେ ଯନ୍ତ୍ରଣା', 'chest pain'],
  ['ghutno mein bahut dard', 'knee pain'],
  ['dard pet me', 'abdominal pain'],
])('a part and its sign are read over small words and endings: %s', (text, concept) => {
  expect(meant(text)).toEqual([concept]);
});

test('a part of the body alone, and a part in another sentence, name nothing', () => {
  expect(meant('पेट')).toEqual([]);
  expect(meant('पेट. दर्द')).toEqual([]);
  expect(meant('வயிறு, கால்')).toEqual([]);
});

test('the place is the place in the text as it was typed', () => {
  const text = 'Since Monday: खा\u200dँसी and वमन.';
  const [cough] = readLanguages(text);
  expect(text.slice(cough?.start, cough?.end)).toBe('खा\u200dँसी');
});

const phrases = languageTables.flatMap(({ language, concepts }) =>
  Object.entries(concepts).flatMap(([key, written]) =>
    written.map((one) => ({ language, key, phrase: one.replace('^', '') })),
  ),
);

test('every phrase of a table is read as its own concept, in its language', () => {
  const wrong = phrases.filter(({ language, key, phrase }) => {
    const said = readLanguages(phrase);
    return (
      said.length !== 1 || said[0]?.concepts.join() !== key || !said[0].languages.includes(language)
    );
  });
  expect(wrong).toEqual([]);
});

test('every part with every sign of its script is read as their concept', () => {
  const wrong: string[] = [];
  const latin = (word: string) => /[a-z]/.test(word);
  for (const { parts, signs, concepts } of languageTables)
    for (const [pair, key] of pairConcepts) {
      const [part = '', sign = ''] = pair.split(' ');
      for (const one of parts[part] ?? concepts[part] ?? [])
        for (const other of signs[sign] ?? []) {
          const words = `${one} ${other}`.replaceAll('^', '');
          if (latin(one) === latin(other) && meant(words).join() !== key)
            wrong.push(`${words}: ${meant(words).join()}, not ${key}`);
        }
    }
  expect(wrong).toEqual([]);
});

test('Unicode forms, unseen signs and capitals do not change what is read', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...phrases),
      fc.constantFrom('NFC', 'NFD'),
      ({ phrase, key }, form) => {
        expect(meant(phrase.normalize(form).toUpperCase())).toEqual([key]);
      },
    ),
  );
});

test('words of plain English, and names of the starter in English, are no words of these languages', () => {
  const isRead = (text: string) => readLanguages(text).some(({ alone }) => !alone);
  expect([...PLAIN_WORDS].filter(isRead)).toEqual([]);
  const names = starterRows().flatMap((row) => row.names);
  // Names that are Hindi from one end to the other: "pet ke kide".
  const mixed = names.filter((name) => isRead(name) && !saysNoMore(name, readLanguages(name)));
  expect(mixed).toEqual(['sukhi khansi']);
});

test('a question has no more than these words where all else is small', () => {
  const asked = 'mujhe ghutno me bahut dard hai';
  expect(saysNoMore(asked, readLanguages(asked))).toBe(true);
  const more = 'ghutno me dard and fever';
  expect(saysNoMore(more, readLanguages(more))).toBe(false);
});
