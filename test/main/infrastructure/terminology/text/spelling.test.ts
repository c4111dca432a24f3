import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  corrections,
  distance,
  pieces,
  slips,
} from '../../../../../main/infrastructure/terminology/text/spelling.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const { linker } = buildSmallIndex();

test('three letters are not corrected, four to seven forgive one slip, eight and more two', () => {
  expect(['flu', 'gout', 'dysuria', 'diabetes'].map(slips)).toEqual([0, 1, 1, 2]);
});

test('a swap is one slip; the distance is the same both ways', () => {
  expect(distance('fever', 'feevr', 2)).toBe(1);
  const word = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(word, word, (a, b) => void expect(distance(a, b, 9)).toBe(distance(b, a, 9))),
  );
});

test('whatever slip is made in a known word, it is found again by its pieces', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 5, maxLength: 7 });
  fc.assert(
    fc.property(
      word,
      fc.nat(),
      fc.constantFrom(...'xyz'),
      fc.constantFrom('leave out', 'change', 'insert'),
      (known, place, letter, slip) => {
        const at = place % known.length;
        const written = slip === 'leave out' ? '' : letter;
        const rest = known.slice(slip === 'insert' ? at : at + 1);
        const wrong = known.slice(0, at) + written + rest;
        if (wrong.length < 4 || wrong.length > 7) return;
        expect([...pieces(wrong)].some((piece) => pieces(known).has(piece))).toBe(true);
        expect(corrections(wrong, [{ id: 1, word: known, terms: 1 }])).toHaveLength(1);
      },
    ),
  );
});

test('the nearer word, then the same first letter, then the more usual one', () => {
  const near = [
    { id: 1, word: 'bronchitis', terms: 5 },
    { id: 2, word: 'tronchitis', terms: 500 },
  ];
  expect(corrections('bronchitys', near)[0]?.word).toBe('bronchitis');
});

test.each([
  ['bronchittis acute', 'J20.9'],
  ['asthama', 'J45'],
  ['fevr', 'R50.9'],
  ['diabtes type 2', 'E11.9'],
  ['mumsp', 'B26.9'],
])('%s is read as %s, and says so', (query, code) => {
  const [found] = linker.link(query);
  expect(found?.code.slice(0, 3)).toBe(code.slice(0, 3));
  expect(found?.why.corrected).toBeDefined();
});

test('a slip does not keep the Index from naming the code', () =>
  expect(linker.link('mumsp')[0]).toMatchObject({ code: 'B26.9', isLinked: true }));
