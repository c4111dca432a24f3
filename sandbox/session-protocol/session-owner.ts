/** Access to sessions, and the form of refusals of this chapter (session protocol 11). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf, type Handle } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { TransactionRecord } from '../state/record-schemas.ts';
import { identityOf } from '../state/state-store.ts';
import { isOrdered } from '../transactions/transaction.ts';

export const sessionError = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message, details: {} } });

/** The ways of signing in that this chapter takes beside a token; discovery names them. */
export const signInMethods = ['api_key'] as const;

/**
 * A route of this chapter, with refusals of its own form. The client's secret is its API key
 * (session protocol 2: header `X-API-Key`); a token goes before it.
 */
export const forSessionCallers =
  ({ tokens, store }: Pick<Sandbox, 'tokens' | 'store'>, handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerOf(request);
    const key = request.headers['x-api-key'];
    if (token === undefined && key !== undefined) {
      const client = typeof key === 'string' ? store.clientOfKey(key) : undefined;
      return client
        ? handle({ client, ...identityOf(client), workspace: undefined }, request, reply)
        : sessionError(reply, 401, 'invalid_api_key', 'no client has this key');
    }
    const caller = token && (await tokens.caller(token));
    if (caller) return handle(caller, request, reply);
    return token && (await tokens.caller(token, { evenExpired: true }))
      ? sessionError(reply, 401, 'token_expired', 'the token has ended')
      : sessionError(reply, 401, 'authentication_failed', 'no valid token');
  };

/** Published platforms describe the session here; the error stands beside that. */
const expired = (reply: FastifyReply, { txn_id, created_at, expiresAt }: TransactionRecord) =>
  reply.code(410).send({
    session_id: txn_id,
    status: 'expired',
    created_at: new Date(created_at).toISOString(),
    expired_at: new Date(expiresAt ?? created_at).toISOString(),
    message: 'this session has expired',
    templates: {},
    error: { code: 'session_expired', message: 'this session has expired', details: {} },
  });

export type OwnerHandle = (
  record: TransactionRecord,
  request: FastifyRequest,
  reply: FastifyReply,
) => unknown;
/** The handler runs only for the session's owner, while the session lives. */
export type ForOwner = (handle: OwnerHandle) => Handle;

export const createForOwner =
  ({ store, now }: Sandbox): ForOwner =>
  (handle) =>
  (caller, request, reply) => {
    const record = store.transaction((request.params as { id: string }).id);
    if (!record?.session || record.clientId !== caller.client.clientId || record.archived)
      return sessionError(reply, 404, 'session_not_found', 'there is no such session');
    const over = record.init === undefined && (record.expiresAt ?? 0) < now();
    if (over || isOrdered(record, 'dead')) return expired(reply, record);
    return handle(record, request, reply);
  };
