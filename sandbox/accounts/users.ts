/** Contract 6: the people of a clinic. Every problem of a request is answered at once, by field. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayAt } from '../../shared/calendar-day.ts';
import { problemsOfChange, problemsOfNew, said } from '../../shared/model/clinic/user-rules.ts';
import { handles, type Problems } from '../../shared/model/clinic/users.ts';
import type { Sandbox } from '../sandbox.ts';
import { type JsonList, openJsonList } from '../state/json-list.ts';
import { forDoctorTool, type Handle } from './callers.ts';
import type { Caller } from './tokens.ts';

const ids = z.array(z.string()).default([]);
const userRecord = z.object({
  id: z.string(),
  businessId: z.string(),
  /** Removed ones are kept, and shown no more. */
  removed: z.boolean().default(false),
  firstname: z.string(),
  lastname: z.string(),
  gender: z.string(),
  dob: z.string(),
  mobile: z.string().optional(),
  email: z.string().optional(),
  auth_userid: z.string().optional(),
  partner_id: z.string().optional(),
  is_admin: z.boolean().default(false),
  seat_type: z.string().default('b'),
  persona: z.string().default('D'),
  doctor_ids: ids,
  partner_doctor_ids: ids,
  clinic_ids: ids,
  partner_clinic_ids: ids,
});
type UserRecord = z.infer<typeof userRecord>;
/** Members that a request may set; it has passed the rules by then. */
const fields = userRecord.omit({ id: true, businessId: true, removed: true });

/** The list of people, and what its routes share. */
type UsersContext = {
  readonly sandbox: Sandbox;
  readonly list: JsonList<UserRecord>;
};

export function addUsers(server: FastifyInstance, sandbox: Sandbox) {
  const context = { sandbox, list: openJsonList(sandbox, 'users', userRecord) };
  const path = `/cdr/v1/${sandbox.options.brand}user/`;
  server.post(path, forDoctorTool(sandbox, create(context)));
  server.get(path, forDoctorTool(sandbox, listUsers(context)));
  server.get(`${path}:id/`, forDoctorTool(sandbox, getUser(context)));
  server.patch(`${path}:id/`, forDoctorTool(sandbox, change(context)));
  server.delete(`${path}:id/`, forDoctorTool(sandbox, remove(context)));
}

const usersOf = ({ list }: UsersContext, { businessId }: Caller) =>
  list.list.filter((user) => user.businessId === businessId && !user.removed);
const userById = (context: UsersContext, caller: Caller, request: FastifyRequest) => {
  const { id } = request.params as { id: string };
  return usersOf(context, caller).find((one) => one.id === id);
};
const done = ({ sandbox }: UsersContext, id: string) => ({
  status: 'success',
  [`${sandbox.options.brand}id`]: id,
});
const absent = (reply: FastifyReply) =>
  reply.code(404).send({ status: 'error', message: 'no such user' });
const isEmpty = (problems: Problems) => Object.keys(problems).length === 0;

/** Handles that another person of the business has already. */
function taken(
  context: UsersContext,
  caller: Caller,
  given: Partial<UserRecord>,
  self?: UserRecord,
): Problems {
  const fold = (text: string | undefined) => text?.trim().toLowerCase();
  const others = usersOf(context, caller).filter((user) => user !== self);
  return Object.fromEntries(
    handles
      .filter(
        (field) =>
          given[field] !== undefined &&
          others.some((user) => fold(user[field]) === fold(given[field])),
      )
      .map((field) => [field, [said.inUse]]),
  );
}

const create =
  (context: UsersContext): Handle =>
  (caller, request, reply) => {
    const { sandbox, list } = context;
    const problems = problemsOfNew(request.body, dayAt(sandbox.now()));
    const given = request.body as Partial<UserRecord> | null;
    const isNoObject = problems.message?.includes(said.object) === true;
    const all = isNoObject ? problems : { ...taken(context, caller, readable(given)), ...problems };
    if (!isEmpty(all)) return reply.code(400).send(all);
    const user = userRecord.parse({
      ...fields.parse(withoutGaps(given)),
      id: sandbox.store.newId('user'),
      businessId: caller.businessId ?? '',
    });
    list.list.push(user);
    list.save();
    return reply.code(201).send(done(context, user.id));
  };

const listUsers =
  (context: UsersContext): Handle =>
  (caller, _request, reply) =>
    caller.businessId === undefined
      ? reply.code(400).send({ status: 'error', message: 'the token names no business' })
      : { status: 'success', users: usersOf(context, caller).map(shown) };

const getUser =
  (context: UsersContext): Handle =>
  (caller, request, reply) => {
    const { id } = request.params as { id: string };
    const users = usersOf(context, caller);
    const user = users.find((one) => one.id === id) ?? users.find((one) => one.partner_id === id);
    if (user) return { status: 'success', user: shown(user) };
    return reply
      .code(404)
      .send({ status: 'error', error: { code: 'NOT_FOUND', message: 'no such user' } });
  };

const change =
  (context: UsersContext): Handle =>
  (caller, request, reply) => {
    const user = userById(context, caller, request);
    if (!user) return absent(reply);
    const problems = problemsOfChange(request.body, dayAt(context.sandbox.now()));
    const given = request.body as Partial<UserRecord> | null;
    const all = isEmpty(problems) ? taken(context, caller, readable(given), user) : problems;
    // One sentence (contract 6.2), which names its field where it has one.
    const [first] = Object.entries(all);
    if (first)
      return reply.code(400).send({
        status: 'error',
        message: first[0] === 'message' ? first[1][0] : `${first[0]}: ${first[1][0]}`,
      });
    applyChange(user, given);
    context.list.save();
    return done(context, user.id);
  };

function applyChange(user: UserRecord, given: Partial<UserRecord> | null): void {
  const next = fields.partial().parse(withoutGaps(given));
  Object.assign(
    user,
    Object.fromEntries(
      Object.entries(next).filter(
        ([name]) =>
          Object.hasOwn(given ?? {}, name) && !isEmptyList(next[name as keyof typeof next]),
      ),
    ),
  );
  // Never both (contract 6.1): the list that came last stands.
  if (next.doctor_ids && next.doctor_ids.length > 0) user.partner_doctor_ids = [];
  if (next.partner_doctor_ids && next.partner_doctor_ids.length > 0) user.doctor_ids = [];
}

const remove =
  (context: UsersContext): Handle =>
  (caller, request, reply) => {
    const user = userById(context, caller, request);
    if (!user) return absent(reply);
    user.removed = true;
    context.list.save();
    return { status: 'success', message: 'user removed' };
  };

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
/** Null counts as left out. */
const withoutGaps = (given: object | null) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));
/** The handles that are text at all: others have a problem of their own. */
const readable = (given: Partial<UserRecord> | null): Partial<UserRecord> =>
  Object.fromEntries(
    handles.flatMap((field) => (typeof given?.[field] === 'string' ? [[field, given[field]]] : [])),
  );

/**
 * As the list shows a person: no gender, no date of birth, the mobile with its country. Doctors and
 * clinics have invented names.
 */
function shown({
  id,
  firstname,
  lastname,
  mobile,
  email,
  is_admin,
  seat_type,
  partner_id,
  doctor_ids,
  partner_doctor_ids,
  clinic_ids,
  partner_clinic_ids,
}: UserRecord) {
  return {
    id,
    firstname,
    lastname,
    is_admin,
    seat_type,
    ...(mobile !== undefined && { mobile: `+91${mobile}` }),
    ...(email !== undefined && { email }),
    ...(partner_id !== undefined && { partner_id }),
    doctors: [...doctor_ids, ...partner_doctor_ids].map((doctor) => ({
      id: doctor,
      firstname: 'Practice',
      lastname: `Doctor ${doctor}`,
    })),
    clinics: [...clinic_ids, ...partner_clinic_ids].map((clinic) => ({
      id: clinic,
      name: `Practice clinic ${clinic}`,
    })),
  };
}
