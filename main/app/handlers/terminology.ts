/** The lists of codes, and the terminology server: what a page asks is what the part does. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { CodeLists } from '../../features/coding/code-lists/code-lists.ts';
import type { OwnUpload } from '../../features/coding/code-lists/own-upload.ts';

export type TerminologyRequests = Extract<keyof Handlers, `terminology.${string}`>;

export const createTerminologyHandlers = ({
  codeLists,
  ownList,
}: {
  readonly codeLists: CodeLists;
  readonly ownList: OwnUpload;
}): Pick<Handlers, TerminologyRequests> => ({
  'terminology.status': () => codeLists.state(),
  'terminology.begin': ({ release, files }) => codeLists.begin(release, files),
  'terminology.append': ({ takingId, file, offset, bytes }) =>
    codeLists.append(takingId, file, offset, bytes),
  'terminology.finish': ({ takingId }) => codeLists.finish(takingId),
  'terminology.cancel': () => codeLists.cancel(),
  'terminology.download': ({ release }) => codeLists.download(release),
  'terminology.own.list': () => ownList.list(),
  'terminology.own.append': ({ offset, bytes }) => ownList.append(offset, bytes),
  'terminology.own.take': () => ownList.take(),
  'terminology.own.remove': () => ownList.remove(),
  'terminology.server.get': () => codeLists.server.get(),
  'terminology.server.set': ({ address, token }) => codeLists.server.set(address, token),
  'terminology.server.test': () => codeLists.server.test(),
});
