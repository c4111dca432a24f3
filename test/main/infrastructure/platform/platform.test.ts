/** The platform client against the practice platform, over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { defaultOffer } from '../../../../main/infrastructure/platform/api/platform-config.ts';
import { checkAddress } from '../../../../main/infrastructure/platform/client/address.ts';
import type { Failure } from '../../../../shared/failure.ts';
import { failureWith } from '../../../support/failure.ts';
import { createRig } from '../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 20 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );
const rig = (signedIn = true) => createRig(sandbox, { signedIn, speed: 1 });

test('signing in, asking who we are, and signing out leaves nothing in the key store', async () => {
  const { platform, secrets, address } = await rig(false);
  const { state } = await platform.account.signIn(
    { ...address, baseUrl: `${address.baseUrl}/` },
    sandbox.clientSecret,
  );
  expect(state).toMatchObject({ state: 'signed-in', expiresAt: expect.any(Number) });
  expect(await platform.account.whoAmI()).toMatchObject({ userName: expect.any(String) });
  expect([...secrets.kept.keys()].sort()).toEqual(['client-secret', 'session']);
  expect(await platform.account.signOut()).toEqual({ state: 'signed-out', expiresAt: undefined });
  expect([...secrets.kept]).toEqual([]);
  expect(await caught(platform.account.whoAmI())).toMatchObject({
    code: 'signed-out',
    detail: 'not-signed-in',
  });
});

test('a wrong secret, a wrong address and no network are three different sentences', async () => {
  const { platform, address } = await rig(false);
  expect(await caught(platform.account.signIn(address, 'wrong'))).toMatchObject({
    code: 'refused',
    detail: 'credentials-refused',
  });
  expect(
    await caught(
      platform.account.signIn(
        { ...address, baseUrl: `${address.baseUrl}/nowhere` },
        sandbox.clientSecret,
      ),
    ),
  ).toMatchObject({ code: 'refused', detail: 'address-wrong' });
  expect(
    await caught(
      platform.account.signIn({ ...address, baseUrl: 'http://127.0.0.1:1' }, sandbox.clientSecret),
    ),
  ).toMatchObject({ code: 'offline', detail: 'not-sent' });
  await sandbox.faults({ do: 'html', path: '/connect-auth/*' });
  expect(await caught(platform.account.signIn(address, sandbox.clientSecret))).toMatchObject({
    code: 'refused',
    detail: 'address-wrong',
  });
});

test.each([
  ['http://api.example.com', 'address-insecure'],
  ['ftp://x', 'address-insecure'],
  ['api.example.com', 'address-invalid'],
  ['https://a:b@example.com', 'address-invalid'],
  ['https://example.com/?x=1', 'address-invalid'],
  ['', 'address-invalid'],
])('the address %s is refused in words', (baseUrl, detail) => {
  expect(() => checkAddress({ baseUrl, brand: 'svc', clientId: 'c' })).toThrow(
    expect.objectContaining({ detail }),
  );
});

test('an address is tidied, and the brand is one small word', () => {
  expect(
    checkAddress({ baseUrl: ' https://API.example.com/v/// ', brand: 'svc', clientId: ' c ' }),
  ).toEqual({ baseUrl: 'https://api.example.com/v', brand: 'svc', clientId: 'c' });
  for (const brand of ['Svc', 's', 'a-b', '1ab'])
    expect(() => checkAddress({ baseUrl: 'https://x.example', brand, clientId: 'c' })).toThrow(
      failureWith('brand-invalid'),
    );
});

test('a token is renewed by the newer form, and by the older one where that is absent', async () => {
  const { platform } = await rig();
  await sandbox.faults(
    { do: 'expire-tokens' },
    { do: 'status', path: '/connect-auth/v1/account/refresh-token', status: 404 },
  );
  await platform.account.whoAmI();
  const asked = (await sandbox.state()).requests.map(({ path }) => path);
  expect(asked.slice(-4)).toEqual([
    '/connect-auth/v1/account/whoami',
    '/connect-auth/v1/account/refresh-token',
    '/connect-auth/v1/account/refresh',
    '/connect-auth/v1/account/whoami',
  ]);
});

test('a renewed token that is refused as well asks for a sign-in and is not tried a third time', async () => {
  const { platform, tokenStates } = await rig();
  await sandbox.faults({
    do: 'status',
    path: '/connect-auth/v1/account/whoami',
    status: 401,
    count: 5,
  });
  expect(await caught(platform.account.whoAmI())).toMatchObject({ code: 'signed-out' });
  expect(tokenStates.at(-1)).toEqual({ state: 'needs-sign-in' });
});

test('the eleven languages, three templates and limits are offered, and written consultations in practice', async () => {
  const { platform } = await rig();
  const offer = await platform.transcription.config();
  expect(offer.languages.map(({ id }) => id)).toEqual(
    expect.arrayContaining(defaultOffer.languages.map(({ id }) => id)),
  );
  expect(offer.templates.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['clinical_notes_template', 'eka_emr_template', 'transcript_template']),
  );
  expect(offer.limits).toEqual({ templates: 2, inputLanguages: 2 });
  expect(offer.practiceCases.length).toBeGreaterThanOrEqual(8);
  for (const { patientName, dialogue } of offer.practiceCases) {
    expect(patientName).toMatch(/^\p{L}+ [\p{L} ]+$/u);
    expect(dialogue.length).toBeGreaterThan(5);
  }
  expect(offer.practiceCases[0]?.patientName).toBe('Meera Nair');
});

test('every call has a request number of its own', async () => {
  const ids: string[] = [];
  const real = undiciNet();
  const { platform } = await createRig(sandbox, {
    speed: 1,
    net(request) {
      ids.push(request.headers!['x-request-id']!);
      return real(request);
    },
  });
  await platform.account.whoAmI();
  await platform.transcription.config();
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
});

test('a transaction that was never begun is unknown, its session is missing, and cancelling works once it is', async () => {
  const { platform, seal, begin, until } = await createRig(sandbox);
  expect(await platform.transcription.status('txn-never')).toEqual({ kind: 'unknown' });
  expect(await caught(platform.transcription.sessionDetails('txn-never'))).toMatchObject({
    code: 'missing',
  });
  seal('session');
  const outbox = begin();
  const { transactionId } = await until('session', ({ state }) => state === 'ready');
  expect(await platform.transcription.sessionDetails(transactionId)).toMatchObject({
    userStatus: 'commit',
    files: ['audio_0001.wav'],
    documents: [{ status: 'success' }, { status: 'success' }],
  });
  await outbox.stop();
});

test('a rig whose clock hurries stays in the time of its platform', async () => {
  const { platform } = await createRig(sandbox, { speed: 50_000 });
  expect(platform.skew()).toBe(0);
});
