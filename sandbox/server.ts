/** Builds the practice platform and listens, on this machine only. */
import Fastify from 'fastify';
import { checkJson, requestLimits } from '../shared/strict-json.ts';
import { COMPLETED } from '../shared/wire/webhooks.ts';
import { addAccounts } from './accounts/accounts.ts';
import { addConfig } from './accounts/config.ts';
import { addEmrUsers } from './accounts/emr-user.ts';
import { addPeople } from './accounts/people.ts';
import { addTemplates } from './accounts/templates.ts';
import { createTokens } from './accounts/tokens.ts';
import { addUsers } from './accounts/users.ts';
import { addAdmin } from './admin.ts';
import { addIpd } from './clinic/ipd.ts';
import { addPatientDocuments } from './clinic/patient-documents.ts';
import { addCodification } from './codes/codification.ts';
import { addSymptoms } from './codes/symptoms.ts';
import { addEnvelope } from './envelope/envelope-hooks.ts';
import { addRegistration } from './envelope/registration.ts';
import { addFaultHooks, pathOf } from './faults/fault-hooks.ts';
import { createFaults } from './faults/faults.ts';
import type { Asked, Ports, Sandbox, SandboxOptions } from './sandbox.ts';
import { createProcessing } from './scribe/processing.ts';
import { createScribe } from './scribe/scribe.ts';
import { addAdditionalDocuments } from './session-protocol/additional-documents.ts';
import { addSessionProtocol } from './session-protocol/session-protocol.ts';
import { createListen } from './sound/listen.ts';
import { createSpeech } from './sound/speech.ts';
import { createStateStore } from './state/state-store.ts';
import { addDocuments } from './transactions/documents.ts';
import { addHistory } from './transactions/history.ts';
import { addInit } from './transactions/init.ts';
import { addObjectStore } from './transactions/object-store.ts';
import { createPolicies } from './transactions/policy.ts';
import { addPresign } from './transactions/presign.ts';
import { addSavedDocuments } from './transactions/saved-documents.ts';
import { addSessions } from './transactions/sessions.ts';
import { addStatus } from './transactions/status.ts';
import { addTransactions } from './transactions/transactions.ts';
import { createDeliveries } from './webhooks/deliveries.ts';
import { addSubscriptions, createSubscriptions } from './webhooks/subscriptions.ts';

/** Who begins a request says what it is at once; how long an upload takes is its own matter. */
const httpLimits = {
  bodyLimit: requestLimits.size,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
};
/** Requests that are remembered for the admin routes. */
const REMEMBERED = 2000;

/** Each route has a size of its own: Fastify has counted the bytes before. */
const jsonLimits = { ...requestLimits, size: Number.MAX_SAFE_INTEGER };

function readBody(bytes: Buffer): unknown {
  checkJson(bytes, jsonLimits);
  return bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'));
}

/** Returns its address and how a client signs in. `close` leaves the folder as it is. */
export async function startServer(options: SandboxOptions, ports: Ports) {
  let address = '';
  const sandbox = build(options, ports, () => address);
  const { store, processing, asked, deliveries } = sandbox;
  const server = Fastify({
    forceCloseConnections: true,
    ...httpLimits,
    exposeHeadRoutes: false,
    // Long ids go to the chapter that they are meant for: it knows none of them, and says so in its
    // own words. Lengths beyond this end at Node, which takes 16 kB of headers and address.
    routerOptions: { maxParamLength: 64 * 1024, querystringParser: readQuery },
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
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readBody(Buffer.from(body)));
    } catch {
      // A body that cannot be read is refused by the chapter that reads it, in its own words.
      done(null, null);
    }
  });
  addFaultHooks(server, sandbox);
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
    addPeople,
    addPresign,
    addObjectStore,
    addInit,
    addStatus,
    addTransactions,
    addSessions,
    addDocuments,
    addSavedDocuments,
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
    addAdditionalDocuments,
    addPatientDocuments,
    addRegistration,
  ])
    add(server, sandbox);
  address = await server.listen({ port: options.port, host: '127.0.0.1' });
  processing.resume();

  const { clientId, clientSecret } = store.mainClient();
  return {
    url: address,
    brand: options.brand,
    clientId,
    clientSecret,
    /** By name; what a client must be given by hand, as a real platform gives it. */
    envelopeKeys: store.account.envelopeKeys,
    async close() {
      await server.close();
      await Promise.all([processing.close(), deliveries.close()]);
    },
  };
}

/** A name that stands twice counts where it stands first, so that every value is a text. */
function readQuery(text: string): Record<string, string> {
  const read: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) read[name] ??= value;
  return read;
}

function build(options: SandboxOptions, ports: Ports, url: () => string): Sandbox {
  let off = 0;
  const now = () => ports.now() + off;
  const store = createStateStore({
    folder: options.folder,
    bytes: ports.bytes,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
  });
  const faults = createFaults();
  const listen = createListen({ ffmpeg: options.ffmpeg });
  const speech =
    options.speechUrl === undefined ? undefined : createSpeech({ baseUrl: options.speechUrl });
  const scribe = createScribe({ store, listen, speech, brand: options.brand });
  const subscriptions = createSubscriptions(options.folder);
  const deliveries = createDeliveries({ subscriptions, ports, now, brand: options.brand });
  return {
    options,
    ports,
    now,
    store,
    faults,
    url,
    subscriptions,
    deliveries,
    skew(ms) {
      off = ms;
    },
    tokens: createTokens({ store, now, bytes: ports.bytes, accessSeconds: options.accessSeconds }),
    policies: createPolicies({ key: store.account.key, now }),
    processing: createProcessing({
      store,
      faults,
      ports,
      delay: options.delay,
      scribe,
      forgetSound: options.forgetSound ?? false,
      finished: ({ clientId, txn_id }) => deliveries.tell(clientId, COMPLETED, txn_id),
    }),
    asked: [],
  };
}
