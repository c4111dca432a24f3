/** A look at a session (session protocol 6). */
import type { FastifyReply } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { DocumentRecord, TransactionRecord } from '../state/record-schemas.ts';
import { documentView } from '../transactions/documents.ts';
import { isReady, shownOf } from '../transactions/status.ts';
import { type OwnerHandle, sessionError } from './session-owner.ts';

export const iso = (at: number) => new Date(at).toISOString();
const numberOf = (name: string) => Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0);

/** The names of its audio files, in the order of their numbers. */
export const audioOf = ({ files }: TransactionRecord): string[] =>
  files
    .filter(({ audio }) => audio)
    .map(({ name }) => name)
    .sort((one, other) => numberOf(one) - numberOf(other));

/** What was given about the session comes back as it was; `_protocol` has no published form. */
export const givenOf = (record: TransactionRecord) => ({
  additional_data: { ...record.additional_data, _protocol: {} },
  ...(record.patient_details && { patient_details: record.patient_details }),
  ...(record.session_details && { session_details: record.session_details }),
});

/**
 * The address for the audio; in the storage form where it is asked for, by `?version=v2` or a
 * header `flavour`.
 */
export function uploadUrlOf(
  sandbox: Sandbox,
  record: TransactionRecord,
  request: Parameters<OwnerHandle>[1],
) {
  if (record.session?.upload_type === 'stream')
    return `${sandbox.url().replace(/^http/, 'ws')}/voice/v1/sessions/${record.txn_id}/audio`;
  const { version } = request.query as Record<string, string>;
  if (version !== 'v2' && request.headers.flavour === undefined)
    return `${sandbox.url()}/voice/v1/sessions/${record.txn_id}/audio`;
  return {
    uploadData: {
      url: `${sandbox.url()}/blob/`,
      fields: sandbox.policies.fields(record.txn_id, record.folder, {}),
    },
    folderPath: record.folder,
    txn_id: record.txn_id,
  };
}

/** Returns the answer to a look: HTTP status, word of the session, further members. */
type Say = (status: number, word: string, members?: Record<string, unknown>) => FastifyReply;

export const pollSession =
  (sandbox: Sandbox): OwnerHandle =>
  async (record, request, reply) => {
    await sandbox.processing.settle(record.txn_id, sandbox.options.hold);
    const files = audioOf(record);
    const say: Say = (status, word, members = {}) =>
      reply.code(status).send({
        session_id: record.txn_id,
        status: word,
        created_at: iso(record.created_at),
        audio_files_received: files.length,
        audio_files: files,
        ...givenOf(record),
        ...members,
      });
    const open = (word: string) =>
      say(202, word, {
        expires_at: iso(record.expiresAt ?? 0),
        upload_url: uploadUrlOf(sandbox, record, request),
      });
    if (record.processing_status === 'cancelled')
      return say(200, 'failed', {
        processing_errors: [{ type: 'processing_failed', message: 'the session was cancelled' }],
      });
    if (!record.init) return open('initialized');
    if (record.processing_status === 'system_failure')
      return sessionError(reply, 500, 'internal_error', 'the note could not be written');
    if (!record.documents) return open('processing');
    const { document_id: wanted } = request.query as Record<string, string>;
    const shown = shownOf(record);
    if (!wanted)
      return showDocuments(
        sandbox,
        record,
        shown.filter((one) => isReady(sandbox, one)),
        say,
      );
    const document = shown.find(({ document_id }) => document_id === wanted);
    if (!document)
      return sessionError(reply, 404, 'template_not_found', 'there is no such document');
    return isReady(sandbox, document)
      ? showDocuments(sandbox, record, [document], say)
      : open('processing');
  };

function showDocuments(
  sandbox: Sandbox,
  record: TransactionRecord,
  documents: readonly DocumentRecord[],
  say: Say,
) {
  const good = documents.filter(({ status }) => status === 'success').length;
  const transcript = documents.find(({ type }) => type === 'transcript')?.value ?? null;
  const body = {
    completed_at: iso(record.readyAt ?? record.created_at),
    model_used: record.init?.model_type,
    language_detected: record.init?.input_language?.[0] ?? 'en',
    transcript,
    templates: documents.map((one) => asTemplate(sandbox, record, one)),
  };
  if (good === documents.length) return say(200, 'completed', body);
  const errors = { processing_errors: reasonsOf(documents) };
  return good === 0
    ? say(200, 'failed', { ...body, ...errors })
    : say(206, 'partial', { ...body, ...errors, audio_files_processed: record.heard?.length ?? 0 });
}

/**
 * An object with one member, the template's id; an EMR document goes out as the object that it is.
 */
function asTemplate(sandbox: Sandbox, record: TransactionRecord, document: DocumentRecord) {
  const { template_id, document_id, type, status, value, raw, errors, warnings } = document;
  const isObject = type.endsWith('_emr') && !raw;
  const { presigned_url } = documentView(sandbox, record, document, true);
  return {
    [template_id]: {
      status,
      data: isObject ? parsed(value ?? 'null') : (value ?? null),
      document_id,
      document_type: type,
      publish: {},
      errors,
      warnings,
      ...(presigned_url !== null && { presigned_url }),
    },
  };
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const reasonsOf = (documents: readonly DocumentRecord[]) =>
  documents
    .filter(({ status }) => status !== 'success')
    .flatMap(({ errors }) =>
      errors.map((error) =>
        typeof error === 'string'
          ? { type: 'processing_failed', message: error }
          : { type: error.code, message: error.msg },
      ),
    );
