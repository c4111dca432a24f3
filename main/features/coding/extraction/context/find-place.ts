/** Looks up a place among places, or among sentences, that are in order. */
import type { Sentence } from './sentences.ts';

/** Where a place of the text as it was typed is in the text as it is read. */
export function placeIn(places: readonly number[], typed: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? Infinity) < typed) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which of the sentences holds the position. */
export function sentenceAt(sentences: readonly Sentence[], position: number): number {
  let low = 0;
  let high = sentences.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.end ?? Infinity) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
