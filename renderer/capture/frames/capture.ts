/** An open microphone that is being read: one handle, whichever way the sound comes. */
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { PageClock } from '../recorder/ports.ts';
import type { LineEvent } from './audio-pipeline.ts';
import type { PumpEvent } from './frame-reader.ts';
import { type Device, type MicrophoneWish, openMicrophone } from './microphone.ts';
import { canReadTracks, readTrack } from './processor.ts';
import { readTrackByWorklet } from './worklet.ts';

export type Via = 'track-processor' | 'worklet';

export type CaptureEvent =
  | LineEvent /** The device is gone, or gives nothing any more. */
  | { readonly type: 'lost' };

export type Capture = {
  readonly via: Via;
  readonly device: Device;
  /** From here on `sound` is told. */
  take(): void;
  /** No more `sound`; resolves when all that was heard before has been told. The device stays open. */
  hold(): Promise<void>;
  /** Lets go of the device; resolves when all that was heard has been told. */
  close(): Promise<void>;
};

export type OpenCapture = (
  wish: MicrophoneWish,
  hear: (event: CaptureEvent) => void,
) => Promise<Capture>;

/** A reader that does not answer in this time has died; what it told until then is all there is. */
const ANSWERS_WITHIN = 2_000;
/** A muted track says so at once, and a headset that changes its profile is muted for a moment. */
const MUTED_IS_LOST_AFTER = 1_500;

/** Failures: those of `openMicrophone`, and `broken` with detail `no-capture` where the browser cannot read sound. */
export const openCapture =
  (clock: PageClock): OpenCapture =>
  async (wish, hear) => {
    const { track, device, stop } = await openMicrophone(wish);
    let closing = false;
    let waiting: { for: 'held' | 'ended'; done: () => void } | undefined;

    const lose = () => {
      if (!closing) hear({ type: 'lost' });
    };
    const heard = (event: PumpEvent) => {
      if (event.type === 'dried-up') {
        waiting?.done();
        return lose();
      }
      if (event.type !== 'held' && event.type !== 'ended') return hear(event);
      if (waiting?.for === event.type) waiting.done();
    };
    const answered = (kind: 'held' | 'ended') =>
      new Promise<void>((resolve) => {
        const cancel = clock.after(ANSWERS_WITHIN, () => waiting?.done());
        waiting = {
          for: kind,
          done: () => {
            cancel();
            waiting = undefined;
            resolve();
          },
        };
      });

    const via: Via = canReadTracks() ? 'track-processor' : 'worklet';
    const reader = await read().catch((error: unknown) => {
      stop();
      throw new Failure('broken', 'This browser cannot record sound.', {
        detail: 'no-capture',
        cause: asFailure(error),
      });
    });
    async function read() {
      return via === 'track-processor' ? readTrack(track, heard) : readTrackByWorklet(track, heard);
    }

    let unmuted: (() => void) | undefined;
    track.addEventListener('ended', lose);
    track.addEventListener('mute', () => (unmuted = clock.after(MUTED_IS_LOST_AFTER, lose)));
    track.addEventListener('unmute', () => unmuted?.());

    return {
      via,
      device,
      take: () => reader.order({ type: 'take' }),
      async hold() {
        const done = answered('held');
        reader.order({ type: 'hold' });
        await done;
      },
      async close() {
        closing = true;
        unmuted?.();
        const done = answered('ended');
        reader.order({ type: 'end' });
        // Only now: the end of the track is what ends the stream of frames.
        stop();
        await done;
        reader.close();
      },
    };
  };
