/** Requests about orders of a ward and their admissions. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { ordersRequests } from '../../../shared/contract/orders.ts';
import type { Orders } from '../../features/clinic/orders/orders.ts';
import type { Platform } from '../../infrastructure/platform/platform.ts';

export type OrdersHandlersDeps = {
  readonly ipd: Platform['ipd'];
  readonly orders: Orders;
};

export function createOrdersHandlers({
  ipd,
  orders,
}: OrdersHandlersDeps): Pick<Handlers, keyof typeof ordersRequests> {
  return {
    'admissions.get': ({ id }) => ipd.admission(id),
    'orders.list': ({ admissionId }) => ipd.orders(admissionId),
    'orders.create': (draft) => orders.create(draft),
    'orders.setStatus': ({ id, status }) => ipd.setStatus(id, status),
    'orders.unclear': () => orders.unclear(),
    'orders.forgetUnclear': ({ key }) => orders.forget(key),
  };
}
