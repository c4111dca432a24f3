/** Visits as the page sees them, also those whose key is not at hand; and the trace of how they move. */

import type { Notify } from '../../shared/contract/contract.ts';
import { Failure } from '../../shared/failure.ts';
import type { Consultation, ConsultationState } from '../../shared/model/visit.ts';
import type { Log } from '../infrastructure/log/log.ts';
import { present, presentLocked } from '../infrastructure/store/present-visit.ts';
import type { Store } from '../infrastructure/store/store.ts';
import type { Auditor } from './audit.ts';

export type Visits = {
  /** Throws Failure `missing` / `no-consultation`, `broken` / `row-damaged`. */
  show(id: string): Consultation;
  /** Newest first; those that are locked after the others. Throws Failure `locked` while the vault is. */
  list(): Consultation[];
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
  const states = new Map<string, ConsultationState>();

  function find(id: string): Consultation | undefined {
    try {
      const row = store.consultations.get(id);
      return row && present(row, store);
    } catch (error) {
      const clear =
        error instanceof Failure && error.code === 'locked'
          ? store.consultations.clear(id)
          : undefined;
      if (!clear) throw error;
      return presentLocked(clear, store);
    }
  }

  function trace({ id, state, hold, trouble }: Consultation) {
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
      if (!found)
        throw new Failure('missing', 'There is no such visit on this computer.', {
          detail: 'no-consultation',
        });
      return found;
    },
    list: () => [
      ...store.consultations.list().map((row) => present(row, store)),
      ...store.consultations.locked().map((row) => presentLocked(row, store)),
    ],
    changed(id) {
      const found = find(id);
      if (!found) return;
      trace(found);
      notify('consultations.changed', found);
    },
  };
}
