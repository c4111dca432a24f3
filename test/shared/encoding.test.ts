import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode } from '../../shared/encoding.ts';

test('whatever JSON with bytes in it goes in comes out the same', () => {
  const leaf = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const value = fc.record({
    name: fc.string(),
    list: fc.array(leaf, { maxLength: 8 }),
    inner: fc.record({ a: leaf, b: fc.array(leaf, { maxLength: 3 }) }),
  });
  fc.assert(
    fc.property(value, (v) => {
      expect(decode(encode(v))).toEqual(v);
    }),
    { numRuns: 300 },
  );
});

test('text that was not encoded here is refused, not half read', () => {
  expect(() => decode('{"$bytes":"***"}')).toThrow();
  expect(() => decode('{')).toThrow();
});
