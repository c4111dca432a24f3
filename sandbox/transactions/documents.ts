/**
 * Contract 3.8: single documents, and the addresses under which each can be fetched for an hour
 * without a token.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../../shared/time.ts';
import { forCallers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { DocumentRecord, TransactionRecord } from '../state/record-schemas.ts';
import { isReady } from './status.ts';
import { failed } from './transaction.ts';

const ADDRESS_LIFE = 3600;

export function addDocuments(server: FastifyInstance, sandbox: Sandbox) {
  const { store } = sandbox;

  server.get(
    '/voice/api/v1/documents/:id',
    forCallers(sandbox, (caller, request, reply) => {
      const found = findDocument(
        sandbox,
        (request.params as { id: string }).id,
        caller.client.clientId,
      );
      if (!found || found.document.archived)
        return reply.code(404).send(failed('not_found', 'no such document'));
      return { status: 'success', data: documentView(sandbox, found.record, found.document, true) };
    }),
  );

  server.delete(
    '/voice/api/v1/documents/:id',
    forCallers(sandbox, (caller, request, reply) => {
      const found = findDocument(
        sandbox,
        (request.params as { id: string }).id,
        caller.client.clientId,
      );
      if (!found) return reply.code(404).send(failed('not_found', 'no such document'));
      found.document.archived = true;
      store.saveTransaction(found.record);
      return { status: 'success', message: 'archived' };
    }),
  );

  /** The address stands for the right: no token is asked, and it ends by itself. */
  server.get('/practice-documents/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const { expires = '', signature = '' } = request.query as Record<string, string>;
    const found = findDocument(sandbox, id);
    if (signature !== signAddress(sandbox, id, expires) || Number(expires) * SECOND < sandbox.now())
      return reply.code(403).send({ message: 'Forbidden' });
    if (!found?.document.value || found.document.archived)
      return reply.code(404).send({ message: 'Not Found' });
    return reply.type('text/plain; charset=utf-8').send(found.document.value);
  });
}

/** A document of any client, or of this one. */
export function findDocument({ store }: Sandbox, id: string, clientId?: string) {
  for (const record of store.transactions()) {
    if (clientId !== undefined && record.clientId !== clientId) continue;
    const document = record.documents?.find(({ document_id }) => document_id === id);
    if (document) return { record, document };
  }
  return undefined;
}

/** The right to what `id` names, until then; `expires` in seconds since 1970. */
export const signAddress = ({ store }: Sandbox, id: string, expires: string) =>
  createHmac('sha256', Buffer.from(store.account.key, 'hex'))
    .update(`${id} ${expires}`)
    .digest('hex');

/** A document as the session and document calls show it. */
export function documentView(
  sandbox: Sandbox,
  record: TransactionRecord,
  document: DocumentRecord,
  presigned: boolean,
) {
  const expires = Math.floor(sandbox.now() / SECOND) + ADDRESS_LIFE;
  const good = presigned && document.value !== undefined && isReady(sandbox, document);
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signAddress(sandbox, document.document_id, String(expires)),
  });
  return {
    document_id: document.document_id,
    session_id: record.txn_id,
    template_id: document.template_id,
    document_name: document.name,
    type: document.type,
    document_type: document.type,
    status: isReady(sandbox, document) ? (document.status as string) : 'in-progress',
    errors: document.errors,
    warnings: document.warnings,
    created_at: new Date(record.readyAt ?? record.created_at).toISOString(),
    presigned_url: good
      ? `${sandbox.url()}/practice-documents/${document.document_id}?${query.toString()}`
      : null,
    presigned_url_expires_at: good ? expires : null,
    lang: document.lang,
  };
}
