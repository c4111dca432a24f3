/** The sentences of a note, with what the transcript has of each. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countSentences,
  groupSentences,
  MAX_SENTENCES,
  sentenceAfter,
} from '../../../../../renderer/features/review/evidence/evidence-format.ts';
import { type EvidenceLine, supports } from '../../../../../shared/model/note/evidence.ts';

const sections = [
  { id: 'a', title: 'History', text: 'Fever for 3 days. No rash.' },
  { id: 'b', title: '', text: 'Heading only' },
  { id: 'c', title: 'Plan', text: 'Rest.' },
];
const lines: EvidenceLine[] = [
  {
    section: 'a',
    span: { start: 0, end: 17 },
    support: 'found',
    transcript: { start: 5, end: 20 },
  },
  { section: 'a', span: { start: 17, end: 26 }, support: 'none' },
  { section: 'c', span: { start: 0, end: 5 }, support: 'weak', transcript: { start: 40, end: 44 } },
];

test('the sentences stand under their sections in the order of the note, and a section without any is left out', () => {
  expect(
    groupSentences(sections, lines).map(({ section, sentences }) => [
      section.title,
      sentences.map(({ at, text, support }) => [at, text, support]),
    ]),
  ).toEqual([
    [
      'History',
      [
        [0, 'Fever for 3 days.', 'found'],
        [1, 'No rash.', 'none'],
      ],
    ],
    ['Plan', [[2, 'Rest.', 'weak']]],
  ]);
});

test('a sentence is shown in plain words: no star of a bold word, no line of a table', () => {
  const [list, table] = [
    '• **No** known *drug* allergy',
    '| Sign | Value |\n| --- | --- |\n| Pulse | 92 |',
  ];
  const whole = (section: string, text: string): EvidenceLine => ({
    section,
    span: { start: 0, end: text.length },
    support: 'none',
  });
  const shown = groupSentences(
    [
      { id: 'l', title: '', text: list },
      { id: 't', title: '', text: table },
    ],
    [whole('l', list), whole('t', table)],
  ).flatMap(({ sentences }) => sentences.map(({ text }) => text));
  // A single star is no mark of ours: it is text.
  expect(shown[0]).toBe('No known *drug* allergy');
  expect(shown[1]?.split(/\s+/)).toEqual(['Sign:', 'Value', 'Pulse:', '92']);
});

test('a place that the text does not have is left out, and where nothing was found no place is shown', () => {
  expect(
    groupSentences(sections, [
      { section: 'c', span: { start: 0, end: 6 }, support: 'found' },
      { section: 'gone', span: { start: 0, end: 2 }, support: 'found' },
    ]),
  ).toEqual([]);
  const [group] = groupSentences(sections, [{ ...lines[1]!, transcript: { start: 1, end: 2 } }]);
  expect(group!.sentences[0]!.transcript).toBeUndefined();
});

test('however many sentences there are, a page draws so many as it can, and their places go on from section to section', () => {
  const many = Array.from(
    { length: MAX_SENTENCES + 5 },
    (): EvidenceLine => ({ section: 'c', span: { start: 0, end: 5 }, support: 'none' }),
  );
  expect(
    groupSentences(sections, [lines[0]!, ...many]).flatMap(({ sentences }) =>
      sentences.map(({ at }) => at),
    ),
  ).toEqual(Array.from({ length: MAX_SENTENCES }, (_, at) => at));
});

test('each sentence is counted once', () => {
  expect(countSentences(lines)).toEqual({ count: 3, found: 1, weak: 1, none: 1 });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...supports)), (all) => {
      const { count, found, weak, none } = countSentences(all.map((support) => ({ support })));
      expect(found + weak + none).toBe(count);
    }),
  );
});

test('the arrows stay within the list, and other keys are not its own', () => {
  expect([
    sentenceAfter('ArrowDown', 0, 3),
    sentenceAfter('ArrowDown', 2, 3),
    sentenceAfter('ArrowUp', 0, 3),
    sentenceAfter('End', 0, 3),
    sentenceAfter('Home', 2, 3),
  ]).toEqual([1, 2, 0, 2, 0]);
  expect([
    sentenceAfter('v', 1, 3),
    sentenceAfter('toString', 1, 3),
    sentenceAfter('Enter', 1, 3),
  ]).toEqual([undefined, undefined, undefined]);
});
