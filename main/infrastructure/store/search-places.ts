/** Places of visits within a block of the search's index, as they are stored and combined. */

/** Visits in a block. Stored places depend on it: changing it means a new index. */
export const BLOCK = 512;
/** A bit for each place of a block. */
export type PlaceMap = Uint8Array;

const MAP_BYTES = BLOCK / 8;
/** Of more places than these, the map is no longer than the list. */
const LISTED = MAP_BYTES / 2 - 1;

export function addPlace(map: PlaceMap, place: number): void {
  map[place >> 3] = (map[place >> 3] ?? 0) | (1 << (place & 7));
}

/** In rising order. */
export function placesIn(map: PlaceMap): number[] {
  const places: number[] = [];
  map.forEach((byte, at) => {
    for (let bit = 0; byte >> bit !== 0; bit++) if ((byte >> bit) & 1) places.push(at * 8 + bit);
  });
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
