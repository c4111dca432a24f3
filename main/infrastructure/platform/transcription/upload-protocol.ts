/**
 * The two protocols that bring a recording to the platform, with the same calls. A transaction
 * keeps the protocol that it began with: its folder tells which. Only one that was never begun, as
 * far as we remember, may choose; and whether the platform knows it is asked by both, wherever both
 * may have been used (exactly once, P5 and P7).
 */
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type {
  Discovery,
  TransportChoice,
} from '../../../../shared/model/account/platform-profile.ts';
import type { PartLimit } from '../../../../shared/model/upload-length.ts';
import { LARGEST_AUDIO, sessionIdPattern } from '../../../../shared/wire/session-protocol.ts';
import type { Discover } from './discovery.ts';
import { isHereFolder, workedHere } from './here-folder.ts';
import { isOpening, isSession, type SessionKind, sessionKind } from './session-folder.ts';
import { isTooLong, takes, takesOnlyStreams, takesParts } from './session-request.ts';
import type { Sessions } from './sessions.ts';
import type { Status } from './transaction-status.ts';
import type { TransactionContext, Transcription } from './transcription.ts';
import type { UploadForm } from './upload.ts';

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
  const protocolFor = (folder: string | undefined) => {
    if (isHereFolder(folder)) throw workedHere();
    return isSession(folder) ? sessions : transactions;
  };
  return {
    ...transactions,
    partLimit: () => partLimit(deps),

    presign: async (transactionId, visit, about = {}) => {
      if (isHereFolder(about.folder)) throw workedHere();
      return presign(deps, transactionId, visit, about);
    },
    uploadFile: async (form, file) => protocolFor(form.folder).uploadFile(form, file),
    // A session has no place for such a description; it has all of it already.
    companion: (form, transactionId, request) =>
      isSession(form.folder)
        ? Promise.resolve()
        : transactions.companion(form, transactionId, request),
    init: async (transactionId, request) =>
      protocolFor(request.folder).init(transactionId, request),
    status: async (transactionId, folder) =>
      folder === undefined
        ? statusByBoth(deps, transactionId)
        : protocolFor(folder).status(transactionId, folder),
    cancel: async (transactionId, folder) => protocolFor(folder).cancel(transactionId, folder),
    requestDocument: async (transactionId, templateId, language, folder) =>
      protocolFor(folder) === sessions
        ? sessions.requestDocument(transactionId, templateId, folder)
        : transactions.requestDocument(transactionId, templateId, language),
    documentStatus: async (transactionId, documentId, folder) =>
      protocolFor(folder).documentStatus(transactionId, documentId, folder),
  };
}

async function presign(
  deps: UploadProtocolDeps,
  transactionId: string,
  visit: Parameters<Transcription['presign']>[1],
  about: TransactionContext,
): Promise<UploadForm> {
  const { transactions, sessions, sessionsUsed } = deps;
  const { additional = {}, folder, parts, opening } = about;
  const way = folder === undefined ? await chooseWay(deps, transactionId, about) : wayOf(folder);
  if (way === 'transaction') {
    return transactions
      .presign(transactionId, visit, { additional })
      .catch((error: unknown) => fallBackFailed(about, error));
  }
  if (!sessionsUsed.get()) sessionsUsed.set();
  const offer = await offerOf(deps);
  // What was begun goes on with the same files; nothing was sent of what was only about to begin.
  if (folder === undefined || (isOpening(folder) && way === 'files')) checkSound(way, offer, about);
  return sessions.presign(transactionId, visit, {
    additional,
    folder,
    parts,
    offer,
    kind: way,
    opening,
  });
}

type Way = 'transaction' | SessionKind;
const wayOf = (folder: string): Way => (isSession(folder) ? sessionKind(folder) : 'transaction');

/**
 * For a transaction that was never begun. The platform is asked for its description first: where
 * that is out of reach, the visit waits. Throws `offline`, `busy`.
 */
async function chooseWay(
  deps: UploadProtocolDeps,
  transactionId: string,
  about: TransactionContext,
): Promise<Way> {
  const choice = deps.choice();
  if (choice === 'transactions' || !sessionIdPattern.test(transactionId)) return 'transaction';
  const { largest = 0, parts = 1, longest = 0, imported = false } = about;
  const offer = await deps.discovery.ask();
  const isOffered = offer.offered || choice === 'sessions';
  if (isOffered && takesOnlyStreams(offer)) return chooseStream(deps, about);
  if (largest > LARGEST_AUDIO) return 'transaction';
  if (choice === 'sessions') return 'files';
  if (!isOffered || !takesParts(offer, parts)) return 'transaction';
  return imported && isTooLong(offer, parts, longest) ? 'transaction' : 'files';
}

/** After so many broken streams a visit goes by the other protocol, as files. */
const STREAM_PATIENCE = 2;

/** A stream has no largest file. */
function chooseStream(
  { choice, sessions }: UploadProtocolDeps,
  { largest = 0, imported = false, brokenStreams = 0 }: TransactionContext,
): Way {
  // Where sessions are prescribed, an import waits for a person.
  if (imported)
    return choice() === 'sessions' && largest <= LARGEST_AUDIO ? 'stream' : 'transaction';
  return sessions.streams() && brokenStreams < STREAM_PATIENCE ? 'stream' : 'transaction';
}

/**
 * A platform that takes neither streams nor transactions: the visit is given a new number, so that
 * a later attempt may be a stream again.
 */
function fallBackFailed({ brokenStreams = 0 }: TransactionContext, error: unknown): never {
  if (brokenStreams === 0 || asFailure(error).detail !== 'not-found') throw error;
  throw new Failure(
    'missing',
    'The platform took this recording neither as a live stream nor as files. It is safe on this computer.',
    { detail: 'transaction-dead', cause: error },
  );
}

function partLimit({ choice, discovery, sessions }: UploadProtocolDeps): PartLimit | undefined {
  const offer = discovery.known();
  const bySession = choice() === 'sessions' || (choice() === 'auto' && offer?.offered);
  if (!bySession) return undefined;
  if (takesOnlyStreams(offer))
    return sessions.streams() ? { seconds: Infinity, single: true, format: 'wav' } : undefined;
  if (offer?.longestPiece === undefined) return undefined;
  return { seconds: offer.longestPiece, single: takes(offer, 'single') };
}

/**
 * Throws `broken` / `parts-too-long`, `parts-not-plain` (to be made anew), `refused` /
 * `import-too-long`, `import-not-streamed`.
 */
function checkSound(
  kind: SessionKind,
  offer: Discovery | undefined,
  about: TransactionContext,
): void {
  if (kind === 'stream') checkStream(about);
  else checkPieces(offer, about);
}

function checkStream({ imported = false, plain = true }: TransactionContext): void {
  if (imported)
    throw new Failure(
      'refused',
      'This platform takes sound as a live stream only, and an imported file is sent as it is. It is safe on this computer.',
      { detail: 'import-not-streamed' },
    );
  if (!plain)
    throw new Failure(
      'broken',
      'This platform takes sound in another form than was made. The recording is safe on this computer; Scriba makes that form by itself.',
      { detail: 'parts-not-plain' },
    );
}

function checkPieces(
  offer: Discovery | undefined,
  { parts = 1, longest = 0, imported = false }: TransactionContext,
): void {
  if (!isTooLong(offer, parts, longest)) return;
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
