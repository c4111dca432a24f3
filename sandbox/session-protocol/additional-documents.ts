/** Contract 11: one more document out of a transaction that is written already. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { forCallers } from '../accounts/callers.ts';
import { defaultTemplates, outputLanguages } from '../accounts/offer.ts';
import type { Sandbox } from '../sandbox.ts';
import { failed } from '../transactions/transaction.ts';

const convertRequest = z.object({
  transcript: z.string().optional(),
  template_id: z.string().min(1).optional(),
  target_language: z.string().optional(),
});

/** A given template, or one of the caller's own. */
export const knowsTemplate = ({ books }: Pick<Sandbox, 'books'>, clientId: string, id: string) =>
  defaultTemplates.some((template) => template.id === id) ||
  books.account.templates.some((template) => template.id === id && template.clientId === clientId);

export function addFurther(server: FastifyInstance, sandbox: Sandbox) {
  const { books, work } = sandbox;

  server.post(
    '/voice/api/v1/transaction/:txnId/convert-to-template',
    forCallers(sandbox, async (caller, request, reply) => {
      const record = books.transaction((request.params as { txnId: string }).txnId);
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
      const document_id = await work.further(record, {
        template_id,
        language_output: target_language,
        codification_needed: true,
      });
      return reply.code(202).send({ status: 'success', txn_id: record.txn_id, document_id });
    }),
  );
}
