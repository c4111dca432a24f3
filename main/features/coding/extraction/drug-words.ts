/** Recognises names of medicines by the lists on this computer. */
import type { Terminology } from '../../../infrastructure/terminology/terminology.ts';

/** Shorter ones are ordinary words too often ("iron"). */
const SHORTEST = 5;

/**
 * For one word in lower case; false where no list can be read. Remembers nothing, as it is asked
 * about every word that was said.
 */
export const createDrugWords =
  (terminology: Pick<Terminology, 'phrases'>) =>
  (word: string): boolean => {
    if (word.length < SHORTEST) return false;
    try {
      return terminology
        .phrases('medication', word)
        .some(({ start, end }) => start === 0 && end === word.length);
    } catch {
      // A damaged list is reported where codes are linked.
      return false;
    }
  };
