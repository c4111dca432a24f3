/** What is typed as sections of the note is what the core takes, or the page says why not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  choose,
  chosenIn,
  isSameChoice,
  linesOf,
  problemOfTitles,
  retype,
  titlesIn,
} from '../../../../../renderer/features/settings/here/note-sections.ts';
import { hereRequests } from '../../../../../shared/contract/here.ts';
import type { ChosenTopics } from '../../../../../shared/model/note/section-topics.ts';

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

test('two choices are the same when each title holds the same', () => {
  expect(isSameChoice({ Worries: 'complaints' }, { Worries: 'complaints' })).toBe(true);
  expect(isSameChoice({ Worries: 'complaints' }, { Worries: 'plan' })).toBe(false);
  expect(isSameChoice({}, { Worries: 'plan' })).toBe(false);
});

const begun = () =>
  linesOf(['Worries', 'Looked at', 'Plan'], { Worries: 'complaints', 'Looked at': 'examination' });
/** As the field tells each state of its text, one after the other. */
const after = (...typed: readonly string[]) => chosenIn(typed.reduce(retype, begun()));

test.each<[what: string, typed: readonly string[], holds: ChosenTopics]>([
  [
    'is renamed letter by letter',
    ['Worrie\nLooked at\nPlan', 'Worri\nLooked at\nPlan', 'Worrix\nLooked at\nPlan'],
    { Worrix: 'complaints', 'Looked at': 'examination' },
  ],
  ['is replaced with all others by another title', ['P', 'Pl', 'Plenty'], {}],
  [
    'is emptied, and written anew',
    ['\nLooked at\nPlan', 'C\nLooked at\nPlan', 'Concerns\nLooked at\nPlan'],
    { Concerns: 'complaints', 'Looked at': 'examination' },
  ],
  [
    'gets a line before it and one behind it',
    [
      '\nWorries\nLooked at\nPlan',
      'Who\nWorries\nLooked at\nPlan',
      'Who\nWorries\nNew\nLooked at\nPlan',
    ],
    { Worries: 'complaints', 'Looked at': 'examination' },
  ],
  [
    'is cut out, and put in again elsewhere',
    ['Looked at\nPlan', 'Looked at\nPlan\nWorries'],
    { Worries: 'complaints', 'Looked at': 'examination' },
  ],
  [
    'changes its place with its neighbour',
    ['Looked at\nWorries\nPlan'],
    { Worries: 'complaints', 'Looked at': 'examination' },
  ],
  [
    'is split in two, and joined again',
    ['Worries\nLook\ned at\nPlan', 'Worries\nLooked at\nPlan'],
    { Worries: 'complaints', 'Looked at': 'examination' },
  ],
  [
    'is renamed while others are renamed too',
    ['Concerns\nFindings\nTo do'],
    { Concerns: 'complaints', Findings: 'examination' },
  ],
])('a section that %s keeps what was chosen for it', (_what, typed, holds) => {
  expect(after(...typed)).toEqual(holds);
});

test.each<[what: string, typed: readonly string[], holds: ChosenTopics]>([
  ['is taken out', ['Looked at\nPlan'], { 'Looked at': 'examination' }],
  ['is left empty', ['\nLooked at\nPlan'], { 'Looked at': 'examination' }],
  ['gives way to a whole other list', ['Subjective\nObjective'], {}],
  [
    'was renamed, and its old title is written in a new line',
    ['W\nLooked at', 'W\nLooked at\nWorries'],
    { W: 'complaints', 'Looked at': 'examination' },
  ],
  [
    'is emptied and taken out, before another line is begun',
    ['\nLooked at\nPlan', 'Looked at\nPlan', 'Looked at\nPlan\n', 'Looked at\nPlan\nNew'],
    { 'Looked at': 'examination' },
  ],
])('a section that %s gives its choice to no other line', (_what, typed, holds) => {
  expect(after(...typed)).toEqual(holds);
});

test('a choice that is taken back is gone, and the title named like something of every object has none', () => {
  expect(chosenIn(choose(begun(), 'Worries', undefined))).toEqual({ 'Looked at': 'examination' });
  expect(chosenIn(linesOf(['constructor'], {}))).toEqual({});
});

test('whatever is typed, each line has its place among the choices, and none is invented', () => {
  const line = fc.constantFrom('Worries', 'Looked at', 'Plan', 'Work', '', ' ');
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 5 }), { maxLength: 6 }), (steps) => {
      const { chosen, typed } = steps.map((lines) => lines.join('\n')).reduce(retype, begun());
      expect(chosen).toHaveLength(typed.split('\n').length);
      expect(chosen.filter((topic) => topic === 'plan')).toEqual([]);
    }),
  );
});
