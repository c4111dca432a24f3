/** Contract 8: orders of a ward and admissions. Two invented admissions are there from the beginning, for whoever practises. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { admissionIdPattern, admissionRequest, orderStatuses } from '../../shared/wire/ipd.ts';
import { forDoctorTool } from '../accounts/callers.ts';
import type { Caller } from '../accounts/tokens.ts';
import { DAY, type Sandbox } from '../sandbox.ts';
import { openJsonList } from '../state/json-list.ts';

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
/** An order may name any owner: whose business made it stands beside it. */
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
/** The order's own members, which nobody else sets. */
const ownMembers = ['id', 'status', 'createdAt', 'updatedAt'];

/** An id that the rules of contract 8.1 take and that says what it is: the word practice, in hex, and a number. */
const practiceId = (number: number) =>
  Buffer.from('practice').toString('hex') + number.toString(16).padStart(8, '0');

export function addIpd(server: FastifyInstance, sandbox: Sandbox) {
  const { store, options } = sandbox;
  const orders = openJsonList(sandbox, 'orders', kept);
  const keys = openJsonList(sandbox, 'order-keys', keyRecord);
  const admissions = openJsonList(sandbox, 'admissions', admissionRecord);
  const at = () => new Date(sandbox.now()).toISOString();
  const refuse = (reply: FastifyReply, code: number, message: string) =>
    reply.code(code).send({ message });
  const admissionOf = (caller: Caller, id: string) =>
    admissions.list.find(
      (one) => one.id.toLowerCase() === id.toLowerCase() && one.bid === caller.businessId,
    ) ?? given(caller, id);
  /** The two that are there for everybody, as if they were the caller's own. */
  const given = (caller: Caller, id: string) =>
    examples
      .map((one, index) => ({ ...one, id: practiceId(index + 1), bid: caller.businessId ?? '' }))
      .find((one) => one.id === id.toLowerCase());

  const of = (caller: Caller) =>
    orders.list
      .filter(({ businessId }) => businessId === (caller.businessId ?? ''))
      .map(({ order }) => order);

  /** The order that this key made in the last day. */
  function known(caller: Caller, key: unknown): OrderRecord | undefined {
    if (typeof key !== 'string') return undefined;
    const record = keys.list.find(
      (one) =>
        one.key === key && one.businessId === caller.businessId && one.at + DAY > sandbox.now(),
    );
    return record && of(caller).find(({ id }) => id === record.orderId);
  }

  server.post(
    '/orders',
    forDoctorTool(sandbox, (caller, request, reply) => {
      const read = newOrder.safeParse(request.body);
      if (!read.success)
        return refuse(
          reply,
          400,
          `${String(read.error.issues[0]?.path[0] ?? 'body')} is missing or not text`,
        );
      const {
        admissionId,
        owner = caller.businessId ?? '',
        createdBy = caller.uuid ?? '',
        ...more
      } = read.data;
      if (!admissionIdPattern.test(admissionId))
        return refuse(reply, 400, 'admissionId is neither an object id nor a UUID');
      if ('status' in more) return refuse(reply, 400, 'status is not accepted here');
      if (options.strict && !admissionOf(caller, admissionId))
        return refuse(reply, 404, 'no such admission');
      const key = request.headers['idempotency-key'];
      const before = known(caller, key);
      if (before) return reply.code(201).send(before);
      const made: OrderRecord = {
        ...Object.fromEntries(Object.entries(more).filter(([name]) => !ownMembers.includes(name))),
        id: store.newId('order'),
        owner,
        admissionId,
        status: 'CREATED',
        createdBy,
        createdAt: at(),
        updatedAt: at(),
      };
      orders.list.push({ businessId: caller.businessId ?? '', order: made });
      orders.save();
      if (typeof key === 'string') {
        keys.list.push({
          key,
          businessId: caller.businessId ?? '',
          orderId: made.id,
          at: sandbox.now(),
        });
        keys.save();
      }
      return reply.code(201).send(made);
    }),
  );

  server.get(
    '/orders',
    forDoctorTool(sandbox, (caller, request, reply) => {
      const { admissionId } = request.query as { admissionId?: unknown };
      if (typeof admissionId !== 'string' || !admissionIdPattern.test(admissionId))
        return refuse(reply, 400, 'admissionId is missing, or neither an object id nor a UUID');
      return {
        orders: of(caller).filter(
          (order) => order.admissionId.toLowerCase() === admissionId.toLowerCase(),
        ),
      };
    }),
  );

  server.patch(
    '/orders/:id/status',
    forDoctorTool(sandbox, (caller, request, reply) => {
      const { id } = request.params as { id: string };
      const read = newStatus.safeParse(request.body);
      if (!read.success) return refuse(reply, 400, 'status is CREATED or DISPATCHED');
      const order = of(caller).find((one) => one.id === id);
      if (!order) return refuse(reply, 404, 'no such order');
      if (order.status === read.data.status) return order;
      if (order.status === 'DISPATCHED')
        return refuse(reply, 409, 'a dispatched order cannot be taken back');
      order.status = read.data.status;
      order.updatedAt = at();
      orders.save();
      return order;
    }),
  );

  server.post(
    '/appointments/v1/ipd/admission',
    forDoctorTool(sandbox, (caller, request, reply) => {
      const read = admissionRequest.safeParse(request.body);
      if (!read.success) {
        const [issue] = read.error.issues;
        return refuse(
          reply,
          400,
          issue?.code === 'unrecognized_keys'
            ? `${issue.keys.join(', ')} is not known`
            : `${issue?.path.join('.') ?? 'body'} is missing or not right`,
        );
      }
      const made = {
        ...read.data,
        id: practiceId(100 + admissions.list.length),
        bid: caller.businessId ?? '',
        actor_oid: caller.oid ?? '',
        totals: { advance: 0, billed: 0, due: 0 },
        created_at: at(),
        updated_at: at(),
        admission_date: read.data.admission_date ?? at(),
      };
      admissions.list.push(made);
      admissions.save();
      return reply.code(201).send(made);
    }),
  );

  server.get(
    '/appointments/v1/ipd/admission/:id',
    forDoctorTool(sandbox, (caller, request, reply) => {
      const { id } = request.params as { id: string };
      return admissionOf(caller, id) ?? refuse(reply, 404, 'no such admission');
    }),
  );
}

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
