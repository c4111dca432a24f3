/**
 * Visits as the page sees them, also those whose key is not at hand; and the trace of how they
 * move.
 */

import type { Notify } from '../../shared/contract/contract.ts';
import { Failure } from '../../shared/failure.ts';
import { failures } from '../../shared/failures.ts';
import type { Visit, VisitState } from '../../shared/model/visit.ts';
import { activeStates } from '../../shared/model/visit-state.ts';
import type { Log } from '../infrastructure/log/log.ts';
import { present, presentLocked } from '../infrastructure/store/present-visit.ts';
import type { VisitRow } from '../infrastructure/store/rows.ts';
import type { Store } from '../infrastructure/store/store.ts';
import type { ClearRow } from '../infrastructure/store/tables/visits.ts';
import type { Auditor } from './audit.ts';

export type Visits = {
  /** Throws Failure `missing` / `no-consultation`, `broken` / `row-damaged`. */
  show(id: string): Visit;
  /**
   * Newest first; those that are locked after the others. Throws Failure `locked` while the vault
   * is.
   */
  list(): Visit[];
  /** As `list`, of the last visits and of those that wait, need a person or can be restored. */
  current(): Visit[];
  /** Rows as the page sees them, locked ones by their clear columns. */
  shown(rows: readonly (VisitRow | ClearRow)[]): Visit[];
  /** Tells the page, and the log. */
  changed(id: string): void;
};

export function createVisits({
  store,
  notify,
  log,
  auditor,
}: {
  store: Store;
  notify: Notify;
  log: Log;
  auditor: Auditor;
}): Visits {
  const states = new Map<string, VisitState>();

  function find(id: string): Visit | undefined {
    try {
      const row = store.visits.get(id);
      return row && present(row, store);
    } catch (error) {
      const clear =
        error instanceof Failure && error.code === 'locked' ? store.visits.clear(id) : undefined;
      if (!clear) throw error;
      return presentLocked(clear, store);
    }
  }

  function trace({ id, state, hold, trouble }: Visit) {
    const from = states.get(id);
    states.set(id, state);
    log.note('visit', {
      state,
      ...(from && from !== state && { from }),
      ...(hold && { hold }),
      ...(trouble && { detail: trouble.code }),
    });
    if (from !== undefined && from !== state && (state === 'ready' || state === 'partial'))
      auditor.add('note-received', id, 'scriba');
  }

  return {
    show(id) {
      const found = find(id);
      if (!found) throw failures.noVisit();
      return found;
    },
    list: () => [
      ...store.visits.list().map((row) => present(row, store)),
      ...store.visits.locked().map((row) => presentLocked(row, store)),
    ],
    current: () => current(store),
    shown: (rows) => shown(store, rows),
    changed(id) {
      const found = find(id);
      if (!found) return;
      trace(found);
      notify('visits.changed', found);
    },
  };
}

/** More than a doctor sees in a week. */
const LAST_VISITS = 200;
/** States in which a visit is not over, or can still be restored. */
const openStates: readonly VisitState[] = [
  'draft',
  'recording',
  ...activeStates,
  'attention',
  'discarded',
];

function current(store: Store): Visit[] {
  const { lastPlace, newest } = store.search;
  const from = lastPlace() + 1;
  const places = new Set([
    ...newest(from, undefined, LAST_VISITS),
    ...newest(from, openStates, Number.MAX_SAFE_INTEGER),
  ]);
  return shown(store, store.visits.at([...places]));
}

const shown = (store: Store, rows: readonly (VisitRow | ClearRow)[]): Visit[] =>
  rows.map((row) => ('details' in row ? present(row, store) : presentLocked(row, store)));
