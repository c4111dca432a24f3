/** P18: a request that is taken although its input, or its sender, is wrong. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P18', test: 'test/trust/p18-requests.test.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'handler without guard',
    why: 'whatever a page sends reaches the files and the database',
    file: 'main/hosts/common/answer.ts',
    within: 'answer',
    find: 'await handle(readInput(name, input))',
    replace: 'await handle(input)',
    testName: '^(settings.change|recordings.append|account.signIn) ',
  },
  {
    ...base,
    name: 'words of the system',
    why: 'a path or a name stands in an error',
    file: 'main/hosts/common/answer.ts',
    within: 'unforeseen',
    find: "new Failure('broken', `Something went wrong inside Scriba (${String(kind).slice(0, 60)}).`",
    replace: "new Failure('broken', `${(error as Error)?.stack} (${String(kind)}).`",
    testName: 'looked at',
  },
  {
    ...base,
    name: 'names of prototypes',
    why: 'toString is asked as if it were a request',
    file: 'main/hosts/common/answer.ts',
    within: 'isRequestName',
    find: "typeof name === 'string' && Object.hasOwn(requests, name)",
    replace: "typeof name === 'string' && name in requests",
    testName: 'no requests',
  },
  {
    ...base,
    name: 'any frame',
    why: 'a frame inside the page asks for the notes',
    file: 'main/hosts/electron/ipc.ts',
    within: 'isOurPage',
    find: 'senderFrame !== null && senderFrame === window.webContents.mainFrame && ',
    replace: 'senderFrame !== null && ',
    testName: 'Electron',
  },
  {
    ...base,
    name: 'any address',
    why: 'a page that came in place of ours asks for the notes',
    file: 'main/hosts/electron/ipc.ts',
    within: 'isOurPage',
    find: '&& isOurAddress(senderFrame.url)',
    replace: '',
    testName: 'Electron',
  },
  {
    ...base,
    name: 'bytes by any name',
    why: 'a document with a member $bytes cannot be read at all',
    file: 'shared/encoding.ts',
    within: 'encode',
    find: ': renamed(inner, taken, (name) => `$${name}`)',
    replace: ': inner',
    testName: 'comes out as it went in',
  },
];
