/**
 * Rows of SNOMED CT's Release Format 2: tabs between, no quotes, the names of the columns first.
 */
import type { Failure } from '../../../../../shared/failure.ts';
import { failures } from '../../../../../shared/failures.ts';
import { linesOf } from '../files/lines.ts';
import type { DetectedFile, OnBytes } from '../port.ts';

export type Rf2Row = {
  readonly cells: readonly string[];
  /** A failure that names the file and the line. */
  wrong(why: string): Failure;
};

/**
 * Throws Failure `invalid` / `terminology-file` with the number of the line where a row is not as
 * long as the first, or is neither active nor inactive.
 */
export function* rf2Rows(file: DetectedFile, onBytes: OnBytes): Generator<Rf2Row> {
  let at = 0;
  let width = 0;
  const wrong = (why: string) => failures.terminologyFileDamaged(file.name, at, why);
  for (const line of linesOf(file, onBytes)) {
    at += 1;
    const cells = line.split('\t');
    if (at === 1) width = cells.length;
    else if (line !== '') {
      if (cells.length !== width)
        throw wrong(`${cells.length} columns, where the first line names ${width}`);
      if (!/^\d{8}$/.test(cells[1] ?? '') || (cells[2] !== '0' && cells[2] !== '1'))
        throw wrong('it has no date, or does not say whether it is active');
      yield { cells, wrong };
    }
  }
}
