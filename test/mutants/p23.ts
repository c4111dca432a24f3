/** P23: a loopback host that answers others too. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P23', test: 'test/trust/p23-loopback.test.ts' };
const gate = { ...base, file: 'main/hosts/browser-gate.ts' };

export const mutants: readonly Mutant[] = [
  { ...base, name: 'Origin: *', why: 'every web page reads the notes', file: 'main/hosts/browser.ts', within: 'serveBrowser', find: 'reply.headers(headers);\n', replace: "reply.headers({ ...headers, 'access-control-allow-origin': '*' });\n", testName: 'another origin' },
  { ...gate, name: 'any Origin', why: 'every web page may ask', within: 'isFromOurPage', find: 'return headers.origin === `http://${host()}` && ', replace: 'return ', testName: 'another origin' },
  { ...gate, name: 'Origin by its beginning', why: 'http://127.0.0.1:PORT.evil.example may ask', within: 'isFromOurPage', find: 'headers.origin === `http://${host()}`', replace: 'String(headers.origin).startsWith(`http://${host()}`)', testName: 'another origin' },
  { ...gate, name: 'any Host', why: 'a rebound name reads the notes', within: 'isForUs', find: "headers.host === host() && raw.headersDistinct['host']?.length === 1 && ", replace: '', testName: 'rebinding' },
  { ...gate, name: 'the first of two Hosts', why: 'what somebody before us went by is not what we went by', within: 'isForUs', find: "raw.headersDistinct['host']?.length === 1 && ", replace: '', testName: 'smuggled' },
  { ...gate, name: 'Sec-Fetch-Site not looked at', why: 'the browser\'s own word is not heard', within: 'isFromOurPage', find: "return headers.origin === `http://${host()}` && (site === undefined || site === 'same-origin');", replace: 'return headers.origin === `http://${host()}`;', testName: 'browser itself' },
  { ...gate, name: 'any token', why: 'every program on this computer may ask', within: 'hasToken', find: "typeof given === 'string' && same(given, token)", replace: "typeof given === 'string'", testName: 'guess at the token' },
  { ...gate, name: 'codes good for ever', why: 'the address in a history opens the notes', within: 'exchange', find: 'codes.delete(known);', replace: '', testName: 'guess at a code' },
  { ...base, name: 'anybody may make a code', why: 'a program without the token lets itself in as a page that was reloaded', file: 'main/hosts/browser.ts', within: 'serveBrowser', find: "server.post('/leave', onlyWithToken, async", replace: "server.post('/leave', async", testName: 'comes back by' },
  { ...base, name: 'other users let in', why: 'who reads the process list is faster than the browser', file: 'main/hosts/browser-peer.ts', within: 'isOtherUser', find: 'user !== undefined && user !== ourUser', replace: 'user !== undefined && false', testName: 'both ends' },
  { ...base, name: 'the framework\'s own words', why: 'a request that cannot be read passes by the gate', file: 'main/hosts/browser.ts', within: 'serveBrowser', find: '    frameworkErrors: (_error, _request, reply) => void refuse(reply.headers(headers), 400),\n', replace: '', testName: 'is not served' },
];
