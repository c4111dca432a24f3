/** Sentences of each class in which a finding was once called present though it is not. */
import { expect, test } from 'vitest';
import {
  countStatuses,
  type StatusCount,
  statusEarned,
  statusSentences,
} from '../../../../../fixtures/status-sentences.ts';

const sum = (counts: Iterable<StatusCount>, key: keyof StatusCount) =>
  [...counts].reduce((total, count) => total + count[key], 0);

test('no finding of half A is called present when it is not, and each has its status', () => {
  const wrong: string[] = [];
  const counts = countStatuses(statusSentences('a'), undefined, ({ text, finding }, found) => {
    wrong.push(`${finding}: ${found} | ${text}`);
  });
  expect(sum(counts.values(), 'rows')).toBe(218);
  expect(sum(counts.values(), 'wronglyPresent')).toBe(0);
  expect(sum(counts.values(), 'wronglyNotPresent')).toBe(0);
  // "Only headache" answers several questions, and is read with care: possible.
  expect(wrong).toEqual([
    'Vomiting: possible | Doctor: Headache? Vomiting? Patient: Only headache.',
  ]);
});

test('no finding of half C is called present when it is not', () => {
  const other: string[] = [];
  const counts = countStatuses(statusSentences('c'), undefined, ({ text, finding }, found) => {
    other.push(`${finding}: ${found} | ${text}`);
  });
  expect(sum(counts.values(), 'rows')).toBe(182);
  expect(sum(counts.values(), 'wronglyPresent')).toBe(0);
  expect(sum(counts.values(), 'wronglyNotPresent')).toBe(0);
  // None of these reaches a problem list; each could be said more exactly.
  expect(other).toEqual([
    'incontinence: hypothetical | Red flags (weight loss, night pain, incontinence): none.',
    'Appendicitis: absent | Appendicitis seems less likely now.',
    'typhoid: family | Mummy ko lagta hai ki typhoid ho sakta hai.',
    'pneumonia: possible | There is little to suggest pneumonia.',
    'Bedwetting: absent | Bedwetting stopped at seven.',
    'tuberculosis: family | The mother fears that it is tuberculosis.',
  ]);
});

// Only counted: a test that showed the sentences would have them cured one by one.
test('half B, written before the code was read, keeps its count', () => {
  const counts = [...countStatuses(statusSentences('b')).values()];
  expect(sum(counts, 'rows')).toBe(181);
  expect(sum(counts, 'wronglyPresent')).toBeLessThanOrEqual(1);
  expect(sum(counts, 'wronglyNotPresent')).toBeLessThanOrEqual(1);
});

test('half D, written after the cures, keeps its count', () => {
  const counts = [...countStatuses(statusSentences('d')).values()];
  expect(sum(counts, 'rows')).toBe(44);
  expect(sum(counts, 'wronglyPresent')).toBeLessThanOrEqual(7);
  expect(sum(counts, 'wronglyNotPresent')).toBeLessThanOrEqual(1);
});

test.each([
  ['a', 0, 5],
  ['b', 0, 2],
  ['c', 0, 1],
  ['d', 0, 1],
  // At first sight 8 and 27. Before, 54 of these 96 that are not present were called present.
  ['e', 0, 17],
  // Medicines are among these: extraction reads them, the context alone does not.
  ['f', 2, 5],
  // Written after the cures and never looked at by them.
  ['g', 3, 7],
  // Written before the code was read, and only counted since. H had 33 and 16 before decision 0261,
  // and 14 wrongly present before decision 0271; I had 6.
  ['h', 7, 20],
  ['i', 3, 5],
  // Frozen before they were run; J2 was only counted since. K was written and cured with sight.
  ['j1', 0, 8],
  ['j2', 8, 17],
  ['k', 0, 7],
  // Written before its author read anything of the project; L2 was only counted since.
  ['l1', 3, 7],
  ['l2', 2, 28],
  // Written in ways that nobody had used before; Q2 was only counted since.
  ['p', 3, 170],
  ['q1', 0, 34],
  ['q2', 3, 27],
  // R was developed on after it was counted; S was only counted.
  ['r', 0, 58],
  ['s', 6, 60],
] as const)('half %s: where present is earned, its counts are kept', (half, wrong, lost) => {
  const counts = [...countStatuses(statusSentences(half), statusEarned).values()];
  expect(sum(counts, 'wronglyPresent')).toBeLessThanOrEqual(wrong);
  expect(sum(counts, 'wronglyNotPresent')).toBeLessThanOrEqual(lost);
});

test('half E has 96 findings that are not present and 95 that are', () => {
  const present = statusSentences('e').filter(({ status }) => status === 'present');
  expect([statusSentences('e').length - present.length, present.length]).toEqual([96, 95]);
});
