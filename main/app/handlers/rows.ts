/** A visit's row as handlers use it. */
import { failures } from '../../../shared/failures.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { Outbox } from '../../features/outbox/outbox.ts';
import { present } from '../../infrastructure/store/present-visit.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';

export type VisitRows = {
  /** Throws Failure `missing` / `no-consultation`. */
  get(id: string): VisitRow;
  toPage(row: VisitRow): Visit;
  /** For a recording that was sealed just now: it goes on its way at once. */
  send(row: VisitRow): Visit;
};

export function createVisitRows(store: Store, outbox: Pick<Outbox, 'wake'>): VisitRows {
  const toPage = (row: VisitRow) => present(row, store);
  return {
    get(id) {
      const row = store.visits.get(id);
      if (!row) throw failures.noVisit();
      return row;
    },
    toPage,
    send(row) {
      outbox.wake(row.id);
      return toPage(row);
    },
  };
}
