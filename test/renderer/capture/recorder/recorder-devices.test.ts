import { expect, test } from 'vitest';
import { Failure } from '../../../../shared/failure.ts';
import { defaultSettings, type Settings } from '../../../../shared/model/settings.ts';
import { room, setup } from './recorder-room.ts';

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

test('the only microphone is unplugged: it pauses, and with another the same recording goes on', async () => {
  const { recorder, log, marks, state, speak, plug, unplug } = room();
  unplug('b');
  await recorder.start(setup);
  await speak(1_000);
  unplug('a');
  await recorder.refreshDevices();
  expect(state).toMatchObject({
    status: 'paused',
    trouble: { kind: 'device-lost' },
    samples: 16_000,
  });
  plug({ deviceId: 'b', label: 'Built in' });
  await recorder.chooseDevice('b');
  expect(state).toMatchObject({ status: 'recording', trouble: undefined });
  await speak(1_000);
  expect(await recorder.finish()).toMatchObject({ id: 'v1', samples: 32_000 });
  expect(marks).toEqual(['device-lost@16000', 'device-changed@16000']);
  expect(log.filter((each) => each === 'recordings.start')).toHaveLength(1);
});

test('an unplugged microphone gives way to the next in the list, else to any, and it is said', async () => {
  const remembered = {
    ...defaultSettings,
    microphone: {
      ...defaultSettings.microphone,
      deviceId: 'a',
      label: 'Jabra',
      fallbacks: [
        { deviceId: 'gone', label: 'Gone' },
        { deviceId: 'old-id', label: 'Desk' },
      ],
    },
  };
  const { recorder, log, marks, state, speak, plug, unplug } = room({
    'settings.get': () => remembered,
  });
  plug({ deviceId: 'c', label: 'Desk' });
  plug({ deviceId: 'default', label: 'Default - Jabra' });
  await recorder.start(setup);
  await speak(1_000);
  unplug('a');
  await recorder.refreshDevices();
  expect(state).toMatchObject({
    status: 'recording',
    trouble: { kind: 'device-changed', message: 'Desk' },
  });
  unplug('c');
  await recorder.refreshDevices();
  expect(state.trouble).toEqual({ kind: 'device-changed', message: 'Built in' });
  await speak(1_000);
  expect(await recorder.finish()).toMatchObject({ samples: 32_000 });
  expect(log.filter((each) => each.startsWith('open'))).toEqual(['open a', 'open c', 'open b']);
  expect(marks).toEqual([
    'device-lost@16000',
    'device-changed@16000',
    'device-lost@16000',
    'device-changed@16000',
  ]);
});

test('where the patient declined, no other microphone is taken without the doctor', async () => {
  const { recorder, log, state, speak, unplug } = room({
    'recordings.start': () => ({ id: 'v1', consent: { kind: 'declined' } }),
  });
  await recorder.start(setup);
  await speak(1_000);
  unplug('a');
  await recorder.refreshDevices();
  expect(state).toMatchObject({ status: 'paused', trouble: { kind: 'device-lost' } });
  expect(log.filter((each) => each.startsWith('open'))).toEqual(['open a']);
});

test('a visit that is finished while its microphone is replaced leaves no microphone open', async () => {
  const { recorder, log, lose } = room();
  await recorder.start(setup);
  lose();
  await recorder.finish();
  await recorder.refreshDevices();
  const count = (word: string) => log.filter((each) => each.startsWith(word)).length;
  expect(count('close')).toBeGreaterThanOrEqual(count('open'));
  expect(log.at(-1)).not.toMatch(/^open/);
});

test('a chosen microphone keeps those before it in their order', async () => {
  let microphone: Settings['microphone'] = defaultSettings.microphone;
  const { recorder, plug } = room({
    'settings.get': () => ({ ...defaultSettings, microphone }),
    'settings.change': (change: { microphone: Settings['microphone'] }) => {
      microphone = change.microphone;
    },
  });
  plug({ deviceId: 'c', label: 'Desk' });
  for (const id of ['a', 'b', 'c', 'a']) await recorder.chooseDevice(id);
  expect(microphone).toMatchObject({ deviceId: 'a', label: 'Jabra' });
  expect(microphone.fallbacks.map(({ label }) => label)).toEqual(['Desk', 'Built in']);
});

test('a room check listens for two seconds, records nothing, and gives way to a visit', async () => {
  const { recorder, log, state, speak, clock } = room();
  const check = recorder.checkRoom();
  await clock.advance(0);
  await speak(500, 0.001);
  await speak(1_600, 0.05);
  expect(await check).toEqual({ sound: 'good', device: 'Jabra' });
  expect(log).toEqual(['open a', 'close a']);

  const overtaken = recorder.checkRoom();
  await clock.advance(0);
  await recorder.start(setup);
  expect(state.status).toBe('recording');
  await clock.advance(2_100);
  expect(await overtaken).toBeUndefined();
  expect(state.status).toBe('recording');
  await expect(recorder.checkRoom()).rejects.toMatchObject({ detail: 'already-recording' });
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

test('a device that gives nothing any more counts as lost', async () => {
  const { recorder, state, speak, clock, unplug } = room();
  unplug('b');
  await recorder.start(setup);
  await speak(500);
  await clock.advance(5_000);
  expect(state).toMatchObject({ status: 'paused', trouble: { kind: 'device-lost' } });
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
