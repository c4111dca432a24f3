/**
 * The outbox by way of the session protocol (contract 11), over HTTP: one session, all the audio,
 * one note, whatever happens on the line.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import type { Net } from '../../../../main/infrastructure/ports.ts';
import { onlyOneSession } from '../../../support/one-session.ts';
import { createRig } from '../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

type Rig = Awaited<ReturnType<typeof createRig>>;
const rigOf = (more: Parameters<typeof createRig>[1] = {}) =>
  createRig(sandbox, { transport: 'sessions', speed: 100, ...more });
const CREATE = '/voice/v1/sessions',
  AUDIO = '/voice/v1/sessions/*/audio/*',
  END = '/voice/v1/sessions/*/end';

const onlyOne = (rig: Rig, id: string) => onlyOneSession(sandbox, rig, id);

test('the whole walk: opened, every part put, ended once, and the note is there without Base64', async () => {
  const rig = await rigOf();
  rig.seal('swalk', [1, 0.5, 0.7]);
  const outbox = rig.begin();
  const done = await rig.until('swalk', ({ state }) => state === 'ready');
  expect(done).toMatchObject({ hold: undefined, attempts: 0, trouble: undefined });
  const seen = await onlyOne(rig, 'swalk');
  expect(seen.init).toMatchObject({
    client_generated_files: ['0.wav', '1.wav', '2.wav'],
    additional_data: { client_ref: expect.any(String), mode: 'consultation', model_type: 'pro' },
  });
  expect(JSON.stringify(seen)).not.toContain('Asha');
  const { documents } = rig.store.notes.get('swalk')!;
  expect(
    documents.map(({ templateId, kind, status }) => [templateId, kind, status]).sort(),
  ).toEqual([
    ['clinical_notes_template', 'markdown', 'success'],
    ['transcript_template', 'transcript', 'success'],
  ]);
  expect(documents[0]!.text).toContain('## ');
  expect(
    (await sandbox.state()).requests.filter(
      ({ path }) => path.includes('/v1/file-upload') || path === '/blob/',
    ),
  ).toEqual([]);
  await outbox.stop();
});

test.each([
  ['opening', CREATE],
  ['a part', AUDIO],
  ['ending', END],
] as const)(
  'a line that is cut at %s, before it and after it: one session, all the audio, one note',
  async (word, path) => {
    const rig = await rigOf();
    const outbox = rig.begin();
    for (const when of ['before', 'after'] as const) {
      const id = `cut${word.replace(/\W/g, '')}${when}`;
      await sandbox.faults({ do: 'cut', path, method: 'POST', when });
      rig.seal(id, [0.4, 0.3]);
      outbox.wake();
      await rig.until(id, ({ state }) => state === 'ready', 15_000);
      const { inits } = await onlyOne(rig, id);
      expect(inits).toBe(1);
    }
    await outbox.stop();
  },
);

test('a part that is cut in its middle goes again, and is whole', async () => {
  const rig = await rigOf();
  await sandbox.faults({ do: 'cut', path: AUDIO, when: 'middle', bytes: 3000 });
  rig.seal('smiddle', [0.5, 0.5]);
  const outbox = rig.begin();
  await rig.until('smiddle', ({ state }) => state === 'ready', 15_000);
  await onlyOne(rig, 'smiddle');
  await outbox.stop();
});

test.each([409, 400])('an opening answered %i is looked into: ours goes on', async (status) => {
  const rig = await rigOf();
  await sandbox.faults({
    do: 'status',
    path: CREATE,
    method: 'POST',
    status,
    after: true,
    body: {
      error: { code: 'invalid_request', message: 'there is a session of this id', details: {} },
    },
  });
  rig.seal(`sagain${status}`);
  const outbox = rig.begin();
  await rig.until(`sagain${status}`, ({ state }) => state === 'ready');
  await onlyOne(rig, `sagain${status}`);
  await outbox.stop();
});

test('an opening that the platform does not accept asks a person', async () => {
  const rig = await rigOf();
  rig.seal('srefused', [0.6], { inputLanguages: ['xx'] });
  const outbox = rig.begin();
  expect((await rig.until('srefused', ({ state }) => state === 'attention')).trouble).toMatchObject(
    { code: 'init-refused', message: expect.stringContaining('there is no language') },
  );
  await outbox.stop();
});

test('a session that has expired on the way is given up, and a new one takes everything', async () => {
  const rig = await rigOf();
  await sandbox.faults({ do: 'expired-session' });
  rig.seal('sexpired', [0.4, 0.3]);
  const first = rig.row('sexpired').transactionId;
  const outbox = rig.begin();
  const done = await rig.until('sexpired', ({ state }) => state === 'ready');
  expect(done.transactionId).not.toBe(first);
  await onlyOne(rig, 'sexpired');
  await outbox.stop();
});

test('one that the platform gives up after its end is sent again under a new number', async () => {
  const rig = await rigOf();
  await sandbox.faults({ do: 'dead' });
  rig.seal('sdead', [0.6]);
  const outbox = rig.begin();
  await rig.until('sdead', ({ state }) => state === 'ready');
  expect(rig.store.transactions.list('sdead').map(({ status }) => status)).toEqual([
    'dead',
    'committed',
  ]);
  await onlyOne(rig, 'sdead');
  await outbox.stop();
});

test('a platform that names the audio by addresses in a store of its own is taken at its word', async () => {
  const rig = await rigOf();
  await sandbox.faults({ do: 'storage-names' });
  rig.seal('snames', [0.4, 0.3]);
  const first = rig.row('snames').transactionId;
  const outbox = rig.begin();
  const done = await rig.until('snames', ({ state }) => state === 'ready');
  expect(done.transactionId).toBe(first);
  expect((await onlyOne(rig, 'snames')).inits).toBe(1);
  await outbox.stop();
});

test('a platform that has lost the parts before the end, and says so, is not taken at its word', async () => {
  const rig = await rigOf();
  await sandbox.faults({
    do: 'status',
    path: END,
    status: 202,
    after: true,
    body: {
      session_id: 'x',
      status: 'processing',
      audio_files_received: 1,
      audio_files: ['0.wav'],
    },
  });
  rig.seal('sshort', [0.4, 0.3]);
  const first = rig.row('sshort').transactionId;
  const outbox = rig.begin();
  expect((await rig.until('sshort', ({ state }) => state === 'ready')).transactionId).not.toBe(
    first,
  );
  await outbox.stop();
});

test('some templates fail: what is good is kept as partial; all fail: a person is asked', async () => {
  const rig = await rigOf();
  await sandbox.faults({ do: 'fail-template', template: 'transcript_template' });
  rig.seal('spart', [0.7]);
  const outbox = rig.begin();
  await rig.until('spart', ({ state }) => state === 'partial');
  expect(
    rig.store.notes
      .get('spart')!
      .documents.find(({ templateId }) => templateId === 'transcript_template'),
  ).toMatchObject({ status: 'failure', errors: [expect.any(String)] });
  await sandbox.faults({ do: 'fail-all' });
  rig.seal('snone', [0.7]);
  outbox.wake();
  expect((await rig.until('snone', ({ state }) => state === 'attention')).trouble).toMatchObject({
    code: 'platform-ended',
  });
  await outbox.stop();
});

test('another session under our number is a conflict for a person', async () => {
  const first = await rigOf();
  first.seal('stheirs', [1], {}, 'txn-shared-number-2');
  const other = first.begin();
  await first.until('stheirs', ({ state }) => state === 'ready');
  await other.stop();
  const rig = await rigOf();
  rig.seal('smine', [0.8], {}, 'txn-shared-number-2');
  const outbox = rig.begin();
  expect(await rig.until('smine', ({ state }) => state === 'attention')).toMatchObject({
    trouble: { code: 'conflict' },
  });
  outbox.retry('smine');
  await rig.until('smine', ({ state }) => state === 'ready');
  await onlyOne(rig, 'smine');
  await outbox.stop();
});

test('a token that ends on the way is renewed, and the part goes again', async () => {
  const rig = await rigOf();
  let parts = 0;
  const real = undiciNet();
  const again = await rigOf({
    net: async (request) => {
      if (request.url.pathname.includes('/audio/') && ++parts === 2)
        await sandbox.faults({ do: 'expire-tokens' });
      return real(request);
    },
  });
  again.seal('stoken', [0.4, 0.3]);
  const outbox = again.begin();
  await again.until('stoken', ({ state }) => state === 'ready', 15_000);
  await onlyOne(again, 'stoken');
  await outbox.stop();
  void rig;
});

test('a platform in trouble, a portal’s page and a cut line in between change nothing in the end', async () => {
  const rig = await rigOf();
  for (const id of ['sstorm1', 'sstorm2']) rig.seal(id, [0.4, 0.3]);
  await sandbox.faults(
    { do: 'status', path: CREATE, status: 500 },
    { do: 'html', path: CREATE },
    { do: 'cut', path: AUDIO, when: 'middle', bytes: 500 },
    { do: 'status', path: AUDIO, status: 503 },
    { do: 'status', path: AUDIO, status: 503, after: true },
    { do: 'cut', path: END, when: 'before' },
    { do: 'status', path: END, status: 503, after: true },
    { do: 'html', path: '/voice/v1/sessions/*', method: 'GET' },
    { do: 'status', path: '/voice/v1/sessions/*', method: 'GET', status: 200, body: [7] },
    { do: 'cut', path: '/voice/v1/sessions/*', method: 'GET', when: 'after' },
  );
  const outbox = rig.begin();
  for (const id of ['sstorm1', 'sstorm2']) {
    await rig.until(id, ({ state }) => state === 'ready', 30_000);
    await onlyOne(rig, id);
  }
  await outbox.stop();
});

test('killed at any call, before or after its effect, and started again: one session, the audio equal', async () => {
  const real = undiciNet();
  let [calls, killAt, life] = [0, 0, 0];
  let when: 'before' | 'after' = 'before';
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
  const rig = await rigOf({ net });
  for (const moment of ['before', 'after'] as const) {
    // open, two parts, end, look
    for (const at of [1, 2, 3, 4, 5]) {
      const id = `skill-${moment}-${at}`;
      [calls, killAt, when] = [0, at, moment];
      const dead = new Promise<void>((resolve) => (killed = resolve));
      rig.seal(id, [0.3, 0.4]);
      const first = rig.begin();
      await dead;
      life += 1;
      killAt = 0;
      const second = rig.begin();
      await rig.until(id, ({ state }) => state === 'ready');
      expect((await onlyOne(rig, id)).inits).toBe(1);
      void first.stop();
      await second.stop();
    }
  }
});
