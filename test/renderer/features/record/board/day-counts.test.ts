import { expect, test } from 'vitest';
import { dayCounts } from '../../../../../renderer/features/record/board/day-counts.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = 1_760_000_000_000;
const one = (...[state, more]: [Parameters<typeof visit>[2], Parameters<typeof visit>[3]?]) =>
  visit(now, 0, state, more);

test('each visit of the day counts once, where it needs somebody or something', () => {
  expect(
    dayCounts([
      one('ready', { signedAt: now }),
      one('purged', { signedAt: now }),
      one('ready'),
      one('partial'),
      one('uploading'),
      one('prepared', { hold: 'offline' }),
      one('attention'),
    ]),
  ).toEqual([
    { what: 'visits', count: 7 },
    { what: 'signed', count: 2 },
    { what: 'review', count: 2 },
    { what: 'sending', count: 2 },
    { what: 'attention', count: 1 },
  ]);
});

test('a group without visits is not named', () => {
  expect(dayCounts([one('ready')])).toEqual([
    { what: 'visits', count: 1 },
    { what: 'review', count: 1 },
  ]);
});
