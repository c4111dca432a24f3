/** Builds the practice platform and opens its door, on this machine only. */
import Fastify from 'fastify';
import { COMPLETED } from '../../shared/wire/webhooks.ts';
import { addAccounts } from './accounts.ts';
import { addAdmin } from './admin.ts';
import { addBlob } from './blob.ts';
import { createBooks } from './books.ts';
import { addCodification } from './codification.ts';
import { addConfig } from './config.ts';
import { createDeliveries } from './deliveries.ts';
import { addDocuments } from './documents.ts';
import { addEmrUsers } from './emr-user.ts';
import { addEnvelope } from './envelope-hooks.ts';
import { createFaults } from './faults.ts';
import { addFurther } from './further.ts';
import { addHistory } from './history.ts';
import { addInit } from './init.ts';
import { addIpd } from './ipd.ts';
import { createListen } from './listen.ts';
import { addRecords } from './patient-records.ts';
import { createPolicies } from './policy.ts';
import { addPresign } from './presign.ts';
import { addRegistration } from './registration.ts';
import type { Asked, Needs, Sandbox, SandboxOptions } from './sandbox.ts';
import { createScribe } from './scribe.ts';
import { addSessionProtocol } from './session-protocol.ts';
import { addSessions } from './sessions.ts';
import { createSpeech } from './speech.ts';
import { addStatus } from './status.ts';
import { addSubscriptions, createSubscriptions } from './subscriptions.ts';
import { addSymptoms } from './symptoms.ts';
import { addTemplates } from './templates.ts';
import { createTokens } from './tokens.ts';
import { addTransactions } from './transactions.ts';
import { addTrouble, pathOf } from './trouble.ts';
import { addUsers } from './users.ts';
import { createWork } from './work.ts';

/** How many requests are remembered for whoever asks. */
const REMEMBERED = 2000;

/** @returns its address and how a client signs in. `close` leaves the folder as it is. */
export async function startServer(options: SandboxOptions, needs: Needs) {
  let address = '';
  const sandbox = build(options, needs, () => address);
  const { books, work, asked, deliveries } = sandbox;
  const server = Fastify({
    forceCloseConnections: true,
    bodyLimit: 4 * 1024 * 1024,
    exposeHeadRoutes: false,
  });

  server.addHook('onRequest', async (request, reply) => {
    // A page of another site may reach this port by a name that it made point here.
    const host = request.headers.host?.replace(/:\d+$/, '');
    if ((host !== '127.0.0.1' && host !== 'localhost') || request.headers.origin !== undefined)
      return reply.code(403).send({ message: 'Forbidden' });
    const id = request.headers['x-request-id'];
    if (typeof id === 'string') reply.header('x-request-id', id);
  });
  server.addHook('onResponse', async (request, reply) => {
    const requestId = request.headers['x-request-id'];
    const one: Asked = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      requestId: typeof requestId === 'string' ? requestId : '',
      at: sandbox.now(),
    };
    if (!one.path.startsWith('/__sandbox')) asked.push(one);
    if (asked.length > REMEMBERED) asked.shift();
  });
  server.addHook(
    'onSend',
    async (_request, reply) => void reply.header('date', new Date(sandbox.now()).toUTCString()),
  );
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      // What cannot be read is refused by the chapter that reads it, in its own words.
      done(null, null);
    }
  });
  addTrouble(server, sandbox);
  addEnvelope(server, sandbox);
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found' }));
  server.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply.code(status).send({
      error: status < 500 ? error.message : 'practice platform failed',
      message: error.message,
      code: String(status),
    });
  });

  for (const add of [
    addAccounts,
    addPresign,
    addBlob,
    addInit,
    addStatus,
    addTransactions,
    addSessions,
    addDocuments,
    addHistory,
    addTemplates,
    addConfig,
    addUsers,
    addEmrUsers,
    addIpd,
    addAdmin,
    addCodification,
    addSymptoms,
    addSubscriptions,
    addSessionProtocol,
    addFurther,
    addRecords,
    addRegistration,
  ])
    add(server, sandbox);
  address = await server.listen({ port: options.port, host: '127.0.0.1' });
  work.resume();

  const { clientId, clientSecret } = books.mainClient();
  return {
    url: address,
    brand: options.brand,
    clientId,
    clientSecret,
    /** By name; what a client must be given by hand, as a real platform gives it. */
    envelopeKeys: books.account.envelopeKeys,
    async close() {
      await server.close();
      await Promise.all([work.close(), deliveries.close()]);
    },
  };
}

function build(options: SandboxOptions, needs: Needs, url: () => string): Sandbox {
  let off = 0;
  const now = () => needs.now() + off;
  const books = createBooks({
    folder: options.folder,
    bytes: needs.bytes,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
  });
  const faults = createFaults();
  const listen = createListen({ ffmpeg: options.ffmpeg });
  const speech =
    options.speechUrl === undefined ? undefined : createSpeech({ baseUrl: options.speechUrl });
  const scribe = createScribe({ books, listen, speech, brand: options.brand });
  const subscriptions = createSubscriptions(options.folder);
  const deliveries = createDeliveries({ subscriptions, needs, now, brand: options.brand });
  return {
    options,
    needs,
    now,
    books,
    faults,
    url,
    subscriptions,
    deliveries,
    skew: (ms) => void (off = ms),
    tokens: createTokens({ books, now, bytes: needs.bytes, accessSeconds: options.accessSeconds }),
    policies: createPolicies({ key: books.account.key, now }),
    work: createWork({
      books,
      faults,
      needs,
      delay: options.delay,
      scribe,
      forgetSound: options.forgetSound ?? false,
      finished: ({ clientId, txn_id }) => deliveries.tell(clientId, COMPLETED, txn_id),
    }),
    asked: [],
  };
}
