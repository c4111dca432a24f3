/** The admission that is being looked at, its orders, and the order that is being made. It names a patient: nothing is kept over a lock. */

import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type {
  Admission,
  Order,
  OrderDraft,
  UnclearOrder,
} from '../../../../shared/model/clinic/orders.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';

type Ward = {
  /** As typed. */
  readonly search: string;
  /** The question under way; what answers an older one is dropped. */
  readonly looking?: object | undefined;
  readonly admission?: Admission | undefined;
  /** The admission that was on the screen last: what was chosen may be meant for it. */
  readonly lastSeen?: string | undefined;
  readonly orders: readonly Order[];
  readonly failure?: Failure | undefined;
  readonly unclear: readonly UnclearOrder[];
  /** A visit's transaction id, `typed`, or empty for none. */
  readonly visit: string;
  readonly typedRx: string;
};

const nothing: Ward = { search: '', orders: [], unclear: [], visit: '', typedRx: '' };
export const useWard = createStore('orders', nothing, { reset: () => forgetWard() });
export const setWard = (part: Partial<Pick<Ward, 'search' | 'visit' | 'typedRx'>>) =>
  useWard.setState(part);
/** The next order is for this visit's prescription; whose admission it is, is still to be found. */
export const orderFor = (transactionId: string) =>
  useWard.setState({
    visit: transactionId,
    typedRx: '',
    admission: undefined,
    lastSeen: undefined,
    orders: [],
    failure: undefined,
    search: '',
    looking: undefined,
  });
export const forgetWard = () => useWard.setState(nothing, true);

/** Looks up the admission and its orders; answers whether it is there. What was chosen for another admission's order is not carried over to it. */
export async function lookUp(id: string): Promise<boolean> {
  const looking = {};
  const current = () => useWard.getState().looking === looking;
  // Where looking it up anew failed, nothing is on the screen, but what was chosen is still meant for it.
  const { admission: shown, lastSeen: before } = useWard.getState();
  const lastSeen = shown?.id ?? before;
  const another = lastSeen !== undefined && lastSeen !== id;
  useWard.setState({
    looking,
    failure: undefined,
    admission: undefined,
    orders: [],
    ...(another ? { visit: '', typedRx: '', lastSeen: undefined } : { lastSeen }),
  });
  try {
    const [admission, orders] = await Promise.all([
      request('admissions.get', { id }),
      request('orders.list', { admissionId: id }),
    ]);
    // Another one was asked for meanwhile, or the vault was locked.
    if (!current()) return false;
    useWard.setState({ admission, orders, search: id, looking: undefined });
    return true;
  } catch (error) {
    if (current()) useWard.setState({ failure: asFailure(error), looking: undefined });
    return false;
  }
}

/** Of the admission that is on the screen, if it is still there when the answer comes. */
async function reload(admissionId: string): Promise<void> {
  const orders = await request('orders.list', { admissionId });
  if (useWard.getState().admission?.id === admissionId) useWard.setState({ orders });
}

export async function loadUnclear(): Promise<void> {
  const unclear = await request('orders.unclear');
  if (!isLocked()) useWard.setState({ unclear });
}

/** Answers whether it had been made before, by an attempt whose answer was lost. */
export async function makeOrder(draft: OrderDraft): Promise<boolean> {
  try {
    const { order, found } = await request('orders.create', {
      admissionId: draft.admissionId,
      ...(draft.rxId && { rxId: draft.rxId }),
      ...(draft.owner && { owner: draft.owner }),
      ...(draft.createdBy && { createdBy: draft.createdBy }),
    });
    if (useWard.getState().admission?.id === draft.admissionId) {
      useWard.setState(({ orders }) => ({
        orders: [...orders.filter(({ id }) => id !== order.id), order],
        visit: '',
        typedRx: '',
      }));
      await reload(draft.admissionId).catch(() => {});
    }
    return found;
  } finally {
    await loadUnclear().catch(() => {});
  }
}

export async function forgetUnclear(key: string): Promise<void> {
  await request('orders.forgetUnclear', { key });
  await loadUnclear();
}

export async function dispatch(id: string): Promise<void> {
  const order = await request('orders.setStatus', { id, status: 'DISPATCHED' });
  if (!isLocked())
    useWard.setState(({ orders }) => ({
      orders: orders.map((one) => (one.id === id ? order : one)),
    }));
}
