/**
 * Webhooks, for whoever has a relay: addresses registered on the platform, and the door on this computer for what the relay hands on.
 * An event is a hint: it makes the queue look at once. Asking in turns goes on beside it, so nothing depends on a delivery.
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
import { createWebhookKeys } from './keys.ts';
import { HOOK_PATH, openReceiver, type Receiver } from './receiver.ts';

export type WebhooksDeps = {
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly secrets: KeyStore;
  readonly values: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly platform: PlatformWebhooks;
  readonly address: () => Address;
  /** What is to be done about this transaction; it does it. Throws `locked`. */
  readonly hurry: (
    transactionId: string,
  ) => Extract<DeliveryOutcome, 'woke' | 'already-here' | 'other-visit'>;
  readonly changed: (state: WebhookState) => void;
};

export type WebhooksPart = {
  state(): WebhookState;
  /** The vault is open: opens the door where the person wants it. Never throws; `state` tells what went wrong. */
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

export function createWebhooks({
  clock,
  random,
  secrets,
  values,
  platform,
  address,
  hurry,
  changed,
}: WebhooksDeps): WebhooksPart {
  const keys = createWebhookKeys({ secrets, random });
  let receiver: Receiver | undefined;
  let trouble: string | undefined;
  /** Between `open` and `close`. */
  let awake = false;
  let delivered: readonly Delivered[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  const choice = () => readChoice(values.get(CHOICE));
  // The practice platform beside us has another port with each start, and is the same.
  const owner = () => ({
    baseUrl: address().baseUrl.replace(/^(http:\/\/127\.0\.0\.1):\d+/, '$1'),
    clientId: address().clientId,
  });
  const ours = () => keys.of(owner()).map(({ key }) => key);
  const header = () =>
    `${address().brand.charAt(0).toUpperCase()}${address().brand.slice(1)}-Webhook-Signature`;

  function state(): WebhookState {
    const { on, port } = choice();
    return {
      on,
      port,
      delivered,
      header: header(),
      keys: ours().length,
      relayTo: `http://127.0.0.1:${port}${HOOK_PATH}`,
      receiver: receiver ? 'listening' : !on ? 'off' : awake ? 'failed' : 'waiting',
      ...(trouble !== undefined && { trouble }),
    };
  }

  function put(outcome: DeliveryOutcome, about: Pick<Delivered, 'event' | 'transactionId'> = {}) {
    const [last, ...before] = delivered;
    const again =
      last?.outcome === outcome &&
      last.event === about.event &&
      last.transactionId === about.transactionId;
    // Somebody who knocks a thousand times takes one line.
    delivered = again
      ? [{ ...last, at: clock.now(), times: last.times + 1 }, ...before]
      : [{ at: clock.now(), outcome, times: 1, ...about }, ...delivered].slice(0, MOST_DELIVERED);
    changed(state());
  }

  function take(event: unknown) {
    const { event: name, transactionId, acts } = readHint(event);
    const about = {
      ...(name !== undefined && { event: name }),
      ...(transactionId !== undefined && { transactionId }),
    };
    if (!acts) return put('other-event', about);
    if (transactionId === undefined) return put('other-visit', about);
    try {
      put(hurry(transactionId), about);
    } catch {
      // Locked in this very moment: the note is fetched when the vault is opened.
      put('other-visit', about);
    }
  }

  const openDoor = (port: number) =>
    openReceiver(port, {
      clock,
      header,
      keys: ours,
      accepted: take,
      repeated: () => put('repeated'),
      refused: (reason) => put(reason),
    });

  /** One change at a time: two doors at one port would be a busy port of our own making. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = turn.catch(() => {}).then(run);
    turn = done;
    return done;
  }

  async function shut() {
    const old = receiver;
    receiver = undefined;
    await old?.close();
  }

  async function list() {
    // The keys may be on their way in: the vault has just been opened.
    await turn.catch(() => {});
    const found = await platform.list(ours());
    // A registration whose answer was lost is found again here.
    for (const { id, endpoint, key } of found) {
      const [lost, second] = unsettled(endpoint);
      if (key === 'ours' && lost && !second) await keys.settle(lost.key, id);
    }
    return found;
  }

  const unsettled = (endpoint: string) =>
    keys
      .of(owner())
      .filter((one) => one.subscriptionId === undefined && tidy(one.endpoint) === tidy(endpoint));

  return {
    state,
    list,

    open() {
      awake = true;
      return inTurn(async () => {
        // Locked again before its turn came.
        if (!awake) return;
        const { on, port } = choice();
        try {
          await keys.load();
          if (on && !receiver) receiver = await openDoor(port);
          trouble = undefined;
        } catch (error) {
          trouble = asFailure(error).detail ?? asFailure(error).code;
        }
        if (on) changed(state());
      });
    },

    close() {
      awake = false;
      keys.forget();
      return inTurn(async () => {
        // Once more: they may have been on their way in.
        keys.forget();
        await shut();
      });
    },

    listen: (next) =>
      inTurn(async () => {
        const before = choice();
        if (next.on && awake && !(receiver && before.port === next.port)) {
          const opened = await openDoor(next.port);
          await shut();
          receiver = opened;
        }
        if (!next.on) await shut();
        values.set(CHOICE, JSON.stringify(next));
        trouble = undefined;
        changed(state());
        return state();
      }),

    async register(endpoint, events) {
      if (unsettled(endpoint).length > 0) {
        const found = await list();
        if (found.some((one) => one.key === 'ours' && tidy(one.endpoint) === tidy(endpoint)))
          return found;
      }
      const made = await keys.make(owner(), endpoint);
      try {
        await keys.settle(made.key, await platform.register(endpoint, events, made.key));
      } catch (error) {
        // Where nobody knows, the key is kept: deliveries may come, and the list then tells that they are ours.
        if (!['unclear', 'platform-error', 'platform-busy'].includes(asFailure(error).detail ?? ''))
          await keys.remove(({ key }) => key === made.key);
        throw error;
      }
      changed(state());
      return list();
    },

    async remove(subscriptionId) {
      const { baseUrl, clientId } = owner();
      await platform.remove(subscriptionId);
      await keys.remove(
        (one) =>
          one.subscriptionId === subscriptionId &&
          one.baseUrl === baseUrl &&
          one.clientId === clientId,
      );
      changed(state());
      return list();
    },
  };
}

const tidy = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).href : endpoint);

function readChoice(text: string | undefined): z.infer<typeof choiceSchema> {
  try {
    return choiceSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return { on: false, port: DEFAULT_PORT };
  }
}
