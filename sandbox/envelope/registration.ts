/**
 * The sample of an encrypted JSON call (contract 5.3). What a registration would need is not
 * published, so any object is taken.
 */
import type { FastifyInstance } from 'fastify';
import { ENVELOPE_SAMPLE } from '../../shared/model/account/envelope.ts';
import { forBearers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';

export function addRegistration(server: FastifyInstance, sandbox: Sandbox) {
  server.post(
    ENVELOPE_SAMPLE,
    forBearers(sandbox, (_caller, request, reply) => {
      const { body } = request;
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return reply
          .code(400)
          .send({ error: { message: 'the body must be an object', code: 'invalid_body' } });
      return {
        txnId: sandbox.store.newId('registration'),
        message: 'practice: nothing was begun and nobody was told',
      };
    }),
  );
}
