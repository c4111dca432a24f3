/** Wires what a clinic has beside visits: documents of patients, orders of a ward, webhooks. */

import { isActive } from '../../../shared/model/visit-state.ts';
import { createPatientDocuments } from '../../features/clinic/documents/documents.ts';
import { createOrders } from '../../features/clinic/orders/orders.ts';
import { createWebhooks } from '../../features/clinic/webhooks/webhooks.ts';
import type { Core } from './core.ts';
import type { OutboxParts } from './outbox.ts';
import type { PlatformParts } from './platform.ts';

export type ClinicParts = ReturnType<typeof wireClinic>;

export function wireClinic(core: Core, parts: PlatformParts, { outbox }: OutboxParts) {
  const { ports, vault, store, notify } = core;
  const { platform, account } = parts;
  const { clock, random, profile } = ports;
  const webhooks = createWebhooks({
    clock,
    random,
    secrets: vault.secrets,
    values: store.values,
    platform: platform.webhooks,
    address: account.address,
    hurry: (transactionId) => hurry(core, outbox, transactionId),
    changed: (state) => notify('webhooks.changed', state),
  });
  const documents = createPatientDocuments({
    clock,
    random,
    kept: store.documents,
    chapter: platform.documents,
    practice: profile === 'practice',
    changed: (document) => notify('documents.changed', document),
    gone: (id) => notify('documents.gone', { id }),
    progress: (id, sent, all) => notify('documents.progress', { id, sent, all }),
  });
  const orders = createOrders({
    ipd: platform.ipd,
    values: store.values,
    seal: vault.rows,
    clock,
    random,
    signedIn: () => platform.account.state().state === 'signed-in',
  });
  return { webhooks, documents, orders };
}

function hurry({ store }: Core, outbox: OutboxParts['outbox'], transactionId: string) {
  const id = store.transactions.get(transactionId)?.visitId;
  if (id === undefined) return 'other-visit';
  const state = store.visits.stateOf(id);
  if (state === undefined || !isActive(state)) return 'already-here';
  outbox.wake(id);
  return 'woke';
}
