/**
 * The two protocols that bring a recording to the platform, with the same calls. A transaction
 * keeps the protocol that it began with: its folder tells which. Only one that was never begun, as
 * far as we remember, may choose; and whether the platform knows it is asked by both, wherever both
 * may have been used (exactly once, P5 and P7).
 */
import type { TransportChoice } from '../../../../shared/model/account/platform-profile.ts';
import { LARGEST_AUDIO, sessionIdPattern } from '../../../../shared/wire/session-protocol.ts';
import type { Discover } from './discovery.ts';
import { takesParts } from './session-request.ts';
import { isSession, type Sessions } from './sessions.ts';
import type { Status } from './transaction-status.ts';
import type { TransactionContext, Transcription } from './transcription.ts';

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

    async presign(transactionId, visit, about = {}) {
      const { additional = {}, folder, parts } = about;
      const bySession =
        folder === undefined ? await choosesSession(deps, transactionId, about) : isSession(folder);
      if (!bySession) return transactions.presign(transactionId, visit, { additional });
      if (!deps.sessionsUsed.get()) deps.sessionsUsed.set();
      const offer = await offerOf(deps);
      return sessions.presign(transactionId, visit, { additional, folder, parts, offer });
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
        : protocolFor(folder).status(transactionId, folder),
    cancel: (transactionId, folder) => protocolFor(folder).cancel(transactionId, folder),
    requestDocument: (transactionId, templateId, language, folder) =>
      isSession(folder)
        ? sessions.requestDocument(transactionId, templateId, folder)
        : transactions.requestDocument(transactionId, templateId, language),
    documentStatus: (transactionId, documentId, folder) =>
      protocolFor(folder).documentStatus(transactionId, documentId, folder),
  };
}

/** For a transaction that was never begun. */
async function choosesSession(
  { choice, discovery }: UploadProtocolDeps,
  transactionId: string,
  { largest = 0, parts = 1 }: TransactionContext,
): Promise<boolean> {
  if (
    choice() === 'transactions' ||
    largest > LARGEST_AUDIO ||
    !sessionIdPattern.test(transactionId)
  )
    return false;
  if (choice() === 'sessions') return true;
  const offer = await discovery.ask();
  return offer.offered && takesParts(offer, parts);
}

/** A session can be opened without it, in the protocol's usual words. */
const offerOf = ({ discovery }: UploadProtocolDeps) => discovery.ask().catch(() => undefined);

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
