import { expect, test } from 'vitest';
import type { Capture, CaptureEvent } from '../../../../renderer/capture/frames/capture.ts';
import { createRecorder } from '../../../../renderer/capture/recorder/recorder.ts';
import {
  atRest,
  type RecorderState,
} from '../../../../renderer/capture/recorder/recorder-state.ts';
import type { Bridge, RequestName } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import { defaultSettings } from '../../../../shared/model/settings.ts';
import { createHeldClock } from './held-clock.ts';

const setup = {
  patient: { name: 'Asha' },
  mode: 'consultation',
  modelType: 'pro',
  templates: ['t'],
  inputLanguages: ['hi'],
  outputLanguage: 'en-IN',
  codify: true,
} as const;

/**
 * A recorder with microphones and a core that the test holds; `log` tells the order of everything.
 */
function room(over: Partial<Record<RequestName, (input: never) => unknown>> = {}) {
  const clock = createHeldClock();
  const log: string[] = [];
  const marks: string[] = [];
  let written = 0;
  const microphones: { hear: (event: CaptureEvent) => void; recording: boolean }[] = [];
  let devices = [
    { deviceId: 'a', label: 'Jabra' },
    { deviceId: 'b', label: 'Built in' },
  ];
  const state: { -readonly [K in keyof RecorderState]: RecorderState[K] } = {
    ...atRest,
    devices: [],
  };
  const answers: Partial<Record<RequestName, (input: never) => unknown>> = {
    'settings.get': () => defaultSettings,
    'settings.change': () => defaultSettings,
    'recordings.start': () => ({ id: 'v1' }),
    'recordings.goOn': () => ({ visit: { id: 'v1' }, samples: written }),
    'recordings.append': ({ firstSample, audio }: { firstSample: number; audio: Uint8Array }) => {
      written = Math.max(written, firstSample + audio.length / 2);
      return { written, synced: written };
    },
    'recordings.mark': ({ kind, sample }: { kind: string; sample: number }) =>
      void marks.push(`${kind}@${sample}`),
    'recordings.finish': ({ samples }: { samples: number }) => ({ id: 'v1', samples }),
    'recordings.discard': () => ({ id: 'v1' }),
    ...over,
  };
  const notices = new Map<string, (payload: never) => void>();
  const bridge: Bridge = {
    request: async (name, ...input) => {
      if (!name.startsWith('settings')) log.push(name);
      return (await answers[name]!(input[0] as never)) as never;
    },
    on: (name, listener) => {
      notices.set(name, listener as never);
      return () => undefined;
    },
  };
  const recorder = createRecorder({
    bridge,
    clock,
    listMicrophones: async () => devices,
    show: (change) => void Object.assign(state, change),
    async openCapture(wish, hear): Promise<Capture> {
      const device = devices.find(({ deviceId }) => deviceId === wish.deviceId) ?? devices[0];
      if (!device) throw new Failure('missing', 'no microphone', { detail: 'no-device' });
      log.push(`open ${device.deviceId}`);
      const microphone = { hear, recording: false };
      microphones.push(microphone);
      return {
        via: 'track-processor',
        device,
        record() {
          log.push('record');
          microphone.recording = true;
        },
        async pause() {
          log.push('pause');
          microphone.recording = false;
        },
        async close() {
          log.push(`close ${device.deviceId}`);
          microphone.recording = false;
        },
      };
    },
  });
  return {
    clock,
    log,
    marks,
    recorder,
    state,
    notice: (name: string, payload: unknown) => notices.get(name)?.(payload as never),
    unplug(deviceId: string) {
      devices = devices.filter((device) => device.deviceId !== deviceId);
    },
    lose: () => microphones.at(-1)!.hear({ type: 'lost' }),
    /** The last microphone hears so many milliseconds. */
    async speak(ms: number, rms = 0.1, high = { presence: 0, treble: 0 }) {
      const microphone = microphones.at(-1)!;
      for (let at = 0; at < ms; at += 62.5) {
        microphone.hear({
          type: 'level',
          level: { rms, peak: rms, clipped: 0, ...high },
          samples: 1_000,
        });
        if (microphone.recording)
          microphone.hear({ type: 'sound', samples: new Int16Array(1_000).fill(7) });
        await clock.advance(62.5);
      }
    },
  };
}

test('the microphone opens first, then the recording is on disk, then the first sample counts', async () => {
  const { recorder, log, state, speak } = room();
  await recorder.start(setup);
  await speak(1_000);
  expect(log.slice(0, 4)).toEqual(['open a', 'recordings.start', 'record', 'recordings.append']);
  expect(state).toMatchObject({
    status: 'recording',
    samples: 16_000,
    elapsed: 1_000,
    kept: { written: 16_000 },
    signal: { level: 0.1 },
  });
});

test('no microphone: it is said, and the core is not asked to start', async () => {
  const { recorder, log, state, unplug } = room();
  unplug('a');
  unplug('b');
  await expect(recorder.start(setup)).rejects.toMatchObject({ detail: 'no-device' });
  expect(log).toEqual([]);
  expect(state).toMatchObject({ status: 'idle', trouble: { kind: 'no-device' } });
});

test('a core that cannot start lets the microphone go', async () => {
  const { recorder, log, state } = room({
    'recordings.start': () =>
      Promise.reject(new Failure('refused', 'the disk is full', { detail: 'disk-full' })),
  });
  await expect(recorder.start(setup)).rejects.toMatchObject({ detail: 'disk-full' });
  expect(log).toEqual(['open a', 'recordings.start', 'close a']);
  expect(state).toMatchObject({ status: 'idle', trouble: { kind: 'disk-full' } });
});

test('a pause keeps the device open, counts nothing, and both ends are marked', async () => {
  const { recorder, log, marks, state, speak } = room();
  await recorder.start(setup);
  await speak(1_000);
  void recorder.pause();
  void recorder.resume();
  await recorder.pause();
  await speak(5_000);
  expect(state).toMatchObject({ status: 'paused', samples: 16_000 });
  await recorder.resume();
  await speak(500);
  expect(await recorder.finish()).toMatchObject({ samples: 24_000 });
  expect(marks).toEqual(['pause@16000', 'resume@16000', 'pause@16000', 'resume@16000']);
  expect(log.filter((each) => each.startsWith('close'))).toEqual(['close a']);
});

test('an unplugged microphone pauses by itself; with another the same recording goes on', async () => {
  const { recorder, log, marks, state, speak, unplug } = room();
  await recorder.start(setup);
  await speak(1_000);
  unplug('a');
  await recorder.refreshDevices();
  expect(state).toMatchObject({
    status: 'paused',
    trouble: { kind: 'device-lost' },
    samples: 16_000,
  });
  await recorder.chooseDevice('b');
  expect(state).toMatchObject({ status: 'recording', trouble: undefined });
  await speak(1_000);
  expect(await recorder.finish()).toMatchObject({ id: 'v1', samples: 32_000 });
  expect(marks).toEqual(['device-lost@16000', 'device-changed@16000']);
  expect(log.filter((each) => each === 'recordings.start')).toHaveLength(1);
});

test('a device lost during a pause stays paused after another was chosen', async () => {
  const { recorder, state, lose, clock } = room();
  await recorder.start(setup);
  await recorder.pause();
  lose();
  await clock.advance(10);
  await recorder.chooseDevice('b');
  expect(state.status).toBe('paused');
  await recorder.resume();
  expect(state.status).toBe('recording');
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

test('a device that gives nothing any more counts as lost', async () => {
  const { recorder, state, speak, clock } = room();
  await recorder.start(setup);
  await speak(500);
  await clock.advance(5_000);
  expect(state).toMatchObject({ status: 'paused', trouble: { kind: 'device-lost' } });
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

test('a withdrawn consent closes the microphone and is asked for at once: nothing between can be undone', async () => {
  const { recorder, log, state, speak } = room({
    'visits.withdraw': () => ({ id: 'r1', platform: [], sent: [] }),
  });
  await recorder.start(setup);
  await speak(1_000);
  expect(await recorder.withdraw()).toMatchObject({ id: 'r1' });
  expect(log.filter((one) => /^(close|visits|recordings\.(discard|finish))/.test(one))).toEqual([
    'close a',
    'visits.withdraw',
  ]);
  expect(state).toMatchObject({ status: 'idle', visit: undefined });
});

test('a microphone test takes nothing, and a recording ends it', async () => {
  const { recorder, log, state, speak } = room();
  await recorder.testMicrophone();
  await speak(500);
  expect(state).toMatchObject({ signal: { level: 0.1 }, status: 'idle' });
  await recorder.start(setup);
  expect(log).toEqual(['open a', 'close a', 'open a', 'recordings.start', 'record']);
});

test('two starts at once make one recording', async () => {
  const { recorder, log } = room();
  const [first, second] = await Promise.allSettled([recorder.start(setup), recorder.start(setup)]);
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
  expect(log.filter((each) => each === 'recordings.start')).toHaveLength(1);
});
