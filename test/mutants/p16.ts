/** P16: an envelope that others cannot open, or that tells more than it should. */
import type { Mutant } from './mutant.ts';

const base = {
  promise: 'P16',
  test: 'test/trust/p16-envelope.test.ts',
  file: 'main/infrastructure/platform/envelope/envelope.ts',
};

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'fixed IV',
    why: 'two visits that begin alike are seen to begin alike',
    within: 'sealBytes',
    find: 'const iv = random.bytes(IV_BYTES);',
    replace: 'const iv = Buffer.alloc(IV_BYTES, 1);',
    testName: 'fresh IV',
  },
  {
    ...base,
    name: 'IV from a counter',
    why: 'the next IV is known beforehand, and starts anew with each start',
    within: 'sealBytes',
    find: 'const iv = random.bytes(IV_BYTES);',
    replace:
      'const iv = Buffer.alloc(IV_BYTES); iv.writeUInt16LE(plain.length + (Date.now() & 255));',
    testName: 'fresh IV',
  },
  {
    ...base,
    name: 'key halves from elsewhere',
    why: 'no platform opens what we seal',
    within: 'contentKey',
    find: 'return Buffer.concat([half, half]);',
    replace: 'return Buffer.concat([half, Buffer.from(half).reverse()]);',
    testName: 'second implementation: byte',
  },
  {
    ...base,
    name: 'a third reading',
    why: 'an answer that was authenticated otherwise is believed',
    within: 'openBytes',
    find: 'unprotected: { alg: ALG, enc: ENC } }]',
    replace:
      "unprotected: { alg: ALG, enc: ENC } }, { ...sealed, protected: 'eyJlbmMiOiJBMTI4Q0JDLUhTMjU2IiwiYWxnIjoiZGlyIn0' }]",
    testName: 'no third',
  },
  {
    ...base,
    name: 'own header, other readings tried too',
    why: 'the header that is there does not count',
    within: 'openBytes',
    find: ': [{ ...sealed, protected: header }];',
    replace:
      ': [{ ...sealed, protected: header }, { ...sealed, protected: CANONICAL_HEADER }, { ...sealed, unprotected: { alg: ALG, enc: ENC } }];',
    testName: 'no third',
  },
];
