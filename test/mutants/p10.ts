/** P10: migrations that stop in the middle, take rows along, or leave no way back. */
import type { Mutant } from './mutant.ts';

const base = {
  promise: 'P10',
  file: 'main/infrastructure/store/migrations/migrate.ts',
  test: 'test/trust/p10-migrations.test.ts',
};
const atEveryCall = 'killed at any call';

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'no transaction',
    why: 'a kill leaves half of the steps: neither the old nor the new Scriba can open it',
    within: 'migrate',
    find: 'db.transaction(() => {',
    replace: '({ transaction: (run: () => void) => ({ exclusive: run }) }).transaction(() => {',
    testName: atEveryCall,
  },
  {
    ...base,
    name: 'a transaction for each step',
    why: 'a kill between two steps leaves a form that no release ever had',
    within: 'migrate',
    find: 'for (const sql of migrations.slice(found)) db.exec(sql);',
    replace:
      'for (const sql of migrations.slice(found)) db.exec(`${sql}; COMMIT; BEGIN EXCLUSIVE`);',
    testName: atEveryCall,
  },
  {
    ...base,
    name: 'the version is set first',
    why: 'a kill leaves the old form under the new version',
    within: 'migrate',
    find: '  try {\n    db.transaction',
    replace: '  db.pragma(`user_version = ${migrations.length}`);\n  try {\n    db.transaction',
    testName: atEveryCall,
  },
  {
    ...base,
    name: 'no copy is kept',
    why: 'a doctor who must go back to the old release has nothing to go back to',
    within: 'migrate',
    find: 'if (found > 0) keepCopy(',
    replace: 'if (found < 0) keepCopy(',
    testName: atEveryCall,
  },
  {
    ...base,
    name: 'half a copy counts as one',
    why: 'the copy of an interrupted try is taken for whole, and is damaged on the day it is needed',
    within: 'keepCopy',
    find: '  const fresh = `${copy}.new`;',
    replace: '  if (existsSync(copy)) return;\n  const fresh = copy;',
    testName: atEveryCall,
  },
  {
    ...base,
    name: 'foreign keys stay on',
    why: 'building a table anew deletes the rows that refer to it: segments, uploads, transactions',
    within: 'migrate',
    find: "db.pragma('foreign_keys = OFF');",
    replace: "db.pragma('foreign_keys = ON');",
    testName: 'steps that build a table anew',
  },
  {
    ...base,
    name: 'orphans are not looked for',
    why: 'a step that loses visits goes through, and their segments hang in the air',
    within: 'migrate',
    find: "if ((db.pragma('foreign_key_check') as unknown[]).length > 0) throw",
    replace: "if ((db.pragma('foreign_key_check') as unknown[]).length < 0) throw",
    testName: 'does not go through',
  },
  {
    ...base,
    name: 'a newer database is opened',
    why: 'an old Scriba writes into a form that it does not know',
    file: 'main/infrastructure/store/database.ts',
    within: 'check',
    find: '> migrations.length) throw newer();',
    replace: '> migrations.length + 99) throw newer();',
    testName: 'refuses the newer',
  },
];
