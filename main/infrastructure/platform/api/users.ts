/** Contract 6: the people of a clinic. A refusal comes back by field, for the form that sent it. */

import { dayAt } from '../../../../shared/calendar-day.ts';
import { Failure } from '../../../../shared/failure.ts';
import {
  codeOf,
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
  /**
   * Everyone of the token's business. Throws `refused` / `no-business`, and what `client.ask`
   * throws.
   */
  list(): Promise<ServiceUser[]>;
  /** By the platform's id or the clinic's own. Throws `missing` / `no-user`. */
  get(id: string): Promise<ServiceUser>;
  /**
   * Checks every rule before it sends anything. Where no clear answer comes it looks in the list
   * whether the person is there before it asks once more (contract 6.1). Throws `offline` /
   * `user-unclear` when it cannot be told, and what the client throws.
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

/** After these, and after a connection that broke, the platform may have done it. */
const unclearStatuses: readonly number[] = [408, 425, 500, 502, 504];

export function createUsers(deps: UsersDeps): Users {
  return {
    list: async () => (await list(deps)).map(present),
    get: (id) => get(deps, id),
    create: (draft) => create(deps, draft),
    change: (id, change) => changeUser(deps, id, change),
    remove: (id) => remove(deps, id),
  };
}

const door = 'doctor-tool';
const listPath = ({ address }: UsersDeps) => `/cdr/v1/${address().brand}user/`;
const userPath = (deps: UsersDeps, id: string) => `${listPath(deps)}${segment(id)}/`;

const refused = (problems: Problems): UserOutcome => ({ kind: 'refused', problems });

function doneOf({ address }: UsersDeps, answer: NetAnswer): UserOutcome {
  const { brand } = address();
  const id = String(readAnswer(answer, userDone(brand))[`${brand}id`]);
  return { kind: 'done', id, found: false };
}

async function list(deps: UsersDeps): Promise<WireUser[]> {
  const { client } = deps;
  const answer = await client.send({ method: 'GET', path: listPath(deps), door, retry: 'safe' });
  if (answer.status === 400)
    throw new Failure(
      'refused',
      'The platform cannot tell which clinic this sign-in belongs to. Ask its people for a sign-in that names the clinic.',
      { detail: 'no-business' },
    );
  if (answer.status >= 300) throw client.failureOf(answer);
  return readAnswer(answer, usersAnswer).users;
}

async function get(deps: UsersDeps, id: string): Promise<ServiceUser> {
  const { client } = deps;
  const path = userPath(deps, id);
  const answer = await client.send({ method: 'GET', path, door, retry: 'safe' });
  if (answer.status === 404) throw noUser();
  if (answer.status >= 300) throw client.failureOf(answer);
  return present(readAnswer(answer, userAnswer).user);
}

/** Undefined where no clear answer came: the person may have been added. */
async function post(deps: UsersDeps, draft: UserDraft): Promise<UserOutcome | undefined> {
  const { client } = deps;
  try {
    const answer = await client.send({
      method: 'POST',
      path: listPath(deps),
      body: draft,
      door,
      retry: 'post',
    });
    if (unclearStatuses.includes(answer.status)) return undefined;
    if (answer.status === 400) return refused(readProblems(answer));
    if (answer.status >= 300) throw client.failureOf(answer);
    return doneOf(deps, answer);
  } catch (error) {
    if (outcomeOf(error) === 'unclear' || isUnreadable(error)) return undefined;
    throw error;
  }
}

async function create(deps: UsersDeps, draft: UserDraft): Promise<UserOutcome> {
  const problems = problemsOfNew(draft, dayAt(deps.clock.now()));
  if (Object.keys(problems).length > 0) return refused(problems);
  const first = await post(deps, draft);
  if (first) return first;
  const [taken] = (await list(deps)).flatMap((user) =>
    sameHandles(user, draft).map((field) => ({ user, field })),
  );
  if (taken && sameName(taken.user, draft)) return { kind: 'done', id: taken.user.id, found: true };
  // Another person has it: the platform would have said so, had its answer come.
  if (taken) return refused({ [taken.field]: [said.inUse] });
  const second = await post(deps, draft);
  if (second) return second;
  throw new Failure(
    'offline',
    'The platform did not answer whether this person was added. Look in the list, then try again.',
    { detail: 'user-unclear' },
  );
}

async function changeUser(deps: UsersDeps, id: string, change: UserChange): Promise<UserOutcome> {
  const { client, clock } = deps;
  const problems = problemsOfChange(change, dayAt(clock.now()));
  if (Object.keys(problems).length > 0) return refused(problems);
  const answer = await client.send({
    method: 'PATCH',
    path: userPath(deps, id),
    body: change,
    door,
    retry: 'safe',
  });
  if (answer.status === 400) return refused(readProblems(answer));
  if (answer.status === 404) throw noUser();
  if (answer.status >= 300) throw client.failureOf(answer);
  return doneOf(deps, answer);
}

async function remove(deps: UsersDeps, id: string): Promise<void> {
  const { client } = deps;
  const path = userPath(deps, id);
  const answer = await client.send({ method: 'DELETE', path, door, retry: 'safe' });
  if (answer.status === 404) throw noUser();
  if (answer.status >= 300) throw client.failureOf(answer);
}

const noUser = () =>
  new Failure('missing', 'The platform does not know this person any more.', { detail: 'no-user' });

/** A platform may say much; a form shows little. */
const MOST_FIELDS = 40;
const MOST_MESSAGES = 5;
const LONGEST = 300;

/**
 * Reads a refusal of contract 6 into messages by field, whatever the fields are called. Also the
 * form of a change that is refused, whose one message may begin with the field's name. Never empty.
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

/**
 * The fields by which this is the person that was asked for. The list writes mobiles with the
 * country in front.
 */
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
