/** Locks that leave the keys, or cost the recording (P12). */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p12-lock.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P12',
    name: 'a lock that keeps the keys',
    test,
    testName: 'no key lies',
    file: 'main/infrastructure/vault/vault.ts',
    why: 'Whoever reads the memory of a locked Scriba has the key.',
    within: 'close',
    find: '    kek.fill(0);\n  }\n  vault.opened.clear();',
    replace: '  }\n  vault.opened.clear();',
  },
  {
    promise: 'P12',
    name: 'derived keys that stay',
    test,
    testName: 'no key lies',
    file: 'main/infrastructure/vault/keys/keys.ts',
    why: 'The key of the database rows opens every note.',
    within: 'forget',
    find: 'for (const key of [rowKey, referenceKey, auditKey, ...fileKeys]) key.fill(0);',
    replace: 'for (const key of [referenceKey, auditKey, ...fileKeys]) key.fill(0);',
  },
  {
    promise: 'P12',
    name: 'a lock that only shuts the page',
    test,
    testName: 'answers no request|to the minute',
    file: 'main/app/wiring/lifecycle.ts',
    why: 'The core would still answer with names.',
    within: 'foundationParts',
    find: "{ name: 'vault', of: [vault], ...endsBoth(vault.close) }",
    replace: "{ name: 'vault', of: [vault], stop: vault.close }",
  },
  {
    promise: 'P12',
    name: 'a lock by the clock on the wall',
    test,
    testName: 'not the clock',
    file: 'main/app/wiring/privacy.ts',
    why: 'A clock that is set would lock at once, or never.',
    within: 'start',
    find: 'startAutoLock({ clock, minutes',
    replace: 'startAutoLock({ clock: { ...clock, monotonic: clock.now }, minutes',
  },
  {
    promise: 'P12',
    name: 'a recording that needs the whole key',
    test,
    testName: 'disk fault while locked',
    file: 'main/features/recordings/recordings.ts',
    why: 'A fault of the disk during lunch would end the recording.',
    within: 'begin',
    find: 'const keys = vault.keys().writeOnly();',
    replace:
      'const keys = { ...vault.keys(), nextFileId: () => vault.keys().writeOnly().nextFileId(), forget() {} };',
  },
];
