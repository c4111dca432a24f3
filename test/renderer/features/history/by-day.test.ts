import { expect, test } from 'vitest';
import { byDay } from '../../../../renderer/features/history/by-day.ts';
import { daysOf } from '../../../../renderer/features/history/periods.ts';
import { manyVisits } from '../../../support/fakes/fake-visits.ts';

const now = new Date(2026, 10, 21, 12).getTime();

test('the visits of a page stand under their days, in their order', () => {
  const list = manyVisits(now, 50);
  const days = byDay(list);
  expect(days.length).toBeGreaterThan(1);
  expect(days.flatMap(({ visits }) => visits)).toEqual(list);
});

test('a period begins on a day of the calendar, at any hour of today', () => {
  for (const hour of [0, 12, 23]) {
    const at = new Date(2026, 10, 21, hour, 30).getTime();
    expect(daysOf('today', {}, at)).toEqual({ from: '2026-11-21' });
    expect(daysOf('week', {}, at)).toEqual({ from: '2026-11-15' });
  }
  expect(daysOf('ever', { from: '2020-01-01' }, now)).toEqual({});
  expect(daysOf('between', { from: '2020-01-01' }, now)).toEqual({ from: '2020-01-01' });
});
