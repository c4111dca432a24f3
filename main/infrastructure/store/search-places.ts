/** Places of visits within a block of the search's index, as they are stored and combined. */

/** Visits in a block. Stored places depend on it: changing it means a new index. */
export const BLOCK = 512;
/** A bit for each place of a block. */
export type PlaceMap = Uint8Array;

export const MAP_BYTES = BLOCK / 8;
/** Of more places than these, the map is no longer than the list. */
const LISTED = MAP_BYTES / 2 - 1;

export function addPlace(map: PlaceMap, place: number): void {
  map[place >> 3] = (map[place >> 3] ?? 0) | (1 << (place & 7));
}

/** In rising order. */
export function placesIn(map: PlaceMap): number[] {
  const places: number[] = [];
  for (let at = 0; at < map.length; at++)
    for (let bit = 0, byte = map[at] ?? 0; byte !== 0; bit++, byte >>= 1)
      if (byte & 1) places.push(at * 8 + bit);
  return places;
}

/** As a row holds it: a list of places in two bytes each, or the map where that is shorter. */
export function packed(map: PlaceMap): Buffer {
  const places = placesIn(map);
  if (places.length > LISTED) return Buffer.from(map);
  const list = Buffer.alloc(places.length * 2);
  for (const [at, place] of places.entries()) list.writeUInt16LE(place, at * 2);
  return list;
}

export function unpacked(stored: Buffer): PlaceMap {
  if (stored.length === MAP_BYTES) return new Uint8Array(stored);
  const map = new Uint8Array(MAP_BYTES);
  for (let at = 0; at + 1 < stored.length; at += 2) addPlace(map, stored.readUInt16LE(at) % BLOCK);
  return map;
}

function join(map: PlaceMap, other: PlaceMap): void {
  for (let byte = 0; byte < MAP_BYTES; byte++) map[byte] = (map[byte] ?? 0) | (other[byte] ?? 0);
}

/** The bytes of a place in a list. */
export function listedPlace(place: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(place);
  return bytes;
}

/** Tokens of visits of one block, each with the visits that hold it. */
export type Postings = {
  /** Joins the places to those that the token has. */
  add(token: number, places: PlaceMap): void;
  /** Undefined where no visit holds the token. To be read before more is added. */
  places(token: number): PlaceMap | undefined;
  /** In rising order. */
  tokens(): Float64Array;
};

export function createPostings(): Postings {
  const rows = new Map<number, number>();
  // All maps in one array: an object for each of a hundred thousand would take most of the memory.
  let maps = new Uint8Array(MAP_BYTES * 1_024);
  const at = (row: number) => maps.subarray(row * MAP_BYTES, (row + 1) * MAP_BYTES);
  return {
    add(token, places) {
      const row = rows.get(token) ?? rows.size;
      if (row === rows.size) {
        rows.set(token, row);
        if (maps.length < rows.size * MAP_BYTES) {
          const larger = new Uint8Array(maps.length * 2);
          larger.set(maps);
          maps = larger;
        }
      }
      join(at(row), places);
    },
    places(token) {
      const row = rows.get(token);
      return row === undefined ? undefined : at(row);
    },
    tokens: () => Float64Array.from(rows.keys()).sort(),
  };
}
