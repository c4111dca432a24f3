/** P19: an id or an address that leads elsewhere. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P19', test: 'test/trust/p19-addresses.test.ts' };
const address = { ...base, file: 'main/platform/address.ts' };

export const mutants: readonly Mutant[] = [
  { ...base, name: 'path.join(txn)', why: 'an id with dots asks for something else', file: 'main/platform/transcription.ts', within: 'ask', find: 'path: `/voice/api/v3/status/${segment(transactionId)}`', replace: 'path: `/voice/api/v3/status/${transactionId}`', testName: 'the id' },
  { ...address, name: 'dots encoded as they are', why: 'an id of two dots asks for something else', within: 'segment', find: "if (id === '' || id === '.' || id === '..' || Buffer.from(id).toString() !== id) throw", replace: "if (id === '') throw", testName: 'the id|cannot stand' },
  { ...address, name: 'startsWith host check', why: 'a recording goes unencrypted to 127.0.0.1.evil.example', within: 'isLoopback', find: "hostname === '[::1]' || /^127\\.\\d+\\.\\d+\\.\\d+$/.test(hostname)", replace: "hostname === '[::1]' || hostname.startsWith('127.')", testName: 'is no address' },
  { ...address, name: 'http anywhere', why: 'a recording goes unencrypted', within: 'readUrl', find: "url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))", replace: "url.protocol === 'https:' || url.protocol === 'http:'", testName: 'is no address' },
  { ...address, name: 'mended addresses', why: 'an address is not what it looks like', within: 'readUrl', find: "if (!/^[a-z][a-z0-9+.-]*:\\/\\/[^/]/i.test(text) || /[\\s\\\\\\u0000-\\u001f\\u007f]/.test(text) || /^[^/]*\\/\\/[^/?#]*@/.test(text)) throw notAnAddress();", replace: '', testName: 'is no address' },
  { ...address, name: 'only the plain loopback', why: 'a platform reaches what listens on this computer by another spelling', within: 'readGivenUrl', find: '(isHere(url) && !isHere(base))', replace: '(isLoopback(url) && !isLoopback(base))', testName: 'may not have us' },
  { ...address, name: 'look-alike hosts', why: 'a recording goes to a host that only looks like the platform', within: 'readGivenUrl', find: 'if (looksAlike || ', replace: 'if (', testName: 'may not have us' },
  { ...base, name: 'a path that leaves', why: 'the token goes to another host', file: 'main/platform/client.ts', within: 'attempt', find: "if (!path.startsWith('/') || url.origin !== readUrl(baseUrl).origin) throw", replace: 'if (false) throw', testName: 'would leave' },
  { ...base, name: 'Authorization beside an upload', why: 'the object store learns who we are', file: 'main/platform/upload.ts', within: 'uploadFile', find: "const headers = { 'content-type':", replace: "const headers = { authorization: 'Bearer x', 'content-type':", testName: 'never who we are' },
  { ...base, name: 'names as they come', why: 'a name of the platform adds a header to the form', file: 'main/platform/upload.ts', within: 'plain', find: "text.replace(/[\"\\r\\n]/g, (char) => encodeURIComponent(char))", replace: 'text', testName: 'never who we are' },
  { ...base, name: 'redirects followed', why: 'a stranger is handed the recording', file: 'main/hosts/node-net.ts', within: 'exchange', find: "return { status: answer.statusCode,", replace: "const next = answer.headers['location']; if (answer.statusCode >= 300 && typeof next === 'string') { await send(next, { dispatcher: agent, method: 'GET', headers }); }\n    return { status: answer.statusCode,", testName: 'redirect' },
];
