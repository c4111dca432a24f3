/** Finds visits by tokens, newest first, block by block, no further than the page needs. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VisitState } from '../../../shared/model/visit.ts';
import { BLOCK, type PlaceMap, placesIn } from '../../infrastructure/store/search-places.ts';
import type { SearchIndex } from '../../infrastructure/store/tables/search-index.ts';

/** Every clause must hold; a clause holds where one of its tokens stands. */
export type Clauses = readonly (readonly number[])[];
export type Wanted = {
  readonly clauses: Clauses;
  readonly states: readonly VisitState[] | undefined;
  /** Places below it. */
  readonly before: number;
  readonly limit: number;
};
export type Found = { readonly places: readonly number[]; readonly next: number | undefined };

/** About 5 ms of looking up. */
const BLOCKS_A_TURN = 32;

export async function findPlaces(index: SearchIndex, wanted: Wanted): Promise<Found> {
  const { clauses, states, before, limit } = wanted;
  const from = Math.min(before, index.lastPlace() + 1);
  if (clauses.length === 0) return cut(index.newest(from, states, limit + 1), limit);
  const conditions = conditionsOf(index, wanted);
  const places: number[] = [];
  for (let block = Math.floor((from - 1) / BLOCK), seen = 1; block >= 0; block--, seen++) {
    const found = placesOfBlock(block, conditions)
      .filter((place) => place < from)
      .reverse();
    if (found.length > 0) places.push(...index.present(found));
    if (places.length > limit) break;
    if (seen % BLOCKS_A_TURN === 0) await nextTurn();
  }
  return cut(places, limit);
}

function cut(places: readonly number[], limit: number): Found {
  const page = places.slice(0, limit);
  return { places: page, next: places.length > limit ? page.at(-1) : undefined };
}

/** The visits of a block that fulfil it; undefined where none does. */
type Condition = (block: number) => PlaceMap | undefined;

/**
 * What costs least comes first, for a block is left at the first condition that nothing fulfils: a
 * word is one row, states are a row for each visit, days are up to a hundred rows.
 */
function conditionsOf(index: SearchIndex, { clauses, states }: Wanted): readonly Condition[] {
  const standing = (tokens: readonly number[]) => (block: number) => index.places(block, tokens);
  return [
    ...clauses.filter(({ length }) => length === 1).map(standing),
    ...(states ? [(block: number) => index.inStates(block, states)] : []),
    ...clauses.filter(({ length }) => length !== 1).map(standing),
  ];
}

/** In rising order. */
function placesOfBlock(block: number, conditions: readonly Condition[]): number[] {
  let found: PlaceMap | undefined;
  for (const condition of conditions) {
    const here = condition(block);
    if (!here) return [];
    found = found?.map((byte, at) => byte & (here[at] ?? 0)) ?? here;
    if (found.every((byte) => byte === 0)) return [];
  }
  return placesIn(found ?? new Uint8Array()).map((place) => block * BLOCK + place);
}
