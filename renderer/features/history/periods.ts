/** Periods that the list of visits can be narrowed to, as days of this computer's calendar. */
import { dayAt } from '../../../shared/calendar-day.ts';
import { DAY } from '../../../shared/time.ts';

export const periods = ['ever', 'today', 'week', 'month', 'year', 'between'] as const;
export type Period = (typeof periods)[number];
export type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

const daysBack: Partial<Record<Period, number>> = { today: 0, week: 6, month: 29, year: 364 };

/** `between` is what a person enters; `now` in milliseconds since 1970. */
export function daysOf(period: Period, between: Days, now: number): Days {
  if (period === 'between') return between;
  const back = daysBack[period];
  return back === undefined ? {} : { from: dayAt(new Date(now).setHours(12) - back * DAY) };
}
