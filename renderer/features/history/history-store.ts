/** One page of the visits that were searched for; the core holds the rest. */
import type { Bridge } from '../../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { VisitQuery } from '../../../shared/model/visit-search.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { isLocked } from '../../common/stores/locked.ts';

type HistoryPage = {
  readonly query: VisitQuery;
  readonly loaded: boolean;
  readonly visits: readonly Visit[];
  readonly next?: number | undefined;
  /** Where the pages before this one began; the first has no beginning. */
  readonly newer: readonly (number | undefined)[];
  readonly unindexed: number;
  readonly failure?: Failure | undefined;
};

const nothing: HistoryPage = {
  query: {},
  loaded: false,
  visits: [],
  next: undefined,
  newer: [],
  unindexed: 0,
  failure: undefined,
};

/** The answer to an older question is dropped: letters are typed faster than pages come. */
let asked = 0;

export const useHistory = createStore<HistoryPage>('history', nothing, {
  connect: connectHistory,
  reset() {
    asked++;
    useHistory.setState(nothing);
  },
});

function connectHistory(bridge: Bridge): void {
  bridge.on('visits.changed', (changed) => {
    if (isLocked()) return;
    useHistory.setState(({ visits }) => ({
      visits: visits.map((visit) => (visit.id === changed.id ? changed : visit)),
    }));
  });
  bridge.on('visits.gone', ({ id }) =>
    useHistory.setState(({ visits }) => ({ visits: visits.filter((visit) => visit.id !== id) })),
  );
}

/** Asks for the first page of another search. */
export const searchFor = (query: Omit<VisitQuery, 'before'>): Promise<void> => load(query, []);

export function older(): Promise<void> {
  const { query, next, newer } = useHistory.getState();
  return load({ ...query, before: next }, [...newer, query.before]);
}

export function newer(): Promise<void> {
  const { query, newer: before } = useHistory.getState();
  return load({ ...query, before: before.at(-1) }, before.slice(0, -1));
}

async function load(query: VisitQuery, before: HistoryPage['newer']): Promise<void> {
  const mine = ++asked;
  useHistory.setState({ query });
  try {
    const { visits, next, unindexed } = await request('visits.page', query);
    if (mine !== asked || isLocked()) return;
    useHistory.setState({
      visits,
      next,
      unindexed,
      newer: before,
      loaded: true,
      failure: undefined,
    });
  } catch (error) {
    if (mine === asked) useHistory.setState({ failure: asFailure(error), loaded: true });
  }
}
