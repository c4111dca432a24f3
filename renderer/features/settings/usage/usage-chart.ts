/** Sums and bars of the chart of days. */
import type { UsageDay } from '../../../../shared/model/usage.ts';

export const chartSize = { width: 600, height: 120 };
/** Share of a day's width that its bar takes. */
const THICKNESS = 0.7;

export type UsageTotals = Omit<UsageDay, 'day'> & {
  /** Visits of the day that has most. */
  readonly most: number;
};

export const totalsOf = (days: readonly UsageDay[]): UsageTotals =>
  days.reduce(
    (sum, { visits, samples, signed, codes }) => ({
      visits: sum.visits + visits,
      samples: sum.samples + samples,
      signed: sum.signed + signed,
      codes: sum.codes + codes,
      most: Math.max(sum.most, visits),
    }),
    { visits: 0, samples: 0, signed: 0, codes: 0, most: 0 },
  );

export type Bar = {
  readonly day: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** From left to right, oldest first; the day with most visits takes the whole height. */
export function barsOf(days: readonly UsageDay[]): readonly Bar[] {
  const { most } = totalsOf(days);
  const step = chartSize.width / Math.max(1, days.length);
  return days.map(({ day, visits }, at) => {
    const height = most === 0 ? 0 : (visits / most) * chartSize.height;
    const x = (at + (1 - THICKNESS) / 2) * step;
    return { day, x, y: chartSize.height - height, width: step * THICKNESS, height };
  });
}
