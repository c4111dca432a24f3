import { expect, test } from 'vitest';
import { asLine, dayCounts } from '../../../../../renderer/features/record/board/day-counts.ts';
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

test('the line of the day can break behind a dot, and nowhere else', () => {
  const line = asLine(['Fri, 27 Nov', '8 visits', '2 to review']);
  expect(line.split(' ')).toEqual([
    'Fri,\u00a027\u00a0Nov\u00a0·',
    '8\u00a0visits\u00a0·',
    '2\u00a0to\u00a0review',
  ]);
  expect(line.replaceAll('\u00a0', ' ')).toBe('Fri, 27 Nov · 8 visits · 2 to review');
  expect(asLine(['Fri, 27 Nov'])).not.toContain(' ');
});
