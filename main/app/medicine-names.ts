/** Names for what was misheard: the medicines that come with Scriba, and the doctor's own words. */
import { type Dictionary, readDictionary } from '../features/spelling/dictionary.ts';
import {
  createNameCorrector,
  type NameCorrector,
} from '../infrastructure/speech/names/misheard-names.ts';
import { otherDrugNames } from '../infrastructure/speech/names/other-drugs.ts';
import { starterRows } from '../infrastructure/terminology/tables/starter/starter.ts';

/**
 * Reads the English words once, which takes a moment, and keeps them. The doctor's words may be names
 * of people: they are given for each use, and not kept.
 */
export function knownNames(): (ownWords?: readonly string[]) => Promise<NameCorrector> {
  let english: Promise<Dictionary> | undefined;
  return async (ownWords = []) => {
    english ??= readDictionary('american');
    return createNameCorrector(
      starterRows()
        .filter(({ kind }) => kind === 'medicine')
        .flatMap(({ names }) => names),
      (await english).has,
      otherDrugNames(),
      ownWords,
    );
  };
}

export const medicineCorrector = (): Promise<NameCorrector> => knownNames()();
