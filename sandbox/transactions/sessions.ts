/** Contract 3.7: everything about one session, which is a transaction by another name. */
import type { FastifyInstance } from 'fastify';
import { DAY, SECOND } from '../../shared/time.ts';
import { forCallers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { identityOf } from '../state/state-store.ts';
import { documentView } from './documents.ts';
import { shownOf } from './status.ts';
import { documentId, failed, wantedOf } from './transaction.ts';

export function addSessions(server: FastifyInstance, sandbox: Sandbox) {
  server.get(
    '/voice/api/v1/sessions/:id',
    forCallers(sandbox, (caller, request, reply) => {
      const { id } = request.params as { id: string };
      const presigned = (request.query as Record<string, string>).presigned === 'true';
      const record = sandbox.store.transaction(id);
      if (!record?.init || record.clientId !== caller.client.clientId)
        return reply.code(404).send(failed('not_found', 'no such session'));
      const { init } = record;
      const { uuid, workspaceId } = identityOf(caller.client);
      const documents = record.documents
        ? shownOf(record).map((document) => documentView(sandbox, record, document, presigned))
        : wantedOf(init).map(({ template_id }, index) => ({
            document_id: documentId(record.txn_id, index),
            session_id: id,
            template_id,
            status: 'in-progress',
            errors: [],
            warnings: [],
          }));
      const working = documents.some(({ status }) => status === 'in-progress');
      return reply.code(working ? 202 : 200).send({
        status: 'success',
        data: {
          schema_version: '1',
          session_id: id,
          uuid,
          wid: workspaceId,
          created_at: Math.floor(record.created_at / SECOND),
          expires_at: Math.floor((record.created_at + DAY) / SECOND),
          upload_url: init.batch_s3_url,
          user_status: record.user_status,
          status:
            record.user_status === 'init' || record.user_status === 'recording_started'
              ? 'in-progress'
              : 'processed',
          transfer: init.transfer,
          flavour: 'scribe',
          patient_details: record.patient_details ?? {},
          session_details: record.session_details ?? {},
          additional_data: record.additional_data,
          client_generated_files: init.client_generated_files,
          input_language: init.input_language ?? [],
          request_templates: wantedOf(init).map(({ template_id }) => template_id),
          consultation_mode: init.mode,
          model_type: init.model_type,
          context: { past_sessions: [], documents: [], attachments: [] },
          audio_matrix: { files: record.heard ?? [] },
          documents,
        },
      });
    }),
  );
}
