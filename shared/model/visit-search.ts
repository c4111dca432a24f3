/** The search over visits: what is asked, and a page of what is found. */
import type { Patient, Visit, VisitState } from './visit.ts';

/** Filters of the list of visits, and the states that each shows. */
export const visitFilters = ['all', 'ready', 'waiting', 'attention', 'discarded'] as const;
export type VisitFilter = (typeof visitFilters)[number];

export const statesOfFilter: Record<Exclude<VisitFilter, 'all'>, readonly VisitState[]> = {
  ready: ['ready', 'partial', 'reviewed', 'purged'],
  waiting: ['draft', 'recording', 'sealed', 'prepared', 'uploading', 'committing', 'processing'],
  attention: ['attention', 'partial'],
  discarded: ['discarded'],
};

export type VisitQuery = {
  /** Every word must be found; the beginning of a word is enough. */
  readonly words?: string | undefined;
  readonly filter?: VisitFilter | undefined;
  /** First and last day, YYYY-MM-DD; one may be open. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly template?: string | undefined;
  /** A code, or its beginning. */
  readonly code?: string | undefined;
  /** `next` of the page before; absent for the first page. */
  readonly before?: number | undefined;
};

export type VisitPage = {
  /** Newest first. */
  readonly visits: readonly Visit[];
  /** Where the next page begins; undefined where there is none. */
  readonly next?: number | undefined;
  /** Visits that still have to be indexed after an update; the search misses them until then. */
  readonly unindexed: number;
};

/** A patient of earlier visits. */
export type EarlierPatient = {
  readonly patient: Patient;
  /** The newest visit; milliseconds since 1970. */
  readonly lastAt: number;
  readonly lastId: string;
};

export const PAGE_OF_VISITS = 50;
