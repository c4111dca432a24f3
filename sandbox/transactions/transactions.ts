/**
 * Contract 3.7: a transaction's user status, its details, its end; and the stop and commit of the
 * vaded flow.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { modelTypes, modes } from '../../shared/model/visit.ts';
import { processingStatuses, userStatuses } from '../../shared/wire/transcription.ts';
import { forCallers, type Handle } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { TransactionRecord } from '../state/record-schemas.ts';
import { baseName, businessOf, failed, mayFollow } from './transaction.ts';

const free = z.record(z.string(), z.unknown());
const patchRequest = z.object({
  user_status: z.enum(userStatuses).optional(),
  processing_status: z.enum([...processingStatuses, 'failed']).optional(),
  processing_error: free.optional(),
  session_details: free.optional(),
  patient_details: free.optional(),
  additional_data: free.optional(),
  model_type: z.enum(modelTypes).optional(),
  mode: z.enum(modes).optional(),
});
const audioFiles = z.object({ audio_files: z.array(z.string()).default([]) });

const PATH = '/voice/api/v2/transaction';

type OwnerHandle = (record: TransactionRecord, body: unknown, reply: FastifyReply) => unknown;

export function addTransactions(server: FastifyInstance, sandbox: Sandbox) {
  const owned = (handle: OwnerHandle, notMine?: 400 | 404) =>
    forCallers(sandbox, forOwner(sandbox, handle, notMine));
  server.get(
    `${PATH}/:txnId`,
    owned((record) => ({ status: 'success', message: 'found', data: summaryOf(record) })),
  );
  server.patch(`${PATH}/:txnId`, owned(change(sandbox)));
  server.delete(`${PATH}/:txnId`, owned(archive(sandbox), 400));
  server.post(`${PATH}/stop/:txnId`, owned(stop(sandbox)));
  server.post(`${PATH}/commit/:txnId`, owned(commit(sandbox)));
}

/** `notMine`: the status for a caller who is not the owner. */
const forOwner =
  ({ store }: Sandbox, handle: OwnerHandle, notMine: 400 | 404 = 404): Handle =>
  (caller, request, reply) => {
    const record = store.transaction((request.params as { txnId: string }).txnId);
    if (!record) return reply.code(404).send(failed('not_found', 'no such transaction'));
    if (record.clientId !== caller.client.clientId)
      return reply.code(notMine).send(failed('invalid_request', 'not the owner'));
    return handle(record, request.body, reply);
  };

const mismatch = (record: TransactionRecord, reply: FastifyReply, to: string) =>
  reply
    .code(409)
    .send(failed('txn_status_mismatch', `${record.user_status} cannot become ${to}`, record));

const done = (record: TransactionRecord, message: string) => ({
  status: 'success',
  message,
  txn_id: record.txn_id,
  b_id: businessOf(record),
});

const change =
  ({ store, processing }: Sandbox): OwnerHandle =>
  (record, body, reply) => {
    const given = patchRequest.safeParse(body);
    // The contract has no 400 here.
    if (!given.success)
      return reply.code(409).send(failed('invalid_request', 'unreadable change', record));
    const { user_status: to, processing_status, model_type, mode, ...rest } = given.data;
    if (to && !mayFollow(record.user_status, to)) return mismatch(record, reply, to);
    Object.assign(record, rest);
    if (record.init)
      record.init = {
        ...record.init,
        ...(model_type && { model_type }),
        ...(mode && { mode }),
      };
    if (to === 'commit' && record.user_status !== 'commit') {
      if (!record.init) return mismatch(record, reply, 'commit before init');
      processing.commit(record);
    } else {
      if (to) record.user_status = to;
      // Cancelling ends the processing; other words of the caller about it change nothing.
      if (to === 'cancelled' || processing_status === 'cancelled')
        record.processing_status = 'cancelled';
      store.saveTransaction(record);
    }
    return { status: 'success', message: 'updated', data: {} };
  };

/** Hides a transaction in history and status; its files stay for the admin routes. */
const archive =
  ({ store }: Sandbox): OwnerHandle =>
  (record) => {
    record.archived = true;
    store.saveTransaction(record);
    return { status: 'success', message: 'archived' };
  };

const stop =
  ({ store }: Sandbox): OwnerHandle =>
  (record, _body, reply) => {
    if (!mayFollow(record.user_status, 'stopped')) return mismatch(record, reply, 'stopped');
    record.user_status = 'stopped';
    store.saveTransaction(record);
    return done(record, 'stopped');
  };

const commit =
  ({ processing }: Sandbox): OwnerHandle =>
  (record, body, reply) => {
    if (!mayFollow(record.user_status, 'commit') || !record.init)
      return mismatch(record, reply, 'commit');
    const given = audioFiles.safeParse(body ?? {});
    const names = given.success ? given.data.audio_files.map(baseName) : [];
    const missing = names.filter((name) => !record.files.some((file) => file.name === name));
    if (missing.length > 0) return mismatch(record, reply, 'commit: files are missing');
    if (record.user_status !== 'commit') {
      if (names.length > 0) record.init = { ...record.init, client_generated_files: names };
      processing.commit(record);
    }
    return done(record, 'committed');
  };

/** A transaction as details and history show it. */
export const summaryOf = (record: TransactionRecord) => ({
  txn_id: record.txn_id,
  b_id: businessOf(record),
  ...(record.init && { mode: record.init.mode, model_type: record.init.model_type }),
  flavour: 'scribe',
  processing_status: record.processing_status,
  user_status: record.user_status,
  patient_details: record.patient_details ?? {},
  created_at: new Date(record.created_at).toISOString(),
});
