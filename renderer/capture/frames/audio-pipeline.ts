/**
 * Turns the microphone's frames into blocks of 16 kHz sound: gaps found and filled, resampled,
 * measured. Runs in the worker, or wherever the frames are read.
 */
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';
import { createGapFinder, type GapFinder } from './gaps.ts';
import { type Level, levelOf } from './level.ts';
import { createResampler, type Resampler } from './resample.ts';

/**
 * One frame as the browser hands it over. `timestamp` in microseconds; mono, -1..1, at `rate` Hz.
 */
export type Frame = {
  readonly timestamp: number;
  readonly rate: number;
  readonly samples: Float32Array;
};

export type PipelineEvent =
  /** Sound that belongs to the recording. */
  | { readonly type: 'sound'; readonly samples: Int16Array }
  /** Loudness of all that the microphone hears, recorded or not; `samples` at 16 kHz. */
  | { readonly type: 'level'; readonly level: Level; readonly samples: number }
  /**
   * Lost by the browser; all in samples at 16 kHz. `filled` samples of silence stand in its place,
   * so that time stays true; they begin `ahead` samples after the sound handed out so far, as the
   * resampler still holds some.
   */
  | {
      readonly type: 'gap';
      readonly missing: number;
      readonly filled: number;
      readonly ahead: number;
    };

/** 62.5 ms: sixteen levels a second, and four blocks make a piece. */
const BLOCK_SAMPLES = 1_000;
/**
 * Microseconds. A longer loss is only marked: an hour of silence for a computer that slept helps no
 * reader.
 */
const LONGEST_FILL = 5_000_000;

export type AudioPipeline = {
  frame(frame: Frame): void;
  /** From here on sound is handed out as `sound`. */
  record(): void;
  /** Hands out what was recorded so far, to the last sample, and records no more. */
  pause(): void;
  /** As `pause`, with the sound that is still inside the resampler. */
  end(): void;
};

type Pipeline = {
  readonly notify: (event: PipelineEvent) => void;
  readonly gaps: GapFinder;
  /** Frames after a suspected gap, until it is known whether there is one. */
  suspended: Frame[];
  rate: number;
  resampler: Resampler | undefined;
  recording: boolean;
  block: Int16Array;
  filled: number;
};

export function createAudioPipeline(notify: (event: PipelineEvent) => void): AudioPipeline {
  const pipeline: Pipeline = {
    notify,
    gaps: createGapFinder(),
    suspended: [],
    rate: 0,
    resampler: undefined,
    recording: false,
    block: new Int16Array(BLOCK_SAMPLES),
    filled: 0,
  };
  return {
    frame: (frame) => takeFrame(pipeline, frame),
    record() {
      emitBlock(pipeline);
      pipeline.recording = true;
    },
    pause() {
      feedSuspended(pipeline);
      emitBlock(pipeline);
      pipeline.recording = false;
    },
    end() {
      feedSuspended(pipeline);
      flushResampler(pipeline);
      emitBlock(pipeline);
      pipeline.recording = false;
    },
  };
}

function takeFrame(pipeline: Pipeline, frame: Frame): void {
  const found = pipeline.gaps.see(frame.timestamp, (frame.samples.length * 1e6) / frame.rate);
  pipeline.suspended.push(frame);
  if (found.type === 'suspected') return;
  if (found.type === 'lost') fillGap(pipeline, found.missing);
  feedSuspended(pipeline);
}

function feedSuspended(pipeline: Pipeline): void {
  for (const frame of pipeline.suspended) resample(pipeline, frame.samples, frame.rate);
  pipeline.suspended = [];
}

function resample(pipeline: Pipeline, samples: Float32Array, rate: number): void {
  if (pipeline.resampler === undefined || rate !== pipeline.rate) {
    flushResampler(pipeline);
    pipeline.rate = rate;
    pipeline.resampler = createResampler(rate);
  }
  addToBlock(pipeline, pipeline.resampler.push(samples));
}

function flushResampler(pipeline: Pipeline): void {
  if (pipeline.resampler) addToBlock(pipeline, pipeline.resampler.flush());
  pipeline.resampler = undefined;
}

function addToBlock(pipeline: Pipeline, samples: Int16Array): void {
  for (let from = 0; from < samples.length; ) {
    const part = samples.subarray(from, from + BLOCK_SAMPLES - pipeline.filled);
    pipeline.block.set(part, pipeline.filled);
    pipeline.filled += part.length;
    from += part.length;
    if (pipeline.filled === BLOCK_SAMPLES) emitBlock(pipeline);
  }
}

/** Hands out the block as it is, full or not. */
function emitBlock(pipeline: Pipeline): void {
  const { notify, filled, recording } = pipeline;
  if (filled === 0) return;
  const samples = pipeline.block.subarray(0, filled);
  notify({ type: 'level', level: levelOf(samples), samples: filled });
  if (recording) notify({ type: 'sound', samples: samples.slice() });
  pipeline.block = new Int16Array(BLOCK_SAMPLES);
  pipeline.filled = 0;
}

/** `missing`: microseconds. */
function fillGap(pipeline: Pipeline, missing: number): void {
  const { rate, recording, resampler } = pipeline;
  // Whole samples of the recording, so that the mark and the silence agree exactly.
  const silence = missing > LONGEST_FILL ? 0 : Math.round((missing * SAMPLE_RATE) / 1e6);
  const fill = Math.round((silence * rate) / SAMPLE_RATE);
  emitBlock(pipeline);
  if (recording)
    pipeline.notify({
      type: 'gap',
      missing: Math.round((missing * SAMPLE_RATE) / 1e6),
      filled: silence,
      ahead: Math.round((resampler?.delay ?? 0) * SAMPLE_RATE),
    });
  if (fill > 0) resample(pipeline, new Float32Array(fill), rate);
}
