/** P25: a delivery that is believed although the platform did not send it. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P25', test: 'test/trust/p25-webhook.test.ts', file: 'main/webhooks/signature.ts' };

export const mutants: readonly Mutant[] = [
  { ...base, name: 'parse before verify', why: 'anybody may feed the parser', find: '  const signed = readHeader(header);\n', replace: '  JSON.parse(Buffer.from(body).toString() || "0");\n  const signed = readHeader(header);\n', testName: 'order of the contract' },
  { ...base, name: '==', why: 'the time of an answer tells how nearly a guess fitted', find: 'timingSafeEqual(signature, expected)', replace: "signature.toString('hex') == expected.toString('hex')", testName: 'constant time' },
  { ...base, name: 'stops at the first match', why: 'the time of an answer tells which one fitted', find: 'const matches = signed.signatures.map((signature) => timingSafeEqual(signature, expected)).filter(Boolean);', replace: 'const matches = [signed.signatures.find((signature) => timingSafeEqual(signature, expected))].filter(Boolean);', testName: 'constant time' },
  { ...base, name: 'no window', why: 'an old delivery is good for ever', find: "if (Math.abs(now - Number(signed.at) * SECOND) > WINDOW) return refused('stale');", replace: '', testName: 's off|after it was signed' },
  { ...base, name: 'window open to the future', why: 'a delivery signed for next year is good until then', find: 'Math.abs(now - Number(signed.at) * SECOND)', replace: '(now - Number(signed.at) * SECOND)', testName: 's off|after it was signed' },
  { ...base, name: 'remembered before it is signed', why: 'anybody fills the memory of what was seen', find: "  if (matches.length === 0) return refused('bad_signature');\n", replace: "  seenBefore(String(matches.length));\n  if (matches.length === 0) return refused('bad_signature');\n", testName: 'is refused' },
  { ...base, name: 'replays taken', why: 'one delivery is told again and again', find: "if (seenBefore(`${signed.at}.${expected.toString('hex')}`)) return { kind: 'repeated' };", replace: '', testName: 'repeated delivery' },
  { ...base, name: 'bodies of any size', why: 'ten megabytes are hashed for whoever sends them', find: "if (body.length > LARGEST_EVENT) return refused('too_large');", replace: '', testName: 'bodies' },
  { ...base, name: 'no signature needed', why: 'anybody is believed', find: "if (matches.length === 0) return refused('bad_signature');", replace: '', testName: 'is refused' },
];
