/** The search over visits and earlier patients. */
import {
  type EarlierPatient,
  PAGE_OF_VISITS,
  statesOfFilter,
  type VisitQuery,
} from '../../../shared/model/visit-search.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { ClearRow } from '../../infrastructure/store/tables/visits.ts';
import { type Clauses, findPlaces } from './find.ts';
import { createIndexer, type Indexer, type SearchDeps } from './indexer.ts';
import { tokenOf, tokensOfDays, typedWords, type WordDigest } from './tokens.ts';

type FoundVisits = {
  /** Newest first. */
  readonly rows: readonly (VisitRow | ClearRow)[];
  readonly next: number | undefined;
  readonly unindexed: number;
};

export type Search = Pick<Indexer, 'start' | 'stop' | 'wake' | 'idle'> & {
  /** Throws Failure `locked` while the vault is. */
  page(query: VisitQuery): Promise<FoundVisits>;
  /** Patients whose names or numbers begin with what was typed; the latest seen first. */
  patients(typed: string): Promise<EarlierPatient[]>;
};

/** Of the newest visits of what was typed: who was seen years ago is found by a few letters more. */
const VISITS_LOOKED_AT = 100;
const MOST_PATIENTS = 6;
/** Before the first visit and after the last. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

export function createSearch(deps: SearchDeps): Search {
  const indexer = createIndexer(deps);
  return {
    start: indexer.start,
    stop: indexer.stop,
    wake: indexer.wake,
    idle: indexer.idle,
    page: (query) => page(deps, indexer, query),
    patients: (typed) => patients(deps, indexer, typed),
  };
}

async function page(deps: SearchDeps, indexer: Indexer, query: VisitQuery): Promise<FoundVisits> {
  const { store, vault } = deps;
  await indexer.catchUp();
  const { filter = 'all', before = Number.MAX_SAFE_INTEGER } = query;
  const { places, next } = await findPlaces(store.search, {
    clauses: clausesOf(vault.keys().wordDigest, query),
    states: filter === 'all' ? undefined : statesOfFilter[filter],
    before,
    limit: PAGE_OF_VISITS,
  });
  return { rows: store.visits.at(places), next, unindexed: store.search.pendingCount() };
}

function clausesOf(digest: WordDigest, query: VisitQuery): Clauses {
  const { words = '', code = '', template, from, to } = query;
  const days =
    from === undefined && to === undefined
      ? []
      : [tokensOfDays(digest, { first: from ?? FIRST_DAY, last: to ?? LAST_DAY })];
  return [
    ...typedWords(words).map((word) => [tokenOf(digest, 'word', word)]),
    ...typedWords(code).map((word) => [tokenOf(digest, 'code', word)]),
    ...(template === undefined ? [] : [[tokenOf(digest, 'template', template)]]),
    ...days,
  ];
}

async function patients(
  { store, vault }: SearchDeps,
  indexer: Indexer,
  typed: string,
): Promise<EarlierPatient[]> {
  const { wordDigest } = vault.keys();
  const clauses = typedWords(typed).map((word) => [tokenOf(wordDigest, 'patient', word)]);
  if (clauses.length === 0) return [];
  await indexer.catchUp();
  const { places } = await findPlaces(store.search, {
    clauses,
    states: undefined,
    before: Number.MAX_SAFE_INTEGER,
    limit: VISITS_LOOKED_AT,
  });
  const found = new Map<string, EarlierPatient>();
  for (const row of store.visits.at(places)) {
    if (!('details' in row) || row.state === 'discarded') continue;
    const { patient, createdAt } = row.details;
    const { name, recordNumber = '', birthDate = '' } = patient;
    const key = JSON.stringify(
      recordNumber ? [recordNumber, name.toLowerCase()] : [name.toLowerCase(), birthDate],
    );
    if (!found.has(key)) found.set(key, { patient, lastAt: createdAt, lastId: row.id });
    if (found.size === MOST_PATIENTS) break;
  }
  return [...found.values()];
}
