/**
 * Sign-in of people (session protocol 2): name and password, and a code that is approved in a
 * browser (RFC 8628). One invented person; a second one is switched off.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MINUTE, SECOND } from '../../shared/time.ts';
import { deviceTokenRequest, passwordRequest } from '../../shared/wire/authentication.ts';
import type { Sandbox } from '../sandbox.ts';
import { identityOf } from '../state/state-store.ts';

const PERSON = 'practice-doctor';
const DISABLED = 'practice-former-doctor';
const PASSWORD = 'practice-password';
const BASE = '/connect-auth/v1';
const PAGE = '/practice-device';
const LIFE = 10 * MINUTE;
const INTERVAL = 5 * SECOND;

type Device = {
  readonly code: string;
  readonly userCode: string;
  readonly endsAt: number;
  interval: number;
  askedAt: number;
  verdict: 'approved' | 'denied' | undefined;
};

const refuse = (reply: FastifyReply, status: number, code: string) =>
  reply
    .code(status)
    .send({ status: 'failed', error: { code, message: code, display_message: code } });

export function addPeople(server: FastifyInstance, sandbox: Sandbox) {
  const devices = new Map<string, Device>();
  server.post(`${BASE}/login`, async (request, reply) => {
    const given = passwordRequest.safeParse(request.body);
    if (!given.success) return refuse(reply, 400, 'missing_required_field');
    const { username, password } = given.data;
    if (password !== PASSWORD || (username !== PERSON && username !== DISABLED))
      return refuse(reply, 401, 'invalid_credentials');
    if (username === DISABLED) return refuse(reply, 403, 'account_disabled');
    return tokensOf(sandbox);
  });
  server.post(`${BASE}/device/code`, () => newDevice(sandbox, devices));
  server.post(`${BASE}/device/token`, async (request, reply) => {
    const given = deviceTokenRequest.safeParse(request.body);
    const device = given.success ? devices.get(given.data.device_code) : undefined;
    if (!device) return refuse(reply, 400, 'invalid_device_code');
    const refusal = refusalOf(device, sandbox.now());
    if (refusal !== undefined) return refuse(reply, 400, refusal);
    devices.delete(device.code);
    return tokensOf(sandbox);
  });
  // Approved by a look: this page stands in for a person who is signed in there.
  server.get(PAGE, (request, reply) => {
    const { user_code: code = '', deny } = request.query as Record<string, string>;
    const device = [...devices.values()].find(({ userCode }) => userCode === code);
    if (device) device.verdict = deny === undefined ? 'approved' : 'denied';
    const said = device ? `The code is ${device.verdict}.` : 'There is no such code here.';
    return reply.type('text/plain').send(`${said}\n`);
  });
}

async function tokensOf({ store, tokens }: Sandbox) {
  const client = store.mainClient();
  const { uuid, oid, businessId } = identityOf(client);
  return {
    status: 'success',
    user: { username: PERSON, display_name: 'Practice Doctor', uuid, oid, b_id: businessId },
    ...(await tokens.issue(client, undefined, PERSON)),
  };
}

function newDevice({ ports, now, url }: Sandbox, devices: Map<string, Device>) {
  const code = `practice-d-${ports.bytes(16).toString('hex')}`;
  const letters = ports.bytes(4).toString('hex').toUpperCase();
  const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  devices.set(code, {
    code,
    userCode,
    endsAt: now() + LIFE,
    interval: INTERVAL,
    askedAt: 0,
    verdict: undefined,
  });
  return {
    device_code: code,
    user_code: userCode,
    verification_uri: `${url()}${PAGE}`,
    verification_uri_complete: `${url()}${PAGE}?user_code=${userCode}`,
    expires_in: LIFE / SECOND,
    interval: INTERVAL / SECOND,
  };
}

/** A verdict does not excuse asking too often; the interval then grows. */
function refusalOf(device: Device, now: number): string | undefined {
  const { askedAt, interval, verdict, endsAt } = device;
  device.askedAt = now;
  if (now >= endsAt) return 'expired_token';
  if (now - askedAt < interval) {
    device.interval += INTERVAL;
    return 'slow_down';
  }
  if (verdict === 'denied') return 'access_denied';
  return verdict === 'approved' ? undefined : 'authorization_pending';
}
