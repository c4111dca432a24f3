import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createTermRows,
  type NewTerm,
} from '../../../../../main/infrastructure/terminology/index/term-rows.ts';

const word = fc.oneof(fc.nat(20), fc.nat(0x7fffff));
const terms = fc.array(
  fc.record({
    code: fc.nat(30),
    kind: fc.nat(3),
    key: fc.oneof(fc.nat(5), fc.nat(2 ** 31), fc.constantFrom(2 ** 52 - 1, 2 ** 33 + 1)),
    text: fc.option(fc.string({ unit: 'grapheme', maxLength: 40 }), { nil: undefined }),
    essential: fc.array(word, { minLength: 1, maxLength: 6 }),
    optional: fc.array(word, { maxLength: 4 }),
  }),
  { maxLength: 120 },
);
const asTerm = (row: Omit<NewTerm, 'preferred'>): NewTerm => ({
  ...row,
  preferred: row.kind === 0,
});

/** The same with plain arrays. */
function plainly(rows: readonly NewTerm[]): NewTerm[] {
  const kept: NewTerm[] = [];
  for (const row of rows)
    if (row.preferred || !kept.some(({ code, key }) => code === row.code && key === row.key))
      kept.push(row);
  return kept;
}

test('every term comes back as it was added, and one with the words of another of its code is left out', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const added = given.map(asTerm);
      const rows = createTermRows();
      for (const term of added) rows.add(term);
      const kept = plainly(added);
      expect(rows.size).toBe(kept.length);
      for (const [at, { code, kind, key, text, essential, optional }] of kept.entries()) {
        expect([rows.codes[at], rows.kinds[at], rows.keys[at]]).toEqual([code, kind, key]);
        expect(rows.text(at)).toBe(text);
        expect(rows.words(at)).toEqual({ essential, optional });
      }
    }),
  );
});

test('terms come by number of words, kind, code and text, in whatever order they were added', () => {
  const places = Uint32Array.from({ length: 31 }, (_, code) => (code * 7) % 31);
  fc.assert(
    fc.property(terms, (given) => {
      // Keys of their own: which of two terms with the same words stays is decided elsewhere.
      const added = given.map((term, key) => asTerm({ ...term, key }));
      const listed = (all: readonly NewTerm[]) => {
        const rows = createTermRows();
        for (const term of all) rows.add(term);
        return [...rows.inOrder(places)].map((at) => {
          const { essential } = rows.words(at);
          const code = rows.codes[at] ?? 0;
          return [essential.length, rows.kinds[at], places[code], rows.text(at) ?? ''];
        });
      };
      const forwards = listed(added);
      expect(listed([...added].reverse())).toEqual(forwards);
      const sorted = [...forwards].sort((a, b) => {
        for (const at of [0, 1, 2, 3])
          if (a[at] !== b[at]) return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
        return 0;
      });
      expect(forwards).toEqual(sorted);
    }),
  );
});

test('more terms than one buffer holds are all there', () => {
  const rows = createTermRows();
  const text = 'é'.repeat(1_000_000);
  for (let at = 0; at < 12; at++)
    rows.add({
      code: at,
      kind: 1,
      key: at,
      preferred: false,
      text: `${at} ${text}`,
      essential: [at],
      optional: [],
    });
  expect(Array.from({ length: 12 }, (_, at) => rows.text(at)?.slice(0, 4))).toEqual(
    Array.from({ length: 12 }, (_, at) => `${at} ${text}`.slice(0, 4)),
  );
  expect(rows.text(11)).toHaveLength(text.length + 3);
});

test('the hash set finds a repeated term among very many', () => {
  const rows = createTermRows();
  const add = (code: number) =>
    rows.add({
      code,
      kind: 1,
      key: code * 4_294_967_296 + 7,
      preferred: false,
      text: 'x',
      essential: [1],
      optional: [],
    });
  for (let code = 0; code < 5_000; code++) add(code);
  for (let code = 0; code < 5_000; code++) add(code);
  expect(rows.size).toBe(5_000);
});
