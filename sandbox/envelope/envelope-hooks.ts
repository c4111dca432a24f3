/**
 * Opens sealed requests before a chapter sees them, and seals its answers: no chapter knows of the
 * envelope (contract 5).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENVELOPE_SAMPLE, familyOf } from '../../shared/model/account/envelope.ts';
import { pathOf } from '../faults/fault-hooks.ts';
import type { Sandbox } from '../sandbox.ts';
import type { EnvelopeKeyRecord } from '../state/record-schemas.ts';
import { openRequest, sealAnswer } from './envelope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that this request was opened with. */
    sealedWith?: EnvelopeKeyRecord | undefined;
  }
}

export function addEnvelope(
  server: FastifyInstance,
  { store, ports, options }: Pick<Sandbox, 'store' | 'ports' | 'options'>,
) {
  server.decorateRequest('sealedWith', undefined);
  const takes = (request: FastifyRequest) => {
    const path = pathOf(request);
    return path === ENVELOPE_SAMPLE || familyOf(path, options.brand) !== undefined;
  };
  const marked = (request: FastifyRequest) =>
    request.headers['x-encryption'] !== undefined && takes(request);

  server.addHook('preParsing', async (request, reply, body) => {
    if (!marked(request)) return body;
    const isJwe = String(request.headers['x-encryption']).trim().toUpperCase() === 'JWE';
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
    if (isJwe && isJson) return body;
    // Read to its end: an answer before that would be lost with the connection.
    for await (const piece of body) void piece;
    await refuse(
      reply,
      415,
      'encryption_unsupported',
      isJwe ? 'an envelope is sent as application/json' : 'X-Encryption can be JWE only',
    );
    return body;
  });

  server.addHook('preValidation', async (request, reply) => {
    if (!marked(request) || reply.sent) return;
    const opened = openRequest(request.body, store.account.envelopeKeys);
    if ('code' in opened) return refuse(reply, 400, opened.code, opened.message);
    request.sealedWith = opened.key;
    request.body = opened.body;
  });

  server.addHook('onSend', async (request, reply, payload) => {
    const key = request.sealedWith;
    const isJson = /^application\/json\b/i.test(String(reply.getHeader('content-type') ?? ''));
    // Answers in plain text stay so: the contract seals JSON. So do failures of the platform
    // itself.
    if (
      !key ||
      !isJson ||
      reply.statusCode >= 500 ||
      (typeof payload !== 'string' && !Buffer.isBuffer(payload)) ||
      payload.length === 0
    )
      return payload;
    reply.header('x-encryption', 'JWE').removeHeader('content-length');
    return sealAnswer(payload, key, ports.bytes(16));
  });
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { message, code } });
