/** Orders of a ward and their admissions. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { ordersRequests } from '../../../shared/contract/orders.ts';
import { createOrders } from '../../features/clinic/orders/orders.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';

export type OrdersHandlersDeps = {
  readonly platform: Pick<Platform, 'ipd' | 'account'>;
  readonly store: Pick<Store, 'values'>;
  readonly vault: Pick<Vault, 'rows'>;
  readonly ports: Pick<Ports, 'clock' | 'random'>;
};

export function createOrdersHandlers({
  platform: { ipd, account },
  store,
  vault,
  ports: { clock, random },
}: OrdersHandlersDeps): Pick<Handlers, keyof typeof ordersRequests> {
  const orders = createOrders({
    ipd,
    values: store.values,
    seal: vault.rows,
    clock,
    random,
    signedIn: () => account.state().state === 'signed-in',
  });
  return {
    'admissions.get': ({ id }) => ipd.admission(id),
    'orders.list': ({ admissionId }) => ipd.orders(admissionId),
    'orders.create': (draft) => orders.create(draft),
    'orders.setStatus': ({ id, status }) => ipd.setStatus(id, status),
    'orders.unclear': () => orders.unclear(),
    'orders.forgetUnclear': ({ key }) => orders.forget(key),
  };
}
