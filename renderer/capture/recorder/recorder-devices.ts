/** The recorder's microphones: opening, losing, changing and trying them out. */
import type { MicrophoneChoice } from '../frames/microphone.ts';
import { type Recording, type Session, startCounting, stopCounting } from './recorder-session.ts';
import { quiet } from './recorder-state.ts';
import { openSource, releaseSource, type Source } from './source.ts';

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
 * another.
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
  await bridge.request('settings.change', { microphone: { ...microphone, deviceId, label } });
  const { recording, status } = session;
  if (recording !== undefined && status !== 'finishing')
    return changeMicrophone(session, recording, { resume: false, choice: { deviceId, label } });
  if (session.microphoneTest !== undefined) await testMicrophone(session);
}

export async function testMicrophone(session: Session): Promise<void> {
  await stopTest(session);
  if (session.status === 'idle') session.microphoneTest = await openMicrophone(session);
}

export async function stopTest(session: Session): Promise<void> {
  const ended = session.microphoneTest;
  session.microphoneTest = undefined;
  await releaseSource(ended);
  if (ended) session.deps.show({ signal: quiet });
}
