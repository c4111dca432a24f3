/** State of the recorder, and the steps that its actions share. */
import type { Bridge } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';
import type { OpenCapture } from '../frames/capture.ts';
import type { Level } from '../frames/level.ts';
import type { Device } from '../frames/microphone.ts';
import type { CaptureMonitor } from './capture-monitor.ts';
import type { ChunkSender } from './chunk-sender.ts';
import type { PageClock } from './ports.ts';
import type { RecorderState } from './recorder-state.ts';
import type { Source, SourceDeps } from './source.ts';
import type { Troubles } from './troubles.ts';

export type RecorderDeps = {
  readonly bridge: Bridge;
  readonly clock: PageClock;
  readonly openCapture: OpenCapture;
  listMicrophones(): Promise<Device[]>;
  show(change: Partial<RecorderState>): void;
  /** The patient declined, by now: the microphone may hear the doctor alone. */
  isDictation(): boolean;
};

export type Status = RecorderState['status'];

export type Recording = {
  readonly id: string;
  readonly chunkSender: ChunkSender;
  source: Source | undefined;
  /** Device lost while recording; the recording goes on by itself with the next device. */
  interrupted: boolean;
};

export type Session = {
  readonly deps: RecorderDeps;
  readonly sourceDeps: SourceDeps;
  readonly troubles: Troubles;
  readonly monitor: CaptureMonitor;
  status: Status;
  recording: Recording | undefined;
  /** An open microphone that is only being tried out. */
  microphoneTest: Source | undefined;
  /** Levels of a room check that goes on. */
  roomLevels: Level[] | undefined;
  /** Goes on with another microphone, after everything that was asked for before. */
  fallBack(recording: Recording, lost: Device): Promise<void>;
  /**
   * The trouble on show is a piece that the core refused; the next piece that it takes ends that.
   */
  appendRefused: boolean;
};

export function setStatus(session: Session, status: Status): void {
  session.status = status;
  session.deps.show({ status });
}

export const showLength = ({ deps }: Session, samples: number): void =>
  deps.show({ samples, elapsed: (samples * 1000) / SAMPLE_RATE });

/** Lets the sound of the microphone count from here on. */
export function startCounting(session: Session, recording: Recording): void {
  recording.interrupted = false;
  recording.source?.capture.record();
  session.monitor.start();
  setStatus(session, 'recording');
}

export function stopCounting(session: Session): void {
  session.monitor.stop();
  setStatus(session, 'paused');
}

/**
 * Returns the recording, or throws Failure `refused` / `not-recording` outside of the statuses
 * given.
 */
export function requireRecording(session: Session, ...allowed: Status[]): Recording {
  const { recording, status } = session;
  if (recording === undefined || !allowed.includes(status))
    throw new Failure('refused', 'There is no recording to do this to.', {
      detail: 'not-recording',
    });
  return recording;
}
