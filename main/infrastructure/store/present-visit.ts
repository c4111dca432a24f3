/** Turns a stored row into the visit that a page sees. */
import type { Fallback } from '../../../shared/model/fallback.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { VisitRow } from './rows.ts';
import type { Store } from './store.ts';
import type { ClearRow } from './tables/visits.ts';

export function present(
  row: VisitRow,
  store: Pick<Store, 'uploads' | 'transactions' | 'fallbackDrafts'>,
): Visit {
  const parts = store.uploads.list(row.id);
  const epoch = store.transactions.get(row.transactionId)?.epoch;
  const fallback = fallbackOf(row.id, store);
  const { clientRef: _ours, noteBranch: _branch, joined: _joined, ...details } = row.details;
  return {
    ...details,
    id: row.id,
    transactionId: row.transactionId,
    state: row.state,
    hold: row.hold,
    waitsUntil: row.waitsUntil,
    parts: {
      sent: parts.filter((part) => part.uploadedEpoch !== undefined && part.uploadedEpoch === epoch)
        .length,
      of: parts.length,
    },
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    ...(fallback && { fallback }),
  };
}

function fallbackOf(
  id: string,
  { fallbackDrafts }: Pick<Store, 'fallbackDrafts'>,
): Fallback | undefined {
  const stage = fallbackDrafts.stage(id);
  if (stage === 'failed') return { state: 'failed', trouble: readable(fallbackDrafts, id) };
  return stage && { state: stage === 'made' ? 'made' : 'asked' };
}

/** Nothing where it cannot be read: the list of visits must not fail by it. */
function readable({ trouble }: Store['fallbackDrafts'], id: string): Fallback['trouble'] {
  try {
    return trouble(id);
  } catch {
    return undefined;
  }
}

/**
 * Presents a visit whose key is not at hand: its state, its size, and the day in its transaction's
 * id (contract 3: a ULID).
 */
export function presentLocked(
  { id, state, hold, transactionId }: ClearRow,
  store: Pick<Store, 'uploads' | 'transactions' | 'segments'>,
): Visit {
  const parts = store.uploads.list(id);
  return {
    id,
    state,
    hold,
    transactionId,
    locked: true,
    patient: { name: '' },
    mode: 'consultation',
    modelType: 'pro',
    templates: [],
    inputLanguages: [],
    outputLanguage: '',
    codify: false,
    createdAt: minuteOf(transactionId),
    samples: store.segments.list(id).reduce((sum, { samples }) => sum + samples, 0),
    parts: { sent: 0, of: parts.length },
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    imported: false,
  };
}

const ULID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Milliseconds since 1970; 0 for an id of another form. */
function minuteOf(transactionId: string): number {
  const [, time] = /^txn-([0-9A-HJKMNP-TV-Z]{10})/.exec(transactionId) ?? [];
  const at = [...(time ?? '')].reduce((sum, letter) => sum * 32 + ULID_LETTERS.indexOf(letter), 0);
  return Math.floor(at / 60_000) * 60_000;
}
