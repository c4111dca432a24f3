/**
 * The index of the search: which visits hold which tokens. It knows neither words nor keys; what a
 * token stands for is said in `main/features/search/tokens.ts`.
 */
import type { VisitState } from '../../../../shared/model/visit.ts';
import { type Sqlite, statements } from '../database.ts';
import {
  addPlace,
  BLOCK,
  createPostings,
  listedPlace,
  MAP_BYTES,
  type PlaceMap,
  type Postings,
  packed,
  unpacked,
} from '../search-places.ts';

/** A visit whose words have to be indexed anew, or removed. */
export type Pending = { readonly place: number; readonly stamp: number };
/** `digest` undefined: the visit is gone, or its words are the same as before (`same`). */
export type IndexedVisit = Pending & {
  readonly digest?: Uint8Array | undefined;
  readonly same?: boolean;
};

export type SearchIndex = {
  /** Newest first, all of one block. */
  pending(limit: number): Pending[];
  pendingCount(): number;
  /** The number of visits in the index. */
  size(): number;
  idAt(place: number): string | undefined;
  digest(place: number): Buffer | undefined;
  /**
   * Replaces what the index holds of these visits, all of one block, by `postings`, in steps of a
   * few thousand tokens, each a transaction. A visit keeps its mark until the last step, and where it
   * was marked again since its `stamp`; until then the index knows that it may hold something of the
   * visit.
   */
  write(visits: readonly IndexedVisit[], postings: Postings): Generator<void, void, void>;
  /** Removes a visit that is about to be erased; to be called in the transaction that erases it. */
  forget(id: string): void;
  /** Marks visits that stand in no index: their key may have come back. */
  markMissing(): void;
  /** Empties the index and marks every visit. */
  reset(): void;
  /** Visits of a block that hold one of the tokens; undefined where there is none. */
  places(block: number, tokens: readonly number[]): PlaceMap | undefined;
  /** Visits of a block in one of the states; undefined where there is none. */
  inStates(block: number, states: readonly VisitState[]): PlaceMap | undefined;
  /** The highest place there is; 0 without visits. */
  lastPlace(): number;
  /** Those of `places` whose visit is here; newest first. */
  present(places: readonly number[]): number[];
  /** Newest first, all below `before`. */
  newest(before: number, states: readonly VisitState[] | undefined, limit: number): number[];
};

type Sql = ReturnType<typeof statements>;

export function createSearchIndex(db: Sqlite): SearchIndex {
  const sql = statements(db);
  const number = (statement: ReturnType<Sql>) =>
    (statement.get() as { found: number | null }).found ?? 0;
  return {
    pending: (limit) => pending(sql, limit),
    pendingCount: () => number(sql('SELECT count(*) AS found FROM search_pending')),
    size: () => number(sql('SELECT count(*) AS found FROM search_visits')),
    idAt: (place) =>
      (sql('SELECT id FROM consultations WHERE place = ?').get(place) as { id: string } | undefined)
        ?.id,
    digest: (place) =>
      (
        sql('SELECT digest FROM search_visits WHERE place = ?').get(place) as
          | { digest: Buffer }
          | undefined
      )?.digest,
    write: (visits, postings) =>
      write({ sql, step: (run) => db.transaction(run).immediate(), postings }, visits),
    forget(id) {
      const row = sql('SELECT place FROM consultations WHERE id = ?').get(id) as
        | { place: number }
        | undefined;
      if (!row) return;
      const postings = createPostings();
      for (const _step of write({ sql, step: (run) => run(), postings }, [
        { place: row.place, stamp: 0 },
      ])) {
      }
    },
    markMissing: () =>
      void sql(
        `INSERT INTO search_pending (place, stamp) SELECT place, 1 FROM consultations
         WHERE place NOT IN (SELECT place FROM search_visits) ON CONFLICT (place) DO NOTHING`,
      ).run(),
    reset: () =>
      void db
        .transaction(() => {
          db.exec('DELETE FROM search_postings; DELETE FROM search_visits;');
          db.exec(
            'INSERT INTO search_pending (place, stamp) SELECT place, 1 FROM consultations WHERE true ON CONFLICT (place) DO UPDATE SET stamp = stamp + 1',
          );
        })
        .immediate(),
    places: (block, tokens) => placesOf(sql, block, tokens),
    lastPlace: () => number(sql('SELECT max(place) AS found FROM consultations')),
    inStates: (block, states) => inStates(sql, block, states),
    present: (places) =>
      sql(
        'SELECT place FROM consultations WHERE place IN (SELECT value FROM json_each(?)) ORDER BY place DESC',
      )
        .pluck()
        .all(JSON.stringify(places)) as number[],
    newest: (before, states, limit) => newest(sql, before, states, limit),
  };
}

function pending(sql: Sql, limit: number): Pending[] {
  const last = sql('SELECT max(place) AS place FROM search_pending').get() as {
    place: number | null;
  };
  if (last.place === null) return [];
  return sql(
    'SELECT place, stamp FROM search_pending WHERE place >= ? ORDER BY place DESC LIMIT ?',
  ).all(Math.floor(last.place / BLOCK) * BLOCK, limit) as Pending[];
}

/** `step` runs one step as a transaction, or within one that is open. */
type Writing = {
  readonly sql: Sql;
  readonly step: (run: () => void) => void;
  readonly postings: Postings;
};

/** About 20 ms of work. */
const TOKENS_A_STEP = 4_000;

function* write(writing: Writing, visits: readonly IndexedVisit[]): Generator<void, void, void> {
  const { sql, step } = writing;
  const changed = visits.filter(({ same }) => !same);
  const [first] = changed;
  if (first) {
    const block = Math.floor(first.place / BLOCK);
    const old = changed.filter(({ place }) => isIn(sql, place));
    // Before anything of a visit is removed or added: until its digest stands there again, the index
    // is no proof of what it holds.
    step(() => {
      // One that was erased meanwhile does not come back; one whose words go is no longer the same.
      for (const { place, digest } of changed)
        if (isIn(sql, place) || (digest && isHere(sql, place))) enter(sql, place, new Uint8Array());
    });
    yield* removeOld(writing, block, old);
    yield* addNew(writing, block, changed);
  }
  step(() => {
    for (const { place, stamp, digest, same } of visits) {
      if (!same && digest && isIn(sql, place)) enter(sql, place, digest);
      else if (!same) sql('DELETE FROM search_visits WHERE place = ?').run(place);
      sql('DELETE FROM search_pending WHERE place = ? AND stamp = ?').run(place, stamp);
    }
  });
}

const isIn = (sql: Sql, place: number) =>
  sql('SELECT 1 FROM search_visits WHERE place = ?').get(place) !== undefined;

const isHere = (sql: Sql, place: number) =>
  sql('SELECT 1 FROM consultations WHERE place = ?').get(place) !== undefined;

/** An empty digest says that the visit is in the index in part. */
const enter = (sql: Sql, place: number, digest: Uint8Array) =>
  sql(
    'INSERT INTO search_visits (place, digest) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET digest = excluded.digest',
  ).run(place, digest);

function mapOf(visits: readonly { readonly place: number }[]): PlaceMap {
  const map = new Uint8Array(MAP_BYTES);
  for (const { place } of visits) addPlace(map, place % BLOCK);
  return map;
}

/** Of so few visits the rows are picked by SQLite, which opens a block's rows faster than we do. */
const FEW = 8;
const ROWS_OF_BLOCK =
  'SELECT token, places FROM search_postings WHERE block = ? AND token > ? ORDER BY token LIMIT ?';
/** Lists that may hold the place, and maps; `instr` also finds halves of two places side by side. */
const ROWS_OF_PLACE = `SELECT token, places FROM search_postings
  WHERE block = ? AND token > ? AND (length(places) = ? OR instr(places, ?) > 0)
  ORDER BY token LIMIT ?`;

/** Takes the visits out of what they do not hold any more. */
function* removeOld(
  writing: Writing,
  block: number,
  visits: readonly { readonly place: number }[],
): Generator<void, void, void> {
  if (visits.length === 0) return;
  if (visits.length > FEW) yield* removeAmong(writing, block, mapOf(visits), undefined);
  else
    for (const visit of visits)
      yield* removeAmong(writing, block, mapOf([visit]), listedPlace(visit.place % BLOCK));
}

function* removeAmong(
  { sql, step, postings }: Writing,
  block: number,
  gone: PlaceMap,
  listed: Buffer | undefined,
): Generator<void, void, void> {
  let after = -1;
  for (let rows = TOKENS_A_STEP; rows === TOKENS_A_STEP; ) {
    step(() => {
      const found = (
        listed
          ? sql(ROWS_OF_PLACE).all(block, after, MAP_BYTES, listed, TOKENS_A_STEP)
          : sql(ROWS_OF_BLOCK).all(block, after, TOKENS_A_STEP)
      ) as { token: number; places: Buffer }[];
      for (const { token, places } of found)
        removeFrom(sql, block, token, unpacked(places), without(gone, postings.places(token)));
      after = found.at(-1)?.token ?? after;
      rows = found.length;
    });
    yield;
  }
}

const without = (map: PlaceMap, other: PlaceMap | undefined): PlaceMap =>
  other ? map.map((byte, at) => byte & ~(other[at] ?? 0)) : map;

function removeFrom(
  sql: Sql,
  block: number,
  token: number,
  before: PlaceMap,
  gone: PlaceMap,
): void {
  if (!before.some((byte, at) => (byte & (gone[at] ?? 0)) !== 0)) return;
  const left = without(before, gone);
  if (left.every((byte) => byte === 0))
    sql('DELETE FROM search_postings WHERE block = ? AND token = ?').run(block, token);
  else
    sql('UPDATE search_postings SET places = ? WHERE block = ? AND token = ?').run(
      packed(left),
      block,
      token,
    );
}

function* addNew(
  { sql, step, postings }: Writing,
  block: number,
  visits: readonly IndexedVisit[],
): Generator<void, void, void> {
  // In the order of the table: pages fill one after another.
  const tokens = postings.tokens();
  // A block that was empty needs no look for what stood there: each token comes once.
  const empty = !sql('SELECT 1 FROM search_postings WHERE block = ? LIMIT 1').get(block);
  for (let from = 0; from < tokens.length; from += TOKENS_A_STEP) {
    step(() => {
      // A visit that was erased since the step before must not come back.
      const erased = mapOf(visits.filter(({ place }) => !isIn(sql, place)));
      const all = erased.every((byte) => byte === 0);
      for (const token of tokens.subarray(from, from + TOKENS_A_STEP)) {
        const held = postings.places(token) ?? erased;
        const places = all ? held : without(held, erased);
        if (places.some((byte) => byte !== 0)) addTo({ sql, empty }, block, token, places);
      }
    });
    yield;
  }
}

function addTo(
  { sql, empty }: { readonly sql: Sql; readonly empty: boolean },
  block: number,
  token: number,
  places: PlaceMap,
): void {
  const old = empty ? undefined : oldPlaces(sql, block, token);
  if (old && places.every((byte, at) => (byte & ~(old[at] ?? 0)) === 0)) return;
  sql(
    'INSERT INTO search_postings (block, token, places) VALUES (?, ?, ?) ON CONFLICT (block, token) DO UPDATE SET places = excluded.places',
  ).run(block, token, packed(old ? places.map((byte, at) => byte | (old[at] ?? 0)) : places));
}

function oldPlaces(sql: Sql, block: number, token: number): PlaceMap | undefined {
  const old = sql('SELECT places FROM search_postings WHERE block = ? AND token = ?').get(
    block,
    token,
  ) as { places: Buffer } | undefined;
  return old && unpacked(old.places);
}

function placesOf(sql: Sql, block: number, tokens: readonly number[]): PlaceMap | undefined {
  // One statement for a hundred days: each of its own costs more than its looking up.
  const rows = sql(
    'SELECT places FROM search_postings WHERE block = ? AND token IN (SELECT value FROM json_each(?))',
  ).all(block, JSON.stringify(tokens)) as { places: Buffer }[];
  let any: PlaceMap | undefined;
  for (const { places } of rows) {
    const here = unpacked(places);
    any = any?.map((byte, at) => byte | (here[at] ?? 0)) ?? here;
  }
  return any;
}

/** Along the index of the states: of a rare state there is little to read. */
function inStates(sql: Sql, block: number, states: readonly VisitState[]): PlaceMap | undefined {
  const first = block * BLOCK;
  const places = states.flatMap(
    (state) =>
      sql('SELECT place FROM consultations WHERE state = ? AND place BETWEEN ? AND ?')
        .pluck()
        .all(state, first, first + BLOCK - 1) as number[],
  );
  return places.length === 0 ? undefined : mapOf(places.map((place) => ({ place })));
}

/** Each state for itself, along its index: a rare state is not looked for among all visits. */
function newest(
  sql: Sql,
  before: number,
  states: readonly VisitState[] | undefined,
  limit: number,
): number[] {
  const found = states
    ? states.flatMap((state) =>
        sql(
          'SELECT place FROM consultations WHERE state = ? AND place < ? ORDER BY place DESC LIMIT ?',
        ).all(state, before, limit),
      )
    : sql('SELECT place FROM consultations WHERE place < ? ORDER BY place DESC LIMIT ?').all(
        before,
        limit,
      );
  return (found as { place: number }[])
    .map(({ place }) => place)
    .sort((a, b) => b - a)
    .slice(0, limit);
}
