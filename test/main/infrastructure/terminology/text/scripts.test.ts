import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageTables } from '../../../../../main/infrastructure/terminology/tables/languages/languages.ts';
import { rawWords } from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import {
  foldLatin,
  foldScripts,
  foldWithPlaces,
} from '../../../../../main/infrastructure/terminology/text/scripts.ts';

test.each([
  ['nukta, one sign or two', 'कब्ज़', 'कब्ज\u093c'],
  ['nukta left out', 'ज़ुकाम', 'जुकाम'],
  ['nukta of Bengali', 'হ\u09df', 'হ\u09af\u09bc'],
  ['candrabindu and anusvara', 'खाँसी', 'खांसी'],
  ['a nasal before its stop', 'ठण्ड', 'ठंड'],
  ['long and short vowels of the north', 'उल्टी', 'उल्टि'],
  ['tippi and bindi', 'ਮੂੰਹ', 'ਮੂਂਹ'],
  ['addak left out', 'ਨੱਕ', 'ਨਕ'],
  ['visarga left out', 'દુઃખાવો', 'દુખાવો'],
  ['two-part vowel signs', 'கொ', 'கெ\u0bbe'],
  ['chillu, atomic or joined', 'ചൊറിച്ചിൽ', 'ചൊറിച്ചില\u0d4d\u200d'],
  ['signs that nobody sees', 'র\u200d\u09cdয\u200cা\ufeff', 'র\u09cdযা'],
  ['digits', '१२ ৩ ௪ ౫', '12 3 4 5'],
])('two ways to type a word are one: %s', (_, one, other) => {
  expect(foldScripts(one)).toBe(foldScripts(other));
  expect(rawWords(one)).toEqual(rawWords(other));
});

test('what tells words apart stays: long vowels of Tamil, consonants, text of other scripts', () => {
  expect(foldScripts('கல்')).not.toBe(foldScripts('கால்'));
  expect(foldScripts('दाद')).not.toBe(foldScripts('दांत'));
  expect(foldScripts('Übelkeit')).toBe('Übelkeit');
});

test('spellings in Latin letters that sound alike are one', () => {
  expect(foldLatin('Khaansee')).toBe(foldLatin('khansi'));
  expect(foldLatin('zukaam')).toBe(foldLatin('jukam'));
  expect(foldLatin('swas')).toBe(foldLatin('svas'));
});

const phrase = fc.constantFrom(
  ...languageTables.flatMap(({ concepts }) => Object.values(concepts).flat()),
);

test('folding twice is folding once, and Unicode forms and unseen signs change nothing', () => {
  fc.assert(
    fc.property(
      phrase,
      fc.nat(20),
      fc.constantFrom('\u200b', '\u200c', '\ufeff'),
      (word, at, sign) => {
        const folded = foldScripts(word);
        expect(foldScripts(folded)).toBe(folded);
        expect(foldScripts(word.normalize('NFD'))).toBe(folded);
        expect(foldScripts(word.normalize('NFC'))).toBe(folded);
        if (/[\u0900-\u0d7f]/.test(word))
          expect(foldScripts(`${word.slice(0, at)}${sign}${word.slice(at)}`)).toBe(folded);
      },
    ),
  );
});

test('each folded letter knows its place, and places never go back', () => {
  fc.assert(
    fc.property(fc.array(phrase, { maxLength: 4 }), (words) => {
      const typed = words.join(' ');
      const { text, places } = foldWithPlaces(typed);
      expect(places).toHaveLength(text.length + 1);
      expect([...places].sort((a, b) => a - b)).toEqual([...places]);
      expect(places.at(-1)).toBe(typed.length);
    }),
  );
});
