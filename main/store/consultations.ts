/** The consultations: a clear state for the worker, and sealed details. */
import { z } from 'zod';
import { consultationStates, holds, type ConsultationState } from '../../shared/consultation.ts';
import { Failure } from '../../shared/failure.ts';
import { statements, type Sqlite } from './database.ts';
import { consultationDetails } from './details.ts';
import type { ConsultationRow } from './rows.ts';
import { openJson, sealJson, type RowCipher } from './sealing.ts';

export type ConsultationPatch = Partial<Omit<ConsultationRow, 'id' | 'rev'>>;

export type Consultations = {
  insert(row: ConsultationRow): void;
  get(id: string): ConsultationRow | undefined;
  /** Newest first. Rows that cannot be opened are left out here and named by `damaged`. */
  list(): ConsultationRow[];
  /** Oldest first: the order in which they are sent. */
  inStates(...states: ConsultationState[]): ConsultationRow[];
  /** Throws Failure `busy` / `stale` when the row is no longer at `rev`, `missing` when it is gone. A patch of `undefined` clears. */
  change(id: string, rev: number, patch: ConsultationPatch): ConsultationRow;
  /** Removes the row with its segments, uploads and transactions; refused by the database while there is a note. */
  remove(id: string): void;
  /** Ids of rows whose details do not open; they are kept. */
  damaged(): string[];
};

const MINUTE = 60_000;

const clear = z.object({
  id: z.string(), rev: z.number(), state: z.enum(consultationStates), came_from: z.enum(consultationStates).nullable(), hold: z.enum(holds).nullable(),
  waits_until: z.number().nullable(), attempts: z.number(), transaction_id: z.string(), details: z.instanceof(Uint8Array),
});

/** `cipher` throws Failure `locked` while there is no key; reading and writing rows then does too. */
export function createConsultations(db: Sqlite, cipher: () => RowCipher): Consultations {
  const sql = statements(db);
  const place = (id: string) => ({ table: 'consultations', column: 'details', row: id });

  function open(raw: unknown): ConsultationRow {
    const row = clear.parse(raw);
    return {
      id: row.id, rev: row.rev, state: row.state, cameFrom: row.came_from ?? undefined, hold: row.hold ?? undefined, waitsUntil: row.waits_until ?? undefined,
      attempts: row.attempts, transactionId: row.transaction_id, details: openJson(cipher(), place(row.id), row.details, consultationDetails),
    };
  }

  const columns = (row: ConsultationRow) => ({
    id: row.id, rev: row.rev, state: row.state, cameFrom: row.cameFrom ?? null, hold: row.hold ?? null,
    // To the minute: when exactly something was tried is nobody's business on a stolen disk (D3).
    waitsUntil: row.waitsUntil === undefined ? null : Math.ceil(row.waitsUntil / MINUTE) * MINUTE,
    attempts: row.attempts, transactionId: row.transactionId, details: sealJson(cipher(), place(row.id), row.details),
  });

  /** One damaged row must not hide all the others. */
  function openAll(raws: unknown[]): ConsultationRow[] {
    return raws.flatMap((raw) => {
      try {
        return [open(raw)];
      } catch (error) {
        if (error instanceof Failure && error.code === 'locked') throw error;
        return [];
      }
    });
  }

  const get = (id: string) => {
    const raw = sql('SELECT * FROM consultations WHERE id = ?').get(id);
    return raw === undefined ? undefined : open(raw);
  };

  return {
    get,
    insert(row) {
      sql(`INSERT INTO consultations (id, rev, state, came_from, hold, waits_until, attempts, transaction_id, details)
        VALUES (@id, @rev, @state, @cameFrom, @hold, @waitsUntil, @attempts, @transactionId, @details)`).run(columns(row));
    },
    list: () => openAll(sql('SELECT * FROM consultations ORDER BY place DESC').all()),
    inStates: (...states) => openAll(sql(`SELECT * FROM consultations WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`).all(...states)),
    change(id, rev, patch) {
      const present = get(id);
      if (!present) throw new Failure('missing', 'This consultation is no longer here.', { detail: 'consultation-gone' });
      const done = present.rev === rev && sql(`UPDATE consultations SET rev = @rev, state = @state, came_from = @cameFrom, hold = @hold, waits_until = @waitsUntil,
        attempts = @attempts, transaction_id = @transactionId, details = @details WHERE id = @id AND rev = @rev - 1`).run(columns({ ...present, ...patch, rev: rev + 1 })).changes === 1;
      if (!done) throw new Failure('busy', 'This consultation was changed in the meantime. Look again, then repeat what you did.', { detail: 'stale' });
      return get(id)!;
    },
    remove(id) {
      sql('DELETE FROM consultations WHERE id = ?').run(id);
    },
    damaged() {
      const rows = sql('SELECT * FROM consultations ORDER BY place').all() as { id: string }[];
      return rows.filter((raw) => openAll([raw]).length === 0).map(({ id }) => id);
    },
  };
}
