/**
 * Differences in words: what was looked at stays so only for the same words in the same line;
 * excerpts are cut between words.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  excerpt,
  lookedIds,
  lookedKey,
  sentenceOf,
} from '../../../../../renderer/features/visits/note/checks-format.ts';
import type { Difference } from '../../../../../shared/model/note/checks.ts';

const make = (part: Partial<Difference> = {}): Difference => ({
  id: 'a',
  kind: 'dose',
  section: '4',
  span: { start: 10, end: 16 },
  inNote: '650 mg',
  inTranscript: { text: '500 mg', span: { start: 40, end: 46 } },
  text: 'Paracetamol 650 mg',
  ...part,
});

test('what each of the two says, and what only one of them says', () => {
  expect(sentenceOf(make())).toBe('both');
  expect(sentenceOf(make({ inTranscript: undefined }))).toBe('noteOnly');
  expect(sentenceOf(make({ kind: 'notation', inTranscript: undefined }))).toBe('notation');
  expect(sentenceOf(make({ inNote: '' }))).toBe('transcriptOnly');
  expect(
    sentenceOf(
      make({
        kind: 'negation',
        inNote: 'Fever',
        inTranscript: { text: 'fever', span: { start: 0, end: 5 } },
      }),
    ),
  ).toBe('turned');
});

test('a line typed above moves it, and it stays looked at; other words, another line or another dose have to be looked at anew', () => {
  const before = make();
  const looked = [lookedKey(before, [before])];
  const ids = (one: Difference) => lookedIds([one], looked);
  expect(ids(make({ id: 'b', span: { start: 90, end: 96 } }))).toEqual(['b']);
  expect(ids(make({ id: 'b', inNote: '750 mg', text: 'Paracetamol 750 mg' }))).toEqual([]);
  expect(ids(make({ id: 'b', text: 'Paracetamol 650 mg at night' }))).toEqual([]);
  expect(
    ids(make({ id: 'b', inTranscript: { text: '250 mg', span: { start: 1, end: 2 } } })),
  ).toEqual([]);
  expect(ids(make({ id: 'b', section: '5' }))).toEqual([]);
});

test('two that say the same in the same line are each looked at for themselves', () => {
  const two = [make(), make({ id: 'b', span: { start: 30, end: 36 } })];
  expect(lookedIds(two, [lookedKey(two[0]!, two)])).toEqual(['a']);
  // One alone was looked at; its twin came later, and neither is taken for it.
  expect(lookedIds(two, [lookedKey(two[0]!, [two[0]!])])).toEqual([]);
});

test('an excerpt holds the words, some of what is around them, and no broken letter', () => {
  const text =
    'Doctor: take one tablet of five hundred milligrams after food, twice a day, and come back when the fever does not settle in three days or at once when it is hard to breathe.';
  const start = text.indexOf('twice');
  expect(excerpt(text, { start, end: start + 11 })).toEqual({
    before: 'Doctor: take one tablet of five hundred milligrams after food, ',
    words: 'twice a day',
    after: ', and come back when the fever does not settle in three days or at …',
  });
  expect(excerpt('500 mg', { start: 0, end: 6 })).toEqual({
    before: '',
    words: '500 mg',
    after: '',
  });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
      fc.nat(),
      fc.nat(20),
      (given, from, long) => {
        const begin = [...given].slice(0, from % [...given].length).join('').length;
        const end = begin + [...given.slice(begin)].slice(0, long).join('').length;
        const { before, words, after } = excerpt(given, { start: begin, end });
        expect(words).toBe(given.slice(begin, end));
        expect(before.isWellFormed() && after.isWellFormed()).toBe(given.isWellFormed());
      },
    ),
  );
});
