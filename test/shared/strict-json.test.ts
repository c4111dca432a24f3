/** The limits of JSON from outside: each says no in its own word, and nothing else changes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asFailure } from '../../shared/failure.ts';
import { checkJson, checkValue, readJsonWithin } from '../../shared/strict-json.ts';

const limits = { size: 1_000_000, depth: 4, values: 20 };
const detailOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return asFailure(error).detail;
  }
};
const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 1)
    : 1;
const emptyIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.length === 0 ? 1 : inner.reduce((sum: number, one) => sum + emptyIn(one), 0);
};
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

test('whatever JSON comes, it is read exactly when depth and values are within the limits', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const read = detailOf(() => readJsonWithin(Buffer.from(JSON.stringify(value)), limits));
      const built = detailOf(() => checkValue(JSON.parse(JSON.stringify(value)), limits));
      const expected = (values: number) => [
        ...(depthOf(value) > limits.depth ? ['json-too-deep'] : []),
        ...(values > limits.values ? ['json-too-many'] : []),
      ];
      const ofValue = expected(valuesIn(value));
      // Brackets with nothing between them count twice: there is no comma to tell by.
      const ofText = expected(valuesIn(value) + emptyIn(value));
      expect(ofValue.length === 0 ? [undefined] : ofValue).toContain(built);
      expect(ofText.length === 0 ? [undefined] : ofText).toContain(read);
    }),
    { numRuns: 1_000 },
  );
});

test('a million values take no memory before they are refused', () => {
  const body = Buffer.from(`[${'{},'.repeat(1_000_000)}1]`);
  expect(detailOf(() => checkJson(body, { size: 1e8, depth: 9 }))).toBe('json-too-many');
});

test('a value that holds itself, and a list of holes, are refused', () => {
  const self: Record<string, unknown> = {};
  self.self = self;
  expect(detailOf(() => checkValue(self, limits))).toBe('json-too-deep');
  const holes: unknown[] = [];
  holes.length = 4_000_000_000;
  expect(detailOf(() => checkValue(holes, limits))).toBe('json-too-many');
});

test('brackets and commas in words count as nothing', () => {
  const text = JSON.stringify({ a: '[[[[[[,,,,,,,,,,,,,,,,,,,,,,,{{{{\\"' });
  expect(readJsonWithin(Buffer.from(text), limits)).toEqual(JSON.parse(text));
});

test('a byte order mark is passed over, but not in what has to be exactly as it was agreed', () => {
  const marked = Buffer.from('\ufeff{"text":"Fever."}');
  expect(readJsonWithin(marked, limits)).toEqual({ text: 'Fever.' });
  expect(detailOf(() => readJsonWithin(marked, { ...limits, twice: 'refused' }))).toBe(
    'json-unreadable',
  );
  expect(detailOf(() => readJsonWithin(Buffer.from('\ufeff\ufeff{}'), limits))).toBe(
    'json-unreadable',
  );
  expect(readJsonWithin(Buffer.from('"\ufeff"'), limits)).toBe('\ufeff');
});
