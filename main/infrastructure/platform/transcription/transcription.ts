/** Contract 3: audio in, documents out, in Scriba's words. */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import type { Offer } from '../../../../shared/model/account/account.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import type { VisitSetup } from '../../../../shared/model/visit.ts';
import { furtherAnswer } from '../../../../shared/wire/session-protocol.ts';
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
import type { NetAnswer } from '../../ports.ts';
import { readPlatformConfig } from '../api/platform-config.ts';
import { type Address, readGivenUrl, segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { isCaptivePortal, readServerError } from '../client/status-failure.ts';
import { decodeItems } from './decode.ts';
import type { UploadFile, UploadForm } from './upload.ts';

/** What the platform says about a transaction that was begun, or was not. */
export type Status =
  | { readonly kind: 'working'; readonly additional: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'done' | 'partial';
      readonly documents: NoteDocument[];
      readonly additional: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'dead' }
  /** It is over and nothing came of it: `final`; or the platform had a failure that it may get over. */
  | {
      readonly kind: 'failed';
      readonly final: boolean;
      readonly code: string;
      readonly message: string;
      readonly additional?: Readonly<Record<string, unknown>>;
    };

export type SessionDetails = {
  readonly userStatus: string;
  readonly files: string[];
  readonly documents: {
    readonly id: string;
    readonly templateId: string;
    readonly name: string;
    readonly status: string;
  }[];
};
export type UserStatus = (typeof userStatuses)[number];
export type ProcessingStatus = (typeof processingStatuses)[number];

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

/** How far a document is that was asked for afterwards. */
export type Further =
  | { readonly kind: 'working' | 'missing' }
  | { readonly kind: 'done'; readonly document: NoteDocument };

/** What is known of a transaction when it is begun. */
export type TransactionContext = {
  readonly additional?: CommitRequest['additional'];
  /** The folder that was handed out before; it tells the way that this transaction goes (`transport.ts`). */
  readonly folder?: string | undefined;
  /** Bytes of its largest part. */
  readonly largest?: number;
};

export type Transcription = {
  /** Permission to upload. Throws `refused` / `upload-address-refused`, and what `Sessions.presign` throws. */
  presign(
    transactionId: string,
    visit: CommitRequest['visit'],
    about?: TransactionContext,
  ): Promise<UploadForm>;
  /** See `upload.ts`. */
  uploadFile(form: UploadForm, file: UploadFile): Promise<void>;
  /** Contract 3.3: the description beside the audio that some platforms expect. */
  companion(form: UploadForm, transactionId: string, begin: CommitRequest): Promise<void>;
  /** `already`: the platform began it before. Throws `invalid` / `init-refused` when it does not accept what it is given. */
  init(transactionId: string, begin: CommitRequest): Promise<'accepted' | 'already' | 'dead'>;
  status(transactionId: string, folder?: string): Promise<Status>;
  sessionDetails(transactionId: string): Promise<SessionDetails>;
  /** Contract 3.7. Throws `missing` / `not-found`, `refused` / `conflict` where it may not become that any more. */
  setStatus(
    transactionId: string,
    status: { readonly user?: UserStatus; readonly processing?: ProcessingStatus },
  ): Promise<void>;
  cancel(transactionId: string, folder?: string): Promise<void>;
  /** Asks for one more document of a visit that is written (contract 11); answers its id. Not safe to repeat. Throws `missing` / `not-found`. */
  another(
    transactionId: string,
    templateId: string,
    language: string,
    folder?: string,
  ): Promise<string>;
  further(transactionId: string, documentId: string, folder?: string): Promise<Further>;
  config(): Promise<Offer>;
};

export type TranscriptionDeps = {
  readonly client: Client;
  readonly address: () => Address;
  readonly upload: (form: UploadForm, file: UploadFile) => Promise<void>;
};

const POLL = 20_000;

export function createTranscription({ client, address, upload }: TranscriptionDeps): Transcription {
  const ask = (transactionId: string, query: Record<string, string> = {}) =>
    client.send({
      method: 'GET',
      path: `/voice/api/v3/status/${segment(transactionId)}`,
      query,
      timeout: POLL,
    });

  async function setStatus(
    transactionId: string,
    { user, processing }: { readonly user?: UserStatus; readonly processing?: ProcessingStatus },
  ): Promise<void> {
    const body = {
      ...(user && { user_status: user }),
      ...(processing && { processing_status: processing }),
    };
    await client.ask(
      {
        method: 'PATCH',
        path: `/voice/api/v2/transaction/${segment(transactionId)}`,
        body,
        retry: 'safe',
      },
      z.unknown(),
    );
  }

  return {
    async presign(transactionId, { mode, modelType }) {
      const query = { txn_id: transactionId, action: `${address().brand}scribe-v2` };
      // Becomes metadata of the stored object: nothing that names a patient may stand here (contract 3.1).
      const { uploadData, folderPath } = await client.ask(
        { method: 'POST', path: '/v1/file-upload', query, body: { mode, model_type: modelType } },
        presignAnswer,
      );
      readGivenUrl(uploadData.url, address().baseUrl);
      return { url: uploadData.url, fields: uploadData.fields, folder: folderPath };
    },

    uploadFile: upload,

    async companion(form, transactionId, begin) {
      const { additional_data, input_language, output_format_template } = initRequest(begin);
      const description = {
        ...additional_data,
        'client-id': address().clientId,
        'transaction-id': transactionId,
        'audio-file': begin.files,
        transfer: 'non-vaded',
        additional_data,
        output_format: { input_language, output_template: output_format_template },
      };
      const bytes = Buffer.from(JSON.stringify(description));
      await upload(form, {
        name: `${transactionId}.json`,
        contentType: 'application/json',
        bytes: bytes.length,
        // A copy: the net may take the memory of what it is given.
        open: () => once(Uint8Array.from(bytes)),
      });
    },

    async init(transactionId, begin) {
      const answer = await client.send({
        method: 'POST',
        path: `/voice/api/v2/transaction/init/${segment(transactionId)}`,
        body: initRequest(begin),
      });
      if (answer.status === 409) return 'already';
      if (answer.status === 410) return 'dead';
      if (answer.status === 400 || answer.status === 422) {
        throw new Failure(
          'invalid',
          `The platform did not accept this visit.${told(answer)} Try again; Scriba then uploads it anew.`,
          { detail: 'init-refused' },
        );
      }
      if (answer.status >= 300) throw client.failureOf(answer);
      readAnswer(answer, initAnswer);
      return 'accepted';
    },

    async status(transactionId) {
      const answer = await ask(transactionId);
      const { code, text } = readServerError(answer);
      const message = text ?? '';
      if (answer.status === 202) return { kind: 'working', additional: additionalOf(answer) };
      if (answer.status === 200 || answer.status === 206) {
        const { data } = readAnswer(answer, statusAnswer);
        return {
          kind: answer.status === 200 ? 'done' : 'partial',
          documents: documentsOf(data),
          additional: data.additional_data ?? {},
        };
      }
      if (answer.status === 404 || (answer.status === 400 && code === 'transaction_not_found'))
        return { kind: 'unknown' };
      if (answer.status === 410) return { kind: 'dead' };
      if (answer.status === 500 && code === 'output_not_available')
        return {
          kind: 'failed',
          final: true,
          code: 'templates-failed',
          message: nothingCame(answer, message),
          additional: additionalOf(answer),
        };
      if (answer.status === 500 && code === 'request_failure')
        return {
          kind: 'failed',
          final: true,
          code: 'platform-ended',
          message: `The platform has ended this transaction without a note.${told(answer)} The recording is safe here; try again to send it anew.`,
        };
      if (answer.status === 500 && code === 'system_error')
        return {
          kind: 'failed',
          final: false,
          code: 'platform-failed',
          message: `The platform could not work on this recording.${told(answer)} The recording is safe here; try again.`,
        };
      throw client.failureOf(answer);
    },

    async sessionDetails(transactionId) {
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
    },

    setStatus,
    cancel: (transactionId) =>
      setStatus(transactionId, { user: 'cancelled', processing: 'cancelled' }),

    async another(transactionId, templateId, language) {
      const body = { template_id: templateId, target_language: language };
      return (
        await client.ask(
          {
            method: 'POST',
            path: `/voice/api/v1/transaction/${segment(transactionId)}/convert-to-template`,
            body,
            retry: 'post',
          },
          furtherAnswer,
        )
      ).document_id;
    },

    async further(transactionId, documentId) {
      const answer = await ask(transactionId, { document_id: documentId });
      const { code } = readServerError(answer);
      if (answer.status === 202) return { kind: 'working' };
      if (
        answer.status === 404 ||
        answer.status === 410 ||
        (answer.status === 400 && code === 'transaction_not_found')
      )
        return { kind: 'missing' };
      if (answer.status >= 300 && code !== 'output_not_available') throw client.failureOf(answer);
      const document = documentsOf(readAnswer(answer, statusAnswer).data).find(
        (one) => one.documentId === documentId,
      );
      return document ? { kind: 'done', document } : { kind: 'missing' };
    },

    async config() {
      return readPlatformConfig(
        await client.ask({ method: 'GET', path: '/voice/api/v2/config/' }, configAnswer),
      );
    },
  };
}

/** Contract 3.5: in which of two places the items stand. */
function documentsOf({
  output,
  template_results: newer,
}: z.infer<typeof statusAnswer>['data']): NoteDocument[] {
  return decodeItems(
    output.length > 0
      ? output
      : [...(newer?.custom ?? []), ...(newer?.transcript ?? []), ...(newer?.integration ?? [])],
  );
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

const told = (answer: NetAnswer) => {
  const { text } = readServerError(answer);
  return text ? ` It said: “${text}”.` : '';
};

/** The reasons stand with the items, where the platform sends them at all. */
function nothingCame(answer: NetAnswer, said: string): string {
  const items = safely(() => decodeItems(readAnswer(answer, statusAnswer).data.output)) ?? [];
  const reasons =
    [...new Set(items.flatMap(({ errors }) => errors))].slice(0, 3).join('; ') || said;
  return `The platform could not make a note of this recording${reasons ? `: ${reasons.slice(0, 300)}` : ''}. The recording is safe here; listen to it, or try again.`;
}

const additionalOf = (answer: NetAnswer) =>
  (isCaptivePortal(answer)
    ? undefined
    : safely(() => readAnswer(answer, statusAnswer).data.additional_data)) ?? {};

function safely<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
