/** The outbox against the practice platform, over HTTP. Times run twenty times as fast. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import type { Net } from '../../../../main/infrastructure/ports.ts';
import { createRig, tone } from '../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

const paths = async (txn: string, word: string) =>
  (await sandbox.state()).requests.filter(({ path }) => path.includes(txn) && path.includes(word));
const onlyOne = async (rig: Awaited<ReturnType<typeof createRig>>, id: string) => {
  const { transactionId } = rig.row(id);
  const known = (await sandbox.state()).transactions.filter(
    ({ txnId }) => txnId.startsWith(`txn-${id}-`) || txnId === transactionId,
  );
  expect(known.filter(({ init, dead }) => init && !dead).map(({ txnId }) => txnId)).toEqual([
    transactionId,
  ]);
  expect(
    (await sandbox.audioOf(transactionId)).map((bytes) => bytes.equals(Buffer.alloc(0))),
  ).toEqual(rig.audio.get(id)!.map(() => false));
  for (const [index, bytes] of (await sandbox.audioOf(transactionId)).entries())
    expect(bytes.equals(rig.audio.get(id)![index]!), `part ${index + 1}`).toBe(true);
};

test('the whole walk: sealed, sent in parts, begun once, and the note is there', async () => {
  const rig = await createRig(sandbox);
  rig.seal('walk', [1, 0.5, 0.7], { practiceCase: undefined });
  const outbox = rig.begin();
  const done = await rig.until('walk', ({ state }) => state === 'ready');
  expect(done).toMatchObject({ hold: undefined, attempts: 0, trouble: undefined });
  const note = rig.store.notes.get('walk')!;
  expect(note).toMatchObject({ practice: true });
  expect(
    note.documents.map(({ templateId, kind, status }) => [templateId, kind, status]).sort(),
  ).toEqual([
    ['clinical_notes_template', 'markdown', 'success'],
    ['transcript_template', 'transcript', 'success'],
  ]);
  const seen = (await sandbox.transaction(done.transactionId))!;
  expect(seen.init).toMatchObject({
    client_generated_files: ['audio_0001.wav', 'audio_0002.wav', 'audio_0003.wav'],
    mode: 'consultation',
    additional_data: { client_ref: expect.any(String), mode: 'consultation', model_type: 'pro' },
  });
  expect(JSON.stringify(seen)).not.toContain('Asha');
  expect(rig.row('walk').details).toMatchObject({
    sentAt: expect.any(Number),
    readyAt: expect.any(Number),
  });
  expect(rig.reached).toEqual([true]);
  await onlyOne(rig, 'walk');
  await outbox.stop();
});

test('with no network everything waits at no cost, and all of it goes when it is back', async () => {
  let down = true;
  const net = undiciNet();
  const rig = await createRig(sandbox, {
    net: (request) =>
      net(
        down && !request.url.pathname.includes('login')
          ? { ...request, url: new URL('http://127.0.0.1:1/') }
          : request,
      ),
  });
  for (const id of ['off1', 'off2', 'off3']) rig.seal(id);
  const outbox = rig.begin();
  for (const id of ['off1', 'off2', 'off3'])
    expect(await rig.until(id, ({ hold }) => hold === 'offline')).toMatchObject({
      state: 'prepared',
      attempts: 0,
    });
  expect(rig.reached).toEqual([false]);
  down = false;
  outbox.wake();
  for (const id of ['off1', 'off2', 'off3']) await rig.until(id, ({ state }) => state === 'ready');
  expect(rig.reached).toEqual([false, true]);
  for (const id of ['off1', 'off2', 'off3']) await onlyOne(rig, id);
  await outbox.stop();
});

test('a token that ends in mid-queue is renewed once for all', async () => {
  const rig = await createRig(sandbox);
  await sandbox.faults({ do: 'expire-tokens' });
  const before = (await sandbox.state()).requests.length;
  for (const id of ['tok1', 'tok2', 'tok3', 'tok4']) rig.seal(id);
  const outbox = rig.begin();
  for (const id of ['tok1', 'tok2', 'tok3', 'tok4'])
    expect(await rig.until(id, ({ state }) => state === 'ready')).toMatchObject({ attempts: 0 });
  const since = (await sandbox.state()).requests.slice(before);
  expect(since.filter(({ path }) => path.includes('refresh'))).toHaveLength(1);
  expect(since.filter(({ path }) => path.includes('login'))).toHaveLength(0);
  await outbox.stop();
});

test('a sign-in refused for good holds the queue, and signing in releases it where it was', async () => {
  const rig = await createRig(sandbox);
  rig.seal('auth');
  await sandbox.faults(
    { do: 'expire-tokens', refresh: true },
    { do: 'status', path: '/connect-auth/*', status: 401, count: 2 },
  );
  const outbox = rig.begin();
  expect(await rig.until('auth', ({ hold }) => hold === 'sign-in')).toMatchObject({
    state: 'prepared',
    attempts: 0,
    waitsUntil: undefined,
  });
  expect(rig.tokenStates.at(-1)).toEqual({ state: 'needs-sign-in' });
  await sandbox.clearFaults();
  await rig.platform.account.signIn(rig.address, sandbox.clientSecret);
  outbox.wake();
  await rig.until('auth', ({ state }) => state === 'ready');
  await onlyOne(rig, 'auth');
  await outbox.stop();
});

test('a rate limit is honoured to the second and does not yield to waking', async () => {
  const rig = await createRig(sandbox);
  rig.seal('rate');
  await sandbox.faults({ do: 'status', path: '/v1/file-upload', status: 429, retryAfter: 20 });
  const outbox = rig.begin();
  await rig.until('rate', ({ hold }) => hold === 'rate-limit');
  const from = rig.clock.monotonic();
  outbox.wake();
  expect(rig.row('rate')).toMatchObject({ state: 'prepared', attempts: 0, hold: 'rate-limit' });
  await rig.until('rate', ({ state }) => state !== 'prepared');
  expect(rig.clock.monotonic() - from).toBeGreaterThan(18_000);
  await rig.until('rate', ({ state }) => state === 'ready');
  await outbox.stop();
});

test.each(['999999999', '30000', 'Fri, 01 Jan 2126 00:00:00 GMT'])(
  'a wish to wait until %s is an hour at most, and a person who sends now is not held by it',
  async (retryAfter) => {
    const rig = await createRig(sandbox);
    const id = `limit${retryAfter.replace(/\W/g, '').toLowerCase()}`;
    rig.seal(id);
    await sandbox.faults({ do: 'status', path: '/v1/file-upload', status: 429, retryAfter });
    const outbox = rig.begin();
    const held = await rig.until(id, ({ hold }) => hold === 'rate-limit');
    expect(held.waitsUntil! - rig.clock.now()).toBeLessThanOrEqual(
      3_600_000 + 60_000, // the store rounds up to the minute
    );
    outbox.sendNow();
    await rig.until(id, ({ state }) => state === 'ready', 5000);
    await onlyOne(rig, id);
    await outbox.stop();
  },
);

test('a permission that runs out in the middle makes a new epoch, and every part goes again', async () => {
  let uploads = 0;
  const real = undiciNet();
  const rig = await createRig(sandbox, {
    net: async (request) => {
      if (request.url.pathname === '/blob/' && ++uploads === 2)
        await sandbox.faults({ do: 'expired-policy' });
      return real(request);
    },
  });
  rig.seal('expired', [0.3, 0.3, 0.3]);
  const outbox = rig.begin();
  const { transactionId } = await rig.until('expired', ({ state }) => state === 'ready');
  expect(rig.store.transactions.get(transactionId)).toMatchObject({ epoch: 2 });
  expect(rig.store.uploads.list('expired').map(({ uploadedEpoch }) => uploadedEpoch)).toEqual([
    2, 2, 2,
  ]);
  expect((await sandbox.transaction(transactionId))!.files.map(({ times }) => times)).toEqual([
    2, 1, 1,
  ]);
  await onlyOne(rig, 'expired');
  await outbox.stop();
});

test('another folder in the middle never mixes with the first', async () => {
  let uploads = 0;
  const real = undiciNet();
  const rig = await createRig(sandbox, {
    net: async (request) => {
      if (request.url.pathname === '/blob/' && ++uploads === 3)
        await sandbox.faults({ do: 'expired-policy' }, { do: 'new-folder' });
      return real(request);
    },
  });
  rig.seal('folder', [0.3, 0.3, 0.3]);
  const outbox = rig.begin();
  const { transactionId } = await rig.until('folder', ({ state }) => state === 'ready');
  expect((await sandbox.transaction(transactionId))!.files.map(({ times }) => times)).toEqual([
    1, 1, 1,
  ]);
  await onlyOne(rig, 'folder');
  await outbox.stop();
});

test('an answer to init that was lost is asked about, not sent blindly again', async () => {
  const rig = await createRig(sandbox);
  rig.seal('lost');
  await sandbox.faults({ do: 'cut', path: '/voice/api/v2/transaction/init/*', when: 'after' });
  const outbox = rig.begin();
  const done = await rig.until('lost', ({ state }) => state === 'ready');
  expect((await sandbox.transaction(done.transactionId))!.inits).toBe(1);
  await onlyOne(rig, 'lost');
  await outbox.stop();
});

test('a 409 is asked about: ours goes on', async () => {
  const rig = await createRig(sandbox);
  rig.seal('ours');
  // Done at the platform, told as a failure, and unknown to the questions before and after: so init
  // goes out a second time.
  await sandbox.faults(
    { do: 'status', path: '/voice/api/v2/transaction/init/*', status: 503, after: true },
    {
      do: 'status',
      path: '/voice/api/v3/status/*',
      status: 400,
      body: { error: { code: 'transaction_not_found', msg: 'no' } },
      count: 2,
    },
  );
  const outbox = rig.begin();
  const done = await rig.until('ours', ({ state }) => state === 'ready');
  expect((await paths(done.transactionId, '/init/')).map(({ status }) => status)).toContain(409);
  await onlyOne(rig, 'ours');
  await outbox.stop();
});

test('another recording under our number is a conflict for a person, who sends it under a new one', async () => {
  const first = await createRig(sandbox);
  first.seal('theirs', [1], {}, 'txn-shared-number');
  const other = first.begin();
  await first.until('theirs', ({ state }) => state === 'ready');
  await other.stop();
  const rig = await createRig(sandbox);
  rig.seal('mine', [0.8], {}, 'txn-shared-number');
  const outbox = rig.begin();
  expect(await rig.until('mine', ({ state }) => state === 'attention')).toMatchObject({
    trouble: { code: 'conflict' },
  });
  outbox.retry('mine');
  const done = await rig.until('mine', ({ state }) => state === 'ready');
  expect(done.transactionId).not.toBe('txn-shared-number');
  expect(done.transactionId).toMatch(/^txn-[0-9A-HJKMNP-TV-Z]{26}$/);
  await onlyOne(rig, 'mine');
  await outbox.stop();
});

test('one failed template of two: the good one is kept and shown as partial', async () => {
  const rig = await createRig(sandbox);
  rig.seal('part');
  await sandbox.faults({ do: 'fail-template', template: 'transcript_template' });
  const outbox = rig.begin();
  await rig.until('part', ({ state }) => state === 'partial');
  const documents = rig.store.notes.get('part')!.documents;
  expect(
    documents.find(({ templateId }) => templateId === 'clinical_notes_template'),
  ).toMatchObject({ status: 'success', text: expect.stringContaining('#') });
  expect(documents.find(({ templateId }) => templateId === 'transcript_template')).toMatchObject({
    status: 'failure',
    errors: [expect.any(String)],
  });
  await outbox.stop();
});

test('no template at all is told in words, and trying again makes a new transaction', async () => {
  const rig = await createRig(sandbox);
  rig.seal('none');
  await sandbox.faults({ do: 'fail-all' });
  const outbox = rig.begin();
  const parked = await rig.until('none', ({ state }) => state === 'attention');
  expect(parked.trouble).toMatchObject({
    code: 'templates-failed',
    message: expect.stringMatching(/could not make a note.+safe here/),
  });
  outbox.retry('none');
  const done = await rig.until('none', ({ state }) => state === 'ready');
  expect(done.transactionId).not.toBe(parked.transactionId);
  await outbox.stop();
});

test('a recording of silence becomes no note but a question', async () => {
  const rig = await createRig(sandbox);
  rig.seal('silence', [1]);
  rig.audio.set('silence', [tone(1).fill(0, 44)]);
  const outbox = rig.begin();
  expect((await rig.until('silence', ({ state }) => state === 'attention')).trouble).toMatchObject({
    code: 'templates-failed',
  });
  expect(rig.store.notes.get('silence')).toBeUndefined();
  await outbox.stop();
});

test('a transaction that the platform gives up is sent again under a new number', async () => {
  const rig = await createRig(sandbox);
  rig.seal('dead');
  const { transactionId } = rig.row('dead');
  await sandbox.faults({ do: 'dead' });
  const outbox = rig.begin();
  const done = await rig.until('dead', ({ state }) => state === 'ready');
  expect(done.transactionId).not.toBe(transactionId);
  expect(rig.store.transactions.list('dead').map(({ status }) => status)).toEqual([
    'dead',
    'committed',
  ]);
  await onlyOne(rig, 'dead');
  await outbox.stop();
});

test('a platform in trouble, a portal’s page and a cut line in between change nothing in the end', async () => {
  const rig = await createRig(sandbox);
  for (const id of ['storm1', 'storm2']) rig.seal(id, [0.3, 0.3]);
  await sandbox.faults(
    { do: 'status', path: '/v1/file-upload', status: 500 },
    { do: 'html', path: '/v1/file-upload' },
    { do: 'cut', path: '/blob/', when: 'middle', bytes: 500 },
    { do: 'status', path: '/blob/', status: 503 },
    { do: 'cut', path: '/voice/api/v2/transaction/init/*', when: 'before' },
    { do: 'html', path: '/voice/api/v3/*' },
    { do: 'status', path: '/voice/api/v3/*', status: 200, body: { nonsense: true } },
    { do: 'cut', path: '/voice/api/v3/*', when: 'after' },
  );
  const outbox = rig.begin();
  for (const id of ['storm1', 'storm2']) await rig.until(id, ({ state }) => state === 'ready');
  for (const id of ['storm1', 'storm2']) await onlyOne(rig, id);
  await outbox.stop();
});

test('the companion file goes along only where it is wished for', async () => {
  const rig = await createRig(sandbox);
  rig.store.settings.change({ upload: { format: 'wav', companionFile: true } });
  rig.seal('companion');
  const outbox = rig.begin();
  const { transactionId } = await rig.until('companion', ({ state }) => state === 'ready');
  expect(
    (await sandbox.transaction(transactionId))!.files.map(({ name, audio }) => [name, audio]),
  ).toEqual([
    ['audio_0001.wav', true],
    [`${transactionId}.json`, false],
  ]);
  await outbox.stop();
});

test('killed at any call, before or after its effect, and started again: one transaction, the audio equal', async () => {
  const real = undiciNet();
  let calls = 0;
  let killAt = 0;
  let when: 'before' | 'after' = 'before';
  let life = 0;
  let killed: () => void = () => {};
  const net: Net = async (request) => {
    if (request.url.pathname.includes('connect-auth')) return real(request);
    const mine = life;
    const never = () => new Promise<never>(() => {});
    calls += 1;
    const strike = calls === killAt;
    if (strike && when === 'before') {
      killed();
      return never();
    }
    const answer = await real(request);
    if (strike) killed();
    return strike || mine !== life ? never() : answer;
  };
  const rig = await createRig(sandbox, { net });
  for (const moment of ['before', 'after'] as const) {
    // presign, two parts, init, status
    for (const at of [1, 2, 3, 4, 5]) {
      const id = `kill-${moment}-${at}`;
      [calls, killAt, when] = [0, at, moment];
      const dead = new Promise<void>((resolve) => (killed = resolve));
      rig.seal(id, [0.3, 0.4]);
      const first = rig.begin();
      await dead;
      // The first outbox is never told to stop: it just never hears of anything again.
      life += 1;
      killAt = 0;
      const second = rig.begin();
      await rig.until(id, ({ state }) => state === 'ready');
      await onlyOne(rig, id);
      expect((await sandbox.transaction(rig.row(id).transactionId))!.inits).toBe(1);
      void first.stop();
      await second.stop();
    }
  }
});
