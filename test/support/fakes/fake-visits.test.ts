import { expect, test } from 'vitest';
import { everyKind } from './fake-visits.ts';

const midnight = new Date(2026, 10, 23).getTime();

test.each([0, 1, 5, 60, 89, 90, 91, 600, 1439])(
  'the visits of today fall on today, newest first, %i minutes after midnight',
  (minutes) => {
    const now = midnight + minutes * 60_000;
    const times = everyKind(now).map((one) => one.createdAt);
    expect(times.filter((at) => at >= midnight && at <= now)).toHaveLength(8);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  },
);
