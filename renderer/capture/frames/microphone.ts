/** Finds and opens microphones. */
import { Failure } from '../../../shared/failure.ts';

export type Device = { readonly deviceId: string; readonly label: string };

/** The microphone to open, as the settings keep it. */
export type MicrophoneChoice = Device & {
  /** Used when the chosen one is not connected, the first that is. */
  readonly fallbacks?: readonly Device[];
  readonly noiseSuppression: boolean;
  readonly echoCancellation: boolean;
  readonly autoGain: boolean;
};

export type OpenMicrophone = {
  readonly track: MediaStreamTrack;
  readonly device: Device;
  readonly stop: () => void;
};

/**
 * The microphones of this computer. Labels are empty until the doctor has allowed the microphone
 * once.
 */
export async function listMicrophones(
  media: MediaDevices | undefined = navigator.mediaDevices,
): Promise<Device[]> {
  const devices = (await media?.enumerateDevices()) ?? [];
  return devices
    .filter(
      ({ kind, deviceId }) =>
        kind === 'audioinput' && deviceId !== '' && deviceId !== 'communications',
    )
    .map(({ deviceId, label }) => ({ deviceId, label }));
}

/**
 * The first of the chosen devices that is connected, each by its id, else by its label (ids change,
 * labels rarely do); undefined: the system's own choice.
 */
export function pickDevice(
  devices: readonly Device[],
  { deviceId, label, fallbacks = [] }: Pick<MicrophoneChoice, keyof Device | 'fallbacks'>,
): Device | undefined {
  for (const wish of [{ deviceId, label }, ...fallbacks]) {
    const found =
      devices.find((device) => wish.deviceId !== '' && device.deviceId === wish.deviceId) ??
      devices.find((device) => wish.label !== '' && device.label === wish.label);
    if (found) return found;
  }
  return undefined;
}

/** The system's own choice is listed a second time under a name of its own. */
export const isSameDevice = (one: Device, other: Device): boolean =>
  (one.deviceId !== '' && one.deviceId === other.deviceId) ||
  (one.label !== '' && nameOf(one) === nameOf(other));
const nameOf = ({ label }: Device) => label.replace(/^Default - /, '');

/**
 * Asks for the microphone and opens it; one channel where the device can.
 * Throws Failure `refused` (detail `permission-denied`), `missing` (`no-device`), `busy`
 * (`device-busy`).
 */
export async function openMicrophone(
  choice: MicrophoneChoice,
  media: MediaDevices | undefined = navigator.mediaDevices,
): Promise<OpenMicrophone> {
  if (media === undefined)
    throw new Failure('missing', 'This page has no access to microphones.', {
      detail: 'no-device',
    });
  const chosen = pickDevice(await listMicrophones(media), choice);
  try {
    const stream = await media.getUserMedia({ audio: constraintsOf(choice, chosen), video: false });
    const [track] = stream.getAudioTracks();
    if (track === undefined) throw new DOMException('No audio track.', 'NotFoundError');
    return {
      track,
      device: { deviceId: track.getSettings().deviceId ?? '', label: track.label },
      stop: () => track.stop(),
    };
  } catch (error) {
    throw failureOf(error);
  }
}

function constraintsOf(
  choice: MicrophoneChoice,
  device: Device | undefined,
): MediaTrackConstraints {
  return {
    ...(device !== undefined && { deviceId: { exact: device.deviceId } }),
    channelCount: { ideal: 1 },
    echoCancellation: choice.echoCancellation,
    noiseSuppression: choice.noiseSuppression,
    autoGainControl: choice.autoGain,
  };
}

function failureOf(error: unknown): Failure {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return new Failure(
        'refused',
        'Scriba may not use the microphone. Allow it in the settings of this computer.',
        { detail: 'permission-denied', cause: error },
      );
    case 'NotFoundError':
    case 'OverconstrainedError':
      return new Failure('missing', 'No microphone was found. Connect one and try again.', {
        detail: 'no-device',
        cause: error,
      });
    default:
      return new Failure(
        'busy',
        'The microphone cannot be opened. Another program may be using it.',
        { detail: 'device-busy', cause: error },
      );
  }
}
