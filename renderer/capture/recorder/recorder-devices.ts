/** The recorder's microphones: opening, losing, changing and trying them out. */
import { Failure } from '../../../shared/failure.ts';
import { SECOND } from '../../../shared/time.ts';
import type { Level } from '../frames/level.ts';
import {
  type Device,
  isSameDevice,
  type MicrophoneChoice,
  pickDevice,
} from '../frames/microphone.ts';
import { type Recording, type Session, startCounting, stopCounting } from './recorder-session.ts';
import { quiet } from './recorder-state.ts';
import { judgeRoom, type RoomVerdict } from './room-check.ts';
import { openSource, releaseSource, type Source } from './source.ts';

/** Microphones that the settings remember beside the chosen one. */
const FALLBACKS = 5;
const ROOM_CHECK = 2 * SECOND;

/** Throws the Failures of `openCapture`. */
export async function openMicrophone(
  session: Session,
  choice?: Partial<MicrophoneChoice>,
): Promise<Source> {
  const source = await openSource(session.sourceDeps, choice);
  session.deps.show({ via: source.capture.via });
  // Names of devices are only told once one has been allowed.
  void refreshDevices(session);
  return source;
}

/**
 * A device was unplugged, or gives nothing any more: the recording pauses, and goes on with
 * another that is connected.
 */
export async function loseMicrophone(session: Session, source: Source): Promise<void> {
  if (source === session.microphoneTest) return stopTest(session);
  const { recording, status, troubles } = session;
  if (recording?.source !== source) return;
  recording.interrupted = status === 'recording';
  troubles.add('device-lost');
  if (recording.interrupted) stopCounting(session);
  await releaseSource(source);
  if (recording.source === source) recording.source = undefined;
  recording.chunkSender.flush();
  recording.chunkSender.mark('device-lost');
  session.deps.show({ signal: quiet });
  await refreshDevices(session);
  // Another microphone could hear the patient, who declined: the doctor decides.
  if (recording.interrupted && !session.deps.isDictation())
    // Why it could not be opened is a trouble by then; the recording stays paused.
    await session.fallBack(recording, source.capture.device).catch(() => undefined);
}

/**
 * Goes on with the first remembered microphone that is connected, else with any: a few words lost
 * are better than a visit that nobody hears. Without one the recording stays paused.
 */
export async function fallBack(session: Session, recording: Recording, lost: Device) {
  const isWaiting = () =>
    session.recording === recording && recording.interrupted && recording.source === undefined;
  if (!isWaiting()) return;
  const { bridge, listMicrophones } = session.deps;
  const others = (await listMicrophones()).filter((device) => !isSameDevice(device, lost));
  const { microphone } = await bridge.request('settings.get');
  const next = pickDevice(others, microphone) ?? others[0];
  if (next === undefined || !isWaiting()) return;
  await changeMicrophone(session, recording, { resume: true, choice: next });
  session.troubles.add('device-changed', next.label);
}

/**
 * Goes over to another microphone; sound until then is kept. The old one is left only when the new
 * one is open.
 */
export async function changeMicrophone(
  session: Session,
  recording: Recording,
  { resume, choice }: { readonly resume: boolean; readonly choice?: Partial<MicrophoneChoice> },
): Promise<void> {
  const next = await openMicrophone(session, choice);
  const goesOn = resume || recording.interrupted || session.status === 'recording';
  await releaseSource(recording.source);
  recording.source = next;
  recording.chunkSender.flush();
  recording.chunkSender.mark('device-changed', next.capture.device.label.slice(0, 200));
  if (goesOn) startCounting(session, recording);
}

export async function refreshDevices(session: Session): Promise<void> {
  const devices = await session.deps.listMicrophones();
  session.deps.show({ devices });
  const source = session.recording?.source;
  if (source === undefined) return;
  // The system's own choice has no fixed place in the list; its track ends by itself.
  const { deviceId } = source.capture.device;
  const isNamed = deviceId !== '' && deviceId !== 'default';
  if (isNamed && devices.every((device) => device.deviceId !== deviceId))
    await loseMicrophone(session, source);
}

/** Remembers the choice; a recording or a test goes on with that device. */
export async function chooseDevice(session: Session, deviceId: string): Promise<void> {
  const { bridge, listMicrophones } = session.deps;
  const devices = await listMicrophones();
  const label = devices.find((device) => device.deviceId === deviceId)?.label ?? '';
  const { microphone } = await bridge.request('settings.get');
  const chosen = { deviceId, label };
  const fallbacks = [microphone, ...microphone.fallbacks]
    .filter((device) => device.label !== '' && !isSameDevice(device, chosen))
    .slice(0, FALLBACKS)
    .map((device) => ({ deviceId: device.deviceId, label: device.label }));
  await bridge.request('settings.change', { microphone: { ...microphone, ...chosen, fallbacks } });
  session.troubles.remove('device-changed');
  const { recording, status } = session;
  if (recording !== undefined && status !== 'finishing')
    return changeMicrophone(session, recording, { resume: false, choice: chosen });
  if (session.microphoneTest !== undefined) await testMicrophone(session);
}

export async function testMicrophone(session: Session): Promise<void> {
  await stopTest(session);
  if (session.status === 'idle') session.microphoneTest = await openMicrophone(session);
}

/**
 * Listens to an open test for two seconds; undefined when it ended meanwhile, as a visit began.
 * Throws Failure `busy` where no test could be opened.
 */
export async function listenToRoom(session: Session): Promise<RoomVerdict | undefined> {
  const source = session.microphoneTest;
  if (source === undefined)
    throw new Failure('busy', 'A recording is open already.', { detail: 'already-recording' });
  const levels: Level[] = [];
  session.roomLevels = levels;
  await new Promise<void>((resolve) => void session.deps.clock.after(ROOM_CHECK, resolve));
  session.roomLevels = undefined;
  if (session.microphoneTest !== source) return undefined;
  await stopTest(session);
  return judgeRoom(levels, source.capture.device);
}

export async function stopTest(session: Session): Promise<void> {
  const ended = session.microphoneTest;
  session.microphoneTest = undefined;
  await releaseSource(ended);
  if (ended) session.deps.show({ signal: quiet });
}
