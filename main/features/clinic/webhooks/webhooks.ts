/**
 * Webhooks, for whoever has a relay: addresses registered on the platform, and the door on this
 * computer for what the relay hands on. An event is a hint: it makes the queue look at once. Asking
 * in turns goes on beside it, so nothing depends on a delivery.
 */

import { z } from 'zod';
import { asFailure } from '../../../../shared/failure.ts';
import {
  DEFAULT_PORT,
  type Delivered,
  type DeliveryOutcome,
  HIGHEST_PORT,
  LOWEST_PORT,
  type Subscription,
  type WebhookState,
} from '../../../../shared/model/clinic/webhooks.ts';
import type { Webhooks as PlatformWebhooks } from '../../../infrastructure/platform/api/webhooks.ts';
import type { Address } from '../../../infrastructure/platform/client/address.ts';
import type { Clock, KeyStore, Random } from '../../../infrastructure/ports.ts';
import { readHint } from './event.ts';
import { createWebhookKeys, type WebhookKeys } from './keys.ts';
import { HOOK_PATH, openReceiver, type Receiver } from './receiver.ts';

export type WebhooksDeps = {
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly secrets: KeyStore;
  readonly values: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly platform: PlatformWebhooks;
  readonly address: () => Address;
  /** Hurries the work on this transaction and returns the outcome. Throws `locked`. */
  readonly hurry: (
    transactionId: string,
  ) => Extract<DeliveryOutcome, 'woke' | 'already-here' | 'other-visit'>;
  readonly changed: (state: WebhookState) => void;
};

export type Webhooks = {
  state(): WebhookState;
  /**
   * The vault is open: opens the door where the person wants it. Never throws; `state` tells what
   * went wrong.
   */
  open(): Promise<void>;
  /** The vault is locked, or Scriba ends: nothing can be checked any more. */
  close(): Promise<void>;
  /** Throws `refused` / `port-busy`, `port-refused`; then all stays as it was. */
  listen(choice: { on: boolean; port: number }): Promise<WebhookState>;
  list(): Promise<Subscription[]>;
  /** Throws what the platform's chapter throws. */
  register(endpoint: string, events: readonly string[]): Promise<Subscription[]>;
  remove(subscriptionId: string): Promise<Subscription[]>;
};

const CHOICE = 'webhooks.receiver';
const MOST_DELIVERED = 50;
const choiceSchema = z.object({
  on: z.boolean(),
  port: z.int().min(LOWEST_PORT).max(HIGHEST_PORT),
});

type Session = {
  readonly deps: WebhooksDeps;
  readonly keys: WebhookKeys;
  /** One change at a time: two receivers at one port would be a busy port of our own making. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  /** Resolves when no change is under way. */
  readonly settled: () => Promise<void>;
  receiver: Receiver | undefined;
  /** Detail of the failure that kept the receiver from opening. */
  trouble: string | undefined;
  /** Between `open` and `close`. */
  awake: boolean;
  delivered: readonly Delivered[];
};

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const session: Session = {
    deps,
    keys: createWebhookKeys(deps),
    ...createTurns(),
    receiver: undefined,
    trouble: undefined,
    awake: false,
    delivered: [],
  };
  return {
    state: () => stateOf(session),
    list: () => list(session),
    open: () => open(session),
    close: () => close(session),
    listen: (next) => listen(session, next),
    register: (endpoint, events) => register(session, endpoint, events),
    remove: (subscriptionId) => remove(session, subscriptionId),
  };
}

function createTurns(): Pick<Session, 'inTurn' | 'settled'> {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    inTurn(run) {
      const done = turn.catch(() => {}).then(run);
      turn = done;
      return done;
    },
    settled: () =>
      turn.then(
        () => {},
        () => {},
      ),
  };
}

/** The practice platform beside us has another port with each start, and is the same. */
function ownerOf({ deps }: Session) {
  const { baseUrl, clientId } = deps.address();
  return { baseUrl: baseUrl.replace(/^(http:\/\/127\.0\.0\.1):\d+/, '$1'), clientId };
}

const ourKeys = (session: Session) => session.keys.of(ownerOf(session)).map(({ key }) => key);

function headerOf({ deps }: Session): string {
  const { brand } = deps.address();
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)}-Webhook-Signature`;
}

function stateOf(session: Session): WebhookState {
  const { deps, trouble, delivered } = session;
  const { on, port } = readChoice(deps.values.get(CHOICE));
  return {
    on,
    port,
    delivered,
    header: headerOf(session),
    keys: ourKeys(session).length,
    relayTo: `http://127.0.0.1:${port}${HOOK_PATH}`,
    receiver: receiverState(session, on),
    ...(trouble !== undefined && { trouble }),
  };
}

function receiverState({ receiver, awake }: Session, on: boolean): WebhookState['receiver'] {
  if (receiver) return 'listening';
  if (!on) return 'off';
  return awake ? 'failed' : 'waiting';
}

const announce = (session: Session) => session.deps.changed(stateOf(session));

function put(
  session: Session,
  outcome: DeliveryOutcome,
  about: Pick<Delivered, 'event' | 'transactionId'> = {},
): void {
  const [last, ...before] = session.delivered;
  const at = session.deps.clock.now();
  const again =
    last?.outcome === outcome &&
    last.event === about.event &&
    last.transactionId === about.transactionId;
  // A caller that knocks a thousand times takes one line.
  session.delivered = again
    ? [{ ...last, at, times: last.times + 1 }, ...before]
    : [{ at, outcome, times: 1, ...about }, ...session.delivered].slice(0, MOST_DELIVERED);
  announce(session);
}

function take(session: Session, event: unknown): void {
  const { event: name, transactionId, acts } = readHint(event);
  const about = {
    ...(name !== undefined && { event: name }),
    ...(transactionId !== undefined && { transactionId }),
  };
  put(session, acts ? hurried(session, transactionId) : 'other-event', about);
}

function hurried({ deps }: Session, transactionId: string | undefined): DeliveryOutcome {
  if (transactionId === undefined) return 'other-visit';
  try {
    return deps.hurry(transactionId);
  } catch {
    // Locked in this very moment: the note is fetched when the vault is opened.
    return 'other-visit';
  }
}

const openAt = (session: Session, port: number) =>
  openReceiver(port, {
    clock: session.deps.clock,
    header: () => headerOf(session),
    keys: () => ourKeys(session),
    accepted: (event) => take(session, event),
    repeated: () => put(session, 'repeated'),
    refused: (reason) => put(session, reason),
  });

async function shut(session: Session): Promise<void> {
  const old = session.receiver;
  session.receiver = undefined;
  await old?.close();
}

function open(session: Session): Promise<void> {
  session.awake = true;
  return session.inTurn(async () => {
    // Locked again before its turn came.
    if (!session.awake) return;
    const { on, port } = readChoice(session.deps.values.get(CHOICE));
    try {
      await session.keys.load();
      if (on && !session.receiver) session.receiver = await openAt(session, port);
      session.trouble = undefined;
    } catch (error) {
      session.trouble = asFailure(error).detail ?? asFailure(error).code;
    }
    if (on) announce(session);
  });
}

function close(session: Session): Promise<void> {
  session.awake = false;
  session.keys.forget();
  return session.inTurn(async () => {
    // Once more: they may have been on their way in.
    session.keys.forget();
    await shut(session);
  });
}

function listen(session: Session, next: { on: boolean; port: number }): Promise<WebhookState> {
  const { values } = session.deps;
  return session.inTurn(async () => {
    const before = readChoice(values.get(CHOICE));
    const isOpen = session.receiver !== undefined && before.port === next.port;
    if (next.on && session.awake && !isOpen) {
      const opened = await openAt(session, next.port);
      await shut(session);
      session.receiver = opened;
    }
    if (!next.on) await shut(session);
    values.set(CHOICE, JSON.stringify(next));
    session.trouble = undefined;
    announce(session);
    return stateOf(session);
  });
}

async function list(session: Session): Promise<Subscription[]> {
  // The keys may be on their way in: the vault has just been opened.
  await session.settled();
  const found = await session.deps.platform.list(ourKeys(session));
  // A registration whose answer was lost is found again here.
  for (const { id, endpoint, key } of found) {
    const [lost, second] = unsettled(session, endpoint);
    if (key === 'ours' && lost && !second) await session.keys.settle(lost.key, id);
  }
  return found;
}

/** Registrations of this address that the platform has not confirmed. */
const unsettled = (session: Session, endpoint: string) =>
  session.keys
    .of(ownerOf(session))
    .filter((one) => one.subscriptionId === undefined && tidy(one.endpoint) === tidy(endpoint));

async function register(
  session: Session,
  endpoint: string,
  events: readonly string[],
): Promise<Subscription[]> {
  const { keys, deps } = session;
  if (unsettled(session, endpoint).length > 0) {
    const found = await list(session);
    if (found.some((one) => one.key === 'ours' && tidy(one.endpoint) === tidy(endpoint)))
      return found;
  }
  const made = await keys.make(ownerOf(session), endpoint);
  try {
    await keys.settle(made.key, await deps.platform.register(endpoint, events, made.key));
  } catch (error) {
    // The platform may have registered it: the key is kept, deliveries may come, and the list then
    // tells that they are ours.
    if (!UNCLEAR.includes(asFailure(error).detail ?? ''))
      await keys.remove(({ key }) => key === made.key);
    throw error;
  }
  announce(session);
  return list(session);
}

/** Details of failures after which the platform may have done it. */
const UNCLEAR = ['unclear', 'platform-error', 'platform-busy'];

async function remove(session: Session, subscriptionId: string): Promise<Subscription[]> {
  const { baseUrl, clientId } = ownerOf(session);
  await session.deps.platform.remove(subscriptionId);
  await session.keys.remove(
    (one) =>
      one.subscriptionId === subscriptionId && one.baseUrl === baseUrl && one.clientId === clientId,
  );
  announce(session);
  return list(session);
}

const tidy = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).href : endpoint);

function readChoice(text: string | undefined): z.infer<typeof choiceSchema> {
  try {
    return choiceSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return { on: false, port: DEFAULT_PORT };
  }
}
