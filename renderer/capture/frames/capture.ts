/** An open microphone that is being read: one handle, whichever way the sound comes. */
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { PageClock } from '../recorder/ports.ts';
import type { PipelineEvent } from './audio-pipeline.ts';
import type { ReaderEvent } from './frame-reader.ts';
import { type Device, type MicrophoneChoice, openMicrophone } from './microphone.ts';
import { canReadTracks, type Reader, readTrack } from './processor.ts';
import { readTrackByWorklet } from './worklet.ts';

export type Via = 'track-processor' | 'worklet';

export type CaptureEvent =
  | PipelineEvent
  /** The device is gone, or gives nothing any more. */
  | { readonly type: 'lost' };

export type Capture = {
  readonly via: Via;
  readonly device: Device;
  /** From here on `sound` is told. */
  record(): void;
  /**
   * No more `sound`; resolves when all that was heard before has been told. The device stays open.
   */
  pause(): Promise<void>;
  /** Closes the device; resolves when all that was heard has been told. */
  close(): Promise<void>;
};

export type OpenCapture = (
  choice: MicrophoneChoice,
  notify: (event: CaptureEvent) => void,
) => Promise<Capture>;

/**
 * Milliseconds. A reader that does not reply in this time has died; what it told until then is all
 * there is.
 */
const REPLY_TIMEOUT = 2_000;
/**
 * Milliseconds. A muted track says so at once, and a headset that changes its profile is muted for
 * a moment.
 */
const MUTED_IS_LOST_AFTER = 1_500;

type OpenState = {
  readonly clock: PageClock;
  readonly notify: (event: CaptureEvent) => void;
  closing: boolean;
  /** The reply of the reader that is waited for. */
  waiting: { readonly for: 'paused' | 'ended'; readonly done: () => void } | undefined;
  cancelMute: (() => void) | undefined;
};

/**
 * Failures: those of `openMicrophone`, and `broken` with detail `no-capture` where the browser
 * cannot read sound.
 */
export const openCapture =
  (clock: PageClock): OpenCapture =>
  async (choice, notify) => {
    const { track, device, stop } = await openMicrophone(choice);
    const state: OpenState = {
      clock,
      notify,
      closing: false,
      waiting: undefined,
      cancelMute: undefined,
    };
    const via: Via = canReadTracks() ? 'track-processor' : 'worklet';
    const reader = await openReader(via, track, (event) => handleEvent(state, event)).catch(
      (error: unknown) => {
        stop();
        throw new Failure('broken', 'This browser cannot record sound.', {
          detail: 'no-capture',
          cause: asFailure(error),
        });
      },
    );
    watchTrack(state, track);
    return {
      via,
      device,
      record: () => reader.send({ type: 'record' }),
      async pause() {
        const done = reply(state, 'paused');
        reader.send({ type: 'pause' });
        await done;
      },
      async close() {
        state.closing = true;
        state.cancelMute?.();
        const done = reply(state, 'ended');
        reader.send({ type: 'end' });
        // Only now: the end of the track is what ends the stream of frames.
        stop();
        await done;
        reader.close();
      },
    };
  };

async function openReader(
  via: Via,
  track: MediaStreamTrack,
  notify: (event: ReaderEvent) => void,
): Promise<Reader> {
  return via === 'track-processor' ? readTrack(track, notify) : readTrackByWorklet(track, notify);
}

function watchTrack(state: OpenState, track: MediaStreamTrack): void {
  track.addEventListener('ended', () => loseDevice(state));
  track.addEventListener('mute', () => {
    state.cancelMute = state.clock.after(MUTED_IS_LOST_AFTER, () => loseDevice(state));
  });
  track.addEventListener('unmute', () => state.cancelMute?.());
}

function loseDevice({ closing, notify }: OpenState): void {
  if (!closing) notify({ type: 'lost' });
}

function handleEvent(state: OpenState, event: ReaderEvent): void {
  switch (event.type) {
    case 'no-frames':
      state.waiting?.done();
      loseDevice(state);
      return;
    case 'paused':
    case 'ended':
      if (state.waiting?.for === event.type) state.waiting.done();
      return;
    default:
      state.notify(event);
  }
}

/** Resolves with the reader's reply, or after the time-out. */
function reply(state: OpenState, kind: 'paused' | 'ended'): Promise<void> {
  return new Promise((resolve) => {
    const cancel = state.clock.after(REPLY_TIMEOUT, () => state.waiting?.done());
    state.waiting = {
      for: kind,
      done: () => {
        cancel();
        state.waiting = undefined;
        resolve();
      },
    };
  });
}
