/**
 * Further documents and taking back a visit, over HTTP: what is here is never replaced, and what is
 * cancelled is sent no more.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdditionalDocuments } from '../../../../main/features/outbox/additional-documents.ts';
import { createCancel } from '../../../../main/features/outbox/cancel.ts';
import { nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { TransportChoice } from '../../../../shared/model/account/platform-profile.ts';
import { HOUR } from '../../../../shared/time.ts';
import { createRig } from '../../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../support/rigs/sandbox.ts';
import { putState } from '../../../support/rows.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 40 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Failure) => error,
  );

async function rigOf(transport: TransportChoice = 'transactions') {
  const rig = await createRig(sandbox, { speed: 100, transport });
  const told: string[] = [];
  const make = () =>
    createAdditionalDocuments({
      clock: rig.clock,
      random: nodeRandom,
      store: rig.store,
      transcription: rig.platform.transcription,
      changed: (id) => void told.push(id),
    });
  const additionalDocuments = make();
  additionalDocuments.start();
  const outbox = rig.begin();
  return {
    ...rig,
    told,
    make,
    additionalDocuments,
    outbox,
    cancel: createCancel({ store: rig.store, transcription: rig.platform.transcription }),
    documents: (id: string) => rig.store.notes.get(id)!.documents,
    async ready(id: string) {
      rig.seal(id, [0.7]);
      outbox.wake();
      await rig.until(id, ({ state }) => state === 'ready');
      return rig.row(id);
    },
    end: () => {
      additionalDocuments.stop();
      return outbox.stop();
    },
  };
}
const more = (rig: Awaited<ReturnType<typeof rigOf>>, id: string, count: number) =>
  expect.poll(() => rig.documents(id).length, { timeout: 60_000, interval: 10 }).toBe(count);

test.each(['transactions', 'sessions'] as const)(
  'by %s: one more document comes beside the others, of any template and more than once',
  async (transport) => {
    const rig = await rigOf(transport);
    const id = `more-${transport}`;
    await rig.ready(id);
    const before = rig.documents(id);
    await rig.additionalDocuments.requestDocument(id, 'eka_emr_template');
    expect(rig.additionalDocuments.requests(id)).toEqual([
      { templateId: 'eka_emr_template', askedAt: expect.any(Number), trouble: undefined },
    ]);
    expect(
      await caught(rig.additionalDocuments.requestDocument(id, 'eka_emr_template')),
    ).toMatchObject({
      detail: 'further-under-way',
    });
    await more(rig, id, 3);
    expect(rig.additionalDocuments.requests(id)).toEqual([]);
    expect(rig.documents(id).slice(0, 2)).toEqual(before);
    expect(rig.documents(id)[2]).toMatchObject({
      templateId: 'eka_emr_template',
      kind: 'emr',
      status: 'success',
      addedAt: expect.any(Number),
    });
    await rig.additionalDocuments.requestDocument(id, 'clinical_notes_template');
    await more(rig, id, 4);
    expect(rig.told.filter((one) => one === id).length).toBeGreaterThanOrEqual(4);
    await rig.end();
  },
);

test('a leaflet is asked for in a language of its own, beside the same template in another', async () => {
  const rig = await rigOf();
  await rig.ready('leaflet');
  for (const language of ['hi', 'ta']) {
    await rig.additionalDocuments.requestDocument('leaflet', 'clinical_notes_template', {
      language,
      leaflet: true,
    });
    // An earlier one may be here already.
    expect(rig.additionalDocuments.requests('leaflet').at(-1)).toMatchObject({ language });
  }
  await more(rig, 'leaflet', 4);
  expect(
    rig
      .documents('leaflet')
      .slice(2)
      .map(({ leaflet, language }) => [leaflet, language]),
  ).toEqual(
    expect.arrayContaining([
      [true, 'hi'],
      [true, 'ta'],
    ]),
  );
  await rig.end();
});

test('it stays when the note is fetched again, and is not there twice though the platform now lists it', async () => {
  const rig = await rigOf();
  await rig.ready('fetched');
  await rig.additionalDocuments.requestDocument('fetched', 'eka_emr_template');
  await more(rig, 'fetched', 3);
  const added = rig.documents('fetched')[2];
  rig.outbox.fetchAgain('fetched');
  await expect.poll(() => rig.row('fetched').state).toBe('ready');
  expect(rig.documents('fetched')).toHaveLength(3);
  expect(rig.documents('fetched')[2]).toEqual(added);
  await rig.end();
});

test('what was asked for outlives a restart, a line that is cut and a busy platform', async () => {
  const rig = await rigOf();
  await rig.ready('restart');
  await sandbox.faults(
    { do: 'cut', path: '/voice/api/v1/transaction/*', when: 'after' },
    { do: 'status', path: '/voice/api/v3/status/*', status: 503, count: 2 },
  );
  await rig.additionalDocuments.requestDocument('restart', 'eka_emr_template');
  rig.additionalDocuments.stop();
  expect(
    rig.additionalDocuments.requests('restart'),
    'the answer was lost, and looked for',
  ).toHaveLength(1);
  const next = rig.make();
  next.start();
  await more(rig, 'restart', 3);
  next.stop();
  expect((await sandbox.transaction(rig.row('restart').transactionId))!.documents).toHaveLength(3);
  await rig.end();
});

test('no note, no such template, no such visit: each in words, and nothing is kept of it', async () => {
  const rig = await rigOf();
  rig.seal('none', [0.2]);
  rig.outbox.wake();
  await rig.until('none', ({ state }) => state === 'attention');
  expect(
    await caught(rig.additionalDocuments.requestDocument('none', 'eka_emr_template')),
  ).toMatchObject({
    code: 'refused',
    detail: 'no-note-yet',
  });
  expect(
    await caught(rig.additionalDocuments.requestDocument('nobody', 'eka_emr_template')),
  ).toMatchObject({
    code: 'missing',
    detail: 'no-consultation',
  });
  await rig.ready('no-template');
  expect(
    await caught(rig.additionalDocuments.requestDocument('no-template', 'no_such_template')),
  ).toMatchObject({
    code: 'missing',
    detail: 'not-found',
  });
  expect(rig.additionalDocuments.requests('no-template')).toEqual([]);
  await rig.end();
});

test.each(['transactions', 'sessions'] as const)(
  'by %s: taken back while it is uploaded, the platform is told, and brought back it goes under a new number',
  async (transport) => {
    const rig = await rigOf(transport);
    const id = `back-${transport}`;
    await sandbox.faults({
      do: 'status',
      path: transport === 'sessions' ? '/voice/v1/sessions/*/audio/*' : '/blob/',
      status: 503,
      count: 1000,
    });
    rig.seal(id, [0.7]);
    rig.outbox.wake();
    await rig.until(id, ({ state, attempts }) => state === 'uploading' && attempts > 0);
    const { transactionId } = rig.row(id);
    let discarded = 0;
    await rig.cancel(id, (one) => {
      discarded += 1;
      rig.store.visits.apply(one, rig.row(one).rev, 'discarded');
    });
    expect(discarded).toBe(1);
    expect(await sandbox.transaction(transactionId)).toMatchObject({
      userStatus: 'cancelled',
      processingStatus: 'cancelled',
      started: false,
    });
    await sandbox.clearFaults();
    rig.outbox.wake();
    await rig.outbox.idle();
    expect(rig.row(id).state).toBe('discarded');
    rig.store.visits.apply(id, rig.row(id).rev, 'discard-undone');
    rig.outbox.wake();
    await rig.until(id, ({ state }) => state === 'ready');
    expect(rig.row(id).transactionId).not.toBe(transactionId);
    await rig.end();
  },
);

test('taken back too late, or offline, or when it is not on its way: refused in words, and all stays as it was', async () => {
  const rig = await rigOf();
  // So long that no computer is too busy to ask before the note is written.
  await sandbox.faults({ do: 'slow', ms: HOUR });
  rig.seal('late', [0.7]);
  rig.outbox.wake();
  await rig.until('late', ({ state }) => state === 'processing');
  const { transactionId } = rig.row('late');
  const never = () => expect.unreachable();
  await sandbox.faults({
    do: 'status',
    path: '/voice/api/v2/transaction/*',
    method: 'PATCH',
    status: 500,
    count: 10,
  });
  expect(await caught(rig.cancel('late', never))).toMatchObject({ code: 'busy' });
  await sandbox.clearFaults();
  expect(await caught(rig.cancel('late', never))).toMatchObject({
    code: 'refused',
    detail: 'too-late-to-cancel',
  });
  expect(rig.row('late')).toMatchObject({ state: 'processing', transactionId });
  await rig.ready('in-time');
  expect(await caught(rig.cancel('in-time', never))).toMatchObject({
    code: 'refused',
    detail: 'nothing-to-cancel',
  });
  expect(rig.row('in-time').state).toBe('ready');
  expect(await caught(rig.cancel('nobody', never))).toMatchObject({ code: 'missing' });
  await rig.end();
});

test('what the platform does not know yet may be arriving: only a visit that was and is being uploaded is taken back then', async () => {
  const rig = await rigOf();
  await rig.end();
  const unknown = {
    cancel: () => Promise.reject(new Failure('missing', 'unknown', { detail: 'not-found' })),
  };
  const cancel = createCancel({ store: rig.store, transcription: unknown });
  const discarded: string[] = [];
  for (const [id, state] of [
    ['a', 'uploading'],
    ['b', 'committing'],
    ['c', 'processing'],
  ] as const) {
    rig.seal(id, [0.1]);
    putState(rig.store, id, { state });
    const before = rig.row(id);
    const answer = await cancel(id, (one) => void discarded.push(one)).then(
      () => 'taken back',
      (error: Failure) => error.detail,
    );
    expect([id, answer]).toEqual([id, state === 'uploading' ? 'taken back' : 'stale']);
    if (state !== 'uploading') expect(rig.row(id)).toEqual(before);
  }
  expect(discarded).toEqual(['a']);
});
