/** The page of visits in view: paging, answers that come late, and what a lock leaves. */
import { beforeEach, expect, test } from 'vitest';
import { registeredStores } from '../../../../renderer/common/store-registry.ts';
import { openDoor } from '../../../../renderer/common/stores/core.ts';
import {
  newer,
  older,
  searchFor,
  useHistory,
} from '../../../../renderer/features/history/history-store.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';
import type { VisitQuery } from '../../../../shared/model/visit-search.ts';
import { pageOfVisits } from '../../../support/fakes/fake-search.ts';
import { manyVisits } from '../../../support/fakes/fake-visits.ts';

const all = manyVisits(1_760_000_000_000, 120);
let hold: ((query: VisitQuery) => Promise<void>) | undefined;
const ids = () => useHistory.getState().visits.map(({ id }) => id);
const idsOf = (from: number, to: number) => all.slice(from, to).map(({ id }) => id);

beforeEach(() => {
  hold = undefined;
  openDoor({
    request: async (_name: string, query: VisitQuery) => {
      await hold?.(query);
      return pageOfVisits(all, query);
    },
    on: () => () => undefined,
  } as unknown as Bridge);
});

test('older and newer pages hold their own visits only', async () => {
  await searchFor({});
  expect(ids()).toEqual(idsOf(0, 50));
  await older();
  await older();
  expect(ids()).toEqual(idsOf(100, 120));
  expect(useHistory.getState().next).toBeUndefined();
  await newer();
  expect(ids()).toEqual(idsOf(50, 100));
  await newer();
  expect([ids(), useHistory.getState().newer]).toEqual([idsOf(0, 50), []]);
});

test('an answer that comes after the next letter was typed is dropped', async () => {
  let answer = () => {};
  hold = ({ words }) =>
    words === 'as' ? new Promise((resolve) => (answer = resolve)) : Promise.resolve();
  const first = searchFor({ words: 'as' });
  await searchFor({ words: 'asha' });
  const shown = ids();
  answer();
  await first;
  expect(ids()).toEqual(shown);
  expect(useHistory.getState().query).toEqual({ words: 'asha' });
});

test('a lock leaves no visit and no word of the search', async () => {
  await searchFor({ words: 'asha' });
  expect(ids().length).toBeGreaterThan(0);
  const { reset } = registeredStores().find(({ name }) => name === 'history') ?? {};
  if (typeof reset === 'function') reset();
  expect(useHistory.getState()).toMatchObject({ visits: [], query: {} });
});
