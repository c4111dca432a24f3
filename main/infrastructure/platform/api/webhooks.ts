/**
 * Contract 4.1: subscriptions to the event that a note is ready. The keys that the platform sends
 * in clear never leave this file.
 */
import { timingSafeEqual } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type { Subscription } from '../../../../shared/model/clinic/webhooks.ts';
import {
  listAnswer,
  type RegisterRequest,
  registerAnswer,
} from '../../../../shared/wire/webhooks.ts';
import { type Address, readUrl, segment } from '../client/address.ts';
import type { Client } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { readJson } from '../client/status-failure.ts';

export type Webhooks = {
  /** `keys`: of this computer, to tell its own subscriptions from others. */
  list(keys: readonly string[]): Promise<Subscription[]>;
  /**
   * Registers, and returns the subscription's id; also where the first answer was lost and the list
   * then shows it. Throws `invalid` / `endpoint-not-public` and what `readUrl` throws, `refused` /
   * `webhook-refused` (registered before, mostly); `offline` / `unclear` where nobody can say
   * whether it is registered.
   */
  register(endpoint: string, events: readonly string[], key: string): Promise<string>;
  /** One that is not there any more counts as removed. */
  remove(id: string): Promise<void>;
};

const PATH = '/notification/v1/connect/webhook/subscriptions';
const MOST = 200;
const LONGEST_NAME = 100;
const LONGEST_ENDPOINT = 1000;

export type PlatformWebhooksDeps = {
  readonly client: Client;
  readonly address: () => Address;
};

export function createPlatformWebhooks(deps: PlatformWebhooksDeps): Webhooks {
  const { client } = deps;
  return {
    async list(keys) {
      const data = await read(client);
      return data.slice(0, MOST).map((subscription) => present(subscription, keys));
    },
    register: (endpoint, events, key) => register(deps, endpoint, events, key),
    async remove(id) {
      const path = `${PATH}/${segment(id)}`;
      const answer = await client.send({ method: 'DELETE', path, retry: 'safe' });
      if (answer.status >= 300 && answer.status !== 400 && answer.status !== 404)
        throw client.failureOf(answer);
    },
  };
}

type WireSubscription = z.infer<typeof listAnswer>['data'][number];

const read = async (client: Client): Promise<WireSubscription[]> =>
  (await client.ask({ method: 'GET', path: PATH, retry: 'safe' }, listAnswer)).data;

const present = (
  { id, endpoint, event_names, signing_key }: WireSubscription,
  keys: readonly string[],
): Subscription => ({
  id: sanitizeText(id, 200),
  endpoint: sanitizeText(endpoint, LONGEST_ENDPOINT),
  events: event_names.slice(0, MOST).map((name) => sanitizeText(name, LONGEST_NAME)),
  key: keyOrigin(signing_key, keys),
});

function keyOrigin(key: string | null | undefined, ours: readonly string[]): Subscription['key'] {
  if (!key) return 'none';
  return ours.some((one) => isSame(one, key)) ? 'ours' : 'other';
}

async function register(
  { client, address }: PlatformWebhooksDeps,
  endpoint: string,
  events: readonly string[],
  key: string,
): Promise<string> {
  const url = checkEndpoint(endpoint, address().baseUrl);
  const body: RegisterRequest = {
    event_names: [...events],
    endpoint: url,
    signing_key: key,
    protocol: 'https',
  };
  try {
    return await post(client, body);
  } catch (error) {
    if (!isUnclear(error)) throw error;
    // Not to be sent twice: the platform may have it already (contract 4.1).
    const id = await registeredId(client, url, key).catch(() => {
      throw error;
    });
    return id ?? post(client, body);
  }
}

async function post(client: Client, body: RegisterRequest): Promise<string> {
  const answer = await client.send({ method: 'POST', path: PATH, body, retry: 'post' });
  if (answer.status === 400 || answer.status === 409 || answer.status === 422) {
    throw new Failure(
      'refused',
      'The platform did not take this address. It may be registered already: look at the list.',
      { detail: 'webhook-refused' },
    );
  }
  if (answer.status >= 300) throw client.failureOf(answer);
  const given = registerAnswer.safeParse(readJson(answer));
  if (!given.success)
    throw new Failure(
      'offline',
      'The platform took the address but did not say so in a form that Scriba knows.',
      { detail: 'unclear' },
    );
  return given.data.id;
}

const registeredId = async (
  client: Client,
  endpoint: string,
  key: string,
): Promise<string | undefined> =>
  (await read(client)).find(
    (one) => one.endpoint === endpoint && one.signing_key && isSame(one.signing_key, key),
  )?.id;

/** The connection broke after it was sent, or the platform failed while it had it. */
function isUnclear(error: unknown): boolean {
  const { code, detail } = asFailure(error);
  return (
    (code === 'offline' && detail === 'unclear') ||
    (code === 'busy' && (detail === 'platform-error' || detail === 'platform-busy'))
  );
}

/**
 * An address that the platform can reach: https, and on the internet unless the platform itself is
 * on this computer. Throws `invalid` / `address-invalid`, `address-insecure`,
 * `endpoint-not-public`.
 */
export function checkEndpoint(endpoint: string, baseUrl: string): string {
  const url = readUrl(endpoint.trim());
  if (isPrivate(url) && !isPrivate(readUrl(baseUrl))) {
    throw new Failure(
      'invalid',
      'The platform cannot reach this address: it is one of this computer or of its own network. Enter the public https address of your relay.',
      { detail: 'endpoint-not-public' },
    );
  }
  return url.href;
}

/** This computer, its own network, or a name that only that network knows. */
function isPrivate({ hostname }: URL): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIPv4(name))
    return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      name,
    );
  if (isIPv6(name)) return /^(::1?$|::ffff:|f[cd]|fe[89ab])/i.test(name);
  return !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name);
}

/** In constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
