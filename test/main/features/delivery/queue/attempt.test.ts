/** One try to bring a note to the platform or a receiver: what has to be true before it goes. */
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { framed } from '../../../../../main/features/delivery/targets/mllp/mllp.ts';
import { savedText } from '../../../../../main/features/delivery/targets/save-on-platform.ts';
import type { TcpRequest } from '../../../../../main/infrastructure/ports.ts';
import type { ExportRow } from '../../../../../main/infrastructure/store/tables/exports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { deliveryRig, VISIT } from '../support.ts';

const HERE = 'https://here.example';
const account = (baseUrl: string) => () => ({
  profile: 'clinic' as const,
  baseUrl,
  brand: 'svc',
  clientId: 'clinic-17',
  state: 'signed-in' as const,
});
/** A platform that answers with the id of a document, or fails. */
async function platformRig(over: Parameters<typeof deliveryRig>[0] = {}) {
  const saved: string[] = [];
  const fail: { with?: Failure } = {};
  const made = deliveryRig({
    account: account(HERE),
    platformCopy: {
      visit: () => ({ transactionId: 't', folder: undefined, documents: [], templates: ['x'] }),
      documents: async () => [],
      async save(_visit, { text, created }) {
        created('doc-1');
        if (fail.with) throw fail.with;
        saved.push(text);
        return 'doc-2';
      },
    },
    ...over,
  });
  onTestFinished(() => made.delivery.stop());
  await made.delivery.targets.set({ platform: { on: true } });
  const { store } = made.rig;
  return {
    ...made,
    store,
    saved,
    fail,
    async signed() {
      const { id, note } = made.sign();
      made.delivery.signed(store.signatures.get(id)!);
      made.rig.clock.advance(0);
      await made.delivery.idle();
      return { note, row: () => store.exports.list(VISIT).find((one) => one.signature === id)! };
    },
  };
}

test('a signed note is saved on its platform, and its document is known from then on', async () => {
  const { signed, saved, arrived } = await platformRig();
  const { note, row } = await signed();
  expect(saved).toEqual([savedText(note)]);
  expect(row()).toMatchObject({
    state: 'done',
    attempts: 1,
    posted: true,
    location: 'doc-2',
    sha256: createHash('sha256').update(savedText(note)).digest('hex'),
  });
  expect(arrived).toEqual([VISIT]);
});

test('what was made before it failed is remembered; without a sign-in it waits, refused it does not', async () => {
  for (const [code, state] of [
    ['signed-out', 'waiting'],
    ['offline', 'waiting'],
    ['busy', 'waiting'],
    ['locked', 'waiting'],
    ['refused', 'failed'],
    ['missing', 'failed'],
    ['broken', 'failed'],
  ] as const) {
    const { signed, fail } = await platformRig();
    fail.with = new Failure(code, 'It did not work.', { detail: 'why' });
    const { row } = await signed();
    expect([code, row()]).toMatchObject([
      code,
      { state, location: 'doc-1', posted: true, trouble: { detail: 'why' } },
    ]);
    expect(row().waitsUntil === undefined).toBe(state === 'failed');
  }
});

test('refused because of our clock it waits: it goes on by itself once the clock is set', async () => {
  const { signed, fail, rig, delivery } = await platformRig();
  fail.with = new Failure('refused', 'Set the clock.', { detail: 'clock-wrong' });
  const { row } = await signed();
  expect(row()).toMatchObject({ state: 'waiting', trouble: { detail: 'clock-wrong' } });
  delete fail.with;
  rig.clock.advance(row().waitsUntil! - rig.clock.now());
  await delivery.idle();
  expect(row()).toMatchObject({ state: 'done', attempts: 2 });
});

test('of a failure that names nothing, nothing is made up', async () => {
  const { signed, fail } = await platformRig();
  fail.with = new Failure('refused', 'It did not work.');
  const { row } = await signed();
  expect(row().trouble).toEqual({ detail: 'unforeseen', message: 'It did not work.' });
});

test('an older version, or one for another platform, is not saved any more', async () => {
  const { signed, fail, edit, sign, store, delivery, saved } = await platformRig();
  fail.with = new Failure('offline', 'It did not work.');
  const { row } = await signed();
  edit('Rest');
  sign();
  delete fail.with;
  expect(await delivery.retry(row().id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'superseded' },
  });
  store.exports.put({ ...row(), state: 'waiting', where: 'https://before.example' });
  expect(await delivery.retry(row().id)).toMatchObject({
    state: 'failed',
    trouble: {
      detail: 'target-changed',
      message: 'You are signed in to another platform since. This note was not saved there.',
    },
  });
  expect(saved).toEqual([]);
});

test('nothing is saved where the policy forbids it meanwhile, or once the vault is locked', async () => {
  const made = await platformRig();
  made.fail.with = new Failure('offline', 'It did not work.');
  const { id } = (await made.signed()).row();
  const under = made.again({ policy: { exports: { allowed: ['folder'] } } });
  onTestFinished(() => under.delivery.stop());
  expect(await under.delivery.retry(id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'set-by-organisation' },
  });
  expect(made.saved).toEqual([]);
});

/** A receiver whose acknowledgement is given. */
async function receiverRig() {
  const messages: string[] = [];
  const fail: { with?: Failure } = {};
  const made = deliveryRig({
    tcp: async ({ bytes }: TcpRequest) => {
      const message = Buffer.from(bytes).toString();
      messages.push(message);
      if (fail.with) throw fail.with;
      const id = message.split('\r')[0]!.split('|')[9];
      return framed(Buffer.from(`MSH|^~\\&|x\rMSA|AA|${id}\r`));
    },
  });
  onTestFinished(() => made.delivery.stop());
  await made.delivery.targets.set({
    mllp: { host: 'emr.example', port: 2575, secure: true, allowPlain: false },
  });
  const { store } = made.rig;
  return {
    ...made,
    store,
    messages,
    fail,
    async send() {
      made.sign();
      const [receipt] = await made.delivery.send({ id: VISIT, target: 'mllp' });
      return { id: receipt!.id, row: () => store.exports.get(receipt!.id)! };
    },
  };
}
const offline = () => new Failure('offline', 'It did not work.', { detail: 'no-answer' });

test('a message is counted as sent before it goes, with the digest of its bytes', async () => {
  const { send, messages, fail } = await receiverRig();
  fail.with = offline();
  const { row } = await send();
  const message = messages[0]!.slice(1, -2);
  expect(row()).toMatchObject({
    state: 'waiting',
    posted: true,
    sha256: createHash('sha256').update(message).digest('hex'),
  });
});

test('a version of which nothing has left gives way to a later one; one that may be there goes first', async () => {
  const { send, edit, fail, store, delivery, messages } = await receiverRig();
  fail.with = offline();
  const first = await send();
  edit('Rest');
  const second = await send();
  expect(second.row()).toMatchObject({
    state: 'waiting',
    trouble: {
      detail: 'mllp-earlier-waits',
      message:
        'It is not known yet whether the HL7 receiver has the version before this one. This one goes after it.',
    },
  });
  expect(second.row().posted).toBeUndefined();
  const change = (row: ExportRow, over: Partial<ExportRow>) =>
    store.exports.put({ ...row, ...over });
  // Nothing of the first has left: it is not sent any more, and holds nobody up.
  change(first.row(), { posted: undefined });
  expect(await delivery.retry(first.id)).toMatchObject({
    state: 'failed',
    trouble: { detail: 'superseded' },
  });
  // Nor while it waits itself.
  change(first.row(), { posted: undefined, state: 'waiting' });
  delete fail.with;
  expect((await delivery.retry(second.id)).state).toBe('done');
  // Given up, though it may be there: it holds nobody up either.
  change(second.row(), { state: 'waiting' });
  change(first.row(), { posted: true, state: 'failed' });
  const before = messages.length;
  expect((await delivery.retry(second.id)).state).toBe('done');
  // And it goes where it may be there, even after the later one.
  change(first.row(), { posted: true, state: 'waiting' });
  expect((await delivery.retry(first.id)).state).toBe('done');
  expect(messages.length).toBe(before + 2);
});

test('a version that another target of this name has holds up none of this one', async () => {
  const { send, fail, store, delivery } = await receiverRig();
  fail.with = offline();
  const { id, row } = await send();
  store.exports.put({ ...row(), posted: undefined });
  const other = { ...row(), target: 'server', signature: 'later', posted: true } as const;
  store.exports.put({ ...other, id: 'newer' });
  delete fail.with;
  expect((await delivery.retry(id)).state).toBe('done');
});
