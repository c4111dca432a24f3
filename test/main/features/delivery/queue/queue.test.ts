/** The queue of deliveries: when a row is tried, what stops it, and what stays of each try. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../../../../main/hosts/node/node-ports.ts';
import type { ExportRow } from '../../../../../main/infrastructure/store/tables/exports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { HOUR } from '../../../../../shared/time.ts';
import { failureWith } from '../../../../support/failure.ts';
import { type DeliveryRig, deliveryRig, dropOn, serverOn, VISIT } from '../support.ts';

const ADDRESS = 'https://emr.example/fhir';
const offline = () => new Failure('offline', 'It did not work.', { detail: 'not-sent' });
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

/** A server that is asked once for each try: the first call of a try is for its description. */
async function rigWith(
  answer: (made: DeliveryRig) => Promise<never> = () => Promise.reject(offline()),
) {
  const calls: string[] = [];
  const changed: string[] = [];
  const made: DeliveryRig = deliveryRig({
    changed: (id) => void changed.push(id),
    net: ({ url }) => {
      calls.push(url.href);
      return answer(made);
    },
  });
  onTestFinished(() => made.delivery.stop());
  made.sign();
  await serverOn(made.delivery, ADDRESS);
  const { store, clock } = made.rig;
  return {
    ...made,
    store,
    clock,
    calls,
    changed,
    send: async () => (await made.delivery.send({ id: VISIT, target: 'server' }))[0]!,
    /** A row as it was stored, and tried by the next start. */
    put(over: Partial<ExportRow>): void {
      const [row] = store.exports.list(VISIT);
      store.exports.put({ ...row!, ...over });
    },
    start() {
      made.delivery.stop();
      made.delivery.start();
      return settle();
    },
  };
}

test('a wait of more than two hours comes from a clock that jumped: the row is due at once', async () => {
  const { send, put, start, calls, clock } = await rigWith();
  await send();
  for (const [wait, tries] of [
    [2 * HOUR + 1, 1],
    [2 * HOUR, 0],
    [60_000, 0],
    [0, 1],
    [-60_000, 1],
  ] as const) {
    calls.length = 0;
    put({ waitsUntil: clock.now() + wait });
    await start();
    expect([wait, calls.length]).toEqual([wait, tries]);
  }
});

test('the row that is due first is tried at its time, and no other', async () => {
  const { send, put, store, delivery, calls, clock } = await rigWith();
  const first = await send();
  delivery.stop();
  put({ waitsUntil: clock.now() + 600_000 });
  store.exports.put({
    ...store.exports.get(first.id)!,
    id: 'later',
    form: 'text',
    waitsUntil: clock.now() + 1_800_000,
  });
  calls.length = 0;
  delivery.start();
  await settle();
  clock.advance(599_000);
  await delivery.idle();
  expect(calls).toHaveLength(0);
  clock.advance(1_000);
  await delivery.idle();
  expect(store.exports.get(first.id)!.attempts).toBe(2);
  expect(store.exports.get('later')!.attempts).toBe(1);
  delivery.stop();
  expect(clock.next()).toBe(false);
});

test('a target takes one at a time', async () => {
  let together = 0;
  let most = 0;
  const { send, store, start, calls } = await rigWith(async () => {
    together += 1;
    most = Math.max(most, together);
    await settle();
    together -= 1;
    throw offline();
  });
  const row = await send();
  for (const id of ['two', 'three'])
    store.exports.put({ ...store.exports.get(row.id)!, id, waitsUntil: undefined });
  store.exports.put({ ...store.exports.get(row.id)!, waitsUntil: undefined });
  calls.length = 0;
  await start();
  await settle();
  await settle();
  await settle();
  expect([calls.length, most]).toEqual([3, 1]);
});

test('what was given up while another was tried is not tried when its turn comes', async () => {
  const rows = ['one', 'two'];
  const { send, store, start, calls } = await rigWith(async ({ delivery, rig }) => {
    for (const id of rows) if (rig.store.exports.get(id)) delivery.giveUp(id);
    throw offline();
  });
  const row = await send();
  store.exports.put({ ...store.exports.get(row.id)!, state: 'done', waitsUntil: undefined });
  for (const id of rows) store.exports.put({ ...store.exports.get(row.id)!, id, state: 'waiting' });
  calls.length = 0;
  await start();
  await settle();
  expect(calls).toHaveLength(1);
  expect(rows.map((id) => store.exports.get(id)!.trouble?.detail)).toEqual([
    'given-up',
    'given-up',
  ]);
});

test('who asks while a try is under way waits for that one', async () => {
  let refuse: (error: Failure) => void = () => {};
  const made = await rigWith(() => new Promise((_done, no) => (refuse = no)));
  const first = made.send();
  await settle();
  const [row] = made.delivery.list(VISIT);
  const again = made.delivery.retry(row!.id);
  await settle();
  refuse(offline());
  expect([(await first).attempts, (await again).attempts, made.calls.length]).toEqual([1, 1, 1]);
});

test('given up during a try it stays given up', async () => {
  const made = await rigWith(async ({ delivery }) => {
    delivery.giveUp(delivery.list(VISIT)[0]!.id);
    throw offline();
  });
  expect(await made.send()).toMatchObject({
    state: 'failed',
    attempts: 0,
    trouble: { detail: 'given-up', message: 'It is not tried any more.' },
  });
  // What is not waiting cannot be given up.
  const [row] = made.delivery.list(VISIT);
  made.put({ state: 'done', trouble: undefined });
  expect(made.delivery.giveUp(row!.id)).toMatchObject({ state: 'done' });
});

test('the longer wait counts: our own, or the one that the server asks for', async () => {
  for (const [retryAfter, wait] of [
    ['1', 2000],
    ['120', 120_000],
  ] as const) {
    const made = await rigWith(
      async () =>
        ({ status: 503, headers: { 'retry-after': retryAfter }, body: new Uint8Array() }) as never,
    );
    expect(await made.send()).toMatchObject({
      state: 'waiting',
      waitsUntil: made.clock.now() + wait,
    });
  }
});

test('each failed try is counted and makes the next wait longer; a failure without a name has one', async () => {
  const made = await rigWith();
  const { id } = await made.send();
  for (const attempts of [2, 3]) {
    const { waitsUntil, ...row } = await made.delivery.retry(id);
    expect(row).toMatchObject({ attempts, state: 'waiting' });
    expect(waitsUntil).toBeGreaterThanOrEqual(made.clock.now() + 2000);
  }
  const odd = await rigWith(() => Promise.reject(new Failure('offline', 'It did not work.')));
  expect((await odd.send()).trouble).toMatchObject({ detail: 'emr-no-answer' });
});

test('a token that was entered tries again what failed for want of it, and nothing else', async () => {
  const made = await rigWith();
  const row = await made.send();
  const failed = { ...made.store.exports.get(row.id)!, state: 'failed' as const };
  const trouble = { detail: 'emr-token', message: 'm' };
  made.store.exports.put({ ...failed, trouble: { detail: 'emr-refused', message: 'm' } });
  made.store.exports.put({ ...failed, id: 'elsewhere', trouble, where: 'https://other.example' });
  made.store.exports.put({ ...failed, id: 'folder', trouble, target: 'folder' });
  made.store.exports.put({ ...failed, id: 'done', trouble, state: 'done' });
  made.store.exports.put({ ...failed, id: 'wanted', trouble, waitsUntil: 5 });
  made.calls.length = 0;
  made.delivery.tokenEntered();
  await made.delivery.idle();
  expect(made.calls).toHaveLength(1);
  expect(made.store.exports.get('wanted')).toMatchObject({ attempts: 2, state: 'waiting' });
  for (const id of [row.id, 'elsewhere', 'folder', 'done'])
    expect(made.store.exports.get(id)).toMatchObject({ attempts: 1 });
  expect(made.store.exports.get('folder')!.state).toBe('failed');
});

test('of what was under way when Scriba ended, a copy or a file is in doubt; what is sent goes on', async () => {
  const made = await rigWith();
  const row = await made.send();
  made.delivery.stop();
  const stored = made.store.exports.get(row.id)!;
  for (const target of ['clipboard', 'file'] as const)
    made.store.exports.put({ ...stored, id: target, target, state: 'waiting' });
  made.store.exports.put({ ...stored, id: 'done', target: 'file', state: 'done' });
  made.delivery.start();
  for (const id of ['clipboard', 'file'])
    expect(made.store.exports.get(id)).toMatchObject({
      state: 'failed',
      trouble: {
        detail: 'export-interrupted',
        message:
          'Scriba ended while this was being saved. Look whether it is there; if not, save it again.',
      },
    });
  expect(made.store.exports.get('done')!.state).toBe('done');
  expect(made.store.exports.get(row.id)!.state).toBe('waiting');
  expect(made.delivery.open().map(({ id }) => id)).toEqual([row.id]);
});

test('a folder that is off is left as it is; one that is gone stands in nobody’s way', async () => {
  const made = deliveryRig();
  const part = path.join(
    made.folder,
    `20261121-1005_1a2b3c4d.json.${made.delivery.targets.tag()}.part`,
  );
  writeFileSync(part, 'half');
  await made.delivery.targets.set({ folder: { on: false, forms: ['fhir'], flavour: 'r4' } });
  const off = made.again();
  expect(existsSync(part)).toBe(true);
  await dropOn(off.delivery);
  const on = off.again();
  onTestFinished(() => on.delivery.stop());
  expect(existsSync(part)).toBe(false);
});

test('a file that was written and not yet named is kept over a restart, and named then', async () => {
  const disk = { ...nodeDisk };
  const made = deliveryRig({ disk });
  made.sign();
  await dropOn(made.delivery);
  disk.rename = () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };
  await made.delivery.send({ id: VISIT, target: 'folder' });
  made.delivery.stop();
  const parts = readdirSync(made.folder);
  expect(parts).toHaveLength(1);
  disk.create = () => {
    throw new Error('It is not written again.');
  };
  disk.rename = nodeDisk.rename;
  made.rig.clock.advance(HOUR);
  const later = made.again();
  onTestFinished(() => later.delivery.stop());
  await later.delivery.idle();
  expect(later.delivery.list(VISIT)).toMatchObject([
    { state: 'done', attempts: 2, doneAt: made.rig.clock.now() },
  ]);
  const [row] = later.rig.store.exports.list(VISIT);
  expect([row!.trouble, row!.waitsUntil, row!.placing]).toEqual([undefined, undefined, undefined]);
  expect(later.arrived).toEqual([VISIT]);
});

test.each<[string, Partial<ExportRow>, string]>([
  ['the same version arrived in another form', { form: 'pdf' }, 'done'],
  ['a later version waits as well', { signature: 'later', state: 'waiting' }, 'done'],
  ['a later version could not be sent', { signature: 'later', state: 'failed' }, 'done'],
  ['a later version arrived', { signature: 'later' }, 'failed'],
])('a file that was written and not yet named, where %s', async (_, other, state) => {
  const disk = { ...nodeDisk };
  const made = deliveryRig({ disk });
  onTestFinished(() => made.delivery.stop());
  made.sign();
  await dropOn(made.delivery);
  disk.rename = () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };
  const [receipt] = await made.delivery.send({ id: VISIT, target: 'folder' });
  disk.rename = nodeDisk.rename;
  const { store } = made.rig;
  const row = store.exports.get(receipt!.id)!;
  expect(row).toMatchObject({ state: 'waiting', placing: true });
  const far = made.rig.clock.now() + HOUR;
  store.exports.put({
    ...row,
    id: 'other',
    placing: undefined,
    state: 'done',
    waitsUntil: far,
    ...other,
  });
  expect((await made.delivery.retry(row.id)).state).toBe(state);
  expect(readdirSync(made.folder)).toEqual(state === 'done' ? [row.file] : []);
});

test('pages hear of each change, and of nothing where the receipt is gone', async () => {
  const made = await rigWith();
  const row = await made.send();
  expect(made.changed.length).toBeGreaterThan(0);
  made.store.exports.remove(row.id);
  made.changed.length = 0;
  for (const deed of ['retry', 'giveUp', 'copied', 'uncopied'] as const)
    await expect((async () => made.delivery[deed](row.id))()).rejects.toMatchObject({
      code: 'missing',
      detail: 'no-receipt',
      message: 'There is no such receipt.',
    });
  expect(made.changed).toEqual([]);
});

test.each([
  ['server', /FHIR server is another one since/],
  ['folder', /drop folder is another one since/],
  ['mllp', /HL7 receiver is another one since/],
] as const)('what was meant for another %s goes nowhere', async (target, words) => {
  const made = await rigWith();
  const { id } = await made.send();
  await made.delivery.targets.set({
    mllp: { host: 'one.example', port: 2575, secure: true, allowPlain: false },
  });
  made.put({ target, where: 'elsewhere', state: 'waiting', form: 'hl7', file: 'x.hl7' });
  made.calls.length = 0;
  expect(await made.delivery.retry(id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'target-changed', message: expect.stringMatching(words) },
  });
  expect([made.calls, readdirSync(made.folder)]).toEqual([[], []]);
});

test('what waits for a target that was switched off is told so when a person tries it again', async () => {
  const made = await rigWith();
  const { id } = await made.send();
  await serverOn(made.delivery, '');
  await expect(made.delivery.retry(id)).rejects.toThrow(failureWith('no-target'));
});
