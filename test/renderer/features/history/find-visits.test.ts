/** Visits are found by part of a name or number, in any order of words, with or without accents. */
import { expect, test } from 'vitest';
import { byDay, findVisits } from '../../../../renderer/features/history/find-visits.ts';
import { manyVisits, visit } from '../../../support/fakes/fake-visits.ts';
import { leastProcessorTime } from '../../../trust/support/processor-time.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const called = (name: string, recordNumber?: string) =>
  visit(now, 0, 'ready', { patient: { name, recordNumber } });

test('words match anywhere, whatever their case, order and accents', () => {
  const list = [called('José Fernandes', 'U-17'), called('आशा देवी'), called('Asha Rao')];
  const find = (search: string) =>
    findVisits(list, search, 'all', 'en').map(({ patient }) => patient.name);
  expect(find('jose')).toEqual(['José Fernandes']);
  expect(find('fern JOS')).toEqual(['José Fernandes']);
  expect(find('u-17')).toEqual(['José Fernandes']);
  expect(find('देवी')).toEqual(['आशा देवी']);
  expect(find('  ')).toHaveLength(3);
  expect(find('rao 17')).toEqual([]);
});

test('a filter keeps only its states', () => {
  const list = [
    visit(now, 0, 'ready'),
    visit(now, 0, 'attention'),
    visit(now, 0, 'uploading'),
    visit(now, 0, 'discarded'),
  ];
  expect(findVisits(list, '', 'attention', 'en').map(({ state }) => state)).toEqual(['attention']);
  expect(findVisits(list, '', 'waiting', 'en').map(({ state }) => state)).toEqual(['uploading']);
});

test('ten thousand visits are searched and grouped with well under a tenth of a second of work each', async () => {
  const list = manyVisits(now, 10_000);
  let days: ReturnType<typeof byDay> = [];
  expect(
    await leastProcessorTime(() => {
      days = byDay(findVisits(list, 'rao', 'all', 'en'));
    }, 200),
  ).toBeLessThan(200);
  expect(days.length).toBeGreaterThan(100);
  expect(
    days.flatMap(({ visits }) => visits).every(({ patient }) => patient.name === 'Asha Rao'),
  ).toBe(true);
});
