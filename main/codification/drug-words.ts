/** Whether a word is the name of a medicine, by the lists on this computer. */
import type { Terminology } from '../terminology/terminology.ts';

/** Shorter ones are ordinary words too often ("iron"). */
const SHORTEST = 5;
const MOST = 20_000;

/** Answers for one word in lower case; false where no list can be asked. Remembers words, which are no patient's. */
export function createDrugWords(terminology: Pick<Terminology, 'phrases'>): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    if (word.length < SHORTEST) return false;
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size >= MOST) known.clear();
    const found = isTerm(word);
    known.set(word, found);
    return found;
  };

  function isTerm(word: string): boolean {
    try {
      return terminology.phrases('medication', word).some(({ start, end }) => start === 0 && end === word.length);
    } catch {
      // A damaged list is told where codes are asked for.
      return false;
    }
  }
}
