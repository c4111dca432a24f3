/** Requests of a page about webhooks (contract 4). */
import { z } from 'zod';
import {
  actedEvents,
  HIGHEST_PORT,
  LOWEST_PORT,
  type Subscription,
  type WebhookState,
} from '../model/clinic/webhooks.ts';
import { readsSettings } from './not-audited.ts';
import { request, returns } from './request.ts';

export const webhookRequests = {
  'webhooks.state': request(z.undefined(), returns<WebhookState>(), readsSettings),
  /** Opens or closes the door on this computer, and remembers it. */
  'webhooks.listen': request(
    z.object({ on: z.boolean(), port: z.int().min(LOWEST_PORT).max(HIGHEST_PORT) }),
    returns<WebhookState>(),
    { word: 'receiver-switched' },
  ),
  'webhooks.list': request(z.undefined(), returns<readonly Subscription[]>(), readsSettings),
  /** The key is made here and stays in the key store. Answers the list as it is then. */
  'webhooks.register': request(
    z.object({
      endpoint: z.string().trim().min(1).max(1000),
      events: z.array(z.enum(actedEvents)).min(1).max(actedEvents.length),
    }),
    returns<readonly Subscription[]>(),
    { word: 'webhook-registered' },
  ),
  'webhooks.remove': request(
    z.object({ subscriptionId: z.string().min(1).max(200) }),
    returns<readonly Subscription[]>(),
    { word: 'webhook-removed' },
  ),
};

export const webhookNotices = { 'webhooks.changed': returns<WebhookState>() };
