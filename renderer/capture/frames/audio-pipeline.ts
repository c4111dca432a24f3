/**
 * The line from the microphone's frames to blocks of 16 kHz sound: gaps found and filled, resampled,
 * measured. Runs in the worker, or wherever the frames are read.
 */
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';
import { createGapFinder } from './gaps.ts';
import { type Level, levelOf } from './level.ts';
import { createResampler, type Resampler } from './resample.ts';

/** One frame as the browser hands it over. `timestamp` in microseconds; mono, -1..1, at `rate` Hz. */
export type Frame = {
  readonly timestamp: number;
  readonly rate: number;
  readonly samples: Float32Array;
};

export type LineEvent =
  /** Sound that belongs to the recording. */
  | { readonly type: 'sound'; readonly samples: Int16Array }
  /** What the microphone hears, taken or not; `samples` at 16 kHz. */
  | { readonly type: 'level'; readonly level: Level; readonly samples: number }
  /**
   * Lost by the browser; all in samples at 16 kHz. `filled` samples of silence stand in its place, so that
   * time stays true; they begin `ahead` samples after the sound told so far, as the resampler still holds some.
   */
  | {
      readonly type: 'gap';
      readonly missing: number;
      readonly filled: number;
      readonly ahead: number;
    };

/** 62.5 ms: sixteen levels a second, and four blocks make a piece. */
export const BLOCK_SAMPLES = 1_000;
/** A longer loss is only marked: nobody wants an hour of silence for a computer that slept. */
const LONGEST_FILL_US = 5_000_000;

export type Line = {
  frame(frame: Frame): void;
  /** From here on sound is told as `sound`. */
  take(): void;
  /** Tells what was taken so far, to the last sample, and takes no more. */
  hold(): void;
  /** As `hold`, with what is still inside the resampler. */
  end(): void;
};

export function createLine(tell: (event: LineEvent) => void): Line {
  const gaps = createGapFinder();
  let keptBack: Frame[] = [];
  let rate = 0;
  let resampler: Resampler | undefined;
  let taking = false;
  let block = new Int16Array(BLOCK_SAMPLES);
  let filled = 0;

  function feed({ rate: now, samples }: Frame) {
    if (resampler === undefined || now !== rate) {
      if (resampler !== undefined) put(resampler.flush());
      rate = now;
      resampler = createResampler(rate);
    }
    put(resampler.push(samples));
  }

  function put(samples: Int16Array) {
    for (let from = 0; from < samples.length; ) {
      const part = samples.subarray(from, from + BLOCK_SAMPLES - filled);
      block.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled === BLOCK_SAMPLES) tellBlock();
    }
  }

  function tellBlock() {
    if (filled === 0) return;
    const samples = block.subarray(0, filled);
    tell({ type: 'level', level: levelOf(samples), samples: filled });
    if (taking) tell({ type: 'sound', samples: samples.slice() });
    block = new Int16Array(BLOCK_SAMPLES);
    filled = 0;
  }

  function lost(missing: number) {
    // Whole samples of the recording, so that the mark and the silence agree exactly.
    const silence = missing > LONGEST_FILL_US ? 0 : Math.round((missing * SAMPLE_RATE) / 1e6);
    const fill = Math.round((silence * rate) / SAMPLE_RATE);
    tellBlock();
    if (taking)
      tell({
        type: 'gap',
        missing: Math.round((missing * SAMPLE_RATE) / 1e6),
        filled: silence,
        ahead: Math.round((resampler?.delay ?? 0) * SAMPLE_RATE),
      });
    if (fill > 0) feed({ timestamp: 0, rate, samples: new Float32Array(fill) });
  }

  function release() {
    for (const frame of keptBack) feed(frame);
    keptBack = [];
  }

  return {
    frame(frame) {
      const found = gaps.see(frame.timestamp, (frame.samples.length * 1e6) / frame.rate);
      keptBack.push(frame);
      if (found.type === 'suspected') return;
      if (found.type === 'lost') lost(found.missing);
      release();
    },
    take() {
      tellBlock();
      taking = true;
    },
    hold() {
      release();
      tellBlock();
      taking = false;
    },
    end() {
      release();
      if (resampler !== undefined) put(resampler.flush());
      resampler = undefined;
      tellBlock();
      taking = false;
    },
  };
}
