/** Contract 1: log in, renew in both forms, log out, who am I. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loginRequest, logoutRequest, refreshRequest } from '../../shared/wire/authentication.ts';
import type { Sandbox } from '../sandbox.ts';
import { identityOf } from '../state/state-store.ts';
import { bearerOf } from './callers.ts';

/** The one key that opens another workspace than one's own. */
const SHARING_KEY = 'practice-sharing-key';
const SHARED_WORKSPACE = 'w-practice-shared';

const BASE = '/connect-auth/v1/account';

const refuse = (reply: FastifyReply, code: number, error: string) =>
  reply.code(code).send({ code, error });

export function addAccounts(
  server: FastifyInstance,
  { store, tokens }: Pick<Sandbox, 'store' | 'tokens'>,
) {
  server.post(`${BASE}/login`, async (request, reply) => {
    const given = loginRequest.safeParse(request.body);
    if (!given.success) return refuse(reply, 400, 'client_id and client_secret are required');
    const { client_id, client_secret, sharing_key } = given.data;
    const client = store.client(client_id);
    if (!client || client.clientSecret !== client_secret)
      return refuse(reply, 401, 'invalid client credentials');
    if (sharing_key !== undefined && sharing_key !== SHARING_KEY)
      return refuse(reply, 403, 'unknown sharing key');
    return tokens.issue(client, sharing_key === undefined ? undefined : SHARED_WORKSPACE);
  });

  /**
   * The current form: names the client, and shows its last access token, which may have expired.
   */
  server.post(`${BASE}/refresh-token`, async (request, reply) => {
    const given = refreshRequest.safeParse(request.body);
    if (given.success && tokens.isPersons(given.data.refresh_token)) return renew(request, reply);
    const clientId = request.headers['client-id'];
    if (typeof clientId !== 'string' || clientId === '')
      return refuse(reply, 400, 'Client-Id is required');
    const last = bearerOf(request);
    if (!last || !(await tokens.caller(last, { evenExpired: true })))
      return refuse(reply, 401, 'no access token');
    return renew(request, reply, clientId);
  });

  server.post(`${BASE}/refresh`, (request, reply) => renew(request, reply));

  async function renew(request: FastifyRequest, reply: FastifyReply, clientId?: string) {
    const given = refreshRequest.safeParse(request.body);
    if (!given.success) return refuse(reply, 400, 'refresh_token is required');
    return (
      (await tokens.renew(given.data.refresh_token, clientId)) ??
      refuse(reply, 401, 'invalid refresh token')
    );
  }

  server.post(`${BASE}/logout`, async (request, reply) => {
    const given = logoutRequest.safeParse(request.body);
    if (!given.success) return refuse(reply, 400, 'refresh_token is required');
    tokens.revoke(given.data.refresh_token);
    return { status: 'success' };
  });

  server.get(`${BASE}/whoami`, async (request, reply) => {
    const token = bearerOf(request);
    const caller = token && (await tokens.caller(token));
    if (!caller) return reply.code(401).send({ message: 'Unauthorized' });
    const { uuid, oid, workspaceId } = identityOf(caller.client);
    return {
      uuid,
      primary_oid: oid,
      workspace_id: caller.workspace ?? workspaceId,
      oid: [oid],
      'is-paid': false,
      username: `practice-${caller.client.number}`,
    };
  });
}
