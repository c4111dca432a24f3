/** What the language reference sets of a release prefer. */
import type { DetectedFile, OnBytes } from '../port.ts';
import { CORE, type Dated, note } from './concepts.ts';
import { rf2Rows } from './rf2.ts';
import { idSet, isDescriptionId } from './snomed-ids.ts';

const PREFERRED = '900000000000548007';
const DIALECTS = { us: '900000000000509007', gb: '900000000000508004' } as const;

/**
 * Nearness of a description to the doctor's own words: 4 where an extension's own list prefers it
 * in English (the names of a country before those of the edition on which it builds), 3 in the own
 * dialect, 2 in the other, 1 in any other list, else 0. Names stay English: a term that is
 * preferred in another language is a further word.
 */
export type Nearness = (description: string, language: string) => number;

export function preferredIds(
  files: readonly DetectedFile[],
  dialect: 'us' | 'gb',
  dated: Dated,
  onBytes: OnBytes,
): Nearness {
  const [rest, other, own, extension] = [idSet(), idSet(), idSet(), idSet()];
  const setOf = (refset: string, module: string) => {
    if (refset === DIALECTS[dialect]) return own;
    if (refset === DIALECTS.us || refset === DIALECTS.gb) return other;
    return module === CORE ? rest : extension;
  };
  for (const file of files) {
    for (const row of rf2Rows(file, onBytes)) {
      const [, time, on, module, refset, description, acceptability] = row.cells as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      note(dated, time, module);
      if (!isDescriptionId(description))
        throw row.wrong(`${description} is not the identifier of a description`);
      if (on === '1' && acceptability === PREFERRED) setOf(refset, module).add(description);
    }
  }
  return (id, language) => {
    if (extension.has(id)) return language === 'en' || own.has(id) ? 4 : 1;
    if (own.has(id)) return 3;
    if (other.has(id)) return 2;
    return rest.has(id) ? 1 : 0;
  };
}
