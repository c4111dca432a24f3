/**
 * Contract 7 over HTTP: the client against the practice platform, each answer of each operation.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '../../../../../shared/failure.ts';
import { checkExtras } from '../../../../../shared/model/note/extras.ts';
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
const emr = () => rig.platform.emrUsers;
const OID = 'o-practice-1';
const PATH = '/profiles/v1/emr-user/';
const raw = (
  method: string,
  oid: string,
  body?: unknown,
  headers: Record<string, string> = { 'client-id': sandbox.clientId },
) => caller.mine(method, PATH + oid, body, { headers });

test('the own profile is found, changed in every member, and a full name is split', async () => {
  expect(await emr().own()).toMatchObject({ oid: OID, fln: 'Practice Doctor 1' });
  const change = {
    mobile: '+919000000001',
    email: 'asha@clinic.example',
    gen: 'F',
    dob: '1988-02-29',
    fln: 'Asha Kumari Devi Rao',
    bg: 'AB-',
    s: 'Dr',
    extras: { city: 'Pune', langs: ['mr', 'hi'], address: { pin: '411001' }, _draft: [[1]] },
  };
  expect(await emr().change(OID, change)).toEqual({ kind: 'done' });
  expect(await emr().get(OID)).toEqual({
    oid: OID,
    ...change,
    fn: 'Asha',
    mn: 'Kumari Devi',
    ln: 'Rao',
    extras: { city: 'Pune', langs: ['mr', 'hi'], address: { pin: '411001' } },
  });
  // Sent extras replace the kept ones as a whole; other members stay.
  await emr().change(OID, { extras: { only: true } });
  expect(await emr().own()).toMatchObject({ email: 'asha@clinic.example', extras: { only: true } });
  await emr().change(OID, { fn: 'Usha' });
  expect(await emr().own()).toMatchObject({ fn: 'Usha', fln: 'Usha Kumari Devi Rao' });
});

test.each<[object, string, string]>([
  [
    { extras: { address: { geo: { lat: 1 } } } },
    'extras.address.geo',
    'extras.address.geo: only one object may stand inside another',
  ],
  [
    { extras: { a_key_of_17_chars: 1 } },
    'extras.a_key_of_17_chars',
    'extras.a_key_of_17_chars: a key may have at most 16 characters',
  ],
  [{ extras: { l: [[1]] } }, 'extras.l[0]', 'extras.l[0]: a list may not hold another list'],
  [{ extras: { l: [{ a: 1 }] } }, 'extras.l[0]', 'extras.l[0]: a list may not hold an object'],
  [
    { mobile: '9000000001' },
    'mobile',
    'mobile must be a number with its country, like +919000000001',
  ],
  [{ email: 'x' }, 'email', 'email must be an email address'],
  [{ gen: 'X' }, 'gen', 'gen is not one of the values that are allowed'],
  [{ bg: 'C+' }, 'bg', 'bg is not one of the values that are allowed'],
  [{ dob: '1987-02-29' }, 'dob', 'dob must be YYYY-MM-DD'],
  [{}, '', 'nothing to change'],
])(
  '%j is refused before it is sent and by the platform, with the same path; nothing is changed',
  async (change, at, message) => {
    const before = await emr().own();
    const asked = (await sandbox.state()).requests.filter(
      ({ method }) => method === 'PATCH',
    ).length;
    expect(
      await emr().change(OID, { ...change, ...(Object.keys(change).length > 0 && { s: 'Prof' }) }),
    ).toMatchObject({ kind: 'refused', problems: [{ at, message }] });
    expect((await sandbox.state()).requests.filter(({ method }) => method === 'PATCH').length).toBe(
      asked,
    );
    expect(
      await raw('PATCH', OID, { ...change, ...(Object.keys(change).length > 0 && { s: 'Prof' }) }),
    ).toMatchObject({ status: 400, body: { error: { message, code: 'invalid_request' } } });
    expect(await emr().own()).toEqual(before);
  },
);

test('a profile of another is refused, one that is not there is missing', async () => {
  await sandbox.addClient();
  expect(await caught(emr().change('o-practice-2', { s: 'Dr' }))).toMatchObject({
    code: 'refused',
    detail: 'profile-of-another',
  });
  for (const gone of [
    () => emr().get('o-practice-2'),
    () => emr().get('nobody'),
    () => emr().change('nobody', { s: 'Dr' }),
  ])
    expect(await caught(gone())).toMatchObject({ code: 'missing', detail: 'no-profile-there' });
});

test('the client id has to be there, and the token too', async () => {
  expect((await raw('PATCH', OID, { s: 'Dr' }, {})).status).toBe(400);
  expect((await raw('GET', OID, undefined, {})).status).toBe(401);
  expect(
    (await caller.call('GET', PATH + OID, { headers: { 'client-id': sandbox.clientId } })).status,
  ).toBe(401);
  expect(
    (
      await caller.call('PATCH', PATH + OID, {
        headers: { 'client-id': sandbox.clientId },
        body: { s: 'Dr' },
      })
    ).status,
  ).toBe(401);
});

test('a platform with rules of its own is told in its words; an account without a profile has none', async () => {
  await sandbox.faults({
    do: 'status',
    path: `${PATH}*`,
    method: 'PATCH',
    status: 400,
    body: { error: { message: 'dob is locked', code: 'invalid_request' } },
  });
  expect(await emr().change(OID, { dob: '1988-02-28' })).toEqual({
    kind: 'refused',
    problems: [{ at: '', code: 'other', message: 'dob is locked' }],
  });
  await sandbox.faults({
    do: 'status',
    path: '/connect-auth/v1/account/whoami',
    status: 200,
    body: { oid: [] },
  });
  expect(await caught(emr().own())).toMatchObject({ detail: 'no-profile-there' });
});

test('a line that breaks is mended by asking again: a change is the same however often it is made', async () => {
  await sandbox.faults(
    { do: 'cut', path: `${PATH}*`, method: 'PATCH', when: 'after' },
    { do: 'status', path: `${PATH}*`, method: 'PATCH', status: 503 },
  );
  expect(await emr().change(OID, { s: 'Prof' })).toEqual({ kind: 'done' });
});

test('client and platform say the same of any extras', async () => {
  const extras = fc
    .dictionary(
      fc.oneof(fc.constantFrom('_a', 'city', 'a_key_of_17_chars'), fc.string({ maxLength: 17 })),
      fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
      { maxKeys: 3 },
    )
    .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);
  await fc.assert(
    fc.asyncProperty(extras, async (given) => {
      const { breaches } = checkExtras(given);
      const answer = await caller.mine(
        'PATCH',
        PATH + OID,
        { extras: given },
        { headers: { 'client-id': sandbox.clientId } },
      );
      expect(answer.status).toBe(breaches.length === 0 ? 200 : 400);
      if (breaches[0]) expect(answer.body.error.message).toContain(breaches[0].path);
    }),
    { numRuns: 100 },
  );
});
