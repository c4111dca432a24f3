/** Broken variants for P8: two write where one may. */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p08-one-writer.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P8',
    name: 'no lock',
    why: 'two Scribas write into one database, and each undoes what the other did',
    file: 'main/infrastructure/store/database.ts',
    within: 'openDatabase',
    find: "    db.pragma('locking_mode = EXCLUSIVE');\n",
    replace: '',
    test,
    testName: 'from two to eight',
  },
  {
    promise: 'P8',
    name: 'the house is not locked',
    why: 'before a profile is chosen two Scribas share a folder, and two practice platforms write into it',
    file: 'main/infrastructure/store/folder-lock.ts',
    within: 'lockFolder',
    find: "lock.exec('BEGIN EXCLUSIVE');",
    replace: '',
    test,
    testName: 'no profile yet',
  },
];
