import { expect, test } from 'vitest';
import { Failure } from '../../../../shared/failure.ts';
import { room, setup } from './recorder-room.ts';

test('a visit in which nobody speaks any more asks whether it is over', async () => {
  const { recorder, state, speak } = room();
  await recorder.start(setup);
  await speak(302_000, 0.001);
  expect(state).toMatchObject({ status: 'recording', trouble: { kind: 'forgotten' } });
  await recorder.pause();
  expect(state.trouble).toBeUndefined();
});

test('silence is told and marked, and ends with the first word', async () => {
  const { recorder, marks, state, speak } = room();
  await recorder.start(setup);
  await speak(10_000, 0);
  expect(state.trouble).toEqual({ kind: 'silence' });
  await speak(125);
  expect(state.trouble).toBeUndefined();
  expect(marks).toHaveLength(1);
});

test('the sound of a telephone is told while it lasts, and recording goes on', async () => {
  const { recorder, state, speak } = room();
  await recorder.start(setup);
  await speak(4_000, 0.1, { presence: 0.05, treble: 0.000_1 });
  expect(state).toMatchObject({ status: 'recording', trouble: { kind: 'telephone' } });
  await speak(125, 0.1, { presence: 0.05, treble: 0.03 });
  expect(state).toMatchObject({ status: 'recording', trouble: undefined });
});

test('a core that missed pieces gets them again before the end', async () => {
  let refusals = 0;
  const { recorder, log, speak } = room({
    'recordings.append': ({ firstSample, audio }: { firstSample: number; audio: Uint8Array }) => ({
      written: firstSample + audio.length / 2,
      synced: 0,
    }),
    'recordings.finish': () =>
      refusals++ === 0
        ? Promise.reject(new Failure('refused', 'missing', { detail: 'pieces-missing' }))
        : { id: 'v1' },
  });
  await recorder.start(setup);
  await speak(500);
  await recorder.finish();
  expect(log.slice(-3)).toEqual(['recordings.finish', 'recordings.append', 'recordings.finish']);
});

test('a core that took the page for lost goes on with the same recording', async () => {
  let closed = false;
  const got: number[] = [];
  const { recorder, log, state, speak } = room({
    'recordings.goOn': () => {
      closed = false;
      return { visit: { id: 'v1' }, samples: 16_000 };
    },
    'recordings.append': ({ firstSample, audio }: { firstSample: number; audio: Uint8Array }) => {
      if (closed) throw new Failure('missing', 'not being recorded', { detail: 'not-recording' });
      got.push(firstSample);
      return { written: firstSample + audio.length / 2, synced: firstSample };
    },
  });
  await recorder.start(setup);
  await speak(1_000);
  closed = true;
  await speak(1_000);
  expect(log.filter((each) => each === 'recordings.goOn')).toHaveLength(1);
  expect(got).toEqual([0, 4_000, 8_000, 12_000, 16_000, 20_000, 24_000, 28_000]);
  expect(state).toMatchObject({ status: 'recording', trouble: undefined });
});

test('a full disk stops the recording in words, and what was kept is finished', async () => {
  const { recorder, state, speak, notice } = room();
  await recorder.start(setup);
  await speak(1_000);
  notice('recordings.trouble', { id: 'v1', code: 'disk-full', message: 'The disk is full.' });
  expect(state).toMatchObject({
    status: 'paused',
    trouble: { kind: 'disk-full', message: 'The disk is full.' },
  });
  expect(await recorder.finish()).toMatchObject({ id: 'v1' });
  expect(state).toMatchObject({ status: 'idle', trouble: undefined });
});

test('a finish that fails leaves the recording paused, to be finished again', async () => {
  let tries = 0;
  const { recorder, state, speak } = room({
    'recordings.finish': () =>
      tries++ === 0 ? Promise.reject(new Failure('offline', 'host lost')) : { id: 'v1' },
  });
  await recorder.start(setup);
  await speak(1_000);
  await expect(recorder.finish()).rejects.toMatchObject({ code: 'offline' });
  expect(state).toMatchObject({ status: 'paused', samples: 16_000, trouble: { kind: 'failed' } });
  expect(await recorder.finish()).toMatchObject({ id: 'v1' });
});

test('two starts at once make one recording', async () => {
  const { recorder, log } = room();
  const [first, second] = await Promise.allSettled([recorder.start(setup), recorder.start(setup)]);
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
  expect(log.filter((each) => each === 'recordings.start')).toHaveLength(1);
});

test('the sealed visit is told before the recorder goes, so that both are drawn at once', async () => {
  const { recorder, state, speak } = room({ 'recordings.finish': () => ({ id: 'v1' }) });
  await recorder.start(setup);
  await speak(500);
  let told: unknown;
  await recorder.finish((visit) => {
    told = { id: visit.id, status: state.status };
  });
  expect(told).toEqual({ id: 'v1', status: 'finishing' });
  expect(state.status).toBe('idle');
});
