/**
 * A recording by way of the session protocol (docs/platform/session-protocol.md), with the same
 * calls as contract 3 (`transcription.ts`).
 */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { MINUTE } from '../../../../shared/time.ts';
import {
  audioAnswer,
  createdAnswer,
  endAnswer,
  isOpenSession,
  LARGEST_AUDIO,
  pollAnswer,
} from '../../../../shared/wire/session-protocol.ts';
import type { NetAnswer, Random } from '../../ports.ts';
import { segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { readServerError, serverMessage } from '../client/status-failure.ts';
import { lengthCheckedStream } from './length-checked-stream.ts';
import { hasAllAudio, sessionAudioName, sessionAudioType } from './session-audio.ts';
import {
  cancelSession,
  documentStatus,
  giveUpSession,
  poll,
  requestDocument,
  sessionPath,
} from './session-calls.ts';
import {
  openingFolder,
  type SessionKind,
  sessionFolder,
  sessionIdOf,
  sessionKind,
} from './session-folder.ts';
import { type SessionContext, sessionRequest } from './session-request.ts';
import { decodeSession, remarksOf } from './session-result.ts';
import { type SoundStreams, streamLost } from './sound-streams.ts';
import {
  endedMessage,
  failedStatus,
  isUnknown,
  type RequestedDocument,
  type Status,
} from './transaction-status.ts';
import type { CommitRequest } from './transcription.ts';
import type { UploadFile, UploadForm } from './upload.ts';

const TRANSFER = 30 * MINUTE;
/** A session lives an hour; the last minutes are for ending it. */
const FORM_GOOD_FOR = 50 * MINUTE;

/** Errors after which this session can never come to a note. */
const finalErrors = [
  'request_failure',
  'cancelled',
  'processing_failed',
  'audio_quality_poor',
  'audio_too_short',
  'language_unsupported',
  'invalid_template',
  'template_not_found',
  'invalid_audio_format',
];

export type Sessions = {
  /** Whether sound can go as one stream, from here and to the platform in use. */
  streams(): boolean;
  /**
   * Opens the session; one that is open is taken as it is, and the platform is asked for it first:
   * opening is not safe to repeat everywhere. The folder of the form is another when the platform
   * has made the session anew, so that all parts go again. Throws `invalid` / `init-refused`, `refused` /
   * `conflict`, `missing` / `transaction-dead`.
   */
  presign(
    transactionId: string,
    visit: CommitRequest['visit'],
    about: OpeningContext,
  ): Promise<UploadForm>;
  /**
   * Throws `refused` / `upload-expired` (open it anew), `refused` / `upload-refused`, `missing` /
   * `transaction-dead`, `broken` / `part-changed`, `signed-out` (401 twice), and what the stream
   * throws.
   */
  uploadFile(form: UploadForm, file: UploadFile): Promise<void>;
  init(transactionId: string, request: CommitRequest): Promise<'accepted' | 'already' | 'dead'>;
  status(transactionId: string, folder?: string): Promise<Status>;
  cancel(transactionId: string, folder?: string): Promise<void>;
  /** Throws `missing` / `not-found`, `refused` / `not-offered`. */
  requestDocument(transactionId: string, templateId: string, folder?: string): Promise<string>;
  documentStatus(
    transactionId: string,
    documentId: string,
    folder?: string,
  ): Promise<RequestedDocument>;
};

type OpeningContext = Omit<SessionContext, 'kind'> & {
  /** Of the session as it was begun before; what it says is not decided anew. */
  readonly folder?: string | undefined;
  /** How its sound goes where it was never begun; as files unless said. */
  readonly kind?: SessionKind | undefined;
  /** Stores the folder of a session that was never begun, durably when it returns. */
  readonly opening?: ((folder: string) => void) | undefined;
};

export type SessionsDeps = {
  readonly client: Client;
  readonly random: Pick<Random, 'uuid'>;
  /** Absent where the host opens no WebSocket. */
  readonly streams?: SoundStreams | undefined;
};

export function createSessions(deps: SessionsDeps): Sessions {
  const { client } = deps;
  return {
    streams: () => deps.streams?.offered() ?? false,
    presign: (transactionId, visit, about) => presign(deps, transactionId, visit, about),
    uploadFile: (form, file) =>
      sessionKind(form.folder) === 'stream'
        ? streamFile(deps, form, file)
        : uploadFile(client, form, file),
    init: (transactionId, request) =>
      init(deps, sessionIdOf(transactionId, request.folder), request),
    status: (transactionId, folder) => status(client, sessionIdOf(transactionId, folder)),
    cancel: (transactionId, folder) => cancel(deps, sessionIdOf(transactionId, folder)),
    requestDocument: (transactionId, templateId, folder) =>
      requestDocument(client, sessionIdOf(transactionId, folder), templateId),
    documentStatus: (transactionId, documentId, folder) =>
      documentStatus(client, sessionIdOf(transactionId, folder), documentId),
  };
}

async function presign(
  deps: SessionsDeps,
  transactionId: string,
  visit: CommitRequest['visit'],
  { folder, kind: wanted = 'files', opening, ...about }: OpeningContext,
): Promise<UploadForm> {
  const { client } = deps;
  const kind = folder === undefined ? wanted : sessionKind(folder);
  const known = await existingForm(deps, transactionId, { folder, kind });
  if (known) return known;
  // Before it can exist: its answer may never come, and the description of the platform change.
  if (folder === undefined) opening?.(openingFolder(transactionId, kind));
  const answer = await client.send({
    method: 'POST',
    path: '/voice/v1/sessions',
    body: sessionRequest(transactionId, visit, { ...about, kind }),
  });
  if (answer.status < 300) {
    const { session_id, created_at, upload_url } = readAnswer(answer, createdAnswer);
    if (kind === 'stream') deps.streams?.begin(session_id, upload_url);
    return formOf(deps, { transactionId, sessionId: session_id, created: created_at, kind });
  }
  if (answer.status !== 400 && answer.status !== 409 && answer.status !== 422)
    throw client.failureOf(answer);
  // Not every platform has a word for "it is there already": the session itself tells.
  const made = await existingForm(deps, transactionId, { kind });
  if (made) return made;
  if (answer.status === 409)
    throw new Failure(
      'refused',
      'The platform has another recording under the number of this one. This one is safe here; try again to send it under a new number.',
      { detail: 'conflict' },
    );
  throw failures.visitRefused(serverMessage(answer));
}

/** Undefined where the platform has no such session. */
async function existingForm(
  deps: SessionsDeps,
  transactionId: string,
  { folder, kind }: { readonly folder?: string | undefined; readonly kind: SessionKind },
): Promise<UploadForm | undefined> {
  const { client } = deps;
  const sessionId = sessionIdOf(transactionId, folder);
  const polled = await poll(client, sessionId);
  if (isUnknown(polled)) return undefined;
  if (polled.status >= 300) throw client.failureOf(polled);
  const { status, created_at } = readAnswer(polled, pollAnswer);
  if (status === 'expired')
    throw new Failure('missing', 'The platform has given up this transaction.', {
      detail: 'transaction-dead',
    });
  const alreadyCommitted = status !== undefined && !isOpenSession(status);
  // Nobody knows how much of a stream the platform has: the session is never ended.
  if (kind === 'stream' && !alreadyCommitted && deps.streams?.canGoOn(sessionId) !== true) {
    await giveUp(deps, sessionId);
    throw streamLost();
  }
  return {
    ...formOf(deps, { transactionId, sessionId, created: created_at, kind }),
    alreadyCommitted,
  };
}

type SessionNames = {
  readonly transactionId: string;
  readonly sessionId: string;
  readonly created: string | number | null | undefined;
  readonly kind: SessionKind;
};

/**
 * `created`: when the platform made the session; without it the session cannot be told from an
 * earlier one, and counts as new.
 */
function formOf(
  { random }: SessionsDeps,
  { transactionId, sessionId, created, kind }: SessionNames,
): UploadForm {
  const made = String(created ?? random.uuid()).slice(0, 60);
  return {
    url: sessionPath(sessionId, '/audio/'),
    folder: sessionFolder(sessionId, made, kind),
    fields: { session: sessionId },
    goodFor: FORM_GOOD_FOR,
    ...(sessionId !== transactionId && { ownNumber: true }),
  };
}

async function uploadFile(
  client: Client,
  { fields }: UploadForm,
  { name, contentType, bytes, open }: UploadFile,
): Promise<void> {
  const sessionName = sessionAudioName(name);
  if (bytes > LARGEST_AUDIO) throw failures.uploadRefused();
  const source = lengthCheckedStream(open, bytes);
  try {
    const answer = await client.send({
      method: 'POST',
      path: `${sessionPath(fields.session ?? '', '/audio/')}${segment(sessionName)}`,
      content: { type: sessionAudioType(contentType), bytes, open: source.open },
      timeout: TRANSFER,
    });
    checkUpload(client, answer);
  } catch (error) {
    throw source.fault() ?? error;
  }
}

function checkUpload(client: Client, answer: NetAnswer): void {
  if (answer.status < 300) {
    if (answer.status === 204 || readAnswer(answer, audioAnswer).success !== false) return;
    throw new Failure(
      'busy',
      'The platform could not keep a part of this recording. Scriba sends it again by itself.',
      { detail: 'platform-busy' },
    );
  }
  const failure = client.failureOf(answer);
  if (answer.status === 410) throw failure;
  const { code } = readServerError(answer);
  if (answer.status === 404 || (answer.status === 400 && code !== 'invalid_audio_format'))
    throw new Failure(
      'refused',
      'The platform no longer takes sound for this session; Scriba asks anew by itself.',
      { detail: 'upload-expired' },
    );
  if (failure.code === 'busy' || failure.detail === 'clock-wrong') throw failure;
  throw failures.uploadRefused(answer.status);
}

/**
 * Throws what `SoundStreams` throws. A session whose stream cannot go on is cancelled first; where
 * that is out of reach the visit waits, and it is tried again.
 */
async function streamFile(deps: SessionsDeps, form: UploadForm, file: UploadFile): Promise<void> {
  const { session = '' } = form.fields;
  try {
    if (!deps.streams) throw streamLost();
    await deps.streams.send(session, file);
  } catch (error) {
    if (deps.streams?.canGoOn(session) !== true) await giveUp(deps, session);
    throw error;
  }
}

async function init(
  deps: SessionsDeps,
  sessionId: string,
  { files, folder }: CommitRequest,
): Promise<'accepted' | 'already' | 'dead'> {
  const { client, streams } = deps;
  const isStream = sessionKind(folder) === 'stream';
  if (isStream && (await streams?.finish(sessionId)) !== true) {
    await giveUp(deps, sessionId);
    return 'dead';
  }
  const answer = await client.send({
    method: 'POST',
    path: sessionPath(sessionId, '/end'),
    body: isStream ? {} : { audio_files_sent: files.length },
  });
  if (answer.status < 300) {
    // One connection is one file, however the platform cuts it.
    const isWhole = hasAllAudio(
      readAnswer(answer, endAnswer),
      isStream ? files.slice(0, 1) : files,
    );
    streams?.forget(sessionId);
    if (isWhole) return 'accepted';
    // It began without a part that it had taken: no note may come of that. It has been ended, so
    // the visit must not come back to it, whether or not it can be cancelled.
    await cancel(deps, sessionId).catch(() => {});
    return 'dead';
  }
  if (answer.status === 404 || answer.status === 410) {
    streams?.forget(sessionId);
    return 'dead';
  }
  if (answer.status !== 400 && answer.status !== 409) throw client.failureOf(answer);
  const polled = await poll(client, sessionId);
  if (polled.status === 404 || polled.status === 410) return 'dead';
  if (polled.status >= 300) throw client.failureOf(polled);
  if (!isOpenSession(readAnswer(polled, pollAnswer).status)) return 'already';
  throw failures.visitRefused(serverMessage(answer));
}

async function status(client: Client, sessionId: string): Promise<Status> {
  const answer = await poll(client, sessionId);
  if (isUnknown(answer)) return { kind: 'unknown' };
  if (answer.status === 410) return { kind: 'dead' };
  if (answer.status >= 300) {
    const { code } = readServerError(answer);
    const mayPass = code === 'system_failure' ? failedStatus(answer) : undefined;
    if (mayPass) return mayPass;
    if (code === undefined || !finalErrors.includes(code)) throw client.failureOf(answer);
    return ended(serverMessage(answer));
  }
  const read = readAnswer(answer, pollAnswer);
  const additional = read.additional_data ?? {};
  if (read.status === 'expired') return { kind: 'dead' };
  if (isOpenSession(read.status)) return { kind: 'unknown' };
  if (read.status === 'failed')
    return { ...ended(reasonsMessage(remarksOf(read.processing_errors))), additional };
  if (answer.status === 202 || read.status === 'processing') return { kind: 'working', additional };
  return {
    kind: answer.status === 206 || read.status === 'partial' ? 'partial' : 'done',
    documents: decodeSession(read),
    additional,
  };
}

const ended = (reasons: string) => ({
  kind: 'failed' as const,
  final: true,
  code: 'platform-ended',
  message: endedMessage(reasons),
});
const reasonsMessage = (reasons: readonly string[]) =>
  reasons.length === 0 ? '' : ` It said: “${reasons.slice(0, 3).join('; ').slice(0, 300)}”.`;

/** What is open to it here is closed first. */
function cancel({ client, streams }: SessionsDeps, sessionId: string): Promise<void> {
  streams?.forget(sessionId);
  return cancelSession(client, sessionId);
}

function giveUp({ client, streams }: SessionsDeps, sessionId: string): Promise<void> {
  streams?.forget(sessionId);
  return giveUpSession(client, sessionId);
}
