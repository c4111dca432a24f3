/** The recording under way, as the screens see it. */
import type { Kept } from '../../../shared/model/recording.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { Via } from '../frames/capture.ts';
import type { Device } from '../frames/microphone.ts';
import type { Trouble } from './troubles.ts';

export type Signal = {
  /** Root mean square, 0..1. */
  readonly level: number;
  readonly clipping: boolean;
  /** Milliseconds. */
  readonly silentFor: number;
};

export type RecorderState = {
  readonly status: 'idle' | 'opening' | 'recording' | 'paused' | 'finishing';
  readonly visit?: Visit | undefined;
  /** Samples captured for this recording; `kept`: what the core has of them. */
  readonly samples: number;
  readonly kept: Kept;
  /** Milliseconds of sound recorded. */
  readonly elapsed: number;
  /** Replaced sixteen times a second while the microphone is open. */
  readonly signal: Signal;
  readonly trouble?: Trouble | undefined;
  readonly devices: readonly Device[];
  readonly via: Via | undefined;
};

export const quiet: Signal = { level: 0, clipping: false, silentFor: 0 };
export const atRest = {
  status: 'idle',
  visit: undefined,
  samples: 0,
  kept: { written: 0, synced: 0 },
  elapsed: 0,
  via: undefined,
  signal: quiet,
} as const;
