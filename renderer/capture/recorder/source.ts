/** The microphone as the recorder holds it: opened as the settings wish, troubles told, let go of once. */
import type { Bridge } from '../../../shared/contract/contract.ts';
import { asFailure } from '../../../shared/failure.ts';
import type { Capture, CaptureEvent, OpenCapture } from '../frames/capture.ts';
import type { MicrophoneWish } from '../frames/microphone.ts';
import type { Troubles } from './troubles.ts';

/** When the settings cannot be read; the defaults of shared/model/settings.ts, spelled out as zod must stay out of the page (it probes for eval). */
const plainWish: MicrophoneWish = {
  deviceId: '',
  label: '',
  noiseSuppression: false,
  echoCancellation: false,
  autoGain: false,
};

export type Source = {
  readonly capture: Capture /** Another has taken its place: what it still says is not heard. */;
  gone: boolean;
};

export type SourceDeps = {
  readonly bridge: Bridge;
  readonly openCapture: OpenCapture;
  readonly troubles: Troubles;
  hear(source: Source, event: CaptureEvent): void;
};

export function createSources({ bridge, openCapture, troubles, hear }: SourceDeps) {
  return {
    /** Throws the Failures of `openCapture`, after they became troubles. */
    async open(wish?: Partial<MicrophoneWish>): Promise<Source> {
      const { microphone } = await bridge
        .request('settings.get')
        .catch(() => ({ microphone: plainWish }));
      let source: Source | undefined;
      try {
        const capture = await openCapture({ ...microphone, ...wish }, (event) => {
          if (source !== undefined && !source.gone) hear(source, event);
        });
        source = { capture, gone: false };
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
    },

    /** Resolves when everything that it heard has been told. */
    async leave(source: Source | undefined): Promise<void> {
      if (source === undefined) return;
      await source.capture.close();
      source.gone = true;
    },
  };
}
