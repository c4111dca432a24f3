import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDoubtKinds } from '../../../../main/app/doubt-kinds.ts';
import {
  doubtfulDraftLine,
  doubtfulStatement,
  doubtsOf,
  stored,
} from '../../../../main/features/local/doubts.ts';
import { transcriptText } from '../../../../main/features/local/transcript.ts';
import { placedDoubts } from '../../../../shared/model/note/doubts.ts';
import type { SpokenTurn, TimedWord } from '../../../../shared/model/note/draft.ts';

const kindsIn = createDoubtKinds((word) => ['amlodipine', 'paracetamol'].includes(word));

/** Words in brackets are doubted; `name=heard` was put in. */
function turnOf(marked: string, from = 0): SpokenTurn {
  const words = marked.split(' ').map((one, at): TimedWord => {
    const [, doubted] = /^\[(.*)\]$/.exec(one) ?? [];
    const [text = '', heard] = (doubted ?? one).split('=');
    return {
      text,
      from: from + at,
      to: from + at + 1,
      confidence: doubted === undefined ? 0.9 : 0.4,
      ...(heard !== undefined && { heard: heard.replaceAll('_', ' ') }),
    };
  });
  return { text: words.map(({ text }) => text).join(' '), from, to: from + words.length, words };
}
const kindsOf = (marked: string) =>
  doubtsOf([turnOf(marked)], 'en-IN', kindsIn).map(({ kind, words }) => [kind, words]);

test.each([
  ['fever for [thirty] days', [['number', 'thirty']]],
  ['take [six] [hundred] [fifty] [milligrams] twice', [['number', 'six hundred fifty milligrams']]],
  ['take it [twice] [daily.]', [['number', 'twice daily']]],
  ['I am [45] years old', [['number', '45']]],
  ['बुख़ार [तीन] दिन से', [['number', 'तीन']]],
  ['there is [no] cough', [['negation', 'no']]],
  ['pain in the [left] knee', [['side', 'left']]],
  ['I take [amlodipine] at night', [['name', 'amlodipine']]],
  ['take [paracetamol=perch_tomal] for fever', [['name', 'paracetamol']]],
  ['my [little] [sister] lives', [['word', 'little sister']]],
  // Each sentence for itself.
  [
    'my [“sister.”] [She] left',
    [
      ['word', 'sister'],
      ['word', 'She'],
    ],
  ],
  ['nothing is doubted here', []],
])('“%s” is doubted by what it says', (marked, expected) => {
  expect(kindsOf(marked)).toEqual(expected);
});

test('a name that was put in is told with what was heard, apart from the words beside it', () => {
  const [one, other] = doubtsOf(
    [turnOf('take [paracetamol=perch_tomal] [again]')],
    'en-IN',
    kindsIn,
  );
  expect(one).toMatchObject({ kind: 'name', words: 'paracetamol', heard: 'perch tomal' });
  expect(other).toMatchObject({ kind: 'word', words: 'again' });
});

const someWord = fc.constantFrom('fever', 'three', '650', 'mg', 'no', 'left', 'knee.', 'दिन', '—');
const turns = fc
  .array(
    fc.array(fc.record({ text: someWord, doubted: fc.boolean() }), { minLength: 1, maxLength: 8 }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map((words, at) =>
      turnOf(words.map(({ text, doubted }) => (doubted ? `[${text}]` : text)).join(' '), at * 90),
    ),
  );

test('every doubted word lies within a doubt of the transcript, in its very place', () => {
  fc.assert(
    fc.property(turns, (given) => {
      const doubts = doubtsOf(given, 'en-IN', kindsIn).map(stored);
      const text = transcriptText(given);
      const placed = placedDoubts({ text, doubts });
      expect(placed).toHaveLength(doubts.length);
      const marked = placed.map(({ start, end }) => text.slice(start, end)).join(' ');
      const count = (within: string, word: string) => within.split(word).length - 1;
      for (const word of ['three', '650', 'दिन'])
        expect(count(marked, word)).toBe(
          given
            .flatMap(({ words = [] }) => words)
            .filter((one) => one.text === word && one.confidence < 0.6).length,
        );
    }),
  );
});

test('a line of a draft has its doubts where its words stand', () => {
  fc.assert(
    fc.property(turns, (given) => {
      const doubts = doubtsOf(given, 'en-IN', kindsIn);
      // Each turn whole, as a question before its answer.
      const said = given.map(({ text }, turn) => ({ turn, start: 0, end: text.length }));
      const text = given.map((turn) => turn.text).join(' — ');
      const line = doubtfulDraftLine({ text, said }, doubts);
      expect(line?.places.length ?? 0).toBe(doubts.length);
      for (const { doubt, start, end } of line?.places ?? [])
        expect(text.slice(start, end)).toBe(doubts[doubt]?.words);
    }),
  );
});

test('a statement is doubted only for the turns that it rests on', () => {
  const given = [turnOf('fever for [three] days'), turnOf('cough for three days')];
  const doubts = doubtsOf(given, 'en-IN', kindsIn);
  const text = 'Ill for 3 days.';
  const kinds = kindsIn(text, 'en-IN');
  expect(doubtfulStatement(text, new Set([0]), doubts, kinds)?.places).toEqual([
    { doubt: 0, start: 8, end: expect.any(Number) as number },
  ]);
  expect(doubtfulStatement(text, new Set([1]), doubts, kinds)).toBeUndefined();
});
