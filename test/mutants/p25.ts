/** P25: a delivery that is believed although the platform did not send it. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P25', test: 'test/trust/p25-webhook.test.ts', file: 'main/webhooks/signature.ts' };
const door = { promise: 'P25', test: 'test/trust/p25-receiver.test.ts', file: 'main/webhooks/receiver.ts' };

export const mutants: readonly Mutant[] = [
  { ...base, name: 'parse before verify', why: 'anybody may feed the parser', within: 'judge', find: '  const signed = readHeader(header);\n', replace: '  JSON.parse(Buffer.from(body).toString() || "0");\n  const signed = readHeader(header);\n', testName: 'order of the contract' },
  { ...base, name: '==', why: 'the time of an answer tells how nearly a guess fitted', within: 'judge', find: 'timingSafeEqual(signature, expected)', replace: "signature.toString('hex') == expected.toString('hex')", testName: 'constant time' },
  { ...base, name: 'stops at the first match', why: 'the time of an answer tells which one fitted', within: 'judge', find: 'const matches = signed.signatures.map((signature) => timingSafeEqual(signature, expected)).filter(Boolean);', replace: 'const matches = [signed.signatures.find((signature) => timingSafeEqual(signature, expected))].filter(Boolean);', testName: 'constant time' },
  { ...base, name: 'no window', why: 'an old delivery is good for ever', within: 'judge', find: "if (Math.abs(now - Number(signed.at) * SECOND) > WINDOW) return refused('stale');", replace: '', testName: 's off|after it was signed' },
  { ...base, name: 'window open to the future', why: 'a delivery signed for next year is good until then', within: 'judge', find: 'Math.abs(now - Number(signed.at) * SECOND)', replace: '(now - Number(signed.at) * SECOND)', testName: 's off|after it was signed' },
  { ...base, name: 'remembered before it is signed', why: 'anybody fills the memory of what was seen', within: 'judge', find: "  if (matches.length === 0) return refused('bad_signature');\n", replace: "  seenBefore(String(matches.length));\n  if (matches.length === 0) return refused('bad_signature');\n", testName: 'is refused' },
  { ...base, name: 'replays taken', why: 'one delivery is told again and again', within: 'judge', find: "if (seenBefore(`${signed.at}.${expected.toString('hex')}`)) return { kind: 'repeated' };", replace: '', testName: 'repeated delivery' },
  { ...base, name: 'bodies of any size', why: 'ten megabytes are hashed for whoever sends them', within: 'judge', find: "if (body.length > LARGEST_EVENT) return refused('too_large');", replace: '', testName: 'bodies' },
  { ...base, name: 'no signature needed', why: 'anybody is believed', within: 'judge', find: "if (matches.length === 0) return refused('bad_signature');", replace: '', testName: 'is refused' },
  { ...base, test: door.test, name: 'forgets after three minutes', why: 'a delivery signed ahead of time is told twice', within: 'REMEMBER', find: 'REMEMBER = 10 * 60 * SECOND', replace: 'REMEMBER = 3 * 60 * SECOND', testName: 'replay' },
  { ...door, name: 'open to the network', why: 'everybody in the building may knock', within: 'openReceiver', find: "host: '127.0.0.1'", replace: "host: '0.0.0.0'", testName: 'one address' },
  { ...door, name: 'works before it answers', why: 'a slow disk makes the platform send again', within: 'openReceiver', find: "      reply(response, answer.status);\n", replace: "      answer.after();\n      reply(response, answer.status);\n", testName: 'answered at once' },
  { ...door, name: 'one of two signatures', why: 'what a relay checked is not what is checked here', within: 'receive', find: 'given?.length === 1 ? given[0] : undefined', replace: 'given?.[0]', testName: 'without a word' },
  { ...door, name: 'no end of headers', why: 'anybody holds the door open for ever', within: 'openReceiver', find: '    within(socket, HEAD_LIMIT);\n', replace: '', testName: 'slowly' },
  { ...door, name: 'no end of a body', why: 'anybody holds the door open for ever', within: 'openReceiver', find: '    within(socket, BODY_LIMIT);\n', replace: '    sockets.get(socket)?.();\n', testName: 'slowly' },
  { ...door, name: 'any size', why: 'a stream without an end fills the memory', within: 'bodyOf', find: '      if (size <= LARGEST_EVENT) return void pieces.push(piece);\n', replace: '      if (size > 0) return void pieces.push(piece);\n', testName: '64 kB' },
  { ...door, name: 'told size ignored', why: 'ten megabytes are taken in before they are refused', within: 'bodyOf', find: "if (Number(request.headers['content-length'] ?? 0) > LARGEST_EVENT) return resolve('too_large');", replace: '', testName: '64 kB' },
  { ...door, name: 'any door', why: 'a page that guesses finds more than one way in', within: 'receive', find: "if (request.url !== HOOK_PATH) return { status: 404, after: nothing };", replace: '', testName: 'without a word' },
];
