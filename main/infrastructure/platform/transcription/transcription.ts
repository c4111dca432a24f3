/** Contract 3: audio in, documents out, in Scriba's words. */
import { z } from 'zod';
import { failures } from '../../../../shared/failures.ts';
import type { Offer } from '../../../../shared/model/account/account.ts';
import type { VisitSetup } from '../../../../shared/model/visit.ts';
import { SECOND } from '../../../../shared/time.ts';
import { additionalAnswer } from '../../../../shared/wire/session-protocol.ts';
import { sessionAnswer } from '../../../../shared/wire/sessions.ts';
import {
  configAnswer,
  type InitRequest,
  initAnswer,
  presignAnswer,
  type processingStatuses,
  statusAnswer,
  type userStatuses,
} from '../../../../shared/wire/transcription.ts';
import { readPlatformConfig } from '../api/platform-config.ts';
import { type Address, readGivenUrl, segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { readServerError, serverMessage } from '../client/status-failure.ts';
import {
  additionalOf,
  documentsOf,
  failedStatus,
  isUnknown,
  type RequestedDocument,
  type Status,
} from './transaction-status.ts';
import type { UploadFile, UploadForm } from './upload.ts';

type SessionDetails = {
  readonly userStatus: string;
  readonly files: string[];
  readonly documents: {
    readonly id: string;
    readonly templateId: string;
    readonly name: string;
    readonly status: string;
  }[];
};
type UserStatus = (typeof userStatuses)[number];
type ProcessingStatus = (typeof processingStatuses)[number];

export type CommitRequest = {
  readonly visit: Pick<
    VisitSetup,
    'mode' | 'modelType' | 'templates' | 'inputLanguages' | 'outputLanguage' | 'codify'
  >;
  readonly uploadUrl: string;
  readonly folder: string;
  /** In order. */
  readonly files: readonly string[];
  /** Sent along and returned unchanged in the result. */
  readonly additional: Readonly<Record<string, string>>;
};

/** Known of a transaction before it is presigned. */
export type TransactionContext = {
  readonly additional?: CommitRequest['additional'];
  /**
   * The folder that was handed out before; it tells the protocol of this transaction
   * (`upload-protocol.ts`).
   */
  readonly folder?: string | undefined;
  /** Bytes of its largest part. */
  readonly largest?: number;
  /** How many parts there are. */
  readonly parts?: number;
  /** Seconds of its longest part; infinite where that is not known. */
  readonly longest?: number;
  /** Whether all parts are WAV files, as Scriba makes them: only their samples can be streamed. */
  readonly plain?: boolean;
  /** An imported file goes as it is; what was recorded here can be cut otherwise. */
  readonly imported?: boolean;
  /** Streams of this visit that came to nothing, one after the other, up to now. */
  readonly brokenStreams?: number;
  /**
   * Stores the folder of a transaction that was never begun, durably when it returns; called before
   * the platform is told of it, where the folder says more than its answer could.
   */
  readonly opening?: (folder: string) => void;
};

export type Transcription = {
  /**
   * Permission to upload. Throws `refused` / `upload-address-refused`, and what `Sessions.presign`
   * throws.
   */
  presign(
    transactionId: string,
    visit: CommitRequest['visit'],
    about?: TransactionContext,
  ): Promise<UploadForm>;
  /** See `upload.ts`. */
  uploadFile(form: UploadForm, file: UploadFile): Promise<void>;
  /** Contract 3.3: the description beside the audio that some platforms expect. */
  companion(form: UploadForm, transactionId: string, request: CommitRequest): Promise<void>;
  /**
   * `already`: it was committed before. Throws `invalid` / `init-refused` when it does not accept
   * what it is given.
   */
  init(transactionId: string, request: CommitRequest): Promise<'accepted' | 'already' | 'dead'>;
  status(transactionId: string, folder?: string): Promise<Status>;
  sessionDetails(transactionId: string): Promise<SessionDetails>;
  /**
   * Contract 3.7. Throws `missing` / `not-found`, `refused` / `conflict` where it may not become
   * that any more.
   */
  setStatus(
    transactionId: string,
    status: { readonly user?: UserStatus; readonly processing?: ProcessingStatus },
  ): Promise<void>;
  cancel(transactionId: string, folder?: string): Promise<void>;
  /**
   * Requests one more document of a visit that has its note (contract 11); returns the document's
   * id. Not safe to repeat. Throws `missing` / `not-found`.
   */
  requestDocument(
    transactionId: string,
    templateId: string,
    language: string,
    folder?: string,
  ): Promise<string>;
  documentStatus(
    transactionId: string,
    documentId: string,
    folder?: string,
  ): Promise<RequestedDocument>;
  config(): Promise<Offer>;
};

export type TranscriptionDeps = {
  readonly client: Client;
  readonly address: () => Address;
  readonly upload: (form: UploadForm, file: UploadFile) => Promise<void>;
};

/** For one look at a transaction; the platform may hold the call for 14 s (contract 3.5). */
const POLL = 20 * SECOND;

export function createTranscription(deps: TranscriptionDeps): Transcription {
  const { client, upload } = deps;
  return {
    presign: (transactionId, visit) => presign(deps, transactionId, visit),
    uploadFile: upload,
    companion: (form, transactionId, request) =>
      upload(form, companionFile(transactionId, request, deps.address().clientId)),
    init: (transactionId, request) => init(client, transactionId, request),
    status: (transactionId) => status(client, transactionId),
    sessionDetails: (transactionId) => sessionDetails(client, transactionId),
    setStatus: (transactionId, wanted) => setStatus(client, transactionId, wanted),
    cancel: (transactionId) =>
      setStatus(client, transactionId, { user: 'cancelled', processing: 'cancelled' }),
    requestDocument: (transactionId, templateId, language) =>
      requestDocument(client, transactionId, templateId, language),
    documentStatus: (transactionId, documentId) =>
      documentStatus(client, transactionId, documentId),
    config: async () =>
      readPlatformConfig(
        await client.ask({ method: 'GET', path: '/voice/api/v2/config/' }, configAnswer),
      ),
  };
}

async function presign(
  { client, address }: TranscriptionDeps,
  transactionId: string,
  { mode, modelType }: CommitRequest['visit'],
): Promise<UploadForm> {
  const { brand, baseUrl } = address();
  const { uploadData, folderPath } = await client.ask(
    {
      method: 'POST',
      path: '/v1/file-upload',
      query: { txn_id: transactionId, action: `${brand}scribe-v2` },
      // Becomes metadata of the stored object: nothing that names a patient may stand here
      // (contract 3.1).
      body: { mode, model_type: modelType },
    },
    presignAnswer,
  );
  readGivenUrl(uploadData.url, baseUrl);
  return { url: uploadData.url, fields: uploadData.fields, folder: folderPath };
}

function companionFile(
  transactionId: string,
  request: CommitRequest,
  clientId: string,
): UploadFile {
  const { additional_data, input_language, output_format_template } = initRequest(request);
  const bytes = Buffer.from(
    JSON.stringify({
      ...additional_data,
      'client-id': clientId,
      'transaction-id': transactionId,
      'audio-file': request.files,
      transfer: 'non-vaded',
      additional_data,
      output_format: { input_language, output_template: output_format_template },
    }),
  );
  return {
    name: `${transactionId}.json`,
    contentType: 'application/json',
    bytes: bytes.length,
    async *open() {
      // A copy: the net may take the memory of what it is given.
      yield Uint8Array.from(bytes);
    },
  };
}

async function init(
  client: Client,
  transactionId: string,
  request: CommitRequest,
): Promise<'accepted' | 'already' | 'dead'> {
  const answer = await client.send({
    method: 'POST',
    path: `/voice/api/v2/transaction/init/${segment(transactionId)}`,
    body: initRequest(request),
  });
  if (answer.status === 409) return 'already';
  if (answer.status === 410) return 'dead';
  if (answer.status === 400 || answer.status === 422)
    throw failures.visitRefused(serverMessage(answer));
  if (answer.status >= 300) throw client.failureOf(answer);
  readAnswer(answer, initAnswer);
  return 'accepted';
}

const poll = (client: Client, transactionId: string, query: Record<string, string> = {}) =>
  client.send({
    method: 'GET',
    path: `/voice/api/v3/status/${segment(transactionId)}`,
    query,
    timeout: POLL,
  });

async function status(client: Client, transactionId: string): Promise<Status> {
  const answer = await poll(client, transactionId);
  if (answer.status === 202) return { kind: 'working', additional: additionalOf(answer) };
  if (answer.status === 200 || answer.status === 206) {
    const { data } = readAnswer(answer, statusAnswer);
    return {
      kind: answer.status === 200 ? 'done' : 'partial',
      documents: documentsOf(data),
      additional: data.additional_data ?? {},
    };
  }
  if (isUnknown(answer)) return { kind: 'unknown' };
  if (answer.status === 410) return { kind: 'dead' };
  const failed = answer.status === 500 ? failedStatus(answer) : undefined;
  if (failed) return failed;
  throw client.failureOf(answer);
}

async function sessionDetails(client: Client, transactionId: string): Promise<SessionDetails> {
  const { data } = await client.ask(
    {
      method: 'GET',
      path: `/voice/api/v1/sessions/${segment(transactionId)}`,
      query: { presigned: 'false' },
    },
    sessionAnswer,
  );
  const documents = data.documents.map((document) => ({
    id: document.document_id ?? '',
    templateId: document.template_id ?? '',
    name: sanitizeText(document.document_name ?? '', 200),
    status: document.status ?? '',
  }));
  return { userStatus: data.user_status ?? '', files: data.client_generated_files, documents };
}

async function setStatus(
  client: Client,
  transactionId: string,
  { user, processing }: Parameters<Transcription['setStatus']>[1],
): Promise<void> {
  await client.ask(
    {
      method: 'PATCH',
      path: `/voice/api/v2/transaction/${segment(transactionId)}`,
      body: {
        ...(user && { user_status: user }),
        ...(processing && { processing_status: processing }),
      },
      retry: 'safe',
    },
    z.unknown(),
  );
}

async function requestDocument(
  client: Client,
  transactionId: string,
  templateId: string,
  language: string,
): Promise<string> {
  const { document_id } = await client.ask(
    {
      method: 'POST',
      path: `/voice/api/v1/transaction/${segment(transactionId)}/convert-to-template`,
      body: { template_id: templateId, target_language: language },
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
  if (answer.status === 202) return { kind: 'working' };
  if (isUnknown(answer) || answer.status === 410) return { kind: 'missing' };
  if (answer.status >= 300 && readServerError(answer).code !== 'output_not_available')
    throw client.failureOf(answer);
  const document = documentsOf(readAnswer(answer, statusAnswer).data).find(
    (one) => one.documentId === documentId,
  );
  return document ? { kind: 'done', document } : { kind: 'missing' };
}

/** Contract 3.4. */
function initRequest({
  visit,
  uploadUrl,
  folder,
  files,
  additional,
}: CommitRequest): InitRequest & { additional_data: Record<string, unknown> } {
  return {
    mode: visit.mode,
    transfer: 'non-vaded',
    batch_s3_url: uploadUrl + folder,
    client_generated_files: [...files],
    model_type: visit.modelType,
    input_language: [...visit.inputLanguages],
    output_language: visit.outputLanguage,
    output_format_template: visit.templates.map((template_id) => ({
      template_id,
      language_output: visit.outputLanguage,
      codification_needed: visit.codify,
    })),
    additional_data: { mode: visit.mode, model_type: visit.modelType, ...additional },
  };
}
