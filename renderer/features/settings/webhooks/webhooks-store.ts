/**
 * State of webhooks: the receiver on this computer, its deliveries, and the addresses registered on
 * the platform.
 */

import type {
  ActedEvent,
  Subscription,
  WebhookState,
} from '../../../../shared/model/clinic/webhooks.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request, useDoor } from '../../../common/stores/core.ts';

type Webhooks = {
  readonly state?: WebhookState;
  /** Undefined until the platform has answered. */
  readonly list?: readonly Subscription[];
};

export const useWebhooks = createStore<Webhooks>(
  'webhooks',
  {},
  { reset: 'holds no patient data', isOfProfile: true },
);

/** Keeps the state current while its screen is open. Returns the function that stops it. */
export function followWebhooks(): () => void {
  const off = useDoor
    .getState()
    .bridge?.on('webhooks.changed', (state) => useWebhooks.setState({ state }));
  void request('webhooks.state').then(
    (state) => useWebhooks.setState({ state }),
    () => undefined,
  );
  return () => off?.();
}

export const loadSubscriptions = async () =>
  useWebhooks.setState({ list: await request('webhooks.list') });
export const registerEndpoint = async (endpoint: string, events: ActedEvent[]) =>
  useWebhooks.setState({ list: await request('webhooks.register', { endpoint, events }) });
export const removeSubscription = async (subscriptionId: string) =>
  useWebhooks.setState({ list: await request('webhooks.remove', { subscriptionId }) });
export const listenAt = async (on: boolean, port: number) =>
  useWebhooks.setState({ state: await request('webhooks.listen', { on, port }) });
