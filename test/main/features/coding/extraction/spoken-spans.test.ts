/** Places where words of a note were spoken. */
import { expect, test } from 'vitest';
import { spokenSpans } from '../../../../../main/features/coding/extraction/spoken-spans.ts';

const spoken = (text: string, words: string, status: 'present' | 'absent' = 'present') => {
  const span = spokenSpans(text)(words, status);
  return span && [text.slice(span.start, span.end), span.start];
};

test('the place with the same status counts, else the first', () => {
  const text = 'There is no fever. Since Monday he has fever.';
  expect(spoken(text, 'fever', 'absent')).toEqual(['fever', 12]);
  expect(spoken(text, 'fever', 'present')).toEqual(['fever', 39]);
  expect(spoken('He has fever.', 'Fever', 'absent')).toEqual(['fever', 7]);
});

test('words inside longer words, at either end, are not these words', () => {
  expect(spoken('feverish, antifever, 2fever, fever3', 'fever')).toBeUndefined();
  expect(spoken('feverish and fever', 'fever')).toEqual(['fever', 13]);
  expect(spoken('antifever and fever', 'fever')).toEqual(['fever', 14]);
});

test('twenty places are looked at', () => {
  expect(spoken(`${'feverish '.repeat(19)}fever`, 'fever')).toEqual(['fever', 171]);
  expect(spoken(`${'feverish '.repeat(20)}fever`, 'fever')).toBeUndefined();
});

test('no words, and a text whose small letters are longer, have no place', () => {
  expect(spoken('fever', '')).toBeUndefined();
  expect(spoken('İ has fever', 'fever')).toBeUndefined();
  expect(spoken('cough', 'fever')).toBeUndefined();
});
