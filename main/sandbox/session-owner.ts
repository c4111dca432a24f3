/** Whose a session is, and the words in which this family refuses (contract 11). */
import type { FastifyReply } from 'fastify';
import type { Handle } from './callers.ts';
import type { TransactionRecord } from './records.ts';
import type { Sandbox } from './sandbox.ts';
import { isOrdered } from './transaction.ts';

export const sessionError = (reply: FastifyReply, status: number, code: string, message: string) => reply.code(status).send({ error: { code, message, details: {} } });

/** Runs only for the session's owner, while it lives. */
export type ForOwner = (handle: (record: TransactionRecord, request: Parameters<Handle>[1], reply: FastifyReply) => unknown) => Handle;

export const createForOwner = ({ books, now }: Sandbox): ForOwner => (handle) => (caller, request, reply) => {
  const record = books.transaction((request.params as { id: string }).id);
  if (!record?.session || record.clientId !== caller.client.clientId || record.archived) return sessionError(reply, 404, 'session_not_found', 'there is no such session');
  const over = record.init === undefined && (record.expiresAt ?? 0) < now();
  if (over || isOrdered(record, 'dead')) return sessionError(reply, 410, 'session_expired', 'this session has expired');
  return handle(record, request, reply);
};
