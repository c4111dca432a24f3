/**
 * Readers that do not find damage out, that lose more than was damaged, or that hand out what
 * nobody spoke (P6).
 */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p06-damage.test.ts';
const testName = 'of any kind';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P6',
    name: 'records bound to nothing',
    test,
    testName,
    file: 'main/infrastructure/vault/container/container-format.ts',
    why: 'A mark whose type was changed is played as sound, and sound is passed over.',
    within: 'module',
    find: 'Buffer.concat([prefix, previousTag]);',
    replace: 'Buffer.concat([prefix.subarray(5), previousTag]);',
  },
  {
    promise: 'P6',
    name: 'sound that is not proved',
    test,
    testName,
    file: 'main/infrastructure/vault/container/container-format.ts',
    why: 'A damaged piece is heard as noise, and written down as words.',
    within: 'openRecord',
    find: '    cipher.final();\n    return plain;',
    replace: '    return plain;',
  },
  {
    promise: 'P6',
    name: 'the first damage is the end',
    test,
    testName,
    file: 'main/infrastructure/vault/container/container-read.ts',
    why: 'One bad byte in the first minute costs the rest of the visit.',
    within: 'recordFrom',
    find: 'const plain = openRecord(fileKey, tagBefore, record);',
    replace:
      'const plain = openRecord(fileKey, tagBefore, record);\n      if (!plain) return undefined;',
  },
  {
    promise: 'P6',
    name: 'nothing looked at behind the end',
    test,
    testName,
    file: 'main/infrastructure/vault/container/container-read.ts',
    why: 'A file that somebody added to passes for whole.',
    within: 'records',
    find: ' && !(ended && at < size);',
    replace: ';',
  },
];
