/** Checks that pieces make up the whole of the recordings they are taken from. */
import { Failure } from '../../../../shared/failure.ts';
import type { SoundPiece } from '../../../../shared/model/note/note-versions.ts';

export const misfit = () =>
  new Failure(
    'invalid',
    'The pieces do not make up the whole of these recordings. Nothing was changed.',
    { detail: 'pieces-do-not-fit' },
  );

/**
 * Each sample once: sorted, the pieces of a recording begin at its first, end at its last, and
 * touch. `lengths`: samples by visit.
 */
export function checkPieces(
  pieces: readonly SoundPiece[],
  lengths: ReadonlyMap<string, number>,
): void {
  for (const [id, length] of lengths) {
    const own = pieces.filter((one) => one.id === id).sort((one, other) => one.from - other.from);
    let at = 0;
    for (const { from, to } of own) {
      if (from !== at || to <= from) throw misfit();
      at = to;
    }
    if (at !== length) throw misfit();
  }
}
