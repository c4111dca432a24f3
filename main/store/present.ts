/** Turns a stored row into the consultation that a page sees. */
import type { Consultation } from '../../shared/consultation.ts';
import type { ConsultationRow } from './rows.ts';
import type { Store } from './store.ts';

export function present(row: ConsultationRow, store: Pick<Store, 'uploads' | 'transactions'>): Consultation {
  const parts = store.uploads.list(row.id);
  const epoch = store.transactions.get(row.transactionId)?.epoch;
  const { clientRef: _ours, ...details } = row.details;
  return {
    ...details,
    id: row.id,
    transactionId: row.transactionId,
    state: row.state,
    hold: row.hold,
    waitsUntil: row.waitsUntil,
    parts: { sent: parts.filter((part) => part.uploadedEpoch !== undefined && part.uploadedEpoch === epoch).length, of: parts.length },
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  };
}
