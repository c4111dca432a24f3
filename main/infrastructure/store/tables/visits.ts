/** The visits: a clear state for the worker, and sealed details. */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { type Hold, holds, type VisitState, visitStates } from '../../../../shared/model/visit.ts';
import { type Sqlite, statements } from '../database.ts';
import type { VisitRow } from '../rows.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { visitDetails } from '../visit-details.ts';

export type VisitPatch = Partial<Omit<VisitRow, 'id' | 'rev'>>;

export type Waiting = Pick<VisitRow, 'id' | 'state' | 'hold' | 'waitsUntil'>;

export type VisitTable = {
  insert(row: VisitRow): void;
  get(id: string): VisitRow | undefined;
  /** Newest first. Rows that cannot be opened are left out here and named by `damaged` or `locked`. */
  list(): VisitRow[];
  /** Oldest first: the order in which they are sent. */
  inStates(...states: VisitState[]): VisitRow[];
  /** The same rows as they stand in clear columns: nothing is opened, so a long queue can be looked at often. Those that do not open are among them. */
  waiting(...states: VisitState[]): Waiting[];
  /** Throws Failure `busy` / `stale` when the row is no longer at `rev`, `missing` when it is gone. A patch of `undefined` clears. */
  change(id: string, rev: number, patch: VisitPatch): VisitRow;
  /** Removes the row with its segments, uploads and transactions; refused by the database while there is a note. */
  remove(id: string): void;
  /** Ids of rows whose details do not open; they are kept. */
  damaged(): string[];
  /** What is in clear of the rows whose key is not at hand, newest first; of all rows while the vault is locked. */
  locked(): ClearRow[];
  clear(id: string): ClearRow | undefined;
  /** Whether there is a row, also one that does not open. */
  has(id: string): boolean;
  /** How many there are of each state. */
  counts(): Partial<Record<VisitState, number>>;
  /** The state of a row, also of one whose details do not open; undefined where that cannot be read either. */
  stateOf(id: string): VisitState | undefined;
  /** Puts a row that was made anew out of the vault in the place of one that does not open, or beside the others. */
  restore(row: VisitRow): void;
};

/** Of a visit whose details cannot be read. */
export type ClearRow = Pick<VisitRow, 'id' | 'state' | 'hold' | 'transactionId'>;

const MINUTE = 60_000;

/** Sealed along with the details: a changed id in a clear column would send a visit a second time. */
const bound = z.looseObject({ transactionId: z.string().optional() });

const clear = z.object({
  id: z.string(),
  rev: z.number(),
  state: z.enum(visitStates),
  came_from: z.enum(visitStates).nullable(),
  hold: z.enum(holds).nullable(),
  waits_until: z.number().nullable(),
  attempts: z.number(),
  transaction_id: z.string(),
  details: z.instanceof(Uint8Array),
});

/** `cipher` throws Failure `locked` while there is no key; reading and writing rows then does too. */
export function createVisitTable(db: Sqlite, cipher: () => RowCipher): VisitTable {
  const sql = statements(db);
  const place = (id: string) => ({ table: 'consultations', column: 'details', row: id });

  function open(raw: unknown): VisitRow {
    const read = clear.safeParse(raw);
    if (!read.success) throw damagedRow();
    const row = read.data;
    const sealed = openJson(cipher(), place(row.id), row.details, bound);
    const details = visitDetails.safeParse(sealed);
    if (!details.success || (sealed.transactionId ?? row.transaction_id) !== row.transaction_id)
      throw damagedRow();
    return {
      id: row.id,
      rev: row.rev,
      state: row.state,
      cameFrom: row.came_from ?? undefined,
      hold: row.hold ?? undefined,
      waitsUntil: row.waits_until ?? undefined,
      attempts: row.attempts,
      transactionId: row.transaction_id,
      details: details.data,
    };
  }

  const columns = (row: VisitRow) => ({
    id: row.id,
    rev: row.rev,
    state: row.state,
    cameFrom: row.cameFrom ?? null,
    hold: row.hold ?? null,
    // To the minute: when exactly something was tried is nobody's business on a stolen disk (D3).
    waitsUntil: row.waitsUntil === undefined ? null : Math.ceil(row.waitsUntil / MINUTE) * MINUTE,
    attempts: row.attempts,
    transactionId: row.transactionId,
    details: sealJson(cipher(), place(row.id), {
      ...row.details,
      transactionId: row.transactionId,
    }),
  });

  /** One damaged row must not hide all the others, nor one whose key is lost while others are at hand. */
  function openAll(raws: unknown[]): VisitRow[] {
    return raws.flatMap((raw) => {
      try {
        return [open(raw)];
      } catch (error) {
        if (error instanceof Failure && error.code === 'locked' && error.detail !== KEY_MISSING)
          throw error;
        return [];
      }
    });
  }

  function whyShut(raw: unknown): 'locked' | 'damaged' | undefined {
    try {
      open(raw);
      return undefined;
    } catch (error) {
      return error instanceof Failure && error.code === 'locked' ? 'locked' : 'damaged';
    }
  }

  function inClear(raw: unknown): ClearRow[] {
    const read = clear.safeParse(raw);
    return read.success
      ? [
          {
            id: read.data.id,
            state: read.data.state,
            hold: read.data.hold ?? undefined,
            transactionId: read.data.transaction_id,
          },
        ]
      : [];
  }

  const get = (id: string) => {
    const raw = sql('SELECT * FROM consultations WHERE id = ?').get(id);
    return raw === undefined ? undefined : open(raw);
  };

  const insert = (row: VisitRow) =>
    void sql(`INSERT INTO consultations (id, rev, state, came_from, hold, waits_until, attempts, transaction_id, details)
      VALUES (@id, @rev, @state, @cameFrom, @hold, @waitsUntil, @attempts, @transactionId, @details)`).run(
      columns(row),
    );

  return {
    get,
    insert,
    list: () => openAll(sql('SELECT * FROM consultations ORDER BY place DESC').all()),
    inStates: (...states) =>
      openAll(
        sql(
          `SELECT * FROM consultations WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`,
        ).all(...states),
      ),
    waiting: (...states) =>
      (
        sql(
          `SELECT id, state, hold, waits_until FROM consultations WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`,
        ).all(...states) as {
          id: string;
          state: VisitState;
          hold: Hold | null;
          waits_until: number | null;
        }[]
      ).map(({ id, state, hold, waits_until }) => ({
        id,
        state,
        hold: hold ?? undefined,
        waitsUntil: waits_until ?? undefined,
      })),
    change(id, rev, patch) {
      const present = get(id);
      if (!present)
        throw new Failure('missing', 'This visit is no longer here.', {
          detail: 'consultation-gone',
        });
      const done =
        present.rev === rev &&
        sql(`UPDATE consultations SET rev = @rev, state = @state, came_from = @cameFrom, hold = @hold, waits_until = @waitsUntil,
        attempts = @attempts, transaction_id = @transactionId, details = @details WHERE id = @id AND rev = @rev - 1`).run(
          columns({ ...present, ...patch, rev: rev + 1 }),
        ).changes === 1;
      if (!done)
        throw new Failure(
          'busy',
          'This visit was changed in the meantime. Look again, then repeat what you did.',
          { detail: 'stale' },
        );
      return get(id)!;
    },
    remove(id) {
      sql('DELETE FROM consultations WHERE id = ?').run(id);
    },
    damaged() {
      const rows = sql('SELECT * FROM consultations ORDER BY place').all() as { id: string }[];
      cipher();
      return rows.filter((raw) => whyShut(raw) === 'damaged').map(({ id }) => id);
    },
    locked: () =>
      sql('SELECT * FROM consultations ORDER BY place DESC')
        .all()
        .filter((raw) => whyShut(raw) === 'locked')
        .flatMap(inClear),
    clear: (id) => inClear(sql('SELECT * FROM consultations WHERE id = ?').get(id))[0],
    has: (id) => sql('SELECT 1 FROM consultations WHERE id = ?').get(id) !== undefined,
    counts: () =>
      Object.fromEntries(
        (
          sql('SELECT state, count(*) AS times FROM consultations GROUP BY state').all() as {
            state: VisitState;
            times: number;
          }[]
        ).map(({ state, times }) => [state, times]),
      ),
    stateOf(id) {
      const read = clear.shape.state.safeParse(
        (
          sql('SELECT state FROM consultations WHERE id = ?').get(id) as
            | { state?: unknown }
            | undefined
        )?.state,
      );
      return read.success ? read.data : undefined;
    },
    restore(row) {
      const { changes } =
        sql(`UPDATE consultations SET id = @id, rev = rev + 1, state = @state, came_from = @cameFrom, hold = @hold, waits_until = @waitsUntil,
        attempts = @attempts, transaction_id = @transactionId, details = @details
        WHERE place = (SELECT place FROM consultations WHERE id = @id OR transaction_id = @transactionId ORDER BY id = @id DESC LIMIT 1)`).run(
          columns(row),
        );
      if (changes === 0) insert(row);
    },
  };
}

/** The vault's word for a row that was sealed with another of its keys. */
const KEY_MISSING = 'key-of-visit-missing';

const damagedRow = () =>
  new Failure('broken', 'A stored visit is not as it was written. It is kept as it is.', {
    detail: 'row-damaged',
  });
