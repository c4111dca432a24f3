/** What is typed as sections of the note is what the core takes, or the page says why not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isSameChoice,
  problemOfTitles,
  titlesIn,
  topicsFor,
} from '../../../../../renderer/features/settings/here/note-sections.ts';
import { hereRequests } from '../../../../../shared/contract/here.ts';

test('a line is a title; empty lines and room around it do not count', () => {
  expect(titlesIn('  Complaints \n\n Plan\n')).toEqual(['Complaints', 'Plan']);
  expect(titlesIn(' \n ')).toEqual([]);
});

test.each([
  ['Plan\nplan', 'twice'],
  [Array.from({ length: 31 }, (_, at) => `Title ${at}`).join('\n'), 'tooMany'],
  ['x'.repeat(101), 'tooLong'],
  ['Complaints\nPlan', undefined],
  ['', undefined],
])('a problem is told by its kind', (typed, problem) => {
  expect(problemOfTitles(titlesIn(typed))).toBe(problem);
});

test('the page finds a problem exactly where the core would refuse', () => {
  const title = fc.oneof(
    fc.constantFrom('Plan', 'plan', 'PLAN ', 'Complaints', ''),
    fc.string({ minLength: 95, maxLength: 105 }),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(title, { maxLength: 34 }), (lines) => {
      const sections = titlesIn(lines.join('\n'));
      const ask = () => hereRequests['here.set'].input.parse({ sections });
      if (problemOfTitles(sections) === undefined) expect(ask).not.toThrow();
      else expect(ask).toThrow();
    }),
  );
});

test('what was chosen for a title that is gone, or taken back, is left out', () => {
  const chosen = { Worries: 'complaints', Gone: 'plan', Plan: undefined } as const;
  expect(topicsFor(['Worries', 'Plan', 'constructor'], chosen)).toEqual({ Worries: 'complaints' });
  expect(isSameChoice({ Worries: 'complaints' }, { Worries: 'complaints' })).toBe(true);
  expect(isSameChoice({ Worries: 'complaints' }, { Worries: 'plan' })).toBe(false);
  expect(isSameChoice({}, { Worries: 'plan' })).toBe(false);
});
