/**
 * Contract 6 over HTTP: the client against the practice platform, each answer of each operation.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { readProblems } from '../../../../../main/infrastructure/platform/api/users.ts';
import type { NetAnswer } from '../../../../../main/infrastructure/ports.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import { problemsOfNew, said } from '../../../../../shared/model/clinic/user-rules.ts';
import type { UserDraft } from '../../../../../shared/model/clinic/users.ts';
import { createPlatformRig } from '../../../../support/rigs/platform-rig.ts';
import { callPractice, type PracticeCaller } from '../../../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
let caller: PracticeCaller;
let rig: Awaited<ReturnType<typeof createPlatformRig>>;
beforeAll(async () => {
  sandbox = await startSandbox();
  caller = await callPractice(sandbox);
  rig = await createPlatformRig(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.clearFaults());

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );
const users = () => rig.platform.users;
let count = 0;
const someone = (more: UserDraft = {}): UserDraft => ({
  firstname: 'Asha',
  lastname: `Rao ${++count}`,
  gender: 'F',
  dob: '1988-02-29',
  mobile: String(9_000_000_000 + count),
  ...more,
});
const PATH = '/cdr/v1/svcuser/';
const raw = (method: string, path: string, body?: unknown) =>
  caller.call(method, path, { headers: { auth: caller.token() }, body });
const posts = async () =>
  (await sandbox.state()).requests.filter(({ method, path }) => method === 'POST' && path === PATH)
    .length;

test('a person is added, listed, shown by both ids, changed, and removed', async () => {
  const made = await users().create(
    someone({
      email: 'asha@clinic.example',
      persona: 'S',
      clinic_ids: ['c-1'],
      doctor_ids: ['d-1', 'd-2'],
    }),
  );
  expect(made).toEqual({ kind: 'done', id: expect.stringContaining('practice'), found: false });
  const { id } = made as { id: string };
  const listed = (await users().list()).find((one) => one.id === id);
  expect(listed).toMatchObject({
    firstName: 'Asha',
    mobile: expect.stringMatching(/^\+91\d{10}$/),
    email: 'asha@clinic.example',
    isAdmin: false,
    seatType: 'b',
    doctors: [{ id: 'd-1' }, { id: 'd-2' }],
    clinics: [{ id: 'c-1' }],
    partnerId: '',
  });
  expect(await users().get(id)).toEqual(listed);
  expect(
    await users().change(id, {
      is_admin: true,
      partner_id: `own-${count}`,
      partner_doctor_ids: ['p-9'],
    }),
  ).toEqual({ kind: 'done', id, found: false });
  expect(await users().get(`own-${count}`)).toMatchObject({
    id,
    isAdmin: true,
    doctors: [{ id: 'p-9' }],
  });
  // Only the platform's own id may change or remove.
  expect(await caught(users().change(`own-${count}`, { is_admin: false }))).toMatchObject({
    code: 'missing',
    detail: 'no-user',
  });
  await users().remove(id);
  expect((await users().list()).map((one) => one.id)).not.toContain(id);
  for (const gone of [
    () => users().get(id),
    () => users().change(id, { is_admin: true }),
    () => users().remove(id),
  ])
    expect(await caught(gone())).toMatchObject({ code: 'missing', detail: 'no-user' });
});

test('the example of the contract is refused with every problem at once, and nothing is sent', async () => {
  const before = await posts();
  const wrong = {
    firstname: 'Asha',
    gender: 'F',
    dob: '1988-02-29',
    mobile: '9',
    doctor_ids: ['d1'],
    partner_doctor_ids: ['p1'],
  };
  const problems = {
    lastname: ['This field is required.'],
    mobile: ['Enter exactly 10 digits.'],
    message: ['Only one of doctor_ids and partner_doctor_ids may be provided.'],
  };
  expect(await users().create(wrong)).toEqual({ kind: 'refused', problems });
  expect(await posts()).toBe(before);
  expect(await raw('POST', PATH, wrong)).toMatchObject({ status: 400, body: problems });
});

test('what only the platform knows comes back to its field', async () => {
  const one = someone({ email: 'Same@Clinic.example', auth_userid: 'sso-1' });
  await users().create(one);
  expect(
    await users().create(
      someone({ mobile: one.mobile, email: 'same@clinic.EXAMPLE', auth_userid: 'sso-1' }),
    ),
  ).toEqual({
    kind: 'refused',
    problems: { mobile: [said.inUse], email: [said.inUse], auth_userid: [said.inUse] },
  });
  const { id } = (await users().create(someone())) as { id: string };
  expect(await users().change(id, { email: 'same@clinic.example' })).toEqual({
    kind: 'refused',
    problems: { email: [said.inUse] },
  });
  await sandbox.faults({
    do: 'status',
    path: PATH,
    method: 'POST',
    status: 400,
    body: {
      badge_colour: ['Pick a colour.', 7],
      lastname: 'Too plain.',
      __proto__: ['x'],
      nested: { a: 1 },
    },
  });
  expect(await users().create(someone())).toEqual({
    kind: 'refused',
    problems: { badge_colour: ['Pick a colour.'], lastname: ['Too plain.'] },
  });
});

test('a change is checked before it is sent, and names its field', async () => {
  const { id } = (await users().create(someone())) as { id: string };
  expect(await users().change(id, {})).toEqual({
    kind: 'refused',
    problems: { message: [said.nothing] },
  });
  expect(await users().change(id, { email: 'x@y' })).toEqual({
    kind: 'refused',
    problems: { email: [said.email] },
  });
  expect(await raw('PATCH', `${PATH}${id}/`, { mobile: '12' })).toMatchObject({
    status: 400,
    body: { status: 'error', message: 'mobile: Enter exactly 10 digits.' },
  });
  expect(await raw('PATCH', `${PATH}${id}/`, null)).toMatchObject({
    status: 400,
    body: { status: 'error', message: said.object },
  });
});

test('a token that names no business has no list, no token none at all', async () => {
  const token = await sandbox.tokenWithout('b-id');
  await rig.platform.account.setBusinessToken(token);
  expect(await caught(users().list())).toMatchObject({ code: 'refused', detail: 'no-business' });
  await rig.platform.account.setBusinessToken('nobody');
  for (const refused of [
    () => users().list(),
    () => users().get('x'),
    () => users().create(someone()),
    () => users().change('x', { is_admin: true }),
    () => users().remove('x'),
  ])
    expect(await caught(refused())).toMatchObject({ code: 'signed-out' });
  await rig.platform.account.setBusinessToken('');
  // A Bearer header alone does not open this door.
  expect((await caller.mine('GET', PATH)).status).toBe(401);
});

test('an answer that was lost: the person is found in the list and not made twice', async () => {
  const lost = someone({ email: 'lost@clinic.example' });
  for (const fault of [
    { do: 'cut', when: 'after' },
    { do: 'status', status: 500, after: true },
    { do: 'status', status: 504, after: true },
    { do: 'status', status: 201, after: true, body: { odd: true } },
  ] as const) {
    const draft = {
      ...lost,
      mobile: undefined,
      email: `lost-${fault.do}-${'status' in fault ? fault.status : 0}@clinic.example`,
    };
    await sandbox.faults({ ...fault, path: PATH, method: 'POST' });
    expect(await users().create(draft)).toMatchObject({ kind: 'done', found: true });
    expect((await users().list()).filter(({ email }) => email === draft.email)).toHaveLength(1);
  }
});

test('an answer that was lost before anything was done: it is asked once more', async () => {
  await sandbox.faults({ do: 'status', path: PATH, method: 'POST', status: 500 });
  const draft = someone();
  expect(await users().create(draft)).toMatchObject({ kind: 'done', found: false });
  expect(
    (await users().list()).filter(({ mobile }) => mobile === `+91${draft.mobile}`),
  ).toHaveLength(1);
});

test('an answer that was lost, and somebody else has the mobile: told at the field', async () => {
  const one = someone();
  await users().create(one);
  await sandbox.faults({ do: 'status', path: PATH, method: 'POST', status: 502 });
  expect(await users().create(someone({ mobile: one.mobile }))).toEqual({
    kind: 'refused',
    problems: { mobile: [said.inUse] },
  });
});

test('twice no clear answer: it says so, and asks no third time', async () => {
  const before = await posts();
  await sandbox.faults({ do: 'status', path: PATH, method: 'POST', status: 500, count: 2 });
  expect(await caught(users().create(someone()))).toMatchObject({
    code: 'offline',
    detail: 'user-unclear',
  });
  expect(await posts()).toBe(before + 2);
});

test('a busy platform is asked again by the table of contract 0', async () => {
  await sandbox.faults(
    { do: 'status', path: PATH, method: 'POST', status: 503, count: 2 },
    { do: 'status', path: PATH, method: 'GET', status: 502, count: 2 },
  );
  expect(await users().create(someone())).toMatchObject({ kind: 'done', found: false });
  expect((await users().list()).length).toBeGreaterThan(0);
});

test('each business has its own people', async () => {
  const other = await callPractice(sandbox, await sandbox.addClient());
  const theirs = (await other.call('GET', PATH, { headers: { auth: other.token() } })).body;
  expect(theirs.users).toEqual([]);
  const { id } = (await users().create(someone({ mobile: '9111111111' }))) as { id: string };
  expect(
    (await other.call('GET', `${PATH}${id}/`, { headers: { auth: other.token() } })).status,
  ).toBe(404);
  const mobile = await other.call('POST', PATH, {
    headers: { auth: other.token() },
    body: someone({ mobile: '9111111111' }),
  });
  expect(mobile.status).toBe(201);
});

const answer = (body: unknown, status = 400): NetAnswer => ({
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
test('whatever a refusal looks like, it is read into messages by field and never empty', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc
          .dictionary(fc.string(), fc.oneof(fc.array(fc.string()), fc.anything()))
          .map((value) => JSON.stringify(value) ?? ''),
      ),
      (text) => {
        const problems = readProblems(answer(text));
        expect(Object.values(problems).flat().length).toBeGreaterThan(0);
        for (const message of Object.values(problems).flat())
          expect([typeof message, message.length <= 300]).toEqual(['string', true]);
      },
    ),
  );
  expect(readProblems(answer({ status: 'error', message: 'lastname: Too long.' }))).toEqual({
    lastname: ['Too long.'],
  });
  expect(readProblems(answer({ status: 'error', message: 'No seat is left.' }))).toEqual({
    message: ['No seat is left.'],
  });
  expect(readProblems(answer('<html>'))).toEqual({
    message: ['The platform did not accept this (400).'],
  });
});

test('form, client and practice platform say the same of whatever is typed', async () => {
  const value = (right: string) =>
    fc.option(
      fc.oneof(
        fc.constant(right),
        fc.constantFrom<unknown>('', '  ', 'x', 7, null, true, [], {}),
        fc.string({ maxLength: 120 }),
      ),
      { nil: undefined },
    );
  const list = fc.option(fc.oneof(fc.constantFrom<unknown>([], ['a'], ['a', ''], 'a', [1], null)), {
    nil: undefined,
  });
  const draft = fc.record({
    firstname: value('Asha'),
    lastname: value('Rao'),
    gender: value('F'),
    dob: fc.oneof(value('1988-02-29'), fc.constantFrom('1987-02-29', '2999-01-01', '1988-2-9')),
    mobile: value('9000000001'),
    email: value('a@b.example'),
    auth_userid: value('sso'),
    is_admin: fc.constantFrom<unknown>(undefined, true, 'true', null, 1),
    seat_type: value('p'),
    persona: value('S'),
    doctor_ids: list,
    partner_doctor_ids: list,
    clinic_ids: list,
    partner_clinic_ids: list,
  });
  const direct = undiciNet();
  const send = async (body: unknown) =>
    JSON.parse(
      (
        await direct({
          method: 'POST',
          url: new URL(sandbox.url + PATH),
          headers: { auth: caller.token(), 'content-type': 'application/json' },
          body: JSON.stringify(body),
          timeout: 60_000,
        })
      ).body.toString(),
    ) as Record<string, unknown>;
  await fc.assert(
    fc.asyncProperty(draft, async (given) => {
      const plain = JSON.parse(JSON.stringify(given)) as UserDraft;
      const ours = problemsOfNew(plain, '2026-01-12');
      const theirs = await send(plain);
      if (Object.keys(ours).length === 0)
        expect([
          theirs.status === 'success',
          JSON.stringify(theirs).includes(said.inUse),
        ]).toContain(true);
      else expect(theirs).toMatchObject(ours);
    }),
    { numRuns: 150 },
  );
});
