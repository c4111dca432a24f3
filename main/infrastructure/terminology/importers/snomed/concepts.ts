/**
 * The active concepts of an edition and of its extensions, and whether the files belong together.
 */
import { Failure } from '../../../../../shared/failure.ts';
import { copyOf } from '../files/lines.ts';
import type { DetectedFile, OnBytes } from '../port.ts';
import { rf2Rows } from './rf2.ts';
import { isConceptId } from './snomed-ids.ts';

/** The module of the International Edition, on which every extension builds. */
export const CORE = '900000000000207008';
/** The Global Patient Set (SNOMED International, foundation metadata). */
export const PATIENT_SET_MEMBERS = '787778008';

export type Active = { readonly size: number; has(concept: string): boolean };

/** Days as `20240301`: the newest row of all, and of the International Edition. */
export type Dated = { newest: string; core: string };

export function note(dated: Dated, time: string, module: string): void {
  if (time > dated.newest) dated.newest = copyOf(time);
  if (module === CORE && time > dated.core) dated.core = copyOf(time);
}

const refused = (sentence: string) =>
  new Failure('invalid', sentence, { detail: 'terminology-file' });

/**
 * An extension may withdraw a concept of the edition that it extends: the row with the last date
 * counts. Throws Failure `invalid` / `terminology-file` where the edition is missing, or two
 * releases of one module are mixed.
 */
export function activeConcepts(
  files: readonly DetectedFile[],
  dated: Dated,
  onBytes: OnBytes,
): Active {
  const dates = new Map<string, number>();
  /** The day of each concept of the International Edition, while there are more files than one. */
  const core = new Map<string, number>();
  for (const file of files) {
    // Dates as numbers, negative where the concept was taken out of use.
    const here = new Set<string>();
    for (const row of rf2Rows(file, onBytes)) {
      const [id, time, on, module] = row.cells as [string, string, string, string];
      if (!isConceptId(id)) throw row.wrong(`${id} is not the identifier of a concept`);
      if (here.has(id))
        throw row.wrong(`concept ${id} is told twice, as in the Full files. Bring the Snapshot`);
      here.add(id);
      const when = Number(time);
      if (module === CORE && files.length > 1) {
        const before = core.get(id);
        if (before !== undefined && before !== when)
          throw refused(
            `Two releases of the International Edition are mixed: concept ${id} has two dates (${dayOf(String(before))} and ${dayOf(time)}). Choose the files of one release.`,
          );
        core.set(id, when);
      }
      if (Math.abs(dates.get(id) ?? 0) <= when) dates.set(id, on === '1' ? when : -when);
      note(dated, time, module);
    }
  }
  if (dated.core === '')
    throw refused(
      'This is an extension of SNOMED CT without the International Edition on which it builds. Choose both together: their two folders or zips.',
    );
  return { size: dates.size, has: (id) => (dates.get(id) ?? 0) > 0 };
}

/**
 * Throws Failure `invalid` / `terminology-file` where an extension says that it builds on a later
 * International Edition than the one that is here.
 */
export function checkDependencies(
  files: readonly DetectedFile[],
  dated: Dated,
  onBytes: OnBytes,
): void {
  let needed = '';
  for (const file of files) {
    for (const { cells } of rf2Rows(file, onBytes)) {
      const [, , on, module, , on_, source, target] = cells as string[];
      if (on !== '1') continue;
      // The International Edition names its own day, also where no row was changed on it.
      if (module === CORE) note(dated, source ?? '', CORE);
      else if (on_ === CORE && (target ?? '') > needed) needed = copyOf(target ?? '');
    }
  }
  if (needed > dated.core)
    throw refused(
      `The extension builds on the International Edition of ${dayOf(needed)}; the one that was chosen is of ${dayOf(dated.core)}. Choose that one or a later one with it.`,
    );
}

const dayOf = (time: string) => time.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/**
 * The members of the Global Patient Set in RF2, but for those that the file of concepts, where it
 * is there, has as taken out of use.
 */
export function patientSetMembers(
  members: readonly DetectedFile[],
  concepts: readonly DetectedFile[],
  dated: Dated,
  onBytes: OnBytes,
): Active & Iterable<string> {
  const active = new Set<string>();
  for (const file of members) {
    for (const row of rf2Rows(file, onBytes)) {
      const [, time, on, module, refset, id] = row.cells as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      if (!isConceptId(id)) throw row.wrong(`${id} is not the identifier of a concept`);
      note(dated, time, module);
      if (on === '1' && refset === PATIENT_SET_MEMBERS) active.add(copyOf(id));
    }
  }
  for (const file of concepts)
    for (const { cells } of rf2Rows(file, onBytes))
      if (cells[2] !== '1') active.delete(cells[0] ?? '');
  return active;
}

/** Throws Failure `invalid` / `terminology-file` where a member has no name in these files. */
export function checkNames(
  members: Active & Iterable<string>,
  named: { has(concept: string): boolean },
): void {
  let without = 0;
  for (const id of members) if (!named.has(id)) without += 1;
  if (members.size === 0)
    throw refused('These files name no active concept of the Global Patient Set.');
  if (without > 0)
    throw refused(
      `${without} of the ${members.size} concepts of the Global Patient Set have no name in these files: they are cut off, or only the list of members. Choose its table (tab-separated), which has them.`,
    );
}
