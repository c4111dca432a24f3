/**
 * Contract 4.1: who wants to be told of what; and, at the door that only a practice platform has,
 * orders to tell somebody.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { registerRequest } from '../../shared/wire/webhooks.ts';
import { callersWith } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { readIfPresent, writeAtomically } from '../state/json-files.ts';
import { identityOf } from '../state/state-store.ts';

const subscriptionRecord = z.object({
  id: z.string(),
  clientId: z.string(),
  event_names: z.array(z.string()),
  endpoint: z.string(),
  signing_key: z.string().nullable(),
  protocol: z.string(),
  created_at: z.string(),
  user: z.string(),
});
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;

/** All of them, in a file of their own. */
export function createSubscriptions(folder: string) {
  const path = join(folder, 'subscriptions.json');
  let records = z.array(subscriptionRecord).parse(JSON.parse(readIfPresent(path) ?? '[]'));
  const keep = (next: SubscriptionRecord[]) => {
    records = next;
    writeAtomically(path, JSON.stringify(records));
  };
  return {
    of: (clientId: string) => records.filter((one) => one.clientId === clientId),
    add: (record: SubscriptionRecord) => keep([...records, record]),
    remove: (id: string) => keep(records.filter((one) => one.id !== id)),
  };
}
export type Subscriptions = ReturnType<typeof createSubscriptions>;

const PATH = '/notification/v1/connect/webhook/subscriptions';
const protocols = ['https', 'http', 'sqs', 'lambda'];
const order = z.object({
  form: z.enum(['seed', 'nested']).optional(),
  /** Milliseconds before the second attempt and before the third. */
  waits: z.array(z.number().min(0).max(60_000)).length(2).optional(),
  deliver: z
    .object({
      event: z.string().default('v2rx.completed'),
      transaction_id: z.string(),
      times: z.int().min(1).max(20).default(1),
    })
    .optional(),
});

export function addSubscriptions(server: FastifyInstance, sandbox: Sandbox) {
  const { store, subscriptions, deliveries } = sandbox;
  const forCallers = callersWith(sandbox, {
    error: { message: 'Unauthorized', code: 'UNAUTHORIZED' },
  });
  const refuse = (reply: FastifyReply, status: number, message: string, code = 'INVALID_REQUEST') =>
    reply.code(status).send({ error: { message, code } });

  server.post(
    PATH,
    forCallers(({ client }, request, reply) => {
      const given = registerRequest.safeParse(request.body);
      if (!given.success)
        return refuse(reply, 400, 'endpoint is required, and the rest has to have its form');
      const { endpoint, event_names = [], signing_key, protocol } = given.data;
      if (!URL.canParse(endpoint) || !protocols.includes(protocol))
        return refuse(reply, 400, 'endpoint or protocol is not valid');
      if (subscriptions.of(client.clientId).some((one) => one.endpoint === endpoint))
        return refuse(reply, 400, 'endpoint already registered');
      const id = store.newId('webhook');
      subscriptions.add({
        id,
        clientId: client.clientId,
        event_names,
        endpoint,
        signing_key: signing_key ?? null,
        protocol,
        created_at: new Date(sandbox.now()).toISOString(),
        user: identityOf(client).uuid,
      });
      return reply.code(201).send({ id, status: 'success' });
    }),
  );

  /** With the secret in clear, as the published platform does (contract 13.6). */
  server.get(
    PATH,
    forCallers(({ client }) => ({
      data: subscriptions
        .of(client.clientId)
        .map(
          ({ id, event_names, endpoint, signing_key, clientId, protocol, created_at, user }) => ({
            id,
            event_names,
            endpoint,
            signing_key,
            client_id: clientId,
            protocol,
            created_at,
            updated_at: created_at,
            created_by: user,
            updated_by: user,
          }),
        ),
      msg: 'success',
    })),
  );

  server.delete(
    `${PATH}/:id`,
    forCallers(({ client }, request, reply) => {
      const { id } = request.params as { id: string };
      if (!/^webhook-practice-\d+$/.test(id)) return refuse(reply, 400, 'not registered');
      if (!subscriptions.of(client.clientId).some((one) => one.id === id))
        return refuse(reply, 404, 'not found', 'NOT_FOUND');
      subscriptions.remove(id);
      return { status: 'deleted', msg: 'success' };
    }),
  );

  server.get('/__sandbox/webhooks', () => ({ deliveries: deliveries.list() }));
  server.post('/__sandbox/webhooks', (request, reply) => {
    const given = order.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    const { deliver, ...change } = given.data;
    deliveries.change(change);
    for (let time = 0; time < (deliver?.times ?? 0); time += 1)
      if (deliver)
        deliveries.tell(store.mainClient().clientId, deliver.event, deliver.transaction_id);
    return { deliveries: deliveries.list() };
  });
}
