/**
 * Checks callers: reads the Bearer token and refuses in the words of the chapter (contract 0, error
 * bodies).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { Caller } from './tokens.ts';

export type Handle = (caller: Caller, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A route of the transcription chapter: the handler runs only with a good token. */
export const forCallers =
  ({ tokens }: Pick<Sandbox, 'tokens'>, handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerOf(request);
    const caller = token && (await tokens.caller(token));
    if (!caller) return reply.code(401).send({ error: 'Unauthorized', message: 'no valid token' });
    return handle(caller, request, reply);
  };

/** A route of any other chapter behind a Bearer token. */
export const forBearers =
  ({ tokens }: Pick<Sandbox, 'tokens'>, handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerOf(request);
    const caller = token && (await tokens.caller(token));
    if (!caller) return reply.code(401).send({ message: 'Unauthorized' });
    return handle(caller, request, reply);
  };

/**
 * A route behind the doctor-tool door (contract 1.7): the token stands bare in header `auth`; a
 * Bearer header alone is refused.
 */
export const forDoctorTool =
  ({ tokens }: Pick<Sandbox, 'tokens'>, handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { auth } = request.headers;
    const caller = typeof auth === 'string' ? await tokens.caller(auth) : undefined;
    if (!caller) return reply.code(401).send({ message: 'Unauthorized' });
    return handle(caller, request, reply);
  };

export const bearerOf = (request: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** A refusal of those chapters whose 401 has no shape of its own (contract 0). */
export const messageOnly = { message: 'Unauthorized' };

/** Like `forCallers`, for a chapter that refuses in other words. */
export const callersWith =
  ({ tokens }: Pick<Sandbox, 'tokens'>, refusal: unknown) =>
  (handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerOf(request);
    const caller = token && (await tokens.caller(token));
    return caller ? handle(caller, request, reply) : reply.code(401).send(refusal);
  };
