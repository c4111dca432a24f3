/** Contract 8: orders of a ward, and the admissions that they belong to. */
import { Failure } from '../../../../shared/failure.ts';
import type {
  Admission,
  Order,
  OrderDraft,
  OrderStatus,
} from '../../../../shared/model/clinic/orders.ts';
import { isObject } from '../../../../shared/model/clinic/user-rules.ts';
import {
  admission,
  order,
  ordersAnswer,
  type WireAdmission,
  type WireOrder,
} from '../../../../shared/wire/ipd.ts';
import { segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { isUnreadable, outcomeOf } from '../client/retry.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { readServerError } from '../client/status-failure.ts';

export type Ipd = {
  /** Throws `invalid` / `admission-id`, `missing` / `no-admission`. */
  admission(id: string): Promise<Admission>;
  /** Oldest first. Throws `invalid` / `admission-id`. */
  orders(admissionId: string): Promise<Order[]>;
  /**
   * Asks once for a new order. `unclear`: no clear answer came, and it may be there. A platform
   * that honours `key` makes one order of it however often it is sent. Throws `invalid` /
   * `admission-id` or `order-refused`, `missing` / `no-admission`.
   */
  create(draft: OrderDraft, key: string): Promise<Order | 'unclear'>;
  /**
   * To the status it has already: nothing happens. Throws `missing` / `no-order`, `refused` /
   * `order-dispatched`, `invalid` / `order-refused`.
   */
  setStatus(id: string, status: OrderStatus): Promise<Order>;
};

const unclearStatuses: readonly number[] = [408, 425, 500, 502, 504];

export function createIpd({ client }: { readonly client: Client }): Ipd {
  return {
    admission: (id) => getAdmission(client, id),
    orders: (admissionId) => orders(client, admissionId),
    create: (draft, key) => create(client, draft, key),
    setStatus: (id, status) => setStatus(client, id, status),
  };
}

const door = 'doctor-tool';

async function getAdmission(client: Client, id: string): Promise<Admission> {
  const path = `/appointments/v1/ipd/admission/${segment(checked(id))}`;
  const answer = await client.send({ method: 'GET', path, door, retry: 'safe' });
  if (answer.status === 404) throw noAdmission();
  if (answer.status >= 300) throw client.failureOf(answer);
  return presentAdmission(readAnswer(answer, admission));
}

async function orders(client: Client, admissionId: string): Promise<Order[]> {
  const answer = await client.send({
    method: 'GET',
    path: '/orders',
    query: { admissionId: checked(admissionId) },
    door,
    retry: 'safe',
  });
  if (answer.status === 400) throw wrongId();
  if (answer.status >= 300) throw client.failureOf(answer);
  return readAnswer(answer, ordersAnswer).orders.map(presentOrder);
}

async function create(
  client: Client,
  { admissionId, rxId, owner, createdBy }: OrderDraft,
  key: string,
): Promise<Order | 'unclear'> {
  const body = {
    admissionId: checked(admissionId),
    ...(rxId && { rxId }),
    ...(owner && { owner }),
    ...(createdBy && { createdBy }),
  };
  try {
    const answer = await client.send({
      method: 'POST',
      path: '/orders',
      body,
      headers: { 'idempotency-key': key },
      door,
      retry: 'post',
    });
    if (unclearStatuses.includes(answer.status)) return 'unclear';
    if (answer.status === 404) throw noAdmission();
    if (answer.status === 400)
      throw readServerError(answer).text?.includes('admissionId') ? wrongId() : orderRefused();
    if (answer.status >= 300) throw client.failureOf(answer);
    return presentOrder(readAnswer(answer, order));
  } catch (error) {
    if (outcomeOf(error) === 'unclear' || isUnreadable(error)) return 'unclear';
    throw error;
  }
}

async function setStatus(client: Client, id: string, status: OrderStatus): Promise<Order> {
  const answer = await client.send({
    method: 'PATCH',
    path: `/orders/${segment(id)}/status`,
    body: { status },
    door,
    retry: 'safe',
  });
  if (answer.status === 404)
    throw new Failure('missing', 'The platform does not know this order any more.', {
      detail: 'no-order',
    });
  if (answer.status === 409)
    throw new Failure(
      'refused',
      'This order was dispatched already, and that cannot be taken back.',
      { detail: 'order-dispatched' },
    );
  if (answer.status === 400) throw orderRefused();
  if (answer.status >= 300) throw client.failureOf(answer);
  return presentOrder(readAnswer(answer, order));
}

/** Loosely: platforms write these ids in more forms than one (contract 8.1). */
function checked(id: string): string {
  const typed = id.trim();
  if (typed === '' || typed.length > 64 || typed.includes('/')) throw wrongId();
  return typed;
}
const wrongId = () =>
  new Failure(
    'invalid',
    'This is not the number of an admission. It has 24 letters and digits, or 36 with dashes.',
    { detail: 'admission-id' },
  );
const noAdmission = () =>
  new Failure('missing', 'The platform does not know this admission.', { detail: 'no-admission' });
const orderRefused = () =>
  new Failure('invalid', 'The platform did not accept this order.', { detail: 'order-refused' });

const short = (text: unknown) => (typeof text === 'string' ? sanitizeText(text, 200) : '');
function time(text: string | null | undefined): number | undefined {
  const read = Date.parse(text ?? '');
  return Number.isNaN(read) ? undefined : read;
}

const presentOrder = ({
  id,
  owner,
  admissionId,
  status,
  createdBy,
  rxId,
  createdAt,
  updatedAt,
}: WireOrder): Order => ({
  id,
  owner: short(owner),
  admissionId: short(admissionId),
  status: short(status),
  createdBy: short(createdBy),
  rxId: short(rxId),
  createdAt: time(createdAt),
  updatedAt: time(updatedAt),
});

const presentAdmission = ({
  id,
  ipid,
  stage,
  status,
  bed,
  admission_date,
  created_at,
  patient,
  attendee,
  doc,
  department,
  facility,
}: WireAdmission): Admission => ({
  id,
  ipid: short(ipid),
  stage: short(stage),
  status: short(status),
  bed: short(bed),
  admittedAt: short(admission_date ?? created_at),
  patientName: nameIn(patient),
  doctor: nameIn(doc),
  department: nameIn(department),
  facility: nameIn(facility),
  attendee: nameIn(attendee),
});

/**
 * Each platform keeps the name of a thing somewhere else; the contract names the parts of a patient
 * and no more.
 */
function nameIn(thing: unknown, depth = 0): string {
  if (typeof thing === 'string') return depth > 0 ? short(thing) : '';
  if (!isObject(thing) || depth > 3) return '';
  const own =
    short(thing.name) ||
    short(thing.fln) ||
    short(thing.title) ||
    [thing.fn ?? thing.firstname, thing.ln ?? thing.lastname].map(short).filter(Boolean).join(' ');
  return (
    own ||
    ['profile', 'personal', 'formData', 'name']
      .map((part) => (isObject(thing[part]) ? nameIn(thing[part], depth + 1) : ''))
      .find(Boolean) ||
    ''
  );
}
