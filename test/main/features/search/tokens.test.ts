import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../../main/features/search/days.ts';
import {
  beginnings,
  tokenOf,
  tokensOfDays,
  typedWords,
  wordsOf,
} from '../../../../main/features/search/tokens.ts';

const digest = (words: string) => createHmac('sha256', 'a key').update(words).digest();

test('words are lower case without accents; numbers, codes and Indic vowel signs stay whole', () => {
  expect(wordsOf('Émile: 38.9 °C, J06.9 (U-1001). आशा देवी')).toEqual([
    'emile',
    '38.9',
    'c',
    'j06.9',
    'u',
    '1001',
    'आशा',
    'देवी',
  ]);
});

test('every beginning of two letters or more that is typed finds the word', () => {
  const word = fc.stringMatching(/^[a-z]{2,14}$/);
  fc.assert(
    fc.property(word, fc.integer({ min: 2, max: 14 }), (whole, length) => {
      const [typed] = typedWords(whole.slice(0, length));
      expect(beginnings(whole)).toContain(typed);
    }),
  );
});

test('a word counts up to its tenth letter, a number up to its twentieth figure', () => {
  expect(typedWords('hypertension')).toEqual(typedWords('hypertensive').map(() => 'hypertensi'));
  expect(typedWords('91700011112222')).not.toEqual(typedWords('91700011112223'));
});

test('a single letter is still being typed, and asks for nothing', () => {
  expect(typedWords('a')).toEqual([]);
  expect(typedWords('S. Ali')).toEqual(['ali']);
});

test('the same word is another token in another field, and under another key', () => {
  const other = (words: string) => createHmac('sha256', 'another').update(words).digest();
  const tokens = [
    tokenOf(digest, 'word', 'ali'),
    tokenOf(digest, 'patient', 'ali'),
    tokenOf(other, 'word', 'ali'),
  ];
  expect(new Set(tokens).size).toBe(3);
});

test('a range of days is covered by each of its days once, and by no other', () => {
  const start = fc.integer({ min: 0, max: 1500 });
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 900 }), start, (from, length, at) => {
      const first = addDays('2024-01-01', from);
      const last = addDays(first, length);
      const day = addDays('2024-01-01', at);
      const names = [
        ['day', day],
        ['month', day.slice(0, 7)],
        ['year', day.slice(0, 4)],
      ] as const;
      const range = tokensOfDays(digest, { first, last });
      const hits = names.filter(([field, value]) => range.includes(tokenOf(digest, field, value)));
      expect(hits.length).toBe(first <= day && day <= last ? 1 : 0);
    }),
  );
});
