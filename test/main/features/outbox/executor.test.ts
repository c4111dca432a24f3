import { describe, expect, test } from 'vitest';
import type { Outcome, RetryContext } from '../../../../main/features/outbox/executor.ts';
import { FORM_GOOD_FOR } from '../../../../main/features/outbox/schedule.ts';
import type { Status } from '../../../../main/infrastructure/platform/transcription/transaction-status.ts';
import type { UploadForm } from '../../../../main/infrastructure/platform/transcription/upload.ts';
import { Failure } from '../../../../shared/failure.ts';
import { failure, failureWith } from '../../../support/failure.ts';
import { BYTES, form, OURS, rig, THEIRS, working } from './executor-rig.ts';

describe('before anything is sent', () => {
  test.each(['prepared', 'uploading', 'committing'] as const)(
    'a visit of an earlier run is asked about once while %s',
    async (state) => {
      const made = rig({ state, context: { earlier: true } });
      await made.execute();
      expect(made.calls[0]).toBe('status');
      expect(made.context.askedFor).toBe('txn-v');
      made.calls.length = 0;
      // A commit that was sent is asked about each time.
      if (state !== 'committing') {
        await made.execute();
        expect(made.calls).not.toContain('status');
      }
    },
  );

  test.each(['prepared', 'uploading', 'committing'] as const)(
    'a visit of this run is not asked about while %s',
    async (state) => {
      const made = rig({ state });
      await made.execute();
      expect(made.calls).not.toContain('status');
    },
  );

  test.each(['prepared', 'committing'] as const)(
    'a visit whose commit was sent is asked about while %s, each time',
    async (state) => {
      const made = rig({ state, transaction: { commitAttempts: 1 } });
      await made.execute();
      await made.execute();
      expect(made.calls.filter((name) => name === 'status')).toHaveLength(2);
    },
  );

  test.each<[string, Status, Outcome['event'] | undefined]>([
    ['ours', working(OURS), { type: 'committed-before' }],
    ['another’s', working(THEIRS), { type: 'conflict' }],
    ['given up', { kind: 'dead' }, { type: 'dead', times: 1 }],
    ['without a reference: init decides', working(), undefined],
    [
      'failed, without a reference',
      { kind: 'failed', final: true, code: 'c', message: 'm' },
      undefined,
    ],
  ])('what is %s there', async (_name, status, event) => {
    const made = rig({ state: 'committing', transaction: { commitAttempts: 1 }, status });
    const outcome = await made.execute();
    expect(outcome?.event).toEqual(event ?? { type: 'committed' });
    expect(made.calls).toEqual(event ? ['status'] : ['status', 'init']);
  });

  test.each<[string, string, boolean, Outcome['event']]>([
    ['a stream that failed for good', 'session:s/2026/stream', true, { type: 'dead', times: 1 }],
    [
      'a stream that may still come to something',
      'session:s/2026/stream',
      false,
      { type: 'committed-before' },
    ],
    ['files that failed for good', 'session:s/2026', true, { type: 'committed-before' }],
  ])('%s, of our own, goes on as it must', async (_name, folder, final, event) => {
    const status: Status = {
      kind: 'failed',
      final,
      code: 'c',
      message: 'm',
      additional: OURS,
    } as Status;
    const made = rig({
      state: 'committing',
      transaction: { commitAttempts: 1, folder },
      status,
    });
    expect((await made.execute())?.event).toEqual(event);
    expect(made.calls).toEqual(['status']);
  });

  test('a visit of an earlier run that is known there is not uploaded again', async () => {
    for (const state of ['prepared', 'uploading', 'committing'] as const) {
      const made = rig({ state, context: { earlier: true }, status: working(OURS) });
      expect((await made.execute())?.event).toEqual({ type: 'committed-before' });
      expect(made.calls).toEqual(['status']);
      const others = rig({ state, context: { earlier: true }, status: working(THEIRS) });
      expect((await others.execute())?.event).toEqual({ type: 'conflict' });
      expect(others.calls).toEqual(['status']);
    }
  });

  test('preparing sends nothing, and is a failure where it left the visit as it was', async () => {
    const made = rig({ state: 'sealed' });
    await expect(made.execute()).rejects.toThrow(failure('broken', 'not-prepared'));
    expect(made.calls).toEqual(['prepare']);
    const ended = rig({ state: 'sealed', wanted: () => false });
    await expect(ended.execute()).resolves.toBeUndefined();
  });

  test('there is nothing to do for a visit that is done', async () => {
    await expect(rig({ state: 'ready' }).execute()).rejects.toThrow(
      'There is nothing to do for a visit that is ready.',
    );
  });
});

describe('a permission', () => {
  const opened = (over: Parameters<typeof rig>[0] = {}) => rig({ state: 'prepared', ...over });

  test('of a visit of an earlier list that may have been sent waits for a person; one that has its folder, or is of this run, does not', async () => {
    const earlier = { earlier: true, askedFor: 'txn-v' };
    const doubted = opened({
      perhapsSent: true,
      context: earlier,
      transaction: { folder: undefined },
    });
    await expect(doubted.execute()).rejects.toThrow(failureWith('perhaps-sent'));
    expect(doubted.calls).toEqual([]);
    for (const sure of [
      { perhapsSent: true, context: earlier },
      { perhapsSent: true, context: { earlier: false }, transaction: { folder: undefined } },
      { perhapsSent: false, context: earlier, transaction: { folder: undefined } },
    ]) {
      const made = opened(sure);
      expect((await made.execute())?.event).toEqual({ type: 'presigned' });
    }
  });

  test('tells the platform the folder, the parts and the largest of them, under our reference', async () => {
    const made = opened({ over: { practiceCase: 'fever' } });
    await made.execute();
    expect(made.heard.presign).toEqual({
      additional: { ...OURS, practice_consultation: 'fever' },
      folder: 'f/',
      largest: BYTES.length,
      parts: 2,
      plain: false,
      longest: expect.closeTo((8 * BYTES.length) / 32_000, 9),
      imported: false,
      brokenStreams: 0,
      opening: expect.any(Function),
    });
    const plain = opened();
    await plain.execute();
    expect(plain.heard.presign).toMatchObject({ additional: OURS });
    expect(Object.keys((plain.heard.presign as { additional: object }).additional)).toEqual([
      'client_ref',
    ]);
  });

  test.each<[string, Partial<UploadForm>, Partial<RetryContext>, number]>([
    ['the same folder keeps its epoch', {}, {}, 1],
    ['another folder is another epoch', { folder: 'g/' }, {}, 2],
    ['another address is another epoch', { url: 'https://other/' }, {}, 2],
    ['a permission that ran out is another epoch', {}, { ranOut: true }, 2],
    ['and is not in the same folder again', {}, { ranOut: true, expiredIn: 'f/' }, 1],
  ])('%s', async (_name, answer, context, epoch) => {
    const made = opened({ presign: { ...form, ...answer }, context });
    made.clock.advance(500);
    const outcome = await made.execute();
    expect(outcome?.event).toEqual({ type: 'presigned' });
    expect(made.transaction()!.epoch).toBe(1);
    made.commit(outcome);
    const { folder, url: uploadUrl } = { ...form, ...answer };
    expect(made.transaction()).toMatchObject({ epoch, folder, uploadUrl });
    expect(made.context).toMatchObject({ ranOut: false, form: answer, formAt: 500 });
    if (context.ranOut) expect(made.context.expiredIn).toBe(folder);
    else expect(made.context.expiredIn).toBeUndefined();
  });

  test('with a number of the platform’s own is used also where nobody notes it', async () => {
    const made = opened({ presign: { ...form, ownNumber: true } });
    expect((await made.execute())?.event).toEqual({ type: 'presigned' });
  });

  test.each<[string, Parameters<typeof rig>[0], Outcome['event']]>([
    ['of this run, never begun by us, is another’s', {}, { type: 'conflict' }],
    ['that we began is ours', { transaction: { commitAttempts: 1 } }, { type: 'committed-before' }],
    [
      'of an earlier run is ours',
      { context: { earlier: true, askedFor: 'txn-v' } },
      { type: 'committed-before' },
    ],
  ])('for what is committed already, without a reference: one %s', async (_name, over, event) => {
    const made = opened({
      ...over,
      presign: { ...form, alreadyCommitted: true },
      status: working(),
    });
    expect((await made.execute())?.event).toEqual(event);
  });

  test('for what is committed already and then unknown is a conflict; nothing is uploaded', async () => {
    const made = opened({ presign: { ...form, alreadyCommitted: true } });
    expect((await made.execute())?.event).toEqual({ type: 'conflict' });
    expect(made.calls).toEqual(['presign', 'status']);
  });

  test('for what is committed already keeps the folder that the platform names', async () => {
    const made = opened({
      presign: { ...form, folder: 'g/', url: 'https://other/', alreadyCommitted: true },
      status: working(OURS),
    });
    made.commit(await made.execute(), 'processing');
    expect(made.transaction()).toMatchObject({
      folder: 'g/',
      uploadUrl: 'https://other/',
      status: 'committed',
    });
  });
});

describe('an upload', () => {
  test('sends the first part that is not in this folder, then the next, and then is whole', async () => {
    const made = rig();
    for (const name of ['audio_0001.mp3', 'audio_0002.mp3']) {
      const outcome = await made.execute();
      expect(outcome?.event).toEqual({ type: 'part-uploaded' });
      expect(made.calls.splice(0)).toEqual([`upload ${name}`]);
      made.commit(outcome);
    }
    expect((await made.execute())?.event).toEqual({ type: 'all-uploaded' });
    expect(made.calls).toEqual([]);
  });

  test('of another epoch or without a folder sends every part again', async () => {
    const made = rig({ transaction: { epoch: 2 } });
    made.store.uploads.markUploaded('v-1', 1);
    await made.execute();
    expect(made.calls).toEqual(['upload audio_0001.mp3']);
    const lost = rig({ transaction: { folder: undefined, uploadUrl: undefined } });
    for (const file of ['v-1', 'v-2']) lost.store.uploads.markUploaded(file, 1);
    expect((await lost.execute())?.event).toEqual({ type: 'presigned' });
    expect(lost.calls).toEqual(['presign']);
  });

  test.each<[string, Partial<RetryContext>, Partial<UploadForm>, number, boolean]>([
    ['none', { form: undefined }, {}, 0, true],
    ['one of another folder', { form: { ...form, folder: 'g/' } }, {}, 0, true],
    ['one as old as it may be', {}, {}, FORM_GOOD_FOR, false],
    ['one that is too old', {}, {}, FORM_GOOD_FOR + 1, true],
    ['one that says it is too old', { form: { ...form, goodFor: 1000 } }, {}, 1001, true],
    ['one that says it is good', { form: { ...form, goodFor: 1000 } }, {}, 1000, false],
  ])('with %s asks for a permission: %#', async (_name, context, _form, age, asks) => {
    const made = rig({ context });
    made.clock.advance(age);
    await made.execute();
    expect(made.calls).toEqual([asks ? 'presign' : 'upload audio_0001.mp3']);
  });

  test.each<[Failure, boolean, boolean]>([
    [new Failure('refused', 'It did not work.', { detail: 'upload-expired' }), true, true],
    [new Failure('signed-out', 'm', { detail: 'sign-in-needed' }), true, false],
    [new Failure('busy', 'It did not work.', { detail: 'platform-busy' }), false, false],
  ])(
    'that fails with %s forgets the permission where it is to blame',
    async (upload, gone, ranOut) => {
      const made = rig({ upload });
      await expect(made.execute()).rejects.toBe(upload);
      expect(made.context.form === undefined).toBe(gone);
      expect(made.context.ranOut).toBe(ranOut);
    },
  );

  test('of no parts at all, or of parts in another order, is refused', async () => {
    await expect(rig({ parts: [] }).execute()).rejects.toThrow(failure('broken', 'no-parts'));
    const mixed = rig({ over: { clientRef: 'made of other parts' } });
    await expect(mixed.execute()).rejects.toMatchObject({
      code: 'broken',
      detail: 'parts-mixed-up',
      message: expect.stringMatching(/damaged\. The recording is safe here/),
    });
    expect(mixed.calls).toEqual([]);
  });

  test('ends with the companion where that is wished for, once all parts are there', async () => {
    const made = rig();
    made.store.settings.change({ upload: { format: 'mp3', companionFile: true } });
    for (const file of ['v-1', 'v-2']) {
      expect((await made.execute())?.event.type).toBe('part-uploaded');
      made.store.uploads.markUploaded(file, 1);
    }
    made.calls.length = 0;
    expect((await made.execute())?.event).toEqual({ type: 'all-uploaded' });
    expect(made.calls).toEqual(['companion']);
  });
});
