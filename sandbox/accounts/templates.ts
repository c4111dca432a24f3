/** Contract 3.8: the templates of an account; the three given ones cannot be changed. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { TemplateRecord } from '../state/record-schemas.ts';
import { failed } from '../transactions/transaction.ts';
import { defaultTemplates } from './account-config.ts';
import { forCallers, type Handle } from './callers.ts';

const createRequest = z.object({
  title: z.string().min(1),
  desc: z.string().default(''),
  section_ids: z.array(z.string()),
});
const changeRequest = z.object({
  title: z.string().min(1).optional(),
  desc: z.string().optional(),
  section_ids: z.array(z.string()).optional(),
});

const asDetail = ({ issues }: z.ZodError) => ({
  detail: issues.map(({ path, message, code }) => ({
    loc: ['body', ...path.map(String)],
    msg: message,
    type: code,
  })),
});

export function addTemplates(server: FastifyInstance, sandbox: Sandbox) {
  const { store } = sandbox;
  const PATH = '/voice/api/v1/template';

  server.get(
    PATH,
    forCallers(sandbox, (caller) => ({
      items: [
        ...defaultTemplates.map((template) => ({
          ...template,
          section_ids: [],
          default: true,
          is_favorite: false,
          is_editable: false,
        })),
        ...store.account.templates
          .filter(({ clientId }) => clientId === caller.client.clientId)
          .map(({ clientId: _, ...template }) => ({
            ...template,
            default: false,
            is_favorite: false,
            is_editable: true,
          })),
      ],
    })),
  );

  server.post(
    PATH,
    forCallers(sandbox, (caller, request, reply) => {
      const given = createRequest.safeParse(request.body);
      if (!given.success) return reply.code(422).send(asDetail(given.error));
      const id = store.newId('tpl');
      store.account.templates.push({ id, clientId: caller.client.clientId, ...given.data });
      store.saveAccount();
      return reply.code(201).send({ msg: 'template created', template_id: id });
    }),
  );

  const onMine =
    (handle: (template: TemplateRecord, body: unknown) => string | undefined): Handle =>
    (caller, request, reply) => {
      const { id } = request.params as { id: string };
      if (defaultTemplates.some((template) => template.id === id))
        return reply.code(403).send(failed('forbidden', 'a given template cannot be changed'));
      const template = store.account.templates.find(
        (template) => template.id === id && template.clientId === caller.client.clientId,
      );
      const msg = template && handle(template, request.body ?? {});
      if (!template) return reply.code(404).send(failed('not_found', 'no such template'));
      if (msg === undefined)
        return reply
          .code(422)
          .send({ detail: [{ loc: ['body'], msg: 'unreadable change', type: 'value_error' }] });
      store.saveAccount();
      return { msg };
    };

  server.patch(
    `${PATH}/:id`,
    forCallers(
      sandbox,
      onMine((template, body) => {
        const given = changeRequest.safeParse(body);
        if (!given.success) return undefined;
        Object.assign(template, given.data);
        return 'template updated';
      }),
    ),
  );

  server.delete(
    `${PATH}/:id`,
    forCallers(
      sandbox,
      onMine((template) => {
        store.account.templates = store.account.templates.filter((other) => other !== template);
        return 'template deleted';
      }),
    ),
  );
}
