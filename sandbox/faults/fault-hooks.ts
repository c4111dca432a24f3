/** Lets the ordered faults strike: hooks around every request of the platform's own paths. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { Fault } from './faults.ts';

type OnPath = Extract<Fault, { path: string }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that this request met, if any. */
    fault?: OnPath | undefined;
  }
}

export function addFaultHooks(
  server: FastifyInstance,
  { faults, ports }: Pick<Sandbox, 'faults' | 'ports'>,
) {
  server.decorateRequest('fault', undefined);
  const meeting = createMeeting();

  server.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (path.startsWith('/__sandbox')) return;
    const fault = faults.meet(request.method, path);
    request.fault = fault;
    if (!fault) return;
    if (fault.do === 'delay') await wait(ports, fault.ms);
    if (fault.do === 'stall') return stall(request, reply);
    if (fault.do === 'cut' && fault.when === 'before') return cut(request, reply);
    if (fault.do === 'html') return portal(reply, fault.status);
    if (fault.do === 'status' && fault.afterBytes !== undefined) {
      await readBytes(request, reply, fault.afterBytes);
      await meeting(fault, fault.together);
      return say(reply, fault).send(bodyOf(fault));
    }
    if (fault.do === 'status' && !fault.after) {
      // The body was not read: a kept-alive connection would take it for the next request.
      return say(reply.header('connection', 'close'), fault).send(bodyOf(fault));
    }
  });

  server.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    if (fault?.do === 'cut' && fault.when === 'after') request.raw.socket.destroy();
    if (fault?.do === 'status' && fault.after) {
      say(reply, fault).removeHeader('content-length');
      return bodyOf(fault);
    }
    return payload;
  });
}

/** Holds requests of one fault until so many of them are there. */
function createMeeting() {
  const here = new Map<Fault, (() => void)[]>();
  return (fault: Fault, together: number): Promise<void> =>
    new Promise((resolve) => {
      const waiting = [...(here.get(fault) ?? []), resolve];
      here.set(fault, waiting);
      if (waiting.length < together) return;
      here.delete(fault);
      for (const go of waiting) go();
    });
}

export const pathOf = (request: FastifyRequest) => new URL(request.url, 'http://practice').pathname;

const wait = (ports: Sandbox['ports'], ms: number) =>
  new Promise<void>((done) => void ports.after(ms, done));

function say(reply: FastifyReply, fault: Extract<Fault, { do: 'status' }>) {
  if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
  // For tests that hold all other answers against the contract.
  reply.header('x-practice-fault', 'status');
  return reply.code(fault.status).type(fault.contentType ?? 'application/json');
}

const bodyOf = ({ body, status }: Extract<Fault, { do: 'status' }>) =>
  typeof body === 'string' ? body : JSON.stringify(body ?? { message: `practice fault ${status}` });

const portal = (reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .type('text/html')
    .header('x-practice-fault', 'html')
    .header('connection', 'close')
    .send('<!doctype html><title>Welcome</title><p>Please accept the terms of this network.</p>');

/**
 * Reads so many bytes of the body, or all of it. The rest is thrown away once the answer is out.
 */
function readBytes({ raw }: FastifyRequest, reply: FastifyReply, wanted: number): Promise<void> {
  reply.raw.once('finish', () => raw.resume());
  return new Promise((resolve) => {
    let bytes = 0;
    raw.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes < wanted || reply.raw.writableEnded) return;
      raw.pause();
      resolve();
    });
    raw.once('close', resolve);
    raw.once('end', resolve);
  });
}

function cut(request: FastifyRequest, reply: FastifyReply) {
  request.raw.socket.destroy();
  reply.hijack();
  return reply;
}

function stall(request: FastifyRequest, reply: FastifyReply) {
  // Reads on, so that the sender waits for the answer and not for the connection.
  request.raw.resume();
  reply.hijack();
  return reply;
}
