/** Where a name stands in a text. */
import { expect, test } from 'vitest';
import { placesOf } from '../../../../../shared/model/export/acts/places.ts';

test.each([
  ['Aspirin, aspirin', 'aspirin', [0, 9]],
  ['feverfew', 'fever', []],
  ['2aspirin', 'aspirin', []],
  ['aspirin', '', []],
  // The letter is longer in lower case, so that places in the two texts differ.
  ['İ aspirin', 'aspirin', []],
])('in “%s” the name “%s” stands at %j', (text, name, places) =>
  expect(placesOf(text, name)).toEqual(places),
);
