/**
 * Contract 4.2 to 4.4: tells every subscriber of an event, signed, at least once. It reaches this
 * computer only: a practice platform sends nothing to the internet.
 */
import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { SECOND } from '../../shared/time.ts';
import type { Ports } from '../sandbox.ts';
import type { SubscriptionRecord, Subscriptions } from './subscriptions.ts';

type DeliveriesDeps = {
  readonly subscriptions: Subscriptions;
  readonly ports: Ports;
  readonly now: () => number;
  readonly brand: string;
};
type Form = 'seed' | 'nested';

/**
 * One attempt. `status` 0: no answer came; -1: it was not sent, because the address is not of this
 * computer.
 */
type Delivery = {
  readonly event: string;
  readonly transactionId: string;
  readonly endpoint: string;
  readonly attempt: number;
  readonly status: number;
};

const TIMEOUT = 10 * SECOND;
const ATTEMPTS = 3;
const REMEMBERED = 200;

type DeliveriesState = {
  readonly deps: DeliveriesDeps;
  readonly done: Delivery[];
  /** Timers that run: how each is finished at once, and cancelled. */
  readonly timers: Map<() => void, () => void>;
  readonly running: Set<Promise<void>>;
  form: Form;
  /** Milliseconds before the second and the third attempt. */
  waits: readonly number[];
  closed: boolean;
};

export function createDeliveries(deps: DeliveriesDeps) {
  const state: DeliveriesState = {
    deps,
    done: [],
    timers: new Map(),
    running: new Set(),
    form: 'seed',
    waits: [SECOND, 4 * SECOND],
    closed: false,
  };
  return {
    /** Tells the subscribers of this client about an event of a transaction. */
    tell: (clientId: string, event: string, transactionId: string) =>
      tell(state, clientId, event, transactionId),
    change(next: { form?: Form | undefined; waits?: readonly number[] | undefined }) {
      state.form = next.form ?? state.form;
      state.waits = next.waits ?? state.waits;
    },
    /** Oldest first. */
    list: () => state.done,
    /** A delivery that is still waiting is dropped. */
    close: () => close(state),
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;

function tell(
  state: DeliveriesState,
  clientId: string,
  event: string,
  transactionId: string,
): void {
  const subscribers = state.deps.subscriptions
    .of(clientId)
    .filter(({ event_names }) => event_names.includes(event));
  for (const one of subscribers) {
    const delivery: Promise<void> = deliver(state, one, event, transactionId).finally(() =>
      state.running.delete(delivery),
    );
    state.running.add(delivery);
  }
}

async function deliver(
  state: DeliveriesState,
  to: SubscriptionRecord,
  event: string,
  transactionId: string,
): Promise<void> {
  const { done, waits } = state;
  const body = bodyOf(state, event, transactionId, to);
  for (let attempt = 1; attempt <= ATTEMPTS && !state.closed; attempt += 1) {
    if (attempt > 1) await wait(state, waits[attempt - 2] ?? 0);
    if (state.closed) return;
    const status = await post(state.deps, to, body);
    done.push({ event, transactionId, endpoint: to.endpoint, attempt, status });
    if (done.length > REMEMBERED) done.shift();
    if ((status >= 200 && status < 300) || status === -1) return;
  }
}

/** The seed form, or form (c) of contract 4.2. */
function bodyOf(
  { deps, form }: DeliveriesState,
  event: string,
  transactionId: string,
  { clientId, user }: SubscriptionRecord,
): string {
  const now = deps.now();
  if (form === 'seed')
    return JSON.stringify({
      event,
      data: { transaction_id: transactionId, status: 'completed', session_id: transactionId },
      timestamp: new Date(now).toISOString(),
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
      event_time: Math.floor(now / SECOND),
      transaction_id: transactionId,
      data: {},
    },
  });
}

/** Returns the status; 0 where no answer came, -1 where the address is not of this computer. */
async function post(
  { now, brand }: DeliveriesDeps,
  { endpoint, signing_key }: SubscriptionRecord,
  body: string,
): Promise<number> {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== 'http:' || (hostname !== '127.0.0.1' && hostname !== 'localhost')) return -1;
  const at = Math.floor(now() / SECOND);
  const signature =
    signing_key === null
      ? {}
      : { [`${brand}-webhook-signature`]: `t=${at},v1=${signed(signing_key, `${at}.${body}`)}` };
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

const signed = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

function wait({ deps, timers }: DeliveriesState, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      timers.delete(finish);
      resolve();
    };
    timers.set(finish, deps.ports.after(ms, finish));
  });
}

async function close(state: DeliveriesState): Promise<void> {
  state.closed = true;
  for (const [finish, cancel] of [...state.timers]) {
    cancel();
    finish();
  }
  await Promise.all(state.running);
}
