/** Contract 3.8: past sessions, newest first. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { forCallers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { failed } from './transaction.ts';
import { summaryOf } from './transactions.ts';

const query = z.object({
  count: z.coerce.number().int().min(1).optional(),
  oid: z.string().optional(),
});

export function addHistory(server: FastifyInstance, sandbox: Sandbox) {
  server.get(
    '/voice/api/v2/transaction/history',
    forCallers(sandbox, (caller, request, reply) => {
      const given = query.safeParse(request.query);
      if (!given.success)
        return reply.code(400).send(failed('invalid_request', 'count must be 1 or more'));
      if (!caller.uuid)
        return reply.code(400).send(failed('invalid_request', 'the token names no user'));
      const { count = Infinity, oid } = given.data;
      const data = sandbox.store
        .transactions()
        .reverse()
        .filter(
          (record) =>
            record.init &&
            record.clientId === caller.client.clientId &&
            !record.archived &&
            record.user_status !== 'cancelled',
        )
        .filter((record) => oid === undefined || record.patient_details?.oid === oid)
        .slice(0, count)
        .map((record) => ({
          ...summaryOf(record),
          uuid: caller.uuid,
          oid: String(record.patient_details?.oid ?? ''),
        }));
      if (data.length === 0)
        return reply.code(404).send({ status: 'failed', error: 'no sessions' });
      return { status: 'success', data, retrieved_count: data.length };
    }),
  );
}
