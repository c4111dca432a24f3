/** Recognises names of medicines by the lists on this computer. */
import type { Terminology } from '../../../../infrastructure/terminology/terminology.ts';

/** Shorter ones are ordinary words too often ("iron"); a brand counts from fewer letters ("Dolo"). */
const SHORTEST = 5;
const SHORTEST_BRAND = 4;

/**
 * For one word in lower case; false where no list can be read. Remembers nothing, as it is asked
 * about every word that was said.
 */
export const createDrugWords =
  (terminology: Pick<Terminology, 'phrases'>) =>
  (word: string): boolean => {
    if (word.length < SHORTEST_BRAND) return false;
    try {
      return terminology
        .phrases('medication', word)
        .some(
          ({ start, end, codes }) =>
            start === 0 && end === word.length && (word.length >= SHORTEST || codes.length === 0),
        );
    } catch {
      // A damaged list is reported where codes are linked.
      return false;
    }
  };
