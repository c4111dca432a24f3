/**
 * The session protocol (docs/platform/session-protocol.md). A session is a transaction of another
 * kind: the same processing, the same documents, no Base64.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { modelTypes, modes } from '../../shared/model/visit.ts';
import { HOUR } from '../../shared/time.ts';
import { endRequest, sessionRequest } from '../../shared/wire/session-protocol.ts';
import {
  type InitRequest,
  processingStatuses,
  userStatuses,
} from '../../shared/wire/transcription.ts';
import type { Handle } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { TransactionRecord } from '../state/record-schemas.ts';
import { identityOf } from '../state/state-store.ts';
import { mayFollow, newTransaction } from '../transactions/transaction.ts';
import { knowsTemplate } from './additional-documents.ts';
import { addAudioCopy, audioCopy } from './audio-copy.ts';
import { addDiscovery, sessionLanguages } from './discovery.ts';
import { addSessionAudio } from './session-audio.ts';
import {
  createForOwner,
  forSessionCallers,
  type OwnerHandle,
  sessionError,
} from './session-owner.ts';
import { addSessionStream, type SessionStreams } from './session-stream.ts';
import { audioOf, givenOf, iso, pollSession, uploadUrlOf } from './session-view.ts';

const LIFE = HOUR;
const PATH = '/voice/v1/sessions';
const free = z.record(z.string(), z.unknown());
const change = z.strictObject({
  patient_details: free.optional(),
  session_details: free.optional(),
  additional_data: free.optional(),
  templates: z.array(z.string().min(1)).max(2).optional(),
  language_hint: z.array(z.string()).optional(),
  session_mode: z.enum(modes).optional(),
  model: z.enum(modelTypes).optional(),
  user_status: z.enum(userStatuses).optional(),
  processing_status: z.enum(processingStatuses).optional(),
});

export function addSessionProtocol(server: FastifyInstance, sandbox: Sandbox) {
  const forOwner = createForOwner(sandbox);
  const owned = (handle: OwnerHandle) => forSessionCallers(sandbox, forOwner(handle));
  addDiscovery(server, sandbox);
  server.post(PATH, forSessionCallers(sandbox, createSession(sandbox)));
  addSessionAudio(server, sandbox, forOwner);
  addAudioCopy(server, sandbox);
  const streams = addSessionStream(server, sandbox, forOwner, owned(audioCopy(sandbox)));
  server.post(`${PATH}/:id/end`, owned(endSession(sandbox, streams)));
  server.get(`${PATH}/:id`, owned(pollSession(sandbox)));
  server.patch(`${PATH}/:id`, owned(changeSession(sandbox)));
  server.post(`${PATH}/:id/process/template/:template`, owned(processTemplate(sandbox)));
}

const createSession =
  (sandbox: Sandbox): Handle =>
  ({ client }, request, reply) => {
    const { store } = sandbox;
    const given = sessionRequest.safeParse(request.body);
    if (!given.success) {
      const issues = given.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      return sessionError(reply, 422, 'invalid_request', issues.join('; '));
    }
    const refusal = refusalOf(sandbox, client.clientId, given.data);
    if (refusal) return sessionError(reply, 400, ...refusal);
    const number = sandbox.ports.bytes(8).toString('hex');
    const own = sandbox.faults.take('own-session-number') && `ses_${number}`;
    const id = own ?? given.data.session_id ?? `practice-${number}`;
    if (store.transaction(id))
      return sessionError(reply, 409, 'txn_already_initialized', 'there is a session of this id');
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
      session_details: given.data.session_details,
    };
    store.saveTransaction(record);
    return reply.code(201).send({
      session_id: id,
      status: 'created',
      created_at: iso(record.created_at),
      expires_at: iso(record.created_at + LIFE),
      upload_url: uploadUrlOf(sandbox, record, request),
      ...givenOf(record),
    });
  };

/** What is well formed and not to be had here: code and message. */
function refusalOf(
  sandbox: Sandbox,
  clientId: string,
  { language_hint = [], templates = [] }: z.infer<typeof sessionRequest>,
): [code: string, message: string] | undefined {
  const language = language_hint.find(
    (id) => id !== 'auto_detect' && !sessionLanguages.includes(id),
  );
  if (language !== undefined)
    return ['language_unsupported', `there is no language "${language}" here`];
  const template = templates.find((id) => !knowsTemplate(sandbox, clientId, id));
  return template === undefined
    ? undefined
    : ['invalid_template', `there is no template "${template}" here`];
}

const endSession =
  ({ store, processing, faults }: Sandbox, streams: SessionStreams): OwnerHandle =>
  (record, request, reply) => {
    streams.end(record.txn_id);
    const given = endRequest.safeParse(request.body ?? {});
    record.inits += 1;
    store.saveTransaction(record);
    if (!given.success) return sessionError(reply, 400, 'invalid_request', 'unreadable');
    if (record.init || record.user_status === 'cancelled')
      return sessionError(reply, 400, 'session_ended', 'this session has ended');
    const names = audioOf(record);
    if (names.length === 0) return sessionError(reply, 400, 'invalid_request', 'no audio was sent');
    record.init = initOf(record, names);
    processing.commit(record);
    const address = faults.take('storage-names') ? `s3://practice/${record.folder}` : '';
    return reply.code(202).send({
      session_id: record.txn_id,
      status: 'processing',
      message: 'processing',
      audio_files_received: names.length,
      audio_files: names.map((name) => address + name),
    });
  };

const changeSession =
  ({ store }: Sandbox): OwnerHandle =>
  (record, request, reply) => {
    const given = change.safeParse(request.body);
    if (!given.success) return sessionError(reply, 422, 'invalid_request', 'unreadable change');
    if (Object.keys(given.data).length === 0)
      return sessionError(reply, 400, 'invalid_request', 'nothing to change');
    const {
      user_status: to,
      processing_status,
      patient_details,
      session_details,
      additional_data,
      ...session
    } = given.data;
    const refuse = (message: string) =>
      sessionError(reply, 409, 'session_already_committed', message);
    if (to === 'commit' && record.user_status !== 'commit')
      return refuse('a session is ended, not committed');
    if (to && !mayFollow(record.user_status, to))
      return refuse(`${record.user_status} cannot become ${to}`);
    if (record.init && Object.keys(session).length > 0) return refuse('this session has ended');
    record.session = { upload_type: 'chunked', ...record.session, ...session };
    Object.assign(record, {
      ...(patient_details && { patient_details }),
      ...(session_details && { session_details }),
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
    return reply.code(202).send({
      session_id: record.txn_id,
      template_id: template,
      document_id,
      status: 'in-progress',
      message: 'processing',
    });
  };

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
