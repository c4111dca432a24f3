/**
 * Rebuilding that sends again, sends what was discarded, loses what was kept, or says nothing of it
 * (P7).
 */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p07-database.test.ts';
const testName = 'at every state';
const aside = 'test/trust/p07-set-aside.test.ts';
const lostList = 'test/trust/p07-lost-list.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P7',
    name: 'a new id for a visit that is rebuilt',
    test,
    testName,
    file: 'main/features/recordings/recovery/rebuild-row.ts',
    why: 'The platform takes it for another visit, and there are two.',
    within: 'rebuild',
    find: 'present.at(-1)?.transactionId ?? meta.transactionId;',
    replace: 'present.at(-1)?.transactionId ?? `${meta.transactionId.slice(0, -1)}0`;',
  },
  {
    promise: 'P7',
    name: 'discarded visits forgotten',
    test,
    testName,
    file: 'main/features/recordings/erase/tombstone.ts',
    why: 'What a patient asked not to be sent is sent after all.',
    within: 'module',
    find: 'const pattern = /^(',
    replace: 'const pattern = /^gone(',
  },
  {
    promise: 'P7',
    name: 'sent anew instead of looked for',
    test,
    testName,
    file: 'main/features/recordings/recovery/recovery.ts',
    why: 'A file that a person brought is in the vault, and in no list any more.',
    within: 'recoverRecordings',
    find: "  for (const keys of generations) recoverUploads(deps, keys);\n  for (const row of store.visits.inStates('draft'))",
    replace: "  for (const row of store.visits.inStates('draft'))",
  },
  {
    promise: 'P7',
    name: 'a damaged list removed',
    test,
    testName,
    file: 'main/infrastructure/store/recovery/set-aside.ts',
    why: 'Nobody can look into it any more for what only it had.',
    within: 'openStore',
    find: '      if (copied && existsSync(copy + end)) renameSync(copy + end, kept + end);',
    replace:
      '      if (copied && existsSync(copy + end)) { renameSync(copy + end, kept + end); truncateSync(kept + end); }',
  },
  {
    promise: 'P7',
    name: 'not a word of it',
    test,
    testName,
    file: 'main/app/recovery/data-loss-notice.ts',
    why: 'Notes are gone from the list, and the doctor thinks that they were lost.',
    within: 'tellOfLoss',
    find: "health.set('database-rebuilt', setAsideMessage(last.reason, last.name));",
    replace: '{}',
  },
  {
    promise: 'P7',
    name: 'an older folder taken for the newest',
    test: 'test/trust/p07-older-folder.test.ts',
    testName: 'put back',
    file: 'main/app/recovery/folder-mark.ts',
    why: 'After a restore the visits since the copy are missing, and nobody is told.',
    within: 'compare',
    find: 'if (mark && mark.count > (known ?? 0)) {',
    replace: 'if (!mark) {',
  },
  {
    promise: 'P7',
    name: 'a newer list is left where it is',
    test: lostList,
    testName: 'newer list',
    file: 'main/app/wiring/lifecycle.ts',
    why: 'After the upgrade all older notes are gone, though they lie in the same folder.',
    within: 'recoveringParts',
    find: 'start: recovery.mergeSetAside',
    replace: 'start: () => {}',
  },
  {
    promise: 'P7',
    name: 'decisions left behind',
    test: aside,
    testName: 'decided',
    file: 'main/app/recovery/merge-set-aside.ts',
    why: 'A doctor codes a whole morning anew, and nobody says why.',
    within: 'mergeVisits',
    find: 'ignoreErrors(() => joinDesk(store, visit));',
    replace: '{}',
  },
  {
    promise: 'P7',
    name: 'documents left behind',
    test: aside,
    testName: 'decided',
    file: 'main/app/recovery/merge-set-aside.ts',
    why: 'Laboratory reports that were read are gone from the list.',
    within: 'mergeDocuments',
    find: 'if (!merge.documentsOfLater) for',
    replace: 'if (merge.documentsOfLater) for',
  },
  {
    promise: 'P7',
    name: 'a tombstone that the disk refused',
    test: lostList,
    testName: 'did not take it',
    file: 'main/features/recordings/recovery/recovery.ts',
    why: 'Discarded on a full disk, it is sent after all on the day the database is lost.',
    within: 'recoverRecordings',
    find: 'ignoreErrors(() => writeTombstone(deps, id));',
    replace: 'void id;',
  },
];
