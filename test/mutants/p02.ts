/** Broken variants for P2: each is well until the power is cut. */
import type { Mutant } from './mutant.ts';

const container = 'main/infrastructure/vault/container/container.ts';
const simulated = 'test/trust/p02-power-simulated.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P2',
    name: 'synchronous=NORMAL',
    why: 'a commit that was acknowledged is gone after a power cut',
    file: 'main/infrastructure/store/database.ts',
    within: 'pragmas',
    find: "['synchronous', 'FULL', 2]",
    replace: "['synchronous', 'NORMAL', 1]",
    test: 'test/trust/p02-power-real.test.ts',
  },
  {
    promise: 'P2',
    name: 'folder not synced',
    why: 'the file is on the disk and its name is not: the whole recording is unreachable',
    file: container,
    within: 'writeContainer',
    find: '    disk.syncFolder(folder);\n',
    replace: '',
    test: simulated,
    testName: 'at any call of a recording',
  },
  {
    promise: 'P2',
    name: 'renamed before it is synced',
    why: 'a file with its name and no key in it: it can never be opened, and nothing says whose it was',
    file: container,
    within: 'writeContainer',
    find: '    sync(open);\n    disk.rename(fresh, name);\n    disk.syncFolder(folder);',
    replace: '    disk.rename(fresh, name);\n    disk.syncFolder(folder);\n    sync(open);',
    test: simulated,
    testName: 'at any call of a recording',
  },
  {
    promise: 'P2',
    name: 'synced every ten seconds',
    why: 'more of the visit than promised is gone after a power cut',
    file: 'main/features/recordings/session/recording-session.ts',
    within: 'module',
    find: 'const SYNC_EVERY = 1 * SECOND;',
    replace: 'const SYNC_EVERY = 10 * SECOND;',
    test: simulated,
    testName: 'at any call of a recording',
  },
  {
    promise: 'P2',
    name: 'key list replaced unsynced',
    why: 'the list of keys is empty after a power cut, and every recording is shut',
    file: 'main/infrastructure/vault/files.ts',
    within: 'replaceFile',
    find: '    else write(content);\n    disk.datasync(file);',
    replace: '    else write(content);',
    test: simulated,
    testName: 'while the vault is made',
  },
];
