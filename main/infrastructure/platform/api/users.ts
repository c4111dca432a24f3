/** Contract 6: the people of a clinic. What is wrong comes back by field, for the form that asked. */
import { Failure } from '../../../../shared/failure.ts';
import {
  codeOf,
  dayAt,
  isObject,
  problemsOfChange,
  problemsOfNew,
  said,
} from '../../../../shared/model/clinic/user-rules.ts';
import {
  handles,
  type Problems,
  type ServiceUser,
  type UserChange,
  type UserDraft,
  type UserOutcome,
} from '../../../../shared/model/clinic/users.ts';
import { userAnswer, userDone, usersAnswer, type WireUser } from '../../../../shared/wire/users.ts';
import type { Clock, NetAnswer } from '../../ports.ts';
import { type Address, segment } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { isUnreadable, outcomeOf } from '../client/retry.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { readJson, readServerError } from '../client/status-failure.ts';

export type Users = {
  /** Everyone of the token's business. Throws `refused` / `no-business`, and what `client.ask` throws. */
  list(): Promise<ServiceUser[]>;
  /** By the platform's id or the clinic's own. Throws `missing` / `no-user`. */
  get(id: string): Promise<ServiceUser>;
  /**
   * Checks every rule before it sends anything. Where no clear answer comes it looks in the list whether the person is there
   * before it asks once more (contract 6.1). Throws `offline` / `user-unclear` when it cannot be told, and what the client throws.
   */
  create(draft: UserDraft): Promise<UserOutcome>;
  /** By the platform's id only. Throws `missing` / `no-user`. */
  change(id: string, change: UserChange): Promise<UserOutcome>;
  /** The platform keeps the entry, and shows it no more. Throws `missing` / `no-user`. */
  remove(id: string): Promise<void>;
};

export type UsersDeps = {
  readonly client: Client;
  readonly clock: Clock;
  readonly address: () => Address;
};

/** After these, and after a line that broke, nobody knows whether it was done. */
const unclearStatuses: readonly number[] = [408, 425, 500, 502, 504];

export function createUsers({ client, clock, address }: UsersDeps): Users {
  const folder = () => `/cdr/v1/${address().brand}user/`;
  const of = (id: string) => `${folder()}${segment(id)}/`;
  const door = 'doctor-tool';
  const refused = (problems: Problems): UserOutcome => ({ kind: 'refused', problems });
  const done = (answer: NetAnswer): UserOutcome => ({
    kind: 'done',
    id: String(readAnswer(answer, userDone(address().brand))[`${address().brand}id`]),
    found: false,
  });

  async function list(): Promise<WireUser[]> {
    const answer = await client.send({ method: 'GET', path: folder(), door, retry: 'safe' });
    if (answer.status === 400)
      throw new Failure(
        'refused',
        'The platform cannot tell which clinic this sign-in belongs to. Ask its people for a sign-in that names the clinic.',
        { detail: 'no-business' },
      );
    if (answer.status >= 300) throw client.failureOf(answer);
    return readAnswer(answer, usersAnswer).users;
  }

  /** Undefined: nobody knows what became of it. */
  async function post(draft: UserDraft): Promise<UserOutcome | undefined> {
    try {
      const answer = await client.send({
        method: 'POST',
        path: folder(),
        body: draft,
        door,
        retry: 'post',
      });
      if (unclearStatuses.includes(answer.status)) return undefined;
      if (answer.status === 400) return refused(readProblems(answer));
      if (answer.status >= 300) throw client.failureOf(answer);
      return done(answer);
    } catch (error) {
      if (outcomeOf(error) === 'unclear' || isUnreadable(error)) return undefined;
      throw error;
    }
  }

  return {
    list: async () => (await list()).map(present),

    async get(id) {
      const answer = await client.send({ method: 'GET', path: of(id), door, retry: 'safe' });
      if (answer.status === 404) throw noUser();
      if (answer.status >= 300) throw client.failureOf(answer);
      return present(readAnswer(answer, userAnswer).user);
    },

    async create(draft) {
      const problems = problemsOfNew(draft, dayAt(clock.now()));
      if (Object.keys(problems).length > 0) return refused(problems);
      const first = await post(draft);
      if (first) return first;
      const there = (await list()).flatMap((user) =>
        sameHandles(user, draft).map((field) => ({ user, field })),
      )[0];
      if (there && sameName(there.user, draft))
        return { kind: 'done', id: there.user.id, found: true };
      // Somebody else has it: the platform would have said so, had its answer come.
      if (there) return refused({ [there.field]: [said.inUse] });
      const second = await post(draft);
      if (second) return second;
      throw new Failure(
        'offline',
        'The platform did not answer whether this person was added. Look in the list, then try again.',
        { detail: 'user-unclear' },
      );
    },

    async change(id, change) {
      const problems = problemsOfChange(change, dayAt(clock.now()));
      if (Object.keys(problems).length > 0) return refused(problems);
      const answer = await client.send({
        method: 'PATCH',
        path: of(id),
        body: change,
        door,
        retry: 'safe',
      });
      if (answer.status === 400) return refused(readProblems(answer));
      if (answer.status === 404) throw noUser();
      if (answer.status >= 300) throw client.failureOf(answer);
      return done(answer);
    },

    async remove(id) {
      const answer = await client.send({ method: 'DELETE', path: of(id), door, retry: 'safe' });
      if (answer.status === 404) throw noUser();
      if (answer.status >= 300) throw client.failureOf(answer);
    },
  };
}

const noUser = () =>
  new Failure('missing', 'The platform does not know this person any more.', { detail: 'no-user' });

/** A platform may say much; a form shows little. */
const MOST_FIELDS = 40;
const MOST_MESSAGES = 5;
const LONGEST = 300;

/**
 * Reads a refusal of contract 6 into messages by field, whatever the fields are called. Also the form of a change that is
 * refused, whose one message may begin with the field's name. Never empty.
 */
export function readProblems(answer: NetAnswer): Problems {
  const body = readJson(answer);
  const general = () => ({
    message: [
      readServerError(answer).text ?? `The platform did not accept this (${answer.status}).`,
    ],
  });
  if (!isObject(body)) return general();
  const { message } = body;
  if (body.status === 'error' || isObject(body.error)) {
    const { field, rest } =
      (typeof message === 'string'
        ? /^(?<field>[a-z][a-z_]{1,30}): (?<rest>.+)$/s.exec(message)?.groups
        : undefined) ?? {};
    return field !== undefined && rest !== undefined
      ? { [field]: [sanitizeText(rest, LONGEST)] }
      : general();
  }
  const found = Object.entries(body)
    .slice(0, MOST_FIELDS)
    .flatMap(([field, told]) => {
      const messages = (Array.isArray(told) ? told : [told])
        .filter((one): one is string => typeof one === 'string' && one !== '')
        .slice(0, MOST_MESSAGES);
      return messages.length > 0
        ? [
            [
              sanitizeText(field, 60),
              messages.map((one) => (codeOf(one) ? one : sanitizeText(one, LONGEST))),
            ] as const,
          ]
        : [];
    });
  return found.length > 0 ? Object.fromEntries(found) : general();
}

/** The fields by which this is the person that was asked for. The list writes mobiles with the country in front. */
function sameHandles(user: WireUser, draft: UserDraft): (typeof handles)[number][] {
  const same = {
    mobile:
      draft.mobile !== undefined &&
      (user.mobile ?? '').replace(/\D/g, '').slice(-10) === draft.mobile,
    email:
      draft.email !== undefined && (user.email ?? '').toLowerCase() === draft.email.toLowerCase(),
    auth_userid: draft.auth_userid !== undefined && user.auth_userid === draft.auth_userid,
  };
  return handles.filter((field) => same[field]);
}
const fold = (text: string | null | undefined) => (text ?? '').trim().toLowerCase();
const sameName = (user: WireUser, draft: UserDraft) =>
  fold(user.firstname) === fold(draft.firstname) && fold(user.lastname) === fold(draft.lastname);

function present({
  id,
  firstname,
  lastname,
  mobile,
  email,
  is_admin,
  seat_type,
  partner_id,
  doctors,
  clinics,
}: WireUser): ServiceUser {
  const short = (text: string | null | undefined) => sanitizeText(text ?? '', 200);
  const named = (id: string | null | undefined, ...names: (string | null | undefined)[]) => {
    const own = short(id);
    return own === '' ? [] : [{ id: own, name: short(names.filter(Boolean).join(' ')) }];
  };
  return {
    id,
    firstName: short(firstname),
    lastName: short(lastname),
    mobile: short(mobile),
    email: short(email),
    isAdmin: is_admin ?? false,
    seatType: short(seat_type),
    partnerId: short(partner_id),
    doctors: doctors.flatMap((doctor) => named(doctor.id, doctor.firstname, doctor.lastname)),
    clinics: clinics.flatMap((clinic) => named(clinic.id, clinic.name)),
  };
}
