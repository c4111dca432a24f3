/** Names of the medicines that come with Scriba, for what was misheard. */
import { readDictionary } from '../features/spelling/dictionary.ts';
import {
  createNameCorrector,
  type NameCorrector,
} from '../infrastructure/speech/names/misheard-names.ts';
import { starterRows } from '../infrastructure/terminology/tables/starter/starter.ts';

/** Reads the English words, which takes a moment. */
export async function medicineCorrector(): Promise<NameCorrector> {
  const english = await readDictionary('american');
  return createNameCorrector(
    starterRows.filter(({ kind }) => kind === 'medicine').flatMap(({ names }) => names),
    english.has,
  );
}
