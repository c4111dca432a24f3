/** Contract 11: one more document out of a transaction that is written already. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defaultTemplates, outputLanguages } from '../accounts/account-config.ts';
import { forCallers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { failed } from '../transactions/transaction.ts';

const convertRequest = z.object({
  transcript: z.string().optional(),
  template_id: z.string().min(1).optional(),
  target_language: z.string().optional(),
});

/** A given template, or one of the caller's own. */
export const knowsTemplate = ({ store }: Pick<Sandbox, 'store'>, clientId: string, id: string) =>
  defaultTemplates.some((template) => template.id === id) ||
  store.account.templates.some((template) => template.id === id && template.clientId === clientId);

export function addAdditionalDocuments(server: FastifyInstance, sandbox: Sandbox) {
  const { store, processing } = sandbox;

  server.post(
    '/voice/api/v1/transaction/:txnId/convert-to-template',
    forCallers(sandbox, async (caller, request, reply) => {
      const record = store.transaction((request.params as { txnId: string }).txnId);
      const given = convertRequest.safeParse(request.body ?? {});
      if (
        !given.success ||
        (given.data.transcript === undefined && given.data.template_id === undefined)
      )
        return reply
          .code(400)
          .send(failed('invalid_request', 'a transcript or a template is wanted'));
      if (!record?.documents || record.clientId !== caller.client.clientId || record.archived)
        return reply.code(404).send(failed('not_found', 'no such transaction'));
      const { template_id = 'clinical_notes_template', target_language = 'en-IN' } = given.data;
      if (!knowsTemplate(sandbox, caller.client.clientId, template_id))
        return reply.code(404).send(failed('not_found', 'no such template'));
      if (!outputLanguages.includes(target_language))
        return reply.code(400).send(failed('invalid_request', 'no such language'));
      const document_id = await processing.addDocument(record, {
        template_id,
        language_output: target_language,
        codification_needed: true,
      });
      return reply.code(202).send({ status: 'success', txn_id: record.txn_id, document_id });
    }),
  );
}
