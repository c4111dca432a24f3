/** Measures sound: how long, how loud, and how much of it could be a voice. */
const FRAME_SECONDS = 0.03;
/** Quieter than this (dBFS), a frame holds nothing. */
const ACTIVE = -55;
/**
 * Zero crossings a second between which most of a voice lies; hiss crosses more often, hum less.
 */
const VOICE_CROSSINGS = [60, 5500] as const;

export type Measured = {
  /** Seconds. */
  readonly duration: number;
  /** RMS of the whole, dBFS; -120 for nothing at all. */
  readonly loudness: number;
  /** Largest sample, 0..1 and a little more. */
  readonly peak: number;
  /** Seconds of frames that hold something. */
  readonly active: number;
  /** 0..1: share of frames that sound like a voice. */
  readonly speech: number;
};

export function createMeter() {
  let seconds = 0;
  let squares = 0;
  let count = 0;
  let peak = 0;
  let frames = 0;
  let active = 0;
  let voiced = 0;
  let frame = { squares: 0, crossings: 0, count: 0, last: 0 };

  function close(rate: number) {
    const level = decibel(frame.squares / frame.count);
    const crossings = (frame.crossings * rate) / frame.count;
    frames += 1;
    if (level > ACTIVE) active += 1;
    if (level > ACTIVE && crossings >= VOICE_CROSSINGS[0] && crossings <= VOICE_CROSSINGS[1])
      voiced += 1;
    frame = { squares: 0, crossings: 0, count: 0, last: frame.last };
  }

  return {
    add(samples: Float32Array, rate: number) {
      const length = Math.round(rate * FRAME_SECONDS);
      for (const sample of samples) {
        const value = Number.isFinite(sample) ? sample : 0;
        squares += value * value;
        frame.squares += value * value;
        if (value * frame.last < 0) frame.crossings += 1;
        if (value !== 0) frame.last = value;
        peak = Math.max(peak, Math.abs(value));
        frame.count += 1;
        if (frame.count >= length) close(rate);
      }
      count += samples.length;
      seconds += samples.length / rate;
    },
    result: (): Measured => ({
      duration: seconds,
      loudness: decibel(count > 0 ? squares / count : 0),
      peak,
      active: active * FRAME_SECONDS,
      speech: frames > 0 ? voiced / frames : 0,
    }),
  };
}

const decibel = (power: number) => Math.max(-120, 10 * Math.log10(power || 1e-12));
