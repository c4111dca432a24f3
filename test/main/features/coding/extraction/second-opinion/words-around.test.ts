/** The features of a finding hang on what is said of it, near it, and on nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BITS,
  featuresAround,
} from '../../../../../../main/features/coding/extraction/second-opinion/words-around.ts';

/** The finding in brackets. */
function around(marked: string, title?: string): number[] {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return featuresAround(marked.replace('[', '').replace(']', ''), { start, end }, title);
}

test('whatever the text, features are whole numbers within their places, in order, each once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(200), fc.nat(40), (text, from, length) => {
      const start = Math.min(from, text.length);
      const found = featuresAround(text, { start, end: Math.min(text.length, start + length) });
      expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
      expect(found.every((one) => Number.isInteger(one) && one >= 0 && one < 2 ** BITS)).toBe(true);
    }),
  );
});

test('the words of the finding itself say nothing', () => {
  expect(around('He has [fever] today.')).toEqual(around('He has [a dry cough] today.'));
});

test('capitals, figures and the form of an apostrophe say nothing', () => {
  expect(around('SINCE 3 days he doesn’t have [fever].')).toEqual(
    around("since 12 days he doesn't have [fever]."),
  );
});

test.each([
  ['a word of its sentence', 'He denies [fever].', 'He reports [fever].'],
  ['the place of that word', 'No cough but [fever].', 'But no [fever], cough.'],
  ['the mark that ends its sentence', 'Any [fever]?', 'Any [fever].'],
  ['the answer', 'Any [fever]? No.', 'Any [fever]? Yes.'],
  ['the answer of another', 'A: Any [fever]?\nB: Never.', 'A: Any [fever]?\nB: Daily.'],
  ['the beginning of its line', 'Family: [asthma]', 'Known: [asthma]'],
])('%s counts', (_, one, other) => expect(around(one)).not.toEqual(around(other)));

test('a heading counts, in the text or above it', () => {
  expect(around('[Asthma]', 'Family history')).not.toEqual(around('[Asthma]', 'Diagnosis'));
});

test('words far away say nothing', () => {
  const far = 'word '.repeat(200);
  expect(around(`Denied. ${far} he has [fever] today ${far}`)).toEqual(
    around(`Present. ${far} he has [fever] today ${far}`),
  );
});
