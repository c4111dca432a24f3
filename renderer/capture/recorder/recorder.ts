/**
 * Records one visit at a time: microphone, monitor, chunk sender and the core's requests, in their
 * order.
 *
 * The order that safekeeping asks for: the microphone is open, then `recordings.start` has its
 * segment file on disk, and only then is the first sample counted.
 */
import type { Input } from '../../../shared/contract/contract.ts';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { Visit, VisitRequest } from '../../../shared/model/visit.ts';
import type { Withdrawal } from '../../../shared/model/withdrawal.ts';
import { SECOND } from '../../../shared/time.ts';
import type { CaptureEvent } from '../frames/capture.ts';
import { createCaptureMonitor } from './capture-monitor.ts';
import { type ChunkSenderEvent, createChunkSender } from './chunk-sender.ts';
import {
  changeMicrophone,
  chooseDevice,
  fallBack,
  listenToRoom,
  loseMicrophone,
  openMicrophone,
  refreshDevices,
  stopTest,
  testMicrophone,
} from './recorder-devices.ts';
import {
  type RecorderDeps,
  type Recording,
  requireRecording,
  type Session,
  setStatus,
  showLength,
  startCounting,
  stopCounting,
} from './recorder-session.ts';
import { atRest, quiet } from './recorder-state.ts';
import { createSerialQueue } from './serial-queue.ts';
import { releaseSource, type Source } from './source.ts';
import { createTroubles } from './troubles.ts';

const FINISH_ROUNDS = 3;
/** A disk's failure, and how the core helped itself, stay on show long enough to be read. */
const TROUBLE_SHOWN = 20 * SECOND;

export type RecorderActions = ReturnType<typeof createRecorder>;

export function createRecorder(deps: RecorderDeps) {
  const queued = createSerialQueue();
  const session = createSession(deps);
  session.fallBack = queued((recording, lost) => fallBack(session, recording, lost));
  deps.bridge.on('recordings.trouble', (notice) => handleTroubleNotice(session, notice));
  const openTest = queued(() => testMicrophone(session));
  return {
    start: queued((setup: VisitRequest) => start(session, setup)),
    goOn: queued((id: string) => goOn(session, id)),
    pause: queued(() => pause(session)),
    resume: queued(() => resume(session)),
    finish: queued((sealed?: (visit: Visit) => void) => finish(session, sealed)),
    discard: queued(() => discard(session)),
    withdraw: queued(() => withdraw(session)),
    forget: queued((stretch: { from: number; to: number }) => forget(session, stretch)),
    chooseDevice: queued((deviceId: string) => chooseDevice(session, deviceId)),
    testMicrophone: openTest,
    stopTest: queued(() => stopTest(session)),
    // Not queued whole: a visit that is started does not wait for its end.
    checkRoom: async () => {
      await openTest();
      return listenToRoom(session);
    },
    refreshDevices: () => refreshDevices(session),
  };
}

function createSession(deps: RecorderDeps): Session {
  const { bridge, clock, openCapture, show } = deps;
  const troubles = createTroubles((trouble) => show({ trouble }));
  const session: Session = {
    deps,
    troubles,
    sourceDeps: {
      bridge,
      openCapture,
      troubles,
      onEvent: (source, event) => handleCaptureEvent(session, source, event),
    },
    monitor: createCaptureMonitor({
      clock,
      troubles,
      mark: (kind, text) => session.recording?.chunkSender.mark(kind, text),
      onNoSound: () => {
        const source = session.recording?.source;
        if (source) void loseMicrophone(session, source);
      },
    }),
    status: 'idle',
    recording: undefined,
    microphoneTest: undefined,
    roomLevels: undefined,
    fallBack: async () => undefined,
    appendRefused: false,
  };
  return session;
}

function handleCaptureEvent(session: Session, source: Source, event: CaptureEvent): void {
  const { deps, monitor, recording } = session;
  if (event.type === 'lost') {
    void loseMicrophone(session, source);
    return;
  }
  if (event.type === 'level') {
    session.roomLevels?.push(event.level);
    const measured = monitor.measure(event.level, event.samples);
    deps.show({ signal: { level: event.level.rms, ...measured } });
    return;
  }
  if (recording?.source !== source) return;
  if (event.type === 'gap') {
    const text = `${event.missing} samples lost, ${event.filled} filled with silence`;
    recording.chunkSender.mark('gap', text, event.ahead);
    return;
  }
  recording.chunkSender.accept(event.samples);
  showLength(session, recording.chunkSender.total());
}

function handleSenderEvent(session: Session, event: ChunkSenderEvent): void {
  const { deps, troubles } = session;
  switch (event.type) {
    case 'kept':
      deps.show({ kept: event.kept });
      troubles.remove('host-stalled', ...(session.appendRefused ? (['failed'] as const) : []));
      break;
    case 'stalled':
      troubles.add('host-stalled');
      break;
    case 'flowing':
      troubles.remove('host-stalled');
      break;
    case 'failed':
      handleSendFailure(session, event.failure);
      break;
  }
}

function handleSendFailure(session: Session, { code, detail, message }: Failure): void {
  if (detail === 'disk-full') {
    stopOnFullDisk(session, message);
    return;
  }
  session.appendRefused = code !== 'offline';
  session.troubles.add(session.appendRefused ? 'failed' : 'host-stalled', message);
}

type TroubleNotice = { readonly id: string; readonly code: string; readonly message: string };

function handleTroubleNotice(session: Session, { id, code, message }: TroubleNotice): void {
  if (id !== session.recording?.id) return;
  if (code === 'disk-full') {
    stopOnFullDisk(session, message);
    return;
  }
  session.troubles.add('failed', message);
  session.deps.clock.after(TROUBLE_SHOWN, () => session.troubles.remove('failed'));
}

/** The core has ended the recording with what fitted: going on would only look like recording. */
function stopOnFullDisk(session: Session, message: string): void {
  session.troubles.add('disk-full', message);
  if (session.status !== 'recording') return;
  stopCounting(session);
  void session.recording?.source?.capture.pause();
}

const start = (session: Session, setup: VisitRequest): Promise<Visit> =>
  openWith(session, async () => {
    const input: Input<'recordings.start'> = {
      ...setup,
      templates: [...setup.templates],
      inputLanguages: [...setup.inputLanguages],
    };
    return { visit: await session.deps.bridge.request('recordings.start', input), samples: 0 };
  });

/** Goes on with an unfinished recording. */
const goOn = (session: Session, id: string): Promise<Visit> =>
  openWith(session, () => session.deps.bridge.request('recordings.goOn', { id }));

/** Opens the microphone, lets the core make or reopen the recording, then begins to count. */
async function openWith(
  session: Session,
  openInCore: () => Promise<{ visit: Visit; samples: number }>,
): Promise<Visit> {
  if (session.status !== 'idle')
    throw new Failure('busy', 'A recording is open already.', { detail: 'already-recording' });
  session.troubles.clear();
  setStatus(session, 'opening');
  let source: Source | undefined;
  try {
    await stopTest(session);
    source = await openMicrophone(session);
    const { visit, samples } = await openInCore();
    beginRecording(session, visit, samples, source);
    return visit;
  } catch (error) {
    const { detail, message } = asFailure(error);
    // The caller shows why the core refused; only a full disk is a trouble that stays.
    if (detail === 'disk-full') session.troubles.add(detail, message);
    await releaseSource(source);
    session.deps.show(atRest);
    setStatus(session, 'idle');
    throw error;
  }
}

/** `from`: samples that the core has of it already. */
function beginRecording(session: Session, visit: Visit, from: number, source: Source): void {
  const { bridge, clock, show } = session.deps;
  const { id } = visit;
  const chunkSender = createChunkSender({
    clock,
    from,
    append: (firstSample, audio) => bridge.request('recordings.append', { id, firstSample, audio }),
    mark: (mark) => bridge.request('recordings.mark', { id, ...mark }),
    reopen: async () => (await bridge.request('recordings.goOn', { id })).samples,
    notify: (event) => handleSenderEvent(session, event),
  });
  session.recording = { id, chunkSender, source, interrupted: false };
  show({ visit, kept: { written: from, synced: from } });
  showLength(session, from);
  startCounting(session, session.recording);
}

async function pause(session: Session): Promise<void> {
  const { source, chunkSender } = requireRecording(session, 'recording');
  stopCounting(session);
  await source?.capture.pause();
  chunkSender.flush();
  chunkSender.mark('pause');
}

async function resume(session: Session): Promise<void> {
  const recording = requireRecording(session, 'paused');
  if (recording.source === undefined) return changeMicrophone(session, recording, { resume: true });
  recording.chunkSender.mark('resume');
  startCounting(session, recording);
}

const finish = (session: Session, sealed?: (visit: Visit) => void): Promise<Visit> =>
  endWith(session, (recording) => finishInCore(session, recording), sealed);

const discard = (session: Session): Promise<Visit> =>
  endWith(session, ({ id }) => session.deps.bridge.request('recordings.discard', { id }));

/** Erases the running recording for good: its patient withdrew the consent. */
const withdraw = (session: Session): Promise<Withdrawal> =>
  endWith(session, ({ id }) => session.deps.bridge.request('visits.withdraw', { id }));

/**
 * Destroys samples [from, to) of the running recording; resolves when the core has done it. The
 * microphone goes on meanwhile.
 */
async function forget(
  session: Session,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { id, chunkSender } = requireRecording(session, 'recording', 'paused');
  await chunkSender.settle();
  await session.deps.bridge.request('recordings.forget', { id, from, to });
}

/**
 * Closes the microphone, then ends the recording in the core; when that fails the recording is
 * paused and still here.
 */
async function endWith<Ended>(
  session: Session,
  endInCore: (recording: Recording) => Promise<Ended>,
  beforeRest?: (ended: Ended) => void,
): Promise<Ended> {
  const { deps, monitor, troubles } = session;
  const recording = requireRecording(session, 'recording', 'paused');
  monitor.stop();
  setStatus(session, 'finishing');
  await releaseSource(recording.source);
  recording.source = undefined;
  recording.chunkSender.flush();
  deps.show({ signal: quiet });
  try {
    const ended = await endInCore(recording);
    recording.chunkSender.close();
    session.recording = undefined;
    troubles.clear();
    beforeRest?.(ended);
    deps.show(atRest);
    setStatus(session, 'idle');
    return ended;
  } catch (error) {
    troubles.add('failed', asFailure(error).message);
    setStatus(session, 'paused');
    throw error;
  }
}

async function finishInCore(session: Session, { id, chunkSender }: Recording): Promise<Visit> {
  const { bridge } = session.deps;
  for (let round = 1; ; round++) {
    await chunkSender.settle().catch(allowEndedByCore);
    try {
      return await bridge.request('recordings.finish', { id, samples: chunkSender.total() });
    } catch (error) {
      if (asFailure(error).detail !== 'pieces-missing' || round === FINISH_ROUNDS) throw error;
      chunkSender.rewind();
    }
  }
}

/** The core has closed this recording by itself; finishing tells what became of it. */
function allowEndedByCore(error: unknown): void {
  const { detail } = asFailure(error);
  if (detail !== 'disk-full' && detail !== 'already-finished') throw error;
}
