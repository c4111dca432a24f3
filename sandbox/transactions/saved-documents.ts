/**
 * Documents that a client saves beside those of a session (session protocol 9): first the document,
 * then its text to an address that stands for the right.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SECOND } from '../../shared/time.ts';
import { savedDocumentRequest } from '../../shared/wire/session-protocol.ts';
import { forCallers, type Handle } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { DocumentRecord } from '../state/record-schemas.ts';
import { documentView, findDocument, signAddress } from './documents.ts';
import { failed } from './transaction.ts';

const ADDRESS_LIFE = 3600;
const PATH = '/practice-uploads/:id';

export function addSavedDocuments(server: FastifyInstance, sandbox: Sandbox) {
  server.post('/voice/api/v1/documents', forCallers(sandbox, saveDocument(sandbox)));
  void server.register(async (inner: FastifyInstance) => {
    inner.addContentTypeParser('text/markdown', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    inner.put(PATH, (request, reply) => {
      const { id } = request.params as { id: string };
      const { expires = '', signature = '' } = request.query as Record<string, string>;
      const isGood = signature === signAddress(sandbox, `put ${id}`, expires);
      if (!isGood || Number(expires) * SECOND < sandbox.now())
        return reply.code(403).send({ message: 'Forbidden' });
      const found = findDocument(sandbox, id);
      if (!found || typeof request.body !== 'string')
        return reply.code(404).send({ message: 'Not Found' });
      found.document.value = request.body;
      sandbox.store.saveTransaction(found.record);
      return reply.code(200).send();
    });
  });
}

const saveDocument =
  (sandbox: Sandbox): Handle =>
  (caller, request, reply: FastifyReply) => {
    const given = savedDocumentRequest.safeParse(request.body);
    if (!given.success) return reply.code(400).send(failed('invalid_request', 'unreadable'));
    const { session_id, document_id, template_id, type, document_name, status } = given.data;
    const record = sandbox.store.transaction(session_id);
    if (!record?.documents || record.clientId !== caller.client.clientId || record.archived)
      return reply.code(404).send(failed('not_found', 'no such session with a result'));
    const known = record.documents.find((one) => one.document_id === document_id);
    if (document_id !== undefined && !known)
      return reply.code(404).send(failed('not_found', 'no such document', record));
    const document: DocumentRecord = known ?? {
      document_id: sandbox.store.newId('doc'),
      template_id: template_id ?? 'practice_saved',
      name: 'Saved',
      type: 'markdown',
      lang: 'en-IN',
      status: 'success',
      errors: [],
      warnings: [],
    };
    Object.assign(document, {
      ...(template_id && { template_id }),
      ...(type && { type }),
      ...(document_name !== undefined && { name: document_name }),
      ...(status && { status }),
    });
    if (!known) record.documents.push(document);
    sandbox.store.saveTransaction(record);
    return reply.code(known ? 200 : 201).send({
      status: 'success',
      data: {
        ...documentView(sandbox, record, document, false),
        ...uploadAddress(sandbox, document.document_id),
      },
    });
  };

function uploadAddress(sandbox: Sandbox, id: string) {
  const expires = Math.floor(sandbox.now() / SECOND) + ADDRESS_LIFE;
  const signature = signAddress(sandbox, `put ${id}`, String(expires));
  const query = new URLSearchParams({ expires: String(expires), signature });
  return {
    presigned_url: `${sandbox.url()}${PATH.replace(':id', encodeURIComponent(id))}?${query.toString()}`,
    presigned_url_expires_at: expires,
  };
}
