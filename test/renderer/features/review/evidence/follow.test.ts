/** The place of the note under a pointer, and the words of the transcript it rests on. */
import { expect, test } from 'vitest';
import { placeIn, spanFor } from '../../../../../renderer/features/review/evidence/follow.ts';

const sections = [
  { id: '1', title: 'History', text: '- Fever for 3 days\n- Dry cough. No rash.' },
  { id: '2', title: 'Plan', text: 'Rest. Dry cough syrup' },
] as never[];
const text = (data: string, line = data) => ({
  data,
  parentElement: { closest: () => ({ textContent: line }) } as never,
});

test('words are found in their line, and the place in them follows the pointer', () => {
  expect(placeIn(sections, text('Dry cough. No rash.'), 14)).toEqual({ section: '1', at: 35 });
  expect(placeIn(sections, text('Dry cough', 'Dry cough syrup'), 0)).toEqual({
    section: '2',
    at: 6,
  });
  // Chips with codes stand in the line as well.
  expect(placeIn(sections, text(' No rash. ', 'Dry cough R05.9. No rash.'), 1)).toEqual({
    section: '1',
    at: 32,
  });
});

test('words that are nowhere, or none, are no place', () => {
  expect(placeIn(sections, text('Headache'), 2)).toBeUndefined();
  expect(placeIn(sections, text('  \n'), 1)).toBeUndefined();
});

test('the sentence at the place leads to its words; one that rests on nothing leads nowhere', () => {
  const lines = [
    {
      section: '1',
      span: { start: 2, end: 18 },
      support: 'found',
      transcript: { start: 5, end: 9 },
    },
    { section: '1', span: { start: 21, end: 31 }, support: 'none' },
    {
      section: '2',
      span: { start: 0, end: 5 },
      support: 'found',
      transcript: { start: 1, end: 2 },
    },
  ] as const;
  expect(spanFor(lines, { section: '1', at: 3 })).toEqual({ start: 5, end: 9 });
  expect(spanFor(lines, { section: '1', at: 25 })).toBeUndefined();
  expect(spanFor(lines, { section: '2', at: 0 })).toEqual({ start: 1, end: 2 });
  expect(spanFor(lines, { section: '3', at: 0 })).toBeUndefined();
});
