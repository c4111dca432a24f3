/**
 * Contract 11: the session protocol. A session is a transaction of another kind: the same
 * processing, the same documents, no Base64.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { modelTypes, modes } from '../../shared/model/visit.ts';
import { HOUR } from '../../shared/time.ts';
import {
  endRequest,
  PROTOCOL,
  sessionRequest,
  VERSION,
} from '../../shared/wire/session-protocol.ts';
import { type InitRequest, userStatuses } from '../../shared/wire/transcription.ts';
import { supportedLanguages } from '../accounts/account-config.ts';
import type { Handle } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { DocumentRecord, TransactionRecord } from '../state/record-schemas.ts';
import { identityOf } from '../state/state-store.ts';
import { isReady, shownOf } from '../transactions/status.ts';
import { mayFollow, newTransaction } from '../transactions/transaction.ts';
import { knowsTemplate } from './additional-documents.ts';
import { addSessionAudio } from './session-audio.ts';
import {
  createForOwner,
  forSessionCallers,
  type OwnerHandle,
  sessionError,
} from './session-owner.ts';

const LIFE = HOUR;
const PATH = '/voice/v1/sessions';
const free = z.record(z.string(), z.unknown());
const change = z.object({
  patient_details: free.optional(),
  additional_data: free.optional(),
  templates: z.array(z.string().min(1)).max(2).optional(),
  language_hint: z.array(z.string()).max(2).optional(),
  session_mode: z.enum(modes).optional(),
  model: z.enum(modelTypes).optional(),
  user_status: z.enum(userStatuses).optional(),
  processing_status: z.string().optional(),
});

/** Two letters each, as this family has them. */
const languages = [...new Set(supportedLanguages.map(({ id }) => id.slice(0, 2)))];

export function addSessionProtocol(server: FastifyInstance, sandbox: Sandbox) {
  const forOwner = createForOwner(sandbox);
  const owned = (handle: OwnerHandle) => forSessionCallers(sandbox, forOwner(handle));
  server.get('/voice/v1/.well-known/medscribealliance', () => discoveryDocument(sandbox));
  server.post(PATH, forSessionCallers(sandbox, createSession(sandbox)));
  addSessionAudio(server, sandbox, forOwner);
  server.post(`${PATH}/:id/end`, owned(endSession(sandbox)));
  server.get(`${PATH}/:id`, owned(pollSession(sandbox)));
  server.patch(`${PATH}/:id`, owned(changeSession(sandbox)));
  server.post(`${PATH}/:id/process/template/:template`, owned(processTemplate(sandbox)));
}

const discoveryDocument = ({ url }: Sandbox) => ({
  protocol: PROTOCOL,
  protocol_version: VERSION,
  supported_versions: [VERSION],
  endpoints: { sessions_url: `${url()}${PATH}` },
  authentication: { type: 'bearer' },
  capabilities: {
    audio_formats: ['webm', 'mp3', 'wav', 'ogg', 'm4a', 'mp4'],
    max_chunk_duration_seconds: 20,
    upload_methods: ['single', 'chunked'],
    webhook_delivery: false,
  },
  models: modelTypes.map((id) => ({ id, languages, max_session_duration_seconds: 4 * 3600 })),
  languages: { supported: languages, auto_detection: true },
});

const createSession =
  (sandbox: Sandbox): Handle =>
  ({ client }, request, reply) => {
    const { store } = sandbox;
    const given = sessionRequest.safeParse(request.body);
    if (!given.success) {
      const issues = given.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      return sessionError(reply, 422, 'invalid_request', issues.join('; '));
    }
    const wrong = given.data.language_hint?.find(
      (id) => id !== 'auto_detect' && !languages.includes(id),
    );
    if (wrong !== undefined)
      return sessionError(
        reply,
        400,
        'language_unsupported',
        `there is no language "${wrong}" here`,
      );
    const id = given.data.session_id ?? `practice-${sandbox.ports.bytes(8).toString('hex')}`;
    if (store.transaction(id))
      return sessionError(reply, 409, 'invalid_request', 'there is a session of this id');
    const record: TransactionRecord = {
      ...newTransaction({
        txnId: id,
        clientId: client.clientId,
        folder: `${identityOf(client).businessId}/${id}/session/`,
        now: sandbox.now(),
      }),
      session: given.data,
      expiresAt: sandbox.now() + LIFE,
      additional_data: given.data.additional_data ?? {},
      patient_details: given.data.patient_details,
    };
    store.saveTransaction(record);
    return reply.code(201).send({
      session_id: id,
      status: 'created',
      created_at: iso(record.created_at),
      expires_at: iso(record.created_at + LIFE),
      upload_url: `${sandbox.url()}${PATH}/${id}/audio/`,
    });
  };

const endSession =
  ({ store, processing }: Sandbox): OwnerHandle =>
  (record, request, reply) => {
    const given = endRequest.safeParse(request.body ?? {});
    record.inits += 1;
    store.saveTransaction(record);
    if (!given.success) return sessionError(reply, 400, 'invalid_request', 'unreadable');
    if (record.init || record.user_status === 'cancelled')
      return sessionError(reply, 400, 'invalid_request', 'this session has ended');
    const names = record.files
      .map(({ name }) => name)
      .sort((one, other) => numberOf(one) - numberOf(other));
    if (names.length === 0) return sessionError(reply, 400, 'invalid_request', 'no audio was sent');
    record.init = initOf(record, names);
    processing.commit(record);
    return reply.code(202).send({
      session_id: record.txn_id,
      status: 'processing',
      message: 'processing',
      audio_files_received: names.length,
      audio_files: names,
    });
  };

const pollSession =
  (sandbox: Sandbox): OwnerHandle =>
  async (record, request, reply) => {
    await sandbox.processing.settle(record.txn_id, sandbox.options.hold);
    const say: Say = (status, word, members = {}) =>
      reply.code(status).send({
        session_id: record.txn_id,
        status: word,
        created_at: iso(record.created_at),
        expires_at: iso(record.expiresAt ?? 0),
        additional_data: record.additional_data,
        templates: [],
        ...members,
      });
    if (record.processing_status === 'cancelled')
      return say(200, 'failed', {
        processing_errors: [{ code: 'processing_failed', message: 'the session was cancelled' }],
      });
    if (!record.init) return say(202, 'created');
    if (record.processing_status === 'system_failure')
      return sessionError(reply, 500, 'internal_error', 'the note could not be written');
    if (!record.documents) return say(202, 'processing');
    const { document_id: wanted } = request.query as Record<string, string>;
    if (!wanted) return showDocuments(readyOf(sandbox, record), reply, say);
    const document = shownOf(record).find(({ document_id }) => document_id === wanted);
    if (!document)
      return sessionError(reply, 404, 'template_not_found', 'there is no such document');
    return isReady(sandbox, document)
      ? showDocuments([document], reply, say)
      : say(202, 'processing');
  };

/** Returns the answer to a look at a session: HTTP status, word of the session, further members. */
type Say = (status: number, word: string, members?: Record<string, unknown>) => FastifyReply;

const readyOf = (sandbox: Sandbox, record: TransactionRecord) =>
  shownOf(record).filter((document) => isReady(sandbox, document));

function showDocuments(documents: readonly DocumentRecord[], reply: FastifyReply, say: Say) {
  const good = documents.filter(({ status }) => status === 'success').length;
  if (documents.length > 0 && good === 0) {
    const [reason] = reasonsOf(documents);
    const message = reason?.message ?? 'no document could be made';
    return sessionError(reply, 500, 'processing_failed', message);
  }
  const transcript = documents.find(({ type }) => type === 'transcript')?.value;
  const body = {
    templates: documents.map(asTemplate),
    ...(transcript !== undefined && { transcript }),
  };
  return good === documents.length
    ? say(200, 'completed', body)
    : say(206, 'partial', { ...body, processing_errors: reasonsOf(documents) });
}

const changeSession =
  ({ store }: Sandbox): OwnerHandle =>
  (record, request, reply) => {
    const given = change.safeParse(request.body);
    if (!given.success) return sessionError(reply, 422, 'invalid_request', 'unreadable change');
    const {
      user_status: to,
      processing_status,
      patient_details,
      additional_data,
      ...session
    } = given.data;
    if (to === 'commit' && record.user_status !== 'commit')
      return sessionError(reply, 409, 'invalid_request', 'a session is ended, not committed');
    if (to && !mayFollow(record.user_status, to))
      return sessionError(
        reply,
        409,
        'invalid_request',
        `${record.user_status} cannot become ${to}`,
      );
    if (record.init && Object.keys(session).length > 0)
      return sessionError(reply, 409, 'invalid_request', 'this session has ended');
    record.session = { upload_type: 'chunked', ...record.session, ...session };
    Object.assign(record, {
      ...(patient_details && { patient_details }),
      ...(additional_data && { additional_data }),
      ...(to && { user_status: to }),
    });
    if (to === 'cancelled' || (processing_status === 'cancelled' && !record.documents))
      record.processing_status = 'cancelled';
    store.saveTransaction(record);
    return { session_id: record.txn_id, status: 'success', message: 'updated' };
  };

const processTemplate =
  (sandbox: Sandbox): OwnerHandle =>
  async (record, request, reply) => {
    const { template } = request.params as { template: string };
    if (!record.documents || !knowsTemplate(sandbox, record.clientId, template))
      return sessionError(reply, 404, 'template_not_found', 'there is no such template');
    const document_id = await sandbox.processing.addDocument(record, {
      template_id: template,
      codification_needed: true,
    });
    return reply.code(202).send({ session_id: record.txn_id, document_id });
  };

const iso = (at: number) => new Date(at).toISOString();
const numberOf = (name: string) => Number(/_(\d+)\.\w+$/.exec(name)?.[1] ?? 0);

/** The same request in the form of contract 3.4; codes come along wherever they can. */
function initOf({ session, additional_data }: TransactionRecord, names: string[]): InitRequest {
  const {
    templates = [],
    session_mode = 'consultation',
    model = 'pro',
    language_hint,
    transcript_language = 'en',
  } = session ?? { upload_type: 'chunked' };
  const language = transcript_language === 'en' ? 'en-IN' : transcript_language;
  return {
    mode: session_mode,
    transfer: 'non-vaded',
    batch_s3_url: 'session',
    client_generated_files: names,
    model_type: model,
    ...(language_hint && language_hint.length > 0 && { input_language: language_hint }),
    output_language: language,
    additional_data,
    output_format_template: templates.map((template_id) => ({
      template_id,
      language_output: language,
      codification_needed: true,
    })),
  };
}

/**
 * An object with one member, the template's id; an EMR document goes out as the object that it is.
 */
function asTemplate({
  template_id,
  document_id,
  type,
  status,
  value,
  raw,
  errors,
  warnings,
}: DocumentRecord) {
  const isObject = type.endsWith('_emr') && !raw;
  return {
    [template_id]: {
      status: status === 'failure' ? 'failed' : status,
      data: isObject ? parsed(value ?? 'null') : (value ?? null),
      document_id,
      document_type: type,
      publish: false,
      errors,
      warnings,
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
          ? { code: 'processing_failed', message: error }
          : { code: error.code, message: error.msg },
      ),
    );
