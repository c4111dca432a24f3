/** Rows of the contract: orders of a ward and their admissions (contract 8). */
import { z } from 'zod';
import type { Admission, Order, OrderOutcome, UnclearOrder } from '../model/clinic/orders.ts';
import { orderStatuses } from '../wire/ipd.ts';
import { notAudited, request, returns } from './request.ts';

const readsOrders = notAudited(
  'looks up where an order belongs; making and dispatching it have entries',
);

const id = z.string().min(1).max(200);
const word = z.string().trim().min(1).max(200);
const admissionId = z.string().trim().min(1).max(64);

export const ordersRequests = {
  'admissions.get': request(z.object({ id: admissionId }), returns<Admission>(), readsOrders),
  /** Oldest first. */
  'orders.list': request(z.object({ admissionId }), returns<readonly Order[]>(), readsOrders),
  /** Made once, however often the same is asked while its answer is missing. */
  'orders.create': request(
    z.object({
      admissionId,
      rxId: word.optional(),
      owner: word.optional(),
      createdBy: word.optional(),
    }),
    returns<OrderOutcome>(),
    { word: 'order-made' },
  ),
  'orders.setStatus': request(z.object({ id, status: z.enum(orderStatuses) }), returns<Order>(), {
    word: 'order-dispatched',
    when: ({ status }) => status === 'DISPATCHED',
  }),
  /** Orders that were sent and never answered; the platform may have them or not. */
  'orders.unclear': request(z.undefined(), returns<readonly UnclearOrder[]>(), readsOrders),
  'orders.forgetUnclear': request(
    z.object({ key: word }),
    returns<void>(),
    notAudited('forgets a question that has no answer; the order is not touched'),
  ),
};
