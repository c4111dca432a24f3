/** The visits: a clear state for the worker, and sealed details. */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { type Hold, holds, type VisitState, visitStates } from '../../../../shared/model/visit.ts';
import { transition, type VisitEvent } from '../../../../shared/model/visit-state.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { type Sqlite, statements } from '../database.ts';
import type { VisitRow } from '../rows.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';
import { visitDetails } from '../visit-details.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';

/** Members that can be changed without an event. */
export type VisitPatch = Partial<Omit<VisitRow, 'id' | 'rev' | 'state' | 'cameFrom'>>;

export type WaitingVisit = Pick<VisitRow, 'id' | 'state' | 'hold' | 'waitsUntil'>;

export type VisitTable = {
  /** Adds a visit that was not here before; its state is one of `firstStates`. */
  insert(row: VisitRow): void;
  get(id: string): VisitRow | undefined;
  /** Newest first, without the rows that cannot be opened: `damaged` and `locked` name those. */
  list(): VisitRow[];
  /**
   * The visits at these places of the order of creation, newest first; those that do not open by
   * their clear columns, damaged ones left out. Throws Failure `locked` while the vault is.
   */
  at(places: readonly number[]): (VisitRow | ClearRow)[];
  /** Oldest first: the order in which they are sent. */
  inStates(...states: VisitState[]): VisitRow[];
  /** The same for states that hold years of visits: never more than a few hundred in memory. */
  eachInStates(...states: VisitState[]): Generator<VisitRow, void, void>;
  /**
   * The clear columns only, also of rows that do not open: nothing is opened, so a long queue can
   * be looked at often.
   */
  waiting(...states: VisitState[]): WaitingVisit[];
  /**
   * Throws Failure `busy` / `stale` when the row is no longer at `rev`, `missing` /
   * `consultation-gone`. A patch of `undefined` clears.
   */
  change(id: string, rev: number, patch: VisitPatch): VisitRow;
  /**
   * Moves the visit by the table of states. Throws like `change`, and Failure `broken` /
   * `state-change-unknown` where the event cannot happen in the present state.
   */
  apply(id: string, rev: number, event: VisitEvent, patch?: VisitPatch): VisitRow;
  /**
   * Removes the row with its segments, uploads and transactions; refused by the database while
   * there is a note.
   */
  remove(id: string): void;
  /**
   * Ids of rows whose details do not open; they are kept. Each step opens some hundred rows, so
   * that years of visits need not be opened in one go. Throws Failure `locked`.
   */
  damaged(): Generator<readonly string[], void, void>;
  /**
   * The clear columns of rows whose key is not at hand, newest first; of all rows while the vault
   * is locked.
   */
  locked(): ClearRow[];
  clear(id: string): ClearRow | undefined;
  /** The visit that the platform knows under this id. */
  idOf(transactionId: string): string | undefined;
  /** Whether there is a row, also one that does not open. */
  has(id: string): boolean;
  /** The number of visits in each state. */
  counts(): Partial<Record<VisitState, number>>;
  /**
   * The state of a row, also of one whose details do not open; undefined where that cannot be read
   * either.
   */
  stateOf(id: string): VisitState | undefined;
  /**
   * Puts a row that was made anew out of the vault in the place of one that does not open, or
   * beside the others.
   */
  restore(row: VisitRow): void;
};

/** Of a visit whose details cannot be read. */
export type ClearRow = Pick<VisitRow, 'id' | 'state' | 'hold' | 'transactionId'>;

type Table = {
  readonly sql: ReturnType<typeof statements>;
  /** Throws Failure `locked` while there is no key. */
  readonly cipher: () => RowCipher;
};

/**
 * Sealed along with the details: a changed id in a clear column would send a visit a second time.
 */
const sealedId = z.looseObject({ transactionId: z.string().optional() });

const clearColumns = z.object({
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

const COLUMNS = `state = @state, came_from = @cameFrom, hold = @hold, waits_until = @waitsUntil,
  attempts = @attempts, transaction_id = @transactionId, details = @details`;

/**
 * `cipher` throws Failure `locked` while there is no key; reading and writing rows then does too.
 */
export function createVisitTable(db: Sqlite, cipher: () => RowCipher): VisitTable {
  const table: Table = { sql: statements(db), cipher };
  const { sql } = table;
  const search = createSearchIndex(db);
  return {
    get: (id) => getRow(table, id),
    insert: (row) => insertRow(table, row),
    list: () => openAll(table, sql('SELECT * FROM consultations ORDER BY place DESC').all()),
    at: (places) => rowsAt(table, places),
    inStates: (...states) =>
      openAll(
        table,
        sql(
          `SELECT * FROM consultations WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`,
        ).all(...states),
      ),
    eachInStates: (...states) => eachInStates(table, states),
    waiting: (...states) => waiting(table, states),
    change: (id, rev, patch) => write(table, presentRow(table, id), rev, patch),
    apply: (id, rev, event, patch) => apply(table, { id, rev, event, patch }),
    remove: (id) => removeRow(db, search, id),
    damaged: () => damagedIds(table),
    locked: () =>
      sql('SELECT * FROM consultations ORDER BY place DESC')
        .all()
        .filter((raw) => whyShut(table, raw) === 'locked')
        .flatMap(inClear),
    clear: (id) => inClear(sql('SELECT * FROM consultations WHERE id = ?').get(id))[0],
    idOf: (transactionId) =>
      (
        sql('SELECT id FROM consultations WHERE transaction_id = ?').get(transactionId) as
          | { id: string }
          | undefined
      )?.id,
    has: (id) => sql('SELECT 1 FROM consultations WHERE id = ?').get(id) !== undefined,
    counts: () => counts(table),
    stateOf: (id) => stateOf(table, id),
    restore: (row) => restore(table, row),
  };
}

const placeOf = (id: string) => ({ table: 'consultations', column: 'details', row: id });

function open({ cipher }: Table, raw: unknown): VisitRow {
  const read = clearColumns.safeParse(raw);
  if (!read.success) throw damagedRow();
  const row = read.data;
  const sealed = openJson(cipher(), placeOf(row.id), row.details, sealedId);
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

const columnsOf = ({ cipher }: Table, row: VisitRow) => ({
  id: row.id,
  rev: row.rev,
  state: row.state,
  cameFrom: row.cameFrom ?? null,
  hold: row.hold ?? null,
  // To the minute: the exact time of an attempt must not be read from a stolen disk (safekeeping
  // D3).
  waitsUntil: row.waitsUntil === undefined ? null : Math.ceil(row.waitsUntil / MINUTE) * MINUTE,
  attempts: row.attempts,
  transactionId: row.transactionId,
  details: sealJson(cipher(), placeOf(row.id), {
    ...row.details,
    transactionId: row.transactionId,
  }),
});

/**
 * Opens every row that can be opened: one damaged row, or one whose key is lost, must not hide the
 * others.
 */
function openAll(table: Table, raws: readonly unknown[]): VisitRow[] {
  return raws.flatMap((raw) => {
    try {
      return [open(table, raw)];
    } catch (error) {
      if (error instanceof Failure && error.code === 'locked' && error.detail !== KEY_MISSING)
        throw error;
      return [];
    }
  });
}

function rowsAt(table: Table, places: readonly number[]): (VisitRow | ClearRow)[] {
  table.cipher();
  return table
    .sql(
      'SELECT * FROM consultations WHERE place IN (SELECT value FROM json_each(?)) ORDER BY place DESC',
    )
    .all(JSON.stringify(places))
    .flatMap((raw) => {
      try {
        return [open(table, raw)];
      } catch (error) {
        return isLocked(error) ? inClear(raw) : [];
      }
    });
}

/** Its postings go in the same transaction: an erased visit cannot be found (P27). */
function removeRow(db: Sqlite, search: Pick<SearchIndex, 'forget'>, id: string): void {
  db.transaction(() => {
    search.forget(id);
    db.prepare('DELETE FROM consultations WHERE id = ?').run(id);
  })();
}

function whyShut(table: Table, raw: unknown): 'locked' | 'damaged' | undefined {
  try {
    open(table, raw);
    return undefined;
  } catch (error) {
    return isLocked(error) ? 'locked' : 'damaged';
  }
}

const isLocked = (error: unknown) => error instanceof Failure && error.code === 'locked';

/** Rows read at a time: all of them at once would be as much memory as there are years of visits. */
const ROWS_AT_A_TIME = 256;

/** Oldest first; `states` undefined: all. Their places alone are a few bytes for each visit. */
function* rawSteps(
  { sql }: Table,
  states?: readonly VisitState[],
): Generator<RawRow[], void, void> {
  const places = (
    states === undefined
      ? sql('SELECT place FROM consultations ORDER BY place').pluck().all()
      : sql(
          `SELECT place FROM consultations WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`,
        )
          .pluck()
          .all(...states)
  ) as number[];
  for (let from = 0; from < places.length; from += ROWS_AT_A_TIME)
    yield sql(
      'SELECT * FROM consultations WHERE place IN (SELECT value FROM json_each(?)) ORDER BY place',
    ).all(JSON.stringify(places.slice(from, from + ROWS_AT_A_TIME))) as RawRow[];
}
type RawRow = { readonly id: string };

function* eachInStates(
  table: Table,
  states: readonly VisitState[],
): Generator<VisitRow, void, void> {
  for (const raws of rawSteps(table, states)) for (const raw of raws) yield* openAll(table, [raw]);
}

function* damagedIds(table: Table): Generator<readonly string[], void, void> {
  for (const raws of rawSteps(table)) {
    table.cipher();
    yield raws.filter((raw) => whyShut(table, raw) === 'damaged').map(({ id }) => id);
  }
}

function inClear(raw: unknown): ClearRow[] {
  const read = clearColumns.safeParse(raw);
  if (!read.success) return [];
  const { id, state, hold, transaction_id: transactionId } = read.data;
  return [{ id, state, hold: hold ?? undefined, transactionId }];
}

function getRow(table: Table, id: string): VisitRow | undefined {
  const raw = table.sql('SELECT * FROM consultations WHERE id = ?').get(id);
  return raw === undefined ? undefined : open(table, raw);
}

/** Throws Failure `missing` / `consultation-gone`. */
function presentRow(table: Table, id: string): VisitRow {
  const row = getRow(table, id);
  if (!row) throw failures.visitGone();
  return row;
}

function insertRow(table: Table, row: VisitRow): void {
  table
    .sql(`INSERT INTO consultations (id, rev, state, came_from, hold, waits_until, attempts, transaction_id, details)
      VALUES (@id, @rev, @state, @cameFrom, @hold, @waitsUntil, @attempts, @transactionId, @details)`)
    .run(columnsOf(table, row));
}

function waiting({ sql }: Table, states: readonly VisitState[]): WaitingVisit[] {
  const rows = sql(
    `SELECT id, state, hold, waits_until FROM consultations WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY place`,
  ).all(...states) as {
    id: string;
    state: VisitState;
    hold: Hold | null;
    waits_until: number | null;
  }[];
  return rows.map(({ id, state, hold, waits_until }) => ({
    id,
    state,
    hold: hold ?? undefined,
    waitsUntil: waits_until ?? undefined,
  }));
}

type Application = {
  readonly id: string;
  readonly rev: number;
  readonly event: VisitEvent;
  readonly patch: VisitPatch | undefined;
};

function apply(table: Table, { id, rev, event, patch }: Application): VisitRow {
  const present = presentRow(table, id);
  if (present.rev !== rev) throw stale();
  const place = transition(present, event);
  if (!place)
    throw new Failure(
      'broken',
      `A visit that is ${present.state} cannot be ${event}. It is kept as it is.`,
      { detail: 'state-change-unknown' },
    );
  return write(table, { ...present, ...place, cameFrom: place.cameFrom }, rev, patch);
}

/** The only place that changes a stored row, apart from `restore`. */
function write(table: Table, next: VisitRow, rev: number, patch: VisitPatch = {}): VisitRow {
  const { id, state, cameFrom } = next;
  const columns = columnsOf(table, { ...next, ...patch, state, cameFrom, rev: rev + 1 });
  const update = table.sql(
    `UPDATE consultations SET rev = @rev, ${COLUMNS} WHERE id = @id AND rev = @rev - 1`,
  );
  if (next.rev !== rev || update.run(columns).changes !== 1) throw stale();
  return presentRow(table, id);
}

function counts({ sql }: Table): Partial<Record<VisitState, number>> {
  const rows = sql('SELECT state, count(*) AS times FROM consultations GROUP BY state').all() as {
    state: VisitState;
    times: number;
  }[];
  return Object.fromEntries(rows.map(({ state, times }) => [state, times]));
}

function stateOf({ sql }: Table, id: string): VisitState | undefined {
  const row = sql('SELECT state FROM consultations WHERE id = ?').get(id) as
    | { state?: unknown }
    | undefined;
  const read = clearColumns.shape.state.safeParse(row?.state);
  return read.success ? read.data : undefined;
}

function restore(table: Table, row: VisitRow): void {
  const { changes } = table
    .sql(`UPDATE consultations SET id = @id, rev = rev + 1, ${COLUMNS}
      WHERE place = (SELECT place FROM consultations WHERE id = @id OR transaction_id = @transactionId ORDER BY id = @id DESC LIMIT 1)`)
    .run(columnsOf(table, row));
  if (changes === 0) insertRow(table, row);
}

/** The vault's word for a row that was sealed with another of its keys. */
const KEY_MISSING = 'key-of-visit-missing';

const damagedRow = () =>
  new Failure('broken', 'A stored visit is not as it was written. It is kept as it is.', {
    detail: 'row-damaged',
  });

const stale = () =>
  new Failure(
    'busy',
    'This visit was changed in the meantime. Look again, then repeat what you did.',
    { detail: 'stale' },
  );
