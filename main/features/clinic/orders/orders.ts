/**
 * Makes each order once, whatever breaks on the way: before one is sent, its key and what it says
 * are on the disk, so that it is asked for under the same key, and looked for in the list, by
 * whoever comes back to it.
 */
import { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type {
  Order,
  OrderDraft,
  OrderOutcome,
  UnclearOrder,
} from '../../../../shared/model/clinic/orders.ts';
import type { Ipd } from '../../../infrastructure/platform/api/ipd.ts';
import type { Clock, Random } from '../../../infrastructure/ports.ts';
import type { RowCipher } from '../../../infrastructure/store/sealed-columns.ts';
import type { Values } from '../../../infrastructure/store/tables/values.ts';

export type OrdersDeps = {
  readonly ipd: Pick<Ipd, 'create' | 'orders'>;
  readonly values: Values;
  /** The number of an admission leads to a patient: it is kept sealed. Throws `locked`. */
  readonly seal: () => RowCipher;
  readonly clock: Clock;
  readonly random: Random;
  /** False while nobody is signed in: nothing is kept of what cannot be sent. */
  readonly signedIn: () => boolean;
};

export type Orders = {
  /**
   * Throws `offline` / `order-unclear` where nobody can tell whether it was made: it is then among
   * `unclear`, and asking for the same again goes on with it. Throws also what `Ipd` throws; then
   * there is no order.
   */
  create(draft: OrderDraft): Promise<OrderOutcome>;
  /** Returns the orders that were sent without an answer, newest last. Throws `locked`. */
  unclear(): UnclearOrder[];
  /** A person has seen to it. */
  forget(key: string): void;
};

const NAME = 'orders.unclear';
/** More are not kept waiting by anybody. */
const MOST = 50;

const kept = z.array(z.object({ key: z.string(), sealed: z.base64() }));
const content = z.object({
  admissionId: z.string(),
  rxId: z.string().optional(),
  owner: z.string().optional(),
  createdBy: z.string().optional(),
  at: z.number(),
  /** Ids of the orders that were there before: any other that fits is ours. */
  before: z.array(z.string()),
});
type Waiting = z.infer<typeof content> & { readonly key: string };

export function createOrders({ ipd, values, seal, clock, random, signedIn }: OrdersDeps): Orders {
  const place = (key: string) => ({ table: 'small_values', column: NAME, row: key });
  const raw = () => {
    const read = kept.safeParse(parsed(values.get(NAME)));
    return read.success ? read.data : [];
  };

  function load(): Waiting[] {
    const cipher = seal();
    return raw().flatMap(({ key, sealed }) => {
      try {
        return [
          {
            ...content.parse(
              parsed(cipher.openRow(place(key), Buffer.from(sealed, 'base64')).toString('utf8')),
            ),
            key,
          },
        ];
      } catch (error) {
        // Sealed with a key that is not at hand, or damaged: it stays where it is, and waits for
        // nobody.
        if (
          asFailure(error).code === 'locked' &&
          asFailure(error).detail !== 'key-of-visit-missing'
        )
          throw error;
        return [];
      }
    });
  }
  function keep({ key, ...rest }: Waiting): void {
    const sealed = seal()
      .sealRow(place(key), Buffer.from(JSON.stringify(rest)))
      .toString('base64');
    values.set(
      NAME,
      JSON.stringify([...raw().filter((one) => one.key !== key), { key, sealed }].slice(-MOST)),
    );
  }
  const forget = (key: string) => {
    const rest = raw().filter((one) => one.key !== key);
    if (rest.length < raw().length) values.set(NAME, JSON.stringify(rest));
  };

  async function make(waiting: Waiting): Promise<Order | 'unclear'> {
    try {
      const made = await ipd.create(waiting, waiting.key);
      if (made !== 'unclear') forget(waiting.key);
      return made;
    } catch (error) {
      // A clear no, or it never left this computer. Being asked to wait is neither: it stays.
      if (asFailure(error).code !== 'busy') forget(waiting.key);
      throw error;
    }
  }
  /** The order that this attempt made, where the list has it. */
  async function lookFor(waiting: Waiting): Promise<Order | undefined> {
    const mine = (await ipd.orders(waiting.admissionId))
      .filter((order) => !waiting.before.includes(order.id) && fits(order, waiting))
      .at(-1);
    if (mine) forget(waiting.key);
    return mine;
  }

  /** Asks for the same at the same time are one. */
  const running = new Map<string, Promise<OrderOutcome>>();

  async function create(draft: OrderDraft): Promise<OrderOutcome> {
    const before = load()
      .filter((one) => sameDraft(one, draft))
      .at(-1);
    if (before) {
      const there = await lookFor(before);
      if (there) return { order: there, found: true };
      // The key of an order that a crash cut off is honoured for a day, and after that the list was
      // just looked at.
      return told(before, await make(before));
    }
    const list = await ipd.orders(draft.admissionId);
    const waiting: Waiting = {
      ...tidy(draft),
      at: clock.now(),
      before: list.map(({ id }) => id),
      key: random.uuid(),
    };
    keep(waiting);
    return told(waiting, await make(waiting));
  }
  async function told(waiting: Waiting, made: Order | 'unclear'): Promise<OrderOutcome> {
    if (made !== 'unclear') return { order: made, found: false };
    // Without the list too, the result is unknown: sending again would make a second order on a
    // platform without idempotency keys.
    const there = await lookFor(waiting).catch((error: unknown) => {
      throw unclear(error);
    });
    if (there) return { order: there, found: true };
    const again = await make(waiting);
    if (again === 'unclear') throw unclear();
    return { order: again, found: false };
  }

  return {
    async create(draft) {
      if (!signedIn())
        throw new Failure('signed-out', 'Sign in to the platform first.', {
          detail: 'not-signed-in',
        });
      const name = JSON.stringify(tidy(draft));
      const going = running.get(name) ?? create(draft).finally(() => running.delete(name));
      running.set(name, going);
      return going;
    },
    unclear: () => load().map(({ before: _before, ...order }) => order),
    forget,
  };
}

const unclear = (cause?: unknown) =>
  new Failure(
    'offline',
    'The platform did not answer whether this order was made. It is kept in mind: ask again, and no second one is made.',
    { detail: 'order-unclear', cause },
  );

const tidy = ({ admissionId, rxId, owner, createdBy }: OrderDraft): OrderDraft => ({
  admissionId: admissionId.trim(),
  ...(rxId && { rxId }),
  ...(owner && { owner }),
  ...(createdBy && { createdBy }),
});
const sameDraft = (one: OrderDraft, other: OrderDraft) =>
  JSON.stringify(tidy(one)) === JSON.stringify(tidy(other));
const fits = (order: Order, draft: OrderDraft) =>
  order.rxId === (draft.rxId ?? '') &&
  (!draft.owner || order.owner === draft.owner) &&
  (!draft.createdBy || order.createdBy === draft.createdBy);

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '[]');
  } catch {
    return undefined;
  }
}
