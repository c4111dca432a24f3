import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  barsOf,
  chartSize,
  totalsOf,
} from '../../../../../renderer/features/settings/usage/usage-chart.ts';

const day = fc.record({
  day: fc.string(),
  visits: fc.nat(60),
  samples: fc.nat(),
  signed: fc.nat(60),
  codes: fc.nat(500),
});

test('every bar stands in the chart, beside its neighbour, as high as its share of the busiest day', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 92 }), (days) => {
      const bars = barsOf(days);
      const { most } = totalsOf(days);
      expect(bars.length).toBe(days.length);
      for (const [at, bar] of bars.entries()) {
        expect(bar.x).toBeGreaterThanOrEqual(
          bars[at - 1] ? bars[at - 1]!.x + bars[at - 1]!.width : 0,
        );
        expect(bar.x + bar.width).toBeLessThanOrEqual(chartSize.width);
        expect(bar.y + bar.height).toBeCloseTo(chartSize.height);
        expect(bar.height).toBeCloseTo(
          most === 0 ? 0 : (days[at]!.visits * chartSize.height) / most,
        );
      }
    }),
  );
});

test('totals are the sums of the days', () => {
  const days = [
    { day: 'a', visits: 2, samples: 10, signed: 1, codes: 4 },
    { day: 'b', visits: 5, samples: 1, signed: 0, codes: 3 },
  ];
  expect(totalsOf(days)).toEqual({ visits: 7, samples: 11, signed: 1, codes: 7, most: 5 });
  expect(totalsOf([])).toEqual({ visits: 0, samples: 0, signed: 0, codes: 0, most: 0 });
});
