/** Folders that are measured each week, and the tests that have to notice a change in them. */

/**
 * @typedef {{ mutate: string[], tests: string[] }} Folder
 * `mutate`, `tests`: globs; a leading `!` leaves files out of what is changed.
 */
const mirrored = (folder, { without = [], tests = [] } = {}) => ({
  mutate: [`${folder}/**/*.ts`, ...without.map((part) => `!${folder}/${part}/**`)],
  tests: [
    `test/${folder}/**/*.test.ts`,
    // Tests of the left out part belong to it.
    ...without.map((part) => `!test/${folder}/${part}/**`),
    ...tests,
  ],
});

/** By the name that the table of TRUST.md shows. */
const weekly = {
  'main/features/notes/checks': mirrored('main/features/notes/checks'),
  'main/features/outbox': mirrored('main/features/outbox'),
  'main/features/delivery': mirrored('main/features/delivery'),
  'main/features/notes': mirrored('main/features/notes', { without: ['checks'] }),
  // Lost keys, the audit log and the copies of a database are proved as promises; the index of the
  // search by the search.
  'main/infrastructure/vault': mirrored('main/infrastructure/vault', {
    tests: ['test/trust/p11-lost-key.test.ts', 'test/trust/p11-lost-key-visits.test.ts'],
  }),
  'main/infrastructure/store': mirrored('main/infrastructure/store', {
    tests: [
      'test/trust/p07-set-aside.test.ts',
      'test/trust/p28-audit.test.ts',
      'test/main/features/search/**/*.test.ts',
      'test/main/app/recovery/**/*.test.ts',
    ],
  }),
  'main/features/coding/extraction': mirrored('main/features/coding/extraction'),
  'shared/model/export': mirrored('shared/model/export'),
};

export const weeklyFolders = Object.keys(weekly);

/** @returns {Folder} any folder has the tests that mirror it. */
export const folderOf = (name) => weekly[name] ?? mirrored(name);
