/** A recorder in a room that a test holds. */
import type { Capture, CaptureEvent } from '../../../../renderer/capture/frames/capture.ts';
import { createRecorder } from '../../../../renderer/capture/recorder/recorder.ts';
import {
  atRest,
  type RecorderState,
} from '../../../../renderer/capture/recorder/recorder-state.ts';
import type { Bridge, RequestName } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import { isDeclined } from '../../../../shared/model/consent.ts';
import { defaultSettings } from '../../../../shared/model/settings.ts';
import { createHeldClock } from './held-clock.ts';

export const setup = {
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
export function room(over: Partial<Record<RequestName, (input: never) => unknown>> = {}) {
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
    isDictation: () => isDeclined(state.visit ?? {}),
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
    plug: (device: { deviceId: string; label: string }) => void devices.push(device),
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
