/** A page with the real recorder and an invented core in memory, driven by the capture tests. */

import * as recorder from '../../../renderer/features/visits/recorder/recorder-store.ts';
import type { Bridge, Handlers, RequestName } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import { defaultSettings } from '../../../shared/model/settings.ts';

const core = {
  sound: new Map<number, Uint8Array>(),
  written: 0,
  repeated: 0,
  appends: 0,
  calls: [] as string[],
  marks: [] as { kind: string; sample: number; text?: string | undefined }[],
  stalledUntil: 0,
};
const visit = { id: '8b0c3f0e-6a55-4c0c-9a51-0d9f2f4f7c11', state: 'recording' } as never;

const handlers: Partial<Handlers> = {
  'settings.get': () => ({ ...defaultSettings, microphone: { ...defaultSettings.microphone } }),
  'settings.change': () => defaultSettings,
  'recordings.start': () => visit,
  'recordings.append': ({ firstSample, audio }) => {
    core.appends++;
    if (firstSample > core.written) throw new Failure('invalid', 'out of order');
    if (firstSample < core.written) core.repeated++;
    const fresh = audio.subarray(2 * (core.written - firstSample));
    if (fresh.length > 0) core.sound.set(core.written, fresh.slice());
    core.written += fresh.length / 2;
    return { written: core.written, synced: Math.max(0, core.written - 8_000) };
  },
  'recordings.mark': ({ kind, sample, text }) => void core.marks.push({ kind, sample, text }),
  'recordings.finish': ({ samples }) => {
    if (samples > core.written)
      throw new Failure('refused', 'pieces are missing', { detail: 'pieces-missing' });
    return visit;
  },
};

const until = (time: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

const bridge: Bridge = {
  async request(name: RequestName, ...input: unknown[]) {
    core.calls.push(name);
    await until(core.stalledUntil);
    return (await (handlers[name] as (input: unknown) => unknown)(input[0])) as never;
  },
  on: () => () => undefined,
};
recorder.connectRecorder(bridge);

const troubles: string[] = [];
let top = 0;
recorder.useRecorder.subscribe(({ trouble, signal }) => {
  top = Math.max(top, signal.level);
  if (trouble && troubles.at(-1) !== trouble.kind) troubles.push(trouble.kind);
});

const harness = {
  start: () =>
    recorder.startRecording({
      patient: { name: 'Test' },
      mode: 'consultation',
      modelType: 'pro',
      templates: ['t'],
      inputLanguages: ['en-IN'],
      outputLanguage: 'en-IN',
      codify: false,
    }),
  pause: recorder.pauseRecording,
  resume: recorder.resumeRecording,
  finish: recorder.finishRecording,
  test: recorder.testMicrophone,
  stopTest: recorder.stopTest,
  refresh: recorder.refreshDevices,
  choose: recorder.chooseDevice,
  /** The main thread does nothing else for so long. */
  block(ms: number) {
    const end = performance.now() + ms;
    while (performance.now() < end);
  },
  /** The core answers nothing for so long. */
  stall(ms: number) {
    core.stalledUntil = performance.now() + ms;
  },
  state() {
    const { status, samples, kept, elapsed, via, devices, trouble } =
      recorder.useRecorder.getState();
    return {
      status,
      samples,
      kept,
      elapsed,
      via,
      devices,
      trouble,
      troubles,
      top,
      appends: core.appends,
      repeated: core.repeated,
      calls: core.calls.slice(0, 4),
      marks: core.marks,
      written: core.written,
    };
  },
  /** s16le in Base64. */
  sound() {
    const all = new Uint8Array(2 * core.written);
    for (const [at, bytes] of core.sound) all.set(bytes, 2 * at);
    return (all as unknown as { toBase64(): string }).toBase64();
  },
};
export type Harness = typeof harness;
Object.assign(window, { harness });
