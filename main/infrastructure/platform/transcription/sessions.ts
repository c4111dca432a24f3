/**
 * Contract 11: a recording by way of the session protocol, with the same calls as contract 3
 * (`transcription.ts`).
 */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import {
  ADDITIONAL_ADVISED,
  additionalAnswer,
  audioAnswer,
  audioNamePattern,
  createdAnswer,
  endAnswer,
  LARGEST_AUDIO,
  languageHint,
  pollAnswer,
  type SessionRequest,
} from '../../../../shared/wire/session-protocol.ts';
import type { NetAnswer, Random } from '../../ports.ts';
import { segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { readServerError, serverMessage } from '../client/status-failure.ts';
import { lengthCheckedStream } from './length-checked-stream.ts';
import { decodeSession, remarksOf } from './session-result.ts';
import { endedMessage, type RequestedDocument, type Status } from './transaction-status.ts';
import type { CommitRequest } from './transcription.ts';
import type { UploadFile, UploadForm } from './upload.ts';

/** For one look at a session. */
const POLL = 20 * SECOND;
const TRANSFER = 30 * MINUTE;
/** A session lives an hour; the last minutes are for ending it. */
const FORM_GOOD_FOR = 50 * MINUTE;

/** Errors of contract 11 after which this session can never come to a note. */
const finalErrors = [
  'processing_failed',
  'audio_quality_poor',
  'audio_too_short',
  'language_unsupported',
  'invalid_template',
  'template_not_found',
  'invalid_audio_format',
];

/** Marks the transactions that went this way; no folder of contract 3.1 begins so. */
const MARK = 'session:';
export const isSession = (folder: string | undefined): boolean => folder?.startsWith(MARK) ?? false;

export type Sessions = {
  /**
   * Opens the session; one that is open is taken as it is. `folder` is another when the platform
   * has made it anew, so that all parts go again. Throws `invalid` / `init-refused`, `refused` /
   * `conflict`, `missing` / `transaction-dead`.
   */
  presign(
    transactionId: string,
    visit: CommitRequest['visit'],
    additional: CommitRequest['additional'],
  ): Promise<UploadForm>;
  /**
   * Throws `refused` / `upload-expired` (open it anew), `refused` / `upload-refused`, `missing` /
   * `transaction-dead`, `broken` / `part-changed`, `signed-out` (401 twice), and what the stream
   * throws.
   */
  uploadFile(form: UploadForm, file: UploadFile): Promise<void>;
  init(transactionId: string, request: CommitRequest): Promise<'accepted' | 'already' | 'dead'>;
  status(transactionId: string): Promise<Status>;
  cancel(transactionId: string): Promise<void>;
  requestDocument(transactionId: string, templateId: string): Promise<string>;
  documentStatus(transactionId: string, documentId: string): Promise<RequestedDocument>;
};

export type SessionsDeps = {
  readonly client: Client;
  readonly random: Pick<Random, 'uuid'>;
};

export function createSessions(deps: SessionsDeps): Sessions {
  const { client } = deps;
  return {
    presign: (transactionId, visit, additional) => presign(deps, transactionId, visit, additional),
    uploadFile: (form, file) => uploadFile(client, form, file),
    init: (transactionId, request) => init(client, transactionId, request),
    status: (transactionId) => status(client, transactionId),
    cancel: (transactionId) => cancel(client, transactionId),
    requestDocument: (transactionId, templateId) =>
      requestDocument(client, transactionId, templateId),
    documentStatus: (transactionId, documentId) =>
      documentStatus(client, transactionId, documentId),
  };
}

const sessionPath = (transactionId: string, rest = '') =>
  `/voice/v1/sessions/${segment(transactionId)}${rest}`;

const poll = (client: Client, transactionId: string, query: Record<string, string> = {}) =>
  client.send({ method: 'GET', path: sessionPath(transactionId), query, timeout: POLL });

async function presign(
  { client, random }: SessionsDeps,
  transactionId: string,
  visit: CommitRequest['visit'],
  additional: CommitRequest['additional'],
): Promise<UploadForm> {
  const answer = await client.send({
    method: 'POST',
    path: '/voice/v1/sessions',
    body: sessionRequest(transactionId, visit, additional),
  });
  if (answer.status < 300)
    return formOf(random, transactionId, readAnswer(answer, createdAnswer).created_at);
  if (answer.status !== 400 && answer.status !== 409 && answer.status !== 422)
    throw client.failureOf(answer);
  // There is no word for "it is there already" (contract 11): the session itself tells.
  const polled = await poll(client, transactionId);
  if (polled.status < 300) {
    const { status, created_at } = readAnswer(polled, pollAnswer);
    return {
      ...formOf(random, transactionId, created_at),
      alreadyCommitted: status !== undefined && status !== 'created',
    };
  }
  if (polled.status !== 404) throw client.failureOf(polled);
  if (answer.status === 409)
    throw new Failure(
      'refused',
      'The platform has another recording under the number of this one. This one is safe here; try again to send it under a new number.',
      { detail: 'conflict' },
    );
  throw failures.visitRefused(serverMessage(answer));
}

/**
 * `created`: when the platform made the session; without it the session cannot be told from an
 * earlier one, and counts as new.
 */
function formOf(
  random: Pick<Random, 'uuid'>,
  transactionId: string,
  created: string | number | null | undefined,
): UploadForm {
  return {
    url: sessionPath(transactionId, '/audio/'),
    folder: `${MARK}${transactionId}/${String(created ?? random.uuid()).slice(0, 60)}`,
    fields: { session: transactionId },
    goodFor: FORM_GOOD_FOR,
  };
}

async function uploadFile(
  client: Client,
  { fields }: UploadForm,
  { name, contentType, bytes, open }: UploadFile,
): Promise<void> {
  if (!audioNamePattern.test(name)) throw failures.fileNameRefused();
  if (bytes > LARGEST_AUDIO) throw failures.uploadRefused();
  const source = lengthCheckedStream(open, bytes);
  try {
    const answer = await client.send({
      method: 'POST',
      path: `${sessionPath(fields.session ?? '', '/audio/')}${segment(name)}`,
      content: { type: contentType, bytes, open: source.open },
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

async function init(
  client: Client,
  transactionId: string,
  { files }: CommitRequest,
): Promise<'accepted' | 'already' | 'dead'> {
  const answer = await client.send({
    method: 'POST',
    path: sessionPath(transactionId, '/end'),
    body: { audio_files_sent: files.length },
  });
  if (answer.status < 300) {
    if (isComplete(readAnswer(answer, endAnswer), files)) return 'accepted';
    // It began without a part that it had taken: no note may come of that.
    await cancel(client, transactionId).catch(() => {});
    return 'dead';
  }
  if (answer.status === 404 || answer.status === 410) return 'dead';
  if (answer.status !== 400 && answer.status !== 409) throw client.failureOf(answer);
  const polled = await poll(client, transactionId);
  if (polled.status === 404 || polled.status === 410) return 'dead';
  if (polled.status >= 300) throw client.failureOf(polled);
  if (readAnswer(polled, pollAnswer).status !== 'created') return 'already';
  throw failures.visitRefused(serverMessage(answer));
}

/** All of our files arrived, as far as the answer names or counts them. */
function isComplete(
  { audio_files_received: count, audio_files: names }: z.infer<typeof endAnswer>,
  files: readonly string[],
): boolean {
  if ((count ?? files.length) < files.length) return false;
  if (names.length === 0) return true;
  return files.every((file) => names.some((name) => name.split('/').at(-1) === file));
}

async function status(client: Client, transactionId: string): Promise<Status> {
  const answer = await poll(client, transactionId);
  if (answer.status === 404) return { kind: 'unknown' };
  if (answer.status === 410) return { kind: 'dead' };
  if (answer.status >= 300) {
    const { code } = readServerError(answer);
    if (code === undefined || !finalErrors.includes(code)) throw client.failureOf(answer);
    return ended(serverMessage(answer));
  }
  const read = readAnswer(answer, pollAnswer);
  const additional = read.additional_data ?? {};
  if (read.status === 'expired') return { kind: 'dead' };
  if (read.status === 'created') return { kind: 'unknown' };
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

async function cancel(client: Client, transactionId: string): Promise<void> {
  await client.ask(
    {
      method: 'PATCH',
      path: sessionPath(transactionId),
      body: { user_status: 'cancelled', processing_status: 'cancelled' },
      retry: 'safe',
    },
    z.unknown(),
  );
}

async function requestDocument(
  client: Client,
  transactionId: string,
  templateId: string,
): Promise<string> {
  const { document_id } = await client.ask(
    {
      method: 'POST',
      path: sessionPath(transactionId, `/process/template/${segment(templateId)}`),
      body: {},
      retry: 'post',
    },
    additionalAnswer,
  );
  return document_id;
}

async function documentStatus(
  client: Client,
  transactionId: string,
  documentId: string,
): Promise<RequestedDocument> {
  const answer = await poll(client, transactionId, { document_id: documentId });
  if (answer.status === 404 || answer.status === 410) return { kind: 'missing' };
  if (answer.status >= 300) throw client.failureOf(answer);
  if (answer.status === 202) return { kind: 'working' };
  const { templates } = readAnswer(answer, pollAnswer);
  const document = decodeSession({ templates, transcript: undefined }).find(
    (one) => one.documentId === documentId,
  );
  return document ? { kind: 'done', document } : { kind: 'missing' };
}

function sessionRequest(
  transactionId: string,
  visit: CommitRequest['visit'],
  additional: CommitRequest['additional'],
): SessionRequest {
  const data = { mode: visit.mode, model_type: visit.modelType, ...additional };
  return {
    upload_type: 'chunked',
    session_id: transactionId,
    templates: [...visit.templates],
    language_hint: [...new Set(visit.inputLanguages.map(languageHint))],
    transcript_language: languageHint(visit.outputLanguage),
    model: visit.modelType,
    session_mode: visit.mode,
    // Ours are short; data that is too long is better left out than refused.
    additional_data:
      JSON.stringify(data).length <= ADDITIONAL_ADVISED
        ? data
        : { client_ref: additional.client_ref },
  };
}
