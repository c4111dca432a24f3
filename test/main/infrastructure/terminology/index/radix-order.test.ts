import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stableOrder } from '../../../../../main/infrastructure/terminology/index/radix-order.ts';

const keys = fc.array(
  fc.oneof(fc.nat(5), fc.nat(0xffffffff), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  { maxLength: 200 },
);

test('rows come in the order of their keys, and rows of one key in the order that they had', () => {
  fc.assert(
    fc.property(keys, fc.array(fc.nat(3), { minLength: 200, maxLength: 200 }), (all, first) => {
      const before = stableOrder(undefined, all.length, (row) => first[row] ?? 0);
      const order = stableOrder(before, all.length, (row) => all[row] ?? 0);
      const wanted = all
        .map((key, row) => ({ key, first: first[row] ?? 0, row }))
        .sort((a, b) => a.key - b.key || a.first - b.first || a.row - b.row)
        .map(({ row }) => row);
      expect([...order]).toEqual(wanted);
    }),
  );
});
