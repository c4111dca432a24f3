/**
 * The two protocols that bring a recording to the platform, with the same calls. A transaction
 * keeps the protocol that it began with: its folder tells which. Only one that was never begun, as
 * far as we remember, may choose; and whether the platform knows it is asked by both, wherever both
 * may have been used (exactly once, P5 and P7).
 */
import { Failure } from '../../../../shared/failure.ts';
import type {
  Discovery,
  TransportChoice,
} from '../../../../shared/model/account/platform-profile.ts';
import type { PartLimit } from '../../../../shared/model/upload-length.ts';
import { LARGEST_AUDIO, sessionIdPattern } from '../../../../shared/wire/session-protocol.ts';
import type { Discover } from './discovery.ts';
import { isTooLong, takes, takesOnlyStreams, takesParts } from './session-request.ts';
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

export type UploadProtocol = Transcription & {
  /** How the parts of the next recording must be cut, as far as that is known now. */
  partLimit(): PartLimit | undefined;
};

export function createUploadProtocol(deps: UploadProtocolDeps): UploadProtocol {
  const { transactions, sessions } = deps;
  const protocolFor = (folder: string | undefined) => (isSession(folder) ? sessions : transactions);
  return {
    ...transactions,
    partLimit: () => partLimit(deps),

    async presign(transactionId, visit, about = {}) {
      const { additional = {}, folder, parts } = about;
      const bySession =
        folder === undefined ? await choosesSession(deps, transactionId, about) : isSession(folder);
      if (!bySession) return transactions.presign(transactionId, visit, { additional });
      if (!deps.sessionsUsed.get()) deps.sessionsUsed.set();
      const offer = await offerOf(deps);
      // What was begun goes on with the same files.
      if (folder === undefined) checkSound(deps, offer, about);
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
  { choice, discovery, sessions }: UploadProtocolDeps,
  transactionId: string,
  { largest = 0, parts = 1, longest = 0, imported = false }: TransactionContext,
): Promise<boolean> {
  if (choice() === 'transactions' || !sessionIdPattern.test(transactionId)) return false;
  // A stream has no largest file.
  const streams = takesOnlyStreams(discovery.known()) && !imported;
  if (largest > LARGEST_AUDIO && !streams) return false;
  if (choice() === 'sessions') return true;
  const offer = await discovery.ask();
  if (!offer.offered || !takesParts(offer, parts)) return false;
  if (takesOnlyStreams(offer)) return sessions.streams && !imported;
  return !(imported && isTooLong(offer, parts, longest));
}

function partLimit({ choice, discovery, sessions }: UploadProtocolDeps): PartLimit | undefined {
  const offer = discovery.known();
  const bySession = choice() === 'sessions' || (choice() === 'auto' && offer?.offered);
  if (!bySession) return undefined;
  if (takesOnlyStreams(offer))
    return sessions.streams ? { seconds: Infinity, single: true, format: 'wav' } : undefined;
  if (offer?.longestPiece === undefined) return undefined;
  return { seconds: offer.longestPiece, single: takes(offer, 'single') };
}

/** Throws `broken` / `parts-too-long` (to be made anew), `refused` / `import-too-long`. */
function checkSound(
  { sessions }: UploadProtocolDeps,
  offer: Discovery | undefined,
  { parts = 1, longest = 0, imported = false, plain = true }: TransactionContext,
): void {
  if (takesOnlyStreams(offer)) {
    if (sessions.streams && plain && !imported) return;
  } else if (!isTooLong(offer, parts, longest)) return;
  if (imported)
    throw new Failure(
      'refused',
      'This platform takes sound in short pieces only, and an imported file is sent as it is. It is safe here.',
      { detail: 'import-too-long' },
    );
  throw new Failure(
    'broken',
    'This platform takes shorter pieces than were made. Scriba cuts the recording again by itself.',
    { detail: 'parts-too-long' },
  );
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
