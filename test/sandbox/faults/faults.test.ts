/**
 * Trouble on demand: each fault does what it says, as often as it was ordered, and then no more.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callPractice, type PracticeCaller, textOf } from '../../support/rigs/practice-caller.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';
import { buzz, wav } from '../../support/sound/sound.ts';

const sound = { 'audio_0001.wav': wav(buzz(1)) };
const CONFIG = '/voice/api/v2/config/';
let sandbox: RunningSandbox;
let caller: PracticeCaller;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
  caller = await callPractice(sandbox);
});
afterEach(() => sandbox.clearFaults());
afterAll(() => sandbox.stop());

const config = () => caller.mine('GET', CONFIG, undefined, { unchecked: true });
const status = (txn: string) =>
  caller.mine('GET', `/voice/api/v3/status/${txn}`, undefined, { unchecked: true });

test('a status is answered so many times, with its body and Retry-After, and only on its path and method', async () => {
  await sandbox.faults({
    do: 'status',
    path: '/voice/api/*/config/',
    method: 'get',
    status: 429,
    retryAfter: 7,
    body: { message: 'slow down' },
    count: 2,
  });
  expect((await caller.mine('GET', '/voice/api/v1/template')).status).toBe(200);
  for (let times = 0; times < 2; times += 1) {
    const answer = await config();
    expect(answer).toMatchObject({ status: 429, body: { message: 'slow down' } });
    expect(answer.headers.get('retry-after')).toBe('7');
  }
  expect((await config()).status).toBe(200);
});

test('with `after`, the thing is done and only the answer is replaced', async () => {
  const permit = await caller.presign('txn-after');
  await caller.upload(permit, 'audio_0001.wav', sound['audio_0001.wav']);
  await sandbox.faults({ do: 'status', path: '*/init/*', status: 502, after: true });
  expect(
    (
      await caller.mine(
        'POST',
        '/voice/api/v2/transaction/init/txn-after',
        caller.initBody(permit),
        { unchecked: true },
      )
    ).status,
  ).toBe(502);
  expect((await caller.init('txn-after', caller.initBody(permit))).status).toBe(409);
});

test('a portal page comes instead of JSON', async () => {
  await sandbox.faults({ do: 'html', path: CONFIG });
  const answer = await config();
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.body).toContain('<!doctype html>');
});

test('a delay delays', async () => {
  await sandbox.faults({ do: 'delay', path: CONFIG, ms: 300 });
  const before = performance.now();
  expect((await config()).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThan(290);
});

test('a stalled request is never answered', async () => {
  await sandbox.faults({ do: 'stall', path: CONFIG });
  await expect(
    fetch(sandbox.url + CONFIG, {
      headers: { authorization: `Bearer ${caller.token()}` },
      signal: AbortSignal.timeout(400),
    }),
  ).rejects.toThrow(/timeout/i);
  expect((await config()).status).toBe(200);
});

test('a connection cut before does nothing; cut after, it was done', async () => {
  const permit = await caller.presign('txn-cut');
  await caller.upload(permit, 'audio_0001.wav', sound['audio_0001.wav']);
  await sandbox.faults({ do: 'cut', path: '*/init/*' });
  await expect(caller.init('txn-cut', caller.initBody(permit))).rejects.toThrow();
  expect(await sandbox.transaction('txn-cut')).toMatchObject({ started: false, inits: 0 });
  await sandbox.faults({ do: 'cut', path: '*/init/*', when: 'after' });
  await expect(caller.init('txn-cut', caller.initBody(permit))).rejects.toThrow();
  expect(await sandbox.transaction('txn-cut')).toMatchObject({ started: true, inits: 1 });
});

test('an upload cut in the middle leaves nothing behind, and the next one is whole', async () => {
  const permit = await caller.presign('txn-short');
  const bytes = wav(buzz(30));
  await sandbox.faults({ do: 'cut', path: '/blob/', when: 'middle', bytes: 100_000 });
  await expect(caller.upload(permit, 'a.wav', bytes)).rejects.toThrow();
  expect((await sandbox.transaction('txn-short'))?.files).toEqual([]);
  expect((await caller.upload(permit, 'a.wav', bytes)).status).toBe(204);
  expect((await sandbox.audioOf('txn-short'))[0]?.equals(bytes)).toBe(true);
});

test('an expired policy refuses the next upload, and a new folder makes init miss the files of the old one', async () => {
  const permit = await caller.presign('txn-folder');
  await sandbox.faults({ do: 'expired-policy' }, { do: 'new-folder' });
  expect((await caller.upload(permit, 'audio_0001.wav', sound['audio_0001.wav'])).status).toBe(403);
  expect((await caller.upload(permit, 'audio_0001.wav', sound['audio_0001.wav'])).status).toBe(204);
  const next = await caller.presign('txn-folder');
  expect(next.folderPath).not.toBe(permit.folderPath);
  expect((await caller.upload(permit, 'audio_0001.wav', sound['audio_0001.wav'])).status).toBe(204);
  expect((await caller.init('txn-folder', caller.initBody(next))).status).toBe(422);
  await caller.upload(next, 'audio_0001.wav', sound['audio_0001.wav']);
  expect((await caller.init('txn-folder', caller.initBody(next))).status).toBe(201);
});

test('a transaction is dead when it was ordered: the next one, a named one, and one that had begun', async () => {
  await sandbox.faults({ do: 'dead' }, { do: 'dead', txn: 'txn-named' });
  for (const txn of ['txn-next', 'txn-other', 'txn-named']) await caller.send(txn, sound);
  expect((await status('txn-next')).status).toBe(410);
  expect((await status('txn-named')).status).toBe(410);
  expect((await caller.result('txn-other')).status).toBe(200);
  await sandbox.faults({ do: 'dead', txn: 'txn-other' });
  expect((await status('txn-other')).status).toBe(410);
});

const two = {
  output_format_template: [
    { template_id: 'clinical_notes_template' },
    { template_id: 'transcript_template' },
  ],
};

test('one failed template is 206, all failed is 500, one left out is not mentioned', async () => {
  await sandbox.faults({ do: 'fail-template', template: 'transcript_template' });
  await caller.send('txn-206', sound, two);
  const mixed = await caller.result('txn-206');
  expect(mixed).toMatchObject({
    status: 206,
    body: {
      data: {
        output: [
          { status: 'success' },
          { status: 'failure', errors: [{ code: 'practice_fault' }] },
        ],
      },
    },
  });
  await sandbox.faults({ do: 'fail-all' });
  await caller.send('txn-500', sound, two);
  expect(await caller.result('txn-500')).toMatchObject({
    status: 500,
    body: { error: { code: 'output_not_available' } },
  });
  await sandbox.faults({ do: 'leave-out', template: 'transcript_template' });
  await caller.send('txn-left-out', sound, two);
  expect(await caller.result('txn-left-out')).toMatchObject({
    status: 200,
    body: { data: { output: [{ template_id: 'clinical_notes_template' }] } },
  });
});

test('a document can be made to hold any text, also as a value that is no Base64', async () => {
  const evil = '<script>alert(1)</script> ![x](http://example.invalid/x.png)';
  await sandbox.faults(
    { do: 'write', template: 'clinical_notes_template', text: evil },
    { do: 'write', template: 'transcript_template', text: '%%%', raw: true },
  );
  await caller.send('txn-evil', sound, two);
  const answer = await caller.result('txn-evil');
  expect(textOf(answer, 'clinical_notes_template')).toBe(evil);
  expect(answer.body.data.output[1].value).toBe('%%%');
});

test('the newer form has its documents in template_results', async () => {
  await sandbox.faults({ do: 'newer-form' });
  await caller.send('txn-newer', sound, two);
  expect(await caller.result('txn-newer')).toMatchObject({
    status: 200,
    body: {
      data: {
        output: [],
        template_results: {
          custom: [{ template_id: 'clinical_notes_template' }],
          transcript: [{ template_id: 'transcript_template' }],
          integration: [],
        },
      },
    },
  });
});

test('a note can be made to take longer', async () => {
  await sandbox.faults({ do: 'slow', ms: 700 });
  await caller.send('txn-slow', sound);
  await new Promise((done) => setTimeout(done, 300));
  expect((await caller.status('txn-slow')).status).toBe(202);
  expect((await caller.result('txn-slow')).status).toBe(200);
});

test('the clock can be put off: the Date header says so', async () => {
  await sandbox.faults({ do: 'skew', ms: 3_600_000 });
  const asked = Date.now();
  expect(Date.parse((await config()).headers.get('date') ?? '') - asked).toBeGreaterThan(
    3_599_000 - 1,
  );
  await sandbox.clearFaults();
  const before = Date.now();
  const theirs = Date.parse((await config()).headers.get('date') ?? '');
  // The header has whole seconds.
  expect(theirs).toBeGreaterThan(before - 1000);
  expect(theirs).toBeLessThanOrEqual(Date.now());
});

test('an order that makes no sense is refused, and what waits can be looked at', async () => {
  await expect(sandbox.faults({ do: 'explode' } as never)).rejects.toThrow('refused');
  await sandbox.faults({ do: 'fail-all', count: 3 });
  const { faults } = (await (await fetch(`${sandbox.url}/__sandbox/faults`)).json()) as {
    faults: unknown[];
  };
  expect(faults).toEqual([{ do: 'fail-all', count: 3 }]);
});
