/**
 * The index of the search: which visits hold which tokens. It knows neither words nor keys; what a
 * token stands for is said in `main/features/search/tokens.ts`.
 */
import type { VisitState } from '../../../../shared/model/visit.ts';
import { type Sqlite, statements } from '../database.ts';
import { addPlace, BLOCK, type PlaceMap, packed, unpacked } from '../search-places.ts';

/** A visit whose words have to be indexed anew, or removed. */
export type Pending = { readonly place: number; readonly stamp: number };
/** `tokens` undefined: the visit is gone, or its words are the same as before (`same`). */
export type IndexedVisit = Pending & {
  readonly tokens?: ReadonlySet<number> | undefined;
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
   * Replaces what the index holds of these visits, all of one block, in one transaction. One that
   * was marked again since its `stamp` keeps its mark.
   */
  write(visits: readonly IndexedVisit[]): void;
  /** Removes a visit that is about to be erased; to be called in the transaction that erases it. */
  forget(id: string): void;
  /** Marks visits that stand in no index: their key may have come back. */
  markMissing(): void;
  /** Empties the index and marks every visit. */
  reset(): void;
  /** Visits of a block that hold the token. */
  places(block: number, token: number): PlaceMap | undefined;
  /** The highest place there is; 0 without visits. */
  lastPlace(): number;
  /** Those of `places` whose visit is in one of the states; newest first. */
  inStates(places: readonly number[], states: readonly VisitState[] | undefined): number[];
  /** Newest first, all below `before`. */
  newest(before: number, states: readonly VisitState[] | undefined, limit: number): number[];
};

type Sql = ReturnType<typeof statements>;

export function createSearchIndex(db: Sqlite): SearchIndex {
  const sql = statements(db);
  const number = (text: string) => (sql(text).get() as { found: number | null }).found ?? 0;
  return {
    pending: (limit) => pending(sql, limit),
    pendingCount: () => number('SELECT count(*) AS found FROM search_pending'),
    size: () => number('SELECT count(*) AS found FROM search_visits'),
    idAt: (place) =>
      (sql('SELECT id FROM consultations WHERE place = ?').get(place) as { id: string } | undefined)
        ?.id,
    digest: (place) =>
      (
        sql('SELECT digest FROM search_visits WHERE place = ?').get(place) as
          | { digest: Buffer }
          | undefined
      )?.digest,
    write: (visits) => void db.transaction(() => write(sql, visits)).immediate(),
    forget(id) {
      const row = sql('SELECT place FROM consultations WHERE id = ?').get(id) as
        | { place: number }
        | undefined;
      if (!row) return;
      db.transaction(() => write(sql, [{ place: row.place, stamp: 0 }]))();
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
    places(block, token) {
      const row = sql('SELECT places FROM search_postings WHERE block = ? AND token = ?').get(
        block,
        token,
      ) as { places: Buffer } | undefined;
      return row && unpacked(row.places);
    },
    lastPlace: () => number('SELECT max(place) AS found FROM consultations'),
    inStates: (places, states) => inStates(sql, places, states),
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

function write(sql: Sql, visits: readonly IndexedVisit[]): void {
  const [first] = visits;
  if (!first) return;
  const changed = visits.filter(({ same }) => !same);
  const block = Math.floor(first.place / BLOCK);
  if (changed.length > 0) writePostings(sql, block, changed);
  for (const { place, stamp, digest, same } of visits) {
    if (!same && digest)
      sql(
        'INSERT INTO search_visits (place, digest) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET digest = excluded.digest',
      ).run(place, digest);
    else if (!same) sql('DELETE FROM search_visits WHERE place = ?').run(place);
    sql('DELETE FROM search_pending WHERE place = ? AND stamp = ?').run(place, stamp);
  }
}

/** Postings of a block change together: the old ones of these visits go, the new ones come. */
function writePostings(sql: Sql, block: number, visits: readonly IndexedVisit[]): void {
  const next = new Map<number, PlaceMap>();
  for (const { place, tokens } of visits)
    for (const token of tokens ?? []) {
      const map = next.get(token) ?? new Uint8Array(BLOCK / 8);
      addPlace(map, place % BLOCK);
      next.set(token, map);
    }
  const put = sql(
    'INSERT INTO search_postings (block, token, places) VALUES (?, ?, ?) ON CONFLICT (block, token) DO UPDATE SET places = excluded.places',
  );
  const indexed = new Uint8Array(BLOCK / 8);
  for (const { place } of visits)
    if (sql('SELECT 1 FROM search_visits WHERE place = ?').get(place) !== undefined)
      addPlace(indexed, place % BLOCK);
  if (indexed.some((byte) => byte !== 0)) removeOld(sql, block, indexed);
  for (const [token, map] of [...next].sort(([a], [b]) => a - b)) {
    const old = sql('SELECT places FROM search_postings WHERE block = ? AND token = ?').get(
      block,
      token,
    ) as { places: Buffer } | undefined;
    const merged = old ? unpacked(old.places).map((byte, at) => byte | (map[at] ?? 0)) : map;
    put.run(block, token, packed(merged));
  }
}

function removeOld(sql: Sql, block: number, gone: PlaceMap): void {
  const rows = sql('SELECT token, places FROM search_postings WHERE block = ?').all(block) as {
    token: number;
    places: Buffer;
  }[];
  for (const { token, places } of rows) {
    const before = unpacked(places);
    if (!before.some((byte, at) => (byte & (gone[at] ?? 0)) !== 0)) continue;
    const left = before.map((byte, at) => byte & ~(gone[at] ?? 0));
    if (left.every((byte) => byte === 0))
      sql('DELETE FROM search_postings WHERE block = ? AND token = ?').run(block, token);
    else
      sql('UPDATE search_postings SET places = ? WHERE block = ? AND token = ?').run(
        packed(left),
        block,
        token,
      );
  }
}

function inStates(
  sql: Sql,
  places: readonly number[],
  states: readonly VisitState[] | undefined,
): number[] {
  return (
    sql(
      `SELECT place, state FROM consultations WHERE place IN (SELECT value FROM json_each(?)) ORDER BY place DESC`,
    ).all(JSON.stringify(places)) as { place: number; state: VisitState }[]
  ).flatMap(({ place, state }) => (!states || states.includes(state) ? [place] : []));
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
