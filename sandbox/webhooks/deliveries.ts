/**
 * Contract 4.2 to 4.4: tells every subscriber of an event, signed, at least once. It reaches this computer only: a practice
 * platform has no business on the internet.
 */
import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { Ports } from '../sandbox.ts';
import type { SubscriptionRecord, Subscriptions } from './subscriptions.ts';

type DeliveriesDeps = {
  readonly subscriptions: Subscriptions;
  readonly ports: Ports;
  readonly now: () => number;
  readonly brand: string;
};
type Form = 'seed' | 'nested';

/** One attempt. `status` 0: nobody answered; -1: it was not sent, being no address of this computer. */
export type Delivery = {
  readonly event: string;
  readonly transactionId: string;
  readonly endpoint: string;
  readonly attempt: number;
  readonly status: number;
};

const TIMEOUT = 10_000;
const ATTEMPTS = 3;
const REMEMBERED = 200;

export function createDeliveries({ subscriptions, ports, now, brand }: DeliveriesDeps) {
  const done: Delivery[] = [];
  const waiting = new Map<() => void, () => void>();
  const running = new Set<Promise<void>>();
  let form: Form = 'seed';
  let waits: readonly number[] = [1000, 4000];
  let closed = false;

  function wait(ms: number) {
    return new Promise<void>((over) => {
      const finish = () => {
        waiting.delete(finish);
        over();
      };
      waiting.set(finish, ports.after(ms, finish));
    });
  }

  /** The seed form, or form (c) of contract 4.2. */
  function bodyOf(
    event: string,
    transactionId: string,
    { clientId, user }: SubscriptionRecord,
  ): string {
    if (form === 'seed')
      return JSON.stringify({
        event,
        data: { transaction_id: transactionId, status: 'completed', session_id: transactionId },
        timestamp: new Date(now()).toISOString(),
      });
    const service = event.split('.')[0] ?? event;
    return JSON.stringify({
      business_id: user.replace(/^u-/, 'b-'),
      client_id: clientId,
      service_id: service,
      event_id: event,
      payload: {
        service,
        event,
        event_time: Math.floor(now() / 1000),
        transaction_id: transactionId,
        data: {},
      },
    });
  }

  async function deliver(to: SubscriptionRecord, event: string, transactionId: string) {
    const body = bodyOf(event, transactionId, to);
    for (let attempt = 1; attempt <= ATTEMPTS && !closed; attempt += 1) {
      if (attempt > 1) await wait(waits[attempt - 2] ?? 0);
      if (closed) return;
      const status = await post(to, body);
      done.push({ event, transactionId, endpoint: to.endpoint, attempt, status });
      if (done.length > REMEMBERED) done.shift();
      if ((status >= 200 && status < 300) || status === -1) return;
    }
  }

  async function post(
    { endpoint, signing_key }: SubscriptionRecord,
    body: string,
  ): Promise<number> {
    const { protocol, hostname } = new URL(endpoint);
    if (protocol !== 'http:' || (hostname !== '127.0.0.1' && hostname !== 'localhost')) return -1;
    const at = Math.floor(now() / 1000);
    const signature =
      signing_key === null
        ? {}
        : {
            [`${brand}-webhook-signature`]: `t=${at},v1=${createHmac('sha256', signing_key).update(`${at}.${body}`).digest('hex')}`,
          };
    try {
      const answer = await request(endpoint, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...signature },
        headersTimeout: TIMEOUT,
        bodyTimeout: TIMEOUT,
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return 0;
    }
  }

  return {
    /** Something happened to a transaction of this client. */
    tell(clientId: string, event: string, transactionId: string) {
      for (const one of subscriptions
        .of(clientId)
        .filter(({ event_names }) => event_names.includes(event))) {
        const delivery: Promise<void> = deliver(one, event, transactionId).finally(() =>
          running.delete(delivery),
        );
        running.add(delivery);
      }
    },
    change(next: { form?: Form | undefined; waits?: readonly number[] | undefined }) {
      form = next.form ?? form;
      waits = next.waits ?? waits;
    },
    /** Oldest first. */
    list: () => done,
    /** What was not delivered by now never is. */
    async close() {
      closed = true;
      for (const [finish, cancel] of [...waiting]) {
        cancel();
        finish();
      }
      await Promise.all(running);
    },
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;
