/**
 * Records one visit at a time: microphone, watchdog, feeder and the core's requests, in their order.
 *
 * The order that safekeeping asks for: the microphone is open, then `recordings.start` has its segment
 * file on disk, and only then is the first sample counted.
 */

import type { Bridge } from '../../../shared/contract/contract.ts';
import { asFailure, Failure } from '../../../shared/failure.ts';
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';
import type { Visit, VisitSetup } from '../../../shared/model/visit.ts';
import type { CaptureEvent, OpenCapture } from '../frames/capture.ts';
import type { Device, MicrophoneWish } from '../frames/microphone.ts';
import { createCaptureMonitor } from './capture-monitor.ts';
import { type ChunkSender, createChunkSender, type FeederEvent } from './chunk-sender.ts';
import type { PageClock } from './ports.ts';
import { atRest, quiet, type RecorderState } from './recorder-state.ts';
import { createTurns } from './serial-queue.ts';
import { createSources, type Source } from './source.ts';
import { createTroubles } from './troubles.ts';

export type RecorderDeps = {
  readonly bridge: Bridge;
  readonly clock: PageClock;
  readonly openCapture: OpenCapture;
  listMicrophones(): Promise<Device[]>;
  show(change: Partial<RecorderState>): void;
};

/** `interrupted`: it lost its device while it ran, and goes on by itself with the next. */
type Recording = {
  readonly id: string;
  readonly chunkSender: ChunkSender;
  source: Source | undefined;
  interrupted: boolean;
};

const FINISH_ROUNDS = 3;
/** What the core tells of a disk that failed and of how it helped itself; long enough to be read. */
const NEWS_SHOWN = 20_000;

export type RecorderActions = ReturnType<typeof createRecorder>;

export function createRecorder({
  bridge,
  clock,
  openCapture,
  listMicrophones,
  show,
}: RecorderDeps) {
  let status: RecorderState['status'] = 'idle';
  let recording: Recording | undefined;
  let test: Source | undefined;
  /** Whether the trouble on show is that the core said no to a piece; the next piece that it takes ends that. */
  let refused = false;
  const troubles = createTroubles((trouble) => show({ trouble }));
  const sources = createSources({ bridge, openCapture, troubles, hear });
  const captureMonitor = createCaptureMonitor({
    clock,
    troubles,
    mark: (kind, text) => recording?.chunkSender.mark(kind, text),
    driedUp: () => recording?.source && void lose(recording.source),
  });

  bridge.on('recordings.trouble', ({ id, code, message }) => {
    if (id !== recording?.id) return;
    if (code === 'disk-full') return stopFull(message);
    troubles.add('failed', message);
    clock.after(NEWS_SHOWN, () => troubles.remove('failed'));
  });

  const become = (next: RecorderState['status']) => show({ status: (status = next) });

  async function open(wish?: Partial<MicrophoneWish>): Promise<Source> {
    const source = await sources.open(wish);
    show({ via: source.capture.via });
    // Names of devices are only told once one has been allowed.
    void refreshDevices();
    return source;
  }

  function hear(source: Source, event: CaptureEvent) {
    if (event.type === 'lost') return void lose(source);
    if (event.type === 'level')
      return show({ level: event.level.rms, ...captureMonitor.hear(event.level, event.samples) });
    if (recording?.source !== source) return;
    if (event.type === 'gap')
      return recording.chunkSender.mark(
        'gap',
        `${event.missing} samples lost, ${event.filled} filled with silence`,
        event.ahead,
      );
    recording.chunkSender.accept(event.samples);
    showLength(recording.chunkSender.total());
  }

  const showLength = (samples: number) =>
    show({ samples, elapsed: (samples * 1000) / SAMPLE_RATE });

  async function lose(source: Source) {
    if (source === test) return stopTest();
    if (recording?.source !== source) return;
    const now = recording;
    now.interrupted = status === 'recording';
    troubles.add('device-lost');
    if (now.interrupted) rest();
    await sources.leave(source);
    if (now.source === source) now.source = undefined;
    now.chunkSender.flush();
    now.chunkSender.mark('device-lost');
    show(quiet);
    await refreshDevices();
  }

  function roll(now: Recording) {
    now.interrupted = false;
    now.source?.capture.take();
    captureMonitor.begin();
    become('recording');
  }

  function rest() {
    captureMonitor.end();
    become('paused');
  }

  function begin(visit: Visit, from: number, source: Source): Visit {
    const { id } = visit;
    const chunkSender = createChunkSender({
      clock,
      from,
      append: (firstSample, audio) =>
        bridge.request('recordings.append', { id, firstSample, audio }),
      mark: (mark) => bridge.request('recordings.mark', { id, ...mark }),
      reopen: async () => (await bridge.request('recordings.goOn', { id })).samples,
      tell: heed,
    });
    recording = { id, chunkSender, source, interrupted: false };
    show({ visit, kept: { written: from, synced: from } });
    showLength(from);
    roll(recording);
    return visit;
  }

  function heed(event: FeederEvent) {
    switch (event.type) {
      case 'kept':
        show({ kept: event.kept });
        return troubles.remove('host-stalled', ...(refused ? (['failed'] as const) : []));
      case 'stalled':
        return troubles.add('host-stalled');
      case 'flowing':
        return troubles.remove('host-stalled');
      case 'failed': {
        const { code, detail, message } = event.failure;
        if (detail === 'disk-full') return stopFull(message);
        refused = code !== 'offline';
        return troubles.add(refused ? 'failed' : 'host-stalled', message);
      }
    }
  }

  /** The core has ended the recording with what fitted: going on would only look like recording. */
  function stopFull(message: string) {
    troubles.add('disk-full', message);
    if (status !== 'recording') return;
    rest();
    void recording?.source?.capture.hold();
  }

  /** Opens the microphone, lets the core make or reopen the recording, then begins to count. */
  async function openWith(core: () => Promise<{ visit: Visit; samples: number }>) {
    if (status !== 'idle')
      throw new Failure('busy', 'A recording is open already.', { detail: 'already-recording' });
    troubles.clear();
    become('opening');
    let source: Source | undefined;
    try {
      await stopTest();
      source = await open();
      const { visit, samples } = await core();
      return begin(visit, samples, source);
    } catch (error) {
      const { detail, message } = asFailure(error);
      // Whoever asked tells why the core said no; only a full disk is a trouble that stays.
      if (detail === 'disk-full') troubles.add(detail, message);
      await sources.leave(source);
      show(atRest);
      become('idle');
      throw error;
    }
  }

  function during(...allowed: RecorderState['status'][]): Recording {
    if (recording === undefined || !allowed.includes(status))
      throw new Failure('refused', 'There is no recording to do this to.', {
        detail: 'not-recording',
      });
    return recording;
  }

  async function pause() {
    const { source, chunkSender } = during('recording');
    rest();
    await source?.capture.hold();
    chunkSender.flush();
    chunkSender.mark('pause');
  }

  async function resume() {
    const now = during('paused');
    if (now.source === undefined) return change(now, true);
    now.chunkSender.mark('resume');
    roll(now);
  }

  /** Goes over to another microphone; sound until then is kept. The old one is left only when the new one is open. */
  async function change(now: Recording, andRoll: boolean, wish?: Partial<MicrophoneWish>) {
    const next = await open(wish);
    const goOn = andRoll || now.interrupted || status === 'recording';
    await sources.leave(now.source);
    now.source = next;
    now.chunkSender.flush();
    now.chunkSender.mark('device-changed', next.capture.device.label.slice(0, 200));
    if (goOn) roll(now);
  }

  /** Lets go of the microphone, then does what ends the recording; when that fails the recording is paused and still here. */
  async function end(last: (now: Recording) => Promise<Visit>): Promise<Visit> {
    const now = during('recording', 'paused');
    captureMonitor.end();
    become('finishing');
    await sources.leave(now.source);
    now.source = undefined;
    now.chunkSender.flush();
    show(quiet);
    try {
      const visit = await last(now);
      now.chunkSender.close();
      recording = undefined;
      troubles.clear();
      show(atRest);
      become('idle');
      return visit;
    } catch (error) {
      troubles.add('failed', asFailure(error).message);
      become('paused');
      throw error;
    }
  }

  const finish = () =>
    end(async ({ id, chunkSender }) => {
      for (let round = 1; ; round++) {
        await chunkSender.settle().catch(allowOver);
        try {
          return await bridge.request('recordings.finish', { id, samples: chunkSender.total() });
        } catch (error) {
          if (asFailure(error).detail !== 'pieces-missing' || round === FINISH_ROUNDS) throw error;
          chunkSender.goBack();
        }
      }
    });

  /** The core has closed this recording by itself; finishing answers what became of it. */
  const allowOver = (error: unknown) => {
    const { detail } = asFailure(error);
    if (detail !== 'disk-full' && detail !== 'already-finished') throw error;
  };

  const discard = () => end(({ id }) => bridge.request('recordings.discard', { id }));

  async function refreshDevices() {
    const devices = await listMicrophones();
    show({ devices });
    const source = recording?.source;
    if (source === undefined) return;
    // The system's own choice has no fixed place in the list; its track ends by itself.
    const { deviceId } = source.capture.device;
    const named = deviceId !== '' && deviceId !== 'default';
    if (named && devices.every((device) => device.deviceId !== deviceId)) await lose(source);
  }

  async function chooseDevice(deviceId: string) {
    const label =
      (await listMicrophones()).find((device) => device.deviceId === deviceId)?.label ?? '';
    const { microphone } = await bridge.request('settings.get');
    await bridge.request('settings.change', { microphone: { ...microphone, deviceId, label } });
    if (recording !== undefined && status !== 'finishing')
      return change(recording, false, { deviceId, label });
    if (test !== undefined) await testMicrophone();
  }

  async function testMicrophone() {
    await stopTest();
    if (status === 'idle') test = await open();
  }

  async function stopTest() {
    const ended = test;
    test = undefined;
    await sources.leave(ended);
    if (ended) show(quiet);
  }

  const inTurn = createTurns();
  return {
    start: inTurn((setup: VisitSetup) =>
      openWith(async () => {
        const asked = {
          ...setup,
          templates: [...setup.templates],
          inputLanguages: [...setup.inputLanguages],
        };
        return { visit: await bridge.request('recordings.start', asked), samples: 0 };
      }),
    ),
    goOn: inTurn((id: string) => openWith(() => bridge.request('recordings.goOn', { id }))),
    pause: inTurn(pause),
    resume: inTurn(resume),
    finish: inTurn(finish),
    discard: inTurn(discard),
    chooseDevice: inTurn(chooseDevice),
    testMicrophone: inTurn(testMicrophone),
    stopTest: inTurn(stopTest),
    refreshDevices,
  };
}
