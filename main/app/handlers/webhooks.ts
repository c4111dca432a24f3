/** Webhooks: what a page asks is what the part does. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Webhooks } from '../../features/clinic/webhooks/webhooks.ts';

export type WebhookRequests =
  | 'webhooks.state'
  | 'webhooks.listen'
  | 'webhooks.list'
  | 'webhooks.register'
  | 'webhooks.remove';

export const createWebhookHandlers = ({
  webhooks,
}: {
  readonly webhooks: Webhooks;
}): Pick<Handlers, WebhookRequests> => ({
  'webhooks.state': () => webhooks.state(),
  'webhooks.listen': (choice) => webhooks.listen(choice),
  'webhooks.list': () => webhooks.list(),
  'webhooks.register': ({ endpoint, events }) => webhooks.register(endpoint, events),
  'webhooks.remove': ({ subscriptionId }) => webhooks.remove(subscriptionId),
});
