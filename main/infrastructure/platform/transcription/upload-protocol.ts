/**
 * The two protocols that bring a recording to the platform, with the same calls. A transaction
 * keeps the protocol that it began with: its folder tells which. Only one that was never begun, as
 * far as we remember, may choose; and whether the platform knows it is asked by both, wherever both
 * may have been used (exactly once, P5 and P7).
 */
import type { TransportChoice } from '../../../../shared/model/account/platform-profile.ts';
import { LARGEST_AUDIO, sessionIdPattern } from '../../../../shared/wire/session-protocol.ts';
import type { Discover } from './discovery.ts';
import { isSession, type Sessions } from './sessions.ts';
import type { Status } from './transaction-status.ts';
import type { Transcription } from './transcription.ts';

export type UploadProtocolDeps = {
  readonly transactions: Transcription;
  readonly sessions: Sessions;
  readonly discovery: Discover;
  readonly choice: () => TransportChoice;
  /**
   * True once a session was, or may have been, begun from here; `set` notes it, durably when it
   * returns.
   */
  readonly sessionsUsed: { get(): boolean; set(): void };
};

export function createUploadProtocol(deps: UploadProtocolDeps): Transcription {
  const { transactions, sessions } = deps;
  const protocolFor = (folder: string | undefined) => (isSession(folder) ? sessions : transactions);
  return {
    ...transactions,

    async presign(transactionId, visit, { additional = {}, folder, largest = 0 } = {}) {
      const bySession =
        folder === undefined
          ? await choosesSession(deps, transactionId, largest)
          : isSession(folder);
      if (!bySession) return transactions.presign(transactionId, visit, { additional });
      if (!deps.sessionsUsed.get()) deps.sessionsUsed.set();
      return sessions.presign(transactionId, visit, additional);
    },
    uploadFile: (form, file) => protocolFor(form.folder).uploadFile(form, file),
    // A session has no place for such a description; it has all of it already.
    companion: (form, transactionId, request) =>
      isSession(form.folder)
        ? Promise.resolve()
        : transactions.companion(form, transactionId, request),
    init: (transactionId, request) => protocolFor(request.folder).init(transactionId, request),
    status: (transactionId, folder) =>
      folder === undefined
        ? statusByBoth(deps, transactionId)
        : protocolFor(folder).status(transactionId),
    cancel: (transactionId, folder) => protocolFor(folder).cancel(transactionId),
    requestDocument: (transactionId, templateId, language, folder) =>
      isSession(folder)
        ? sessions.requestDocument(transactionId, templateId)
        : transactions.requestDocument(transactionId, templateId, language),
    documentStatus: (transactionId, documentId, folder) =>
      protocolFor(folder).documentStatus(transactionId, documentId),
  };
}

/** For a transaction that was never begun. `largest`: bytes of its largest part. */
async function choosesSession(
  { choice, discovery }: UploadProtocolDeps,
  transactionId: string,
  largest: number,
): Promise<boolean> {
  if (
    choice() === 'transactions' ||
    largest > LARGEST_AUDIO ||
    !sessionIdPattern.test(transactionId)
  )
    return false;
  return choice() === 'sessions' || (await discovery.ask()).offered;
}

/** For a transaction whose folder is not known: it may have begun by either protocol. */
async function statusByBoth(
  { transactions, sessions, choice, sessionsUsed }: UploadProtocolDeps,
  transactionId: string,
): Promise<Status> {
  const status = await transactions.status(transactionId);
  if (status.kind !== 'unknown' || !sessionIdPattern.test(transactionId)) return status;
  return sessionsUsed.get() || choice() !== 'transactions'
    ? sessions.status(transactionId)
    : status;
}
