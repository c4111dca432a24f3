/** Broken variants for P3: each is well until the disk refuses something. */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p03-disk-faults.test.ts';
const live = 'main/features/recordings/session/recording-session.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P3',
    name: 'short count ignored',
    why: 'a write that took half of its bytes is taken for a whole one: the rest of the file is unreadable',
    file: 'main/infrastructure/vault/container/container.ts',
    within: 'flush',
    find: '    open.position += wrote;\n    open.waiting = open.waiting.subarray(wrote);',
    replace:
      '    open.position += open.waiting.length;\n    open.waiting = open.waiting.subarray(open.waiting.length);',
    test,
  },
  {
    promise: 'P3',
    name: 'sync tried again',
    why: 'a failed sync is tried again on the same file: it is answered well, and the second of sound before it is on no disk',
    file: live,
    within: 'sync',
    find: '      replace(session, error);\n    } catch {',
    replace: '      session.segment!.sync();\n    } catch {',
    test,
  },
  {
    promise: 'P3',
    name: 'reserve kept',
    why: 'the room set aside for the end is not given back: a full disk leaves a recording without its end',
    file: live,
    within: 'endFull',
    find: '    deps.relieve();\n    const segment',
    replace: '    const segment',
    test,
  },
  {
    promise: 'P3',
    name: 'acknowledged and nowhere',
    why: 'a piece that a full disk refused counts as written: the page forgets it, and nobody has it',
    file: live,
    within: 'put',
    find: 'if (ranFull && !endFull(session, before)) throw diskFull();',
    replace: 'if (ranFull) endFull(session);',
    test,
  },
  {
    promise: 'P3',
    name: 'found, not forced onto the disk',
    why: 'what a killed recorder left is called sealed while it is in memory only: a power cut a moment later takes it',
    file: 'main/features/recordings/recovery/recovery.ts',
    within: 'forceFilesOntoDisk',
    find: 'if (!unreadable.has(fileId)) forceOntoDisk(disk,',
    replace: 'if (!unreadable.has(fileId)) ((..._left: unknown[]) => {})(forceOntoDisk, disk,',
    test,
  },
];
