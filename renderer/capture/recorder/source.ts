/**
 * The microphone as the recorder holds it: opened by the settings, its troubles reported, released
 * once.
 */
import type { Bridge } from '../../../shared/contract/contract.ts';
import { asFailure } from '../../../shared/failure.ts';
import type { Capture, CaptureEvent, OpenCapture } from '../frames/capture.ts';
import type { MicrophoneChoice } from '../frames/microphone.ts';
import type { Troubles } from './troubles.ts';

/**
 * Used when the settings cannot be read; the defaults of shared/model/settings.ts, spelled out as
 * zod must stay out of the page (it probes for eval).
 */
const defaultChoice: MicrophoneChoice = {
  deviceId: '',
  label: '',
  fallbacks: [],
  noiseSuppression: false,
  echoCancellation: false,
  autoGain: false,
};

export type Source = {
  readonly capture: Capture;
  /** Closed, so that another may be in its place: its late events are not heard. */
  released: boolean;
};

export type SourceDeps = {
  readonly bridge: Bridge;
  readonly openCapture: OpenCapture;
  readonly troubles: Troubles;
  onEvent(source: Source, event: CaptureEvent): void;
};

/**
 * Throws the Failures of `openCapture`, after they became troubles. `choice` goes before the
 * settings.
 */
export async function openSource(
  deps: SourceDeps,
  choice?: Partial<MicrophoneChoice>,
): Promise<Source> {
  const { bridge, onEvent, openCapture, troubles } = deps;
  const { microphone } = await bridge
    .request('settings.get')
    .catch(() => ({ microphone: defaultChoice }));
  let source: Source | undefined;
  try {
    const capture = await openCapture({ ...microphone, ...choice }, (event) => {
      if (source !== undefined && !source.released) onEvent(source, event);
    });
    source = { capture, released: false };
  } catch (error) {
    const { detail, message } = asFailure(error);
    troubles.add(
      detail === 'permission-denied' || detail === 'no-device' ? detail : 'failed',
      message,
    );
    throw error;
  }
  troubles.remove('permission-denied', 'no-device', 'device-lost', 'failed');
  if (source.capture.via === 'worklet') troubles.add('worklet-fallback');
  return source;
}

/** Resolves when everything that it heard has been told. */
export async function releaseSource(source: Source | undefined): Promise<void> {
  if (source === undefined) return;
  await source.capture.close();
  source.released = true;
}
