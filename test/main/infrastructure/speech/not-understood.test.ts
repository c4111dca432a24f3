/** What the recogniser did not understand is found by its own doubt, and only what it tells counts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutPlaces } from '../../../../main/features/draft/without-places.ts';
import { notUnderstood } from '../../../../main/infrastructure/speech/not-understood.ts';
import { BUILT_IN } from '../../../../main/infrastructure/speech/speech.ts';
import type { SpokenTurn } from '../../../../shared/model/note/draft.ts';

const turn = (...sentences: (readonly [text: string, confidence: number])[]): SpokenTurn => {
  const words = sentences.flatMap(([text, confidence]) =>
    text.split(' ').map((word) => ({ text: word, from: 0, to: 1, confidence })),
  );
  return { text: words.map(({ text }) => text).join(' '), words };
};
const CLEAR = ['The patient has had chest pain for two days and no fever at all.', 0.8] as const;
const lostIn = (...turns: SpokenTurn[]) =>
  notUnderstood(turns, BUILT_IN).places.map(({ turn: at, start, end }) =>
    turns[at]?.text.slice(start, end),
  );

describe('a sentence', () => {
  test('that the recogniser doubts as a whole is not understood; one that it is sure of is', () => {
    expect(lostIn(turn(CLEAR, ['The patient has not been diagnosed with cancer.', 0.3]))).toEqual([
      'The patient has not been diagnosed with cancer.',
    ]);
    expect(lostIn(turn(CLEAR, ['No fever and no cough.', 0.46]))).toEqual([]);
  });

  test('of three words is like those on both sides of it', () => {
    const lost = ['It was a tough game for everyone.', 0.3] as const;
    const short = ['Yes, I do.', 0.2] as const;
    expect(lostIn(turn(CLEAR, CLEAR, short, CLEAR))).toEqual([]);
    expect(lostIn(turn(CLEAR, CLEAR, lost, short, CLEAR))).toEqual([lost[0]]);
    expect(lostIn(turn(CLEAR, CLEAR, lost), turn(short), turn(lost, CLEAR))).toEqual([
      lost[0],
      short[0],
      lost[0],
    ]);
  });

  test('of another engine, and of one that does not tell its doubt, is understood', () => {
    expect(notUnderstood([turn(['It was never said here.', 0.1])], 'whisper').places).toEqual([]);
    expect(lostIn(turn(['120 80 72 98 16.', 0]))).toEqual([]);
    expect(lostIn({ text: 'Take it twice a day.' })).toEqual([]);
    expect(lostIn({ ...turn(['Take it twice a day.', 0.1]), text: 'Other words.' })).toEqual([]);
  });
});

test('of a visit that is doubted as a whole no sentence is trusted', () => {
  const turns = [
    turn(['The story of the nineteenth century is long.', 0.4]),
    turn(['I have never seen a movie before.', 0.52]),
  ];
  expect(notUnderstood(turns, BUILT_IN)).toMatchObject({
    isWhole: true,
    places: [{ turn: 0 }, { turn: 1 }],
  });
  expect(notUnderstood([...turns, turn(CLEAR, CLEAR)], BUILT_IN)).toMatchObject({
    isWhole: false,
    places: [{ turn: 0 }],
  });
});

test('places of the rest stay where they are, and none of the words is left', () => {
  const sentence = fc.tuple(
    fc
      .array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 7 })
      .map((words) => `${words.join(' ')}.`),
    fc.constantFrom(0, 0.2, 0.4, 0.6, 0.9),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(sentence, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
      (all) => {
        const turns = all.map((sentences) => turn(...sentences));
        const { places } = notUnderstood(turns, BUILT_IN);
        const rest = withoutPlaces(turns, places);
        expect(rest.map(({ text }) => text.length)).toEqual(turns.map(({ text }) => text.length));
        for (const [at, { text, words = [] }] of rest.entries()) {
          expect(words.map((word) => word.text).join(' ')).toBe(text);
          const own = places.filter((place) => place.turn === at);
          for (const { start, end } of own) expect(text.slice(start, end)).toMatch(/^ *\.$/);
          const before = turns[at]?.text ?? '';
          for (let letter = 0; letter < text.length; letter += 1)
            if (!own.some(({ start, end }) => start <= letter && letter < end))
              expect(text[letter]).toBe(before[letter]);
        }
      },
    ),
  );
});
