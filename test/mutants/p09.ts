/**
 * Deleting that takes more than it was told to, or sooner, or leaves what is said to be gone (P9).
 */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P9', test: 'test/trust/p09-deleting.test.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'all files of all visits',
    file: 'main/features/recordings/erase/erase-visit.ts',
    why: 'A peer’s “delete” emptied the whole folder: one discarded visit took the day with it.',
    within: 'purgeFiles',
    find: 'of store.segments.list(id))',
    replace: 'of store.visits.list().flatMap((row) => store.segments.list(row.id)))',
  },
  {
    ...base,
    name: 'a discard that is final at noon',
    file: 'main/features/recordings/erase/expire.ts',
    why: 'Who discards the wrong visit in the morning has until the next morning to notice.',
    within: 'expire',
    find: '(row.details.discardedAt ?? limits.now) > UNDO_TIME)',
    replace: '(row.details.discardedAt ?? limits.now) > UNDO_TIME / 4)',
  },
  {
    ...base,
    name: 'unfinished recordings thrown away at the start',
    file: 'main/features/recordings/recovery/recovery.ts',
    why: 'A recording that a crash cut off is all there is of that visit.',
    within: 'reconcileFiles',
    find: 'if (scan.samples === 0 && !unread',
    replace: 'if (scan.samples < 20_000 && !unread',
  },
  {
    ...base,
    name: 'taken back, and still marked as discarded',
    file: 'main/features/recordings/recordings.ts',
    why: 'When the database is lost, the visit that was taken back would be discarded again, and erased.',
    within: 'undoDiscard',
    find: '  removeTombstone(deps, id);\n',
    replace: '',
  },
  {
    ...base,
    name: 'discarded in the database alone',
    file: 'main/features/recordings/erase/tombstone.ts',
    why: 'When the database is lost, the visit that nobody wanted sent would be sent.',
    within: 'writeTombstone',
    find: 'if (!disk.exists(nameIn(folder, id))) replaceFile',
    replace: 'if (folder === id) replaceFile',
  },
  {
    ...base,
    name: 'prepared files left behind',
    file: 'main/features/recordings/erase/erase-visit.ts',
    why: 'The sound of a visit that a person discarded would stay on the disk for good.',
    within: 'purgeFiles',
    find: 'of store.uploads.list(id))',
    replace: 'of store.uploads.list(id).slice(1))',
  },
];
