/**
 * Contract 8: orders of a ward and admissions. Two invented admissions are there from the
 * beginning.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { DAY } from '../../shared/time.ts';
import { admissionIdPattern, admissionRequest, orderStatuses } from '../../shared/wire/ipd.ts';
import { forDoctorTool, type Handle } from '../accounts/callers.ts';
import type { Caller } from '../accounts/tokens.ts';
import type { Sandbox } from '../sandbox.ts';
import { type JsonList, openJsonList } from '../state/json-list.ts';

/** Further members are kept and returned. */
const orderRecord = z.looseObject({
  id: z.string(),
  owner: z.string(),
  admissionId: z.string(),
  status: z.enum(orderStatuses),
  createdBy: z.string(),
  rxId: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type OrderRecord = z.infer<typeof orderRecord>;
/** An order may name any owner: the business that made it stands beside it. */
const kept = z.object({ businessId: z.string(), order: orderRecord });
const admissionRecord = z.looseObject({ id: z.string(), bid: z.string() });
const keyRecord = z.object({
  key: z.string(),
  businessId: z.string(),
  orderId: z.string(),
  at: z.number(),
});

const newOrder = z.looseObject({
  admissionId: z.string(),
  owner: z.string().optional(),
  createdBy: z.string().optional(),
  rxId: z.string().optional(),
});
const newStatus = z.object({ status: z.enum(orderStatuses) });
/** Members of an order that no request sets. */
const ownMembers = ['id', 'status', 'createdAt', 'updatedAt'];

/**
 * An id of the form of contract 8.1 that can be recognised: the word practice, in hex, and a
 * number.
 */
const practiceId = (number: number) =>
  Buffer.from('practice').toString('hex') + number.toString(16).padStart(8, '0');

/** The lists of this chapter, and what its routes share. */
type IpdContext = {
  readonly sandbox: Sandbox;
  readonly orders: JsonList<z.infer<typeof kept>>;
  readonly keys: JsonList<z.infer<typeof keyRecord>>;
  readonly admissions: JsonList<z.infer<typeof admissionRecord>>;
};

export function addIpd(server: FastifyInstance, sandbox: Sandbox) {
  const context: IpdContext = {
    sandbox,
    orders: openJsonList(sandbox, 'orders', kept),
    keys: openJsonList(sandbox, 'order-keys', keyRecord),
    admissions: openJsonList(sandbox, 'admissions', admissionRecord),
  };
  const admissions = '/appointments/v1/ipd/admission';
  server.post('/orders', forDoctorTool(sandbox, createOrder(context)));
  server.get('/orders', forDoctorTool(sandbox, listOrders(context)));
  server.patch('/orders/:id/status', forDoctorTool(sandbox, setStatus(context)));
  server.post(admissions, forDoctorTool(sandbox, createAdmission(context)));
  server.get(`${admissions}/:id`, forDoctorTool(sandbox, getAdmission(context)));
}

const nowText = ({ sandbox }: IpdContext) => new Date(sandbox.now()).toISOString();
const refuse = (reply: FastifyReply, code: number, message: string) =>
  reply.code(code).send({ message });

const admissionOf = ({ admissions }: IpdContext, caller: Caller, id: string) =>
  admissions.list.find(
    (one) => one.id.toLowerCase() === id.toLowerCase() && one.bid === caller.businessId,
  ) ?? exampleOf(caller, id);

/** The two examples are there for every caller, as if they were the caller's own. */
const exampleOf = (caller: Caller, id: string) =>
  examples
    .map((one, index) => ({ ...one, id: practiceId(index + 1), bid: caller.businessId ?? '' }))
    .find((one) => one.id === id.toLowerCase());

const ordersOf = ({ orders }: IpdContext, caller: Caller): OrderRecord[] =>
  orders.list
    .filter(({ businessId }) => businessId === (caller.businessId ?? ''))
    .map(({ order }) => order);

/** The order that this key made in the last day. */
function orderOfKey(context: IpdContext, caller: Caller, key: unknown): OrderRecord | undefined {
  if (typeof key !== 'string') return undefined;
  const record = context.keys.list.find(
    (one) =>
      one.key === key &&
      one.businessId === caller.businessId &&
      one.at + DAY > context.sandbox.now(),
  );
  return record && ordersOf(context, caller).find(({ id }) => id === record.orderId);
}

const createOrder =
  (context: IpdContext): Handle =>
  (caller, request, reply) => {
    const { sandbox, orders, keys } = context;
    const read = newOrder.safeParse(request.body);
    if (!read.success) {
      const [field = 'body'] = read.error.issues[0]?.path ?? [];
      return refuse(reply, 400, `${String(field)} is missing or not text`);
    }
    const businessId = caller.businessId ?? '';
    const { admissionId, owner = businessId, createdBy = caller.uuid ?? '', ...rest } = read.data;
    if (!admissionIdPattern.test(admissionId))
      return refuse(reply, 400, 'admissionId is neither an object id nor a UUID');
    if ('status' in rest) return refuse(reply, 400, 'status is not accepted here');
    if (sandbox.options.strict && !admissionOf(context, caller, admissionId))
      return refuse(reply, 404, 'no such admission');
    const key = request.headers['idempotency-key'];
    const before = orderOfKey(context, caller, key);
    if (before) return reply.code(201).send(before);
    const at = nowText(context);
    const order: OrderRecord = {
      ...Object.fromEntries(Object.entries(rest).filter(([name]) => !ownMembers.includes(name))),
      id: sandbox.store.newId('order'),
      owner,
      admissionId,
      status: 'CREATED',
      createdBy,
      createdAt: at,
      updatedAt: at,
    };
    orders.list.push({ businessId, order });
    orders.save();
    if (typeof key === 'string') {
      keys.list.push({ key, businessId, orderId: order.id, at: sandbox.now() });
      keys.save();
    }
    return reply.code(201).send(order);
  };

const listOrders =
  (context: IpdContext): Handle =>
  (caller, request, reply) => {
    const { admissionId } = request.query as { admissionId?: unknown };
    if (typeof admissionId !== 'string' || !admissionIdPattern.test(admissionId))
      return refuse(reply, 400, 'admissionId is missing, or neither an object id nor a UUID');
    return {
      orders: ordersOf(context, caller).filter(
        (order) => order.admissionId.toLowerCase() === admissionId.toLowerCase(),
      ),
    };
  };

const setStatus =
  (context: IpdContext): Handle =>
  (caller, request, reply) => {
    const { id } = request.params as { id: string };
    const read = newStatus.safeParse(request.body);
    if (!read.success) return refuse(reply, 400, 'status is CREATED or DISPATCHED');
    const order = ordersOf(context, caller).find((one) => one.id === id);
    if (!order) return refuse(reply, 404, 'no such order');
    if (order.status === read.data.status) return order;
    if (order.status === 'DISPATCHED')
      return refuse(reply, 409, 'a dispatched order cannot be taken back');
    order.status = read.data.status;
    order.updatedAt = nowText(context);
    context.orders.save();
    return order;
  };

const createAdmission =
  (context: IpdContext): Handle =>
  (caller, request, reply) => {
    const { admissions } = context;
    const read = admissionRequest.safeParse(request.body);
    if (!read.success) {
      const [issue] = read.error.issues;
      const message =
        issue?.code === 'unrecognized_keys'
          ? `${issue.keys.join(', ')} is not known`
          : `${issue?.path.join('.') ?? 'body'} is missing or not right`;
      return refuse(reply, 400, message);
    }
    const at = nowText(context);
    const admission = {
      ...read.data,
      id: practiceId(100 + admissions.list.length),
      bid: caller.businessId ?? '',
      actor_oid: caller.oid ?? '',
      totals: { advance: 0, billed: 0, due: 0 },
      created_at: at,
      updated_at: at,
      admission_date: read.data.admission_date ?? at,
    };
    admissions.list.push(admission);
    admissions.save();
    return reply.code(201).send(admission);
  };

const getAdmission =
  (context: IpdContext): Handle =>
  (caller, request, reply) => {
    const { id } = request.params as { id: string };
    return admissionOf(context, caller, id) ?? refuse(reply, 404, 'no such admission');
  };

const example = (name: string, bed: string, doctor: string, department: string, more: object) => ({
  ipid: `IP-practice-${bed}`,
  pid: `pid-practice-${bed}`,
  stage: 'AD',
  status: 'UNDER_CARE',
  bed,
  docid: 'doc-practice-1',
  facilityid: 'fac-practice-1',
  patient: { id: `pat-practice-${bed}`, profile: { personal: { name } } },
  attendee: { name: 'Practice Attendee', relation: 'spouse' },
  doc: { name: doctor },
  department: { name: department },
  facility: { name: 'Practice Hospital' },
  category: { name: 'General' },
  admission_date: '2026-01-12T09:30:00.000Z',
  created_at: '2026-01-12T09:35:00.000Z',
  updated_at: '2026-01-12T09:35:00.000Z',
  ...more,
});
const examples = [
  example('Asha Rao', '12', 'Dr K. Iyer', 'General medicine', {}),
  example('Farhan Shaikh', '7', 'Dr M. Pillai', 'Orthopaedics', {
    stage: 'DC',
    status: 'FIT_FOR_DISCHARGE',
  }),
];
