/** What the second opinion decides, and what it leaves to the rules. */
import { afterAll, expect, test } from 'vitest';
import { createExtraction } from '../../../../../../main/features/coding/extraction/extraction.ts';
import {
  doubtOf,
  isDoubtful,
} from '../../../../../../main/features/coding/extraction/second-opinion/second-opinion.ts';
import { createTerminology } from '../../../../../../main/infrastructure/terminology/terminology.ts';
import { labelledFindings, ordinaryTexts } from '../../../../../fixtures/ordinary-texts.ts';
import { countStatuses, statusSentences } from '../../../../../fixtures/status-sentences.ts';
import { folderWithLists } from '../../../../../support/terminology/placed-lists.ts';

const terminology = createTerminology({ folder: folderWithLists() });
afterAll(() => terminology.close());
const extraction = createExtraction({ terminology });

/** The finding in brackets. */
function judged(marked: string, isUnderstood: boolean): boolean {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const text = marked.replace('[', '').replace(']', '');
  return isDoubtful(text, { start, end }, { title: '', named: [], isUnderstood });
}

test('a doubt is a share of one', () => {
  const doubt = doubtOf('Since Monday she has fever.', { start: 21, end: 26 }, '');
  expect(doubt).toBeGreaterThan(0);
  expect(doubt).toBeLessThan(1);
});

test('an entry of a list, of which no words say anything, is left to the rules', () => {
  expect(judged('HIV, [TB]', true)).toBe(false);
  expect(judged('HIV, [TB]', false)).toBe(true);
});

test('what stands in a script that was not learned is left to the rules', () => {
  expect(judged('மூன்று நாளாக எனக்கு [காய்ச்சல்] என்று யாரோ சொன்னார்கள்', true)).toBe(false);
  expect(judged('மூன்று நாளாக எனக்கு [காய்ச்சல்] என்று யாரோ சொன்னார்கள்', false)).toBe(true);
});

test('who says yes to a question is believed', () => {
  const [nausea] = extraction.ofText('Did you feel any nausea with it? Yes.');
  expect(nausea).toMatchObject({ text: 'nausea', status: 'present' });
});

test.each([
  ['Doctor: Have you got diabetes?\nPatient: Yes, diagnosed ten years ago.', 'present'],
  ['He is on treatment for epilepsy.', 'present'],
  ['45F\nBreast cancer sister\nPlan: refer', 'possible'],
  ['45 year old man seen in clinic.\nVaricella immune\nPlan: review', 'possible'],
])('%j: %s', (text, status) => {
  const findings = extraction.ofText(text).filter(({ unlisted }) => !unlisted);
  expect(findings.map((one) => one.status)).toEqual([status]);
});

test.each([
  'The boy in the next bed is the one whose [seizures] kept us all awake.',
  'My cousin, not me, is the [asthma] case you are looking for.',
  'We were taught about [typhoid] in school and I never forgot it.',
])('what the rules do not know is asked about: %s', (marked) => {
  expect(judged(marked, false)).toBe(true);
});

// Only counted, and not learned from. By the rules alone: AD 5, AM 3, T 24, Y 17, S 7, Q2 3, N2 2,
// O2 3.
test.each([
  ['ad', 320, 0, 74],
  ['am', 300, 0, 76],
  ['an', 300, 0, 22],
  ['t', 300, 8, 72],
  ['y', 321, 5, 79],
  ['s', 229, 2, 53],
  ['q2', 100, 3, 17],
  ['n2', 115, 0, 22],
  ['o2', 114, 0, 32],
] as const)(
  'set %s: of %i that are not there at most %i are called present, and %i of those that are',
  (half, rows, wrong, present) => {
    const counts = [...countStatuses(statusSentences(half), extraction).values()];
    const all = counts.reduce((sum, one) => sum + one.rows, 0);
    const of = statusSentences(half).filter(({ status }) => status === 'present').length;
    expect(all - of).toBe(rows);
    expect(counts.reduce((sum, one) => sum + one.wronglyPresent, 0)).toBeLessThanOrEqual(wrong);
    const lost = counts.reduce((sum, one) => sum + one.wronglyNotPresent, 0);
    expect(of - lost).toBeGreaterThanOrEqual(present);
  },
);

test('in 60 ordinary texts that were not learned from, a seventh of what is there is asked about', () => {
  const all = ordinaryTexts('m').flatMap((one) => labelledFindings(one, extraction));
  const there = all.filter(({ isPresent }) => isPresent);
  const others = all.filter(({ isPresent }) => !isPresent);
  // By the rules alone 141 and 23.
  expect([there.length, others.length]).toEqual([479, 559]);
  expect(there.filter(({ entity }) => entity.unread).length).toBeLessThanOrEqual(68);
  expect(others.filter(({ entity }) => entity.status === 'present').length).toBeLessThanOrEqual(12);
});
