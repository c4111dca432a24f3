/** Places of a block as a row holds them: never longer than the map, and read whatever came back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addPlace,
  BLOCK,
  packed,
  placesIn,
  unpacked,
} from '../../../../main/infrastructure/store/search-places.ts';

const MAP_BYTES = BLOCK / 8;

test('places come back, in no more bytes than the map of them has', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(BLOCK - 1), { maxLength: BLOCK }), (places) => {
      const map = new Uint8Array(MAP_BYTES);
      for (const place of places) addPlace(map, place);
      const stored = packed(map);
      expect(stored.length).toBeLessThanOrEqual(MAP_BYTES);
      expect(placesIn(unpacked(stored))).toEqual([...places].sort((one, other) => one - other));
    }),
  );
});

test('half a place at the end of a damaged list is left out', () => {
  expect(placesIn(unpacked(Buffer.of(7, 1, 9)))).toEqual([263]);
});
