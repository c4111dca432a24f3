/** Addresses that the platform tells of events. */
import { Failure } from '../../../shared/failure.ts';
import {
  type ActedEvent,
  actedEvents,
  type Subscription,
} from '../../../shared/model/clinic/webhooks.ts';
import { usage, type Values } from '../options.ts';
import type { Context, Family } from './operation.ts';

export const webhooks: Family = {
  summary: 'addresses that the platform tells of events',
  operations: {
    list: {
      does: 'what is registered',
      run: ({ ask }) => ask('webhooks.list', undefined),
    },
    register: {
      does: 'registers a public https address, and prints it with its new id',
      argument: 'URL',
      options: ['event'],
      run: register,
    },
    remove: {
      does: 'takes one away; fails where there is none with this id',
      argument: 'ID',
      run: remove,
    },
  },
  notes: [
    `Events: ${actedEvents.join(', ')}.`,
    'The key that signs deliveries stays in the key store of this computer.',
  ],
  examples: [
    'webhooks register https://relay.example.org/hook --event v2rx.completed',
    'webhooks remove ID',
  ],
};

/** Returns the registration alone, whichever others there are. */
async function register(
  { ask }: Context,
  endpoint: string,
  { event }: Values,
): Promise<Subscription> {
  if (!URL.canParse(endpoint)) throw usage('URL: an address like https://relay.example.org/hook.');
  const events = (event ?? [...actedEvents]) as ActedEvent[];
  const before = await ask('webhooks.list', undefined);
  const after = await ask('webhooks.register', { endpoint, events });
  const same = (one: Subscription) => one.endpoint === new URL(endpoint).href;
  const made =
    after.find((one) => same(one) && before.every(({ id }) => id !== one.id)) ??
    after.findLast((one) => same(one) && one.key === 'ours');
  if (made) return made;
  throw new Failure(
    'offline',
    'The platform took the address but does not list it. Look with "webhooks list" before you register it again.',
    { detail: 'unclear' },
  );
}

/** The platform's own answer is the same whether there was one or not (contract 4.1). */
async function remove({ ask }: Context, id: string): Promise<{ removed: string }> {
  const listed = await ask('webhooks.list', undefined);
  if (listed.every((one) => one.id !== id))
    throw new Failure(
      'missing',
      'There is no such webhook on the platform. Nothing was removed. "webhooks list" shows the ids.',
      { detail: 'no-webhook' },
    );
  await ask('webhooks.remove', { subscriptionId: id });
  return { removed: id };
}
