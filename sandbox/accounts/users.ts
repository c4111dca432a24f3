/** Contract 6: the people of a clinic. Every problem of a request is answered at once, by field. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  dayAt,
  problemsOfChange,
  problemsOfNew,
  said,
} from '../../shared/model/clinic/user-rules.ts';
import { handles, type Problems } from '../../shared/model/clinic/users.ts';
import type { Sandbox } from '../sandbox.ts';
import { openJsonList } from '../state/json-list.ts';
import { forDoctorTool } from './callers.ts';
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
/** What a request may set; the rules have looked at it by then. */
const fields = userRecord.omit({ id: true, businessId: true, removed: true });

export function addUsers(server: FastifyInstance, sandbox: Sandbox) {
  const { store, options } = sandbox;
  const PATH = `/cdr/v1/${options.brand}user/`;
  const users = openJsonList(sandbox, 'users', userRecord);
  const today = () => dayAt(sandbox.now());
  const done = (id: string) => ({ status: 'success', [`${options.brand}id`]: id });
  const of = (caller: Caller) =>
    users.list.filter(({ businessId, removed }) => businessId === caller.businessId && !removed);
  const absent = (reply: FastifyReply) =>
    reply.code(404).send({ status: 'error', message: 'no such user' });
  const anyProblem = (problems: Problems) => Object.keys(problems).length > 0;

  /** What somebody else of the business has already. */
  function taken(caller: Caller, given: Partial<UserRecord>, self?: UserRecord): Problems {
    const fold = (text: string | undefined) => text?.trim().toLowerCase();
    const others = of(caller).filter((user) => user !== self);
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

  server.post(
    PATH,
    forDoctorTool(sandbox, (caller, request, reply) => {
      const problems = problemsOfNew(request.body, today());
      const given = request.body as Partial<UserRecord> | null;
      const all =
        anyProblem(problems) && problems.message?.includes(said.object)
          ? problems
          : { ...taken(caller, readable(given)), ...problems };
      if (anyProblem(all)) return reply.code(400).send(all);
      const user = userRecord.parse({
        ...fields.parse(withoutGaps(given)),
        id: store.newId('user'),
        businessId: caller.businessId ?? '',
      });
      users.list.push(user);
      users.save();
      return reply.code(201).send(done(user.id));
    }),
  );

  server.get(
    PATH,
    forDoctorTool(sandbox, (caller, _request, reply) => {
      if (caller.businessId === undefined)
        return reply.code(400).send({ status: 'error', message: 'the token names no business' });
      return { status: 'success', users: of(caller).map(shown) };
    }),
  );

  server.get(
    `${PATH}:id/`,
    forDoctorTool(sandbox, (caller, request, reply) => {
      const { id } = request.params as { id: string };
      const user =
        of(caller).find((one) => one.id === id) ?? of(caller).find((one) => one.partner_id === id);
      if (!user)
        return reply
          .code(404)
          .send({ status: 'error', error: { code: 'NOT_FOUND', message: 'no such user' } });
      return { status: 'success', user: shown(user) };
    }),
  );

  server.patch(
    `${PATH}:id/`,
    forDoctorTool(sandbox, (caller, request, reply) => {
      const { id } = request.params as { id: string };
      const user = of(caller).find((one) => one.id === id);
      if (!user) return absent(reply);
      const problems = problemsOfChange(request.body, today());
      const given = request.body as Partial<UserRecord> | null;
      const all = anyProblem(problems) ? problems : taken(caller, readable(given), user);
      // One sentence (contract 6.2), which names its field where it has one.
      const [first] = Object.entries(all);
      if (first)
        return reply.code(400).send({
          status: 'error',
          message: first[0] === 'message' ? first[1][0] : `${first[0]}: ${first[1][0]}`,
        });
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
      users.save();
      return done(user.id);
    }),
  );

  server.delete(
    `${PATH}:id/`,
    forDoctorTool(sandbox, (caller, request, reply) => {
      const { id } = request.params as { id: string };
      const user = of(caller).find((one) => one.id === id);
      if (!user) return absent(reply);
      user.removed = true;
      users.save();
      return { status: 'success', message: 'user removed' };
    }),
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
/** Null counts as left out. */
const withoutGaps = (given: object | null) =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));
/** The handles that are text at all: others have a problem of their own. */
const readable = (given: Partial<UserRecord> | null): Partial<UserRecord> =>
  Object.fromEntries(
    handles.flatMap((field) => (typeof given?.[field] === 'string' ? [[field, given[field]]] : [])),
  );

/** As the list shows a person: no gender, no date of birth, the mobile with its country. Doctors and clinics have invented names. */
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
