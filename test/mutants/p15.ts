/** P15: an envelope or an answer that is taken although it should not be. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P15', test: 'test/trust/p15-envelope.test.ts' };
const envelope = { ...base, file: 'main/platform/envelope.ts' };

export const mutants: readonly Mutant[] = [
  { ...envelope, name: 'no allow-list', why: 'whoever sends the envelope chooses how it is checked', within: 'checkHeader', find: "if (said('alg') !== ALG || said('enc') !== ENC || said('crit') !== undefined || said('zip') !== undefined) throw failure('broken', 'header', wrongHeader);", replace: '', testName: 'alg|enc|crit|zip' },
  { ...envelope, name: 'header read leniently', why: 'a header with alg twice means one thing here and another there', within: 'checkHeader', find: "readJsonWithin(bytes, { size: LONGEST_HEADER, depth: DEEPEST, twice: 'refused' })", replace: "JSON.parse(bytes.toString('utf8'))", testName: 'twice|nested|deep' },
  { ...envelope, name: 'no size gate', why: 'an answer without end fills the memory', within: 'readMembers', find: "if (typeof ciphertext === 'string' && ciphertext.length > LARGEST) throw", replace: 'if (false) throw', testName: 'larger than' },
  { ...envelope, name: 'any length of tag', why: 'a forger guesses one byte in place of sixteen', within: 'readMembers', find: "const tag = base64url('tag', own('tag'), TAG_BYTES);", replace: "const tag = base64url('tag', own('tag'));", testName: 'tag of' },
  { ...envelope, name: 'kid not looked at', why: 'an answer for another key passes as ours', within: 'readMembers', find: "if (kid !== undefined && kid !== ourKid) throw", replace: 'if (false) throw', testName: 'kid' },
  { ...envelope, name: 'foreign members let through', why: 'another kind of message passes as an envelope', within: 'readMembers', find: 'if (stranger !== undefined) throw', replace: 'if (false) throw', testName: 'with ' },
  { ...envelope, name: 'any spelling of Base64', why: 'one envelope has several names, and what was seen is not recognised', within: 'base64url', find: "if (Buffer.from(last, 'base64url').toString('base64url') !== last) throw malformed(name);", replace: '', testName: 'second spelling' },
  { ...envelope, name: 'any length of key', why: 'a key typed wrong works with half its strength', within: 'contentKey', find: "if (half.length !== KEY_BYTES || half.toString('utf8') !== text) throw", replace: 'if (half.length === 0) throw', testName: 'the key ' },
  { ...base, name: 'no depth gate', why: 'a hundred thousand brackets break the core', file: 'shared/strict-json.ts', within: 'walk', find: "if (names.length >= depth) throw refused('json-too-deep');", replace: '', testName: 'deep' },
  { ...base, name: 'answers of any size', why: 'a platform fills the memory of the core', file: 'shared/strict-json.ts', within: 'readJsonWithin', find: "if (bytes.length > limits.size) throw refused('json-too-large');", replace: '', testName: 'more than 32 MiB' },
  { ...base, name: 'sign-in answers of any size', why: 'who stands in for the platform fills the memory before anything is checked', file: 'main/platform/authentication.ts', within: 'ask', find: 'timeout, maxBytes: LARGEST_ANSWER });', replace: 'timeout });', testName: 'sign-in' },
];
