/** The power spectrum of a frame of speech. */

/** Speech has less of high tones than of low ones; so much of the sample before is taken off. */
const EMPHASIS = 0.97;

const windows = new Map<number, Float32Array>();

function windowOf(length: number): Float32Array {
  const known = windows.get(length);
  if (known) return known;
  const made = Float32Array.from(
    { length },
    (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (length - 1)),
  );
  windows.set(length, made);
  return made;
}

/** Of the lower half of its tones. The number of samples is a power of two. */
export function powersOf(samples: Float32Array): Float32Array {
  const window = windowOf(samples.length);
  const real = samples.map(
    (sample, at) => (sample - EMPHASIS * (samples[at - 1] ?? 0)) * (window[at] ?? 0),
  );
  const imaginary = new Float32Array(samples.length);
  fourier(real, imaginary);
  return Float32Array.from(
    { length: samples.length / 2 },
    (_, at) => (real[at] ?? 0) ** 2 + (imaginary[at] ?? 0) ** 2,
  );
}

type Numbers = Float32Array | Float64Array;

/** The fast Fourier transform, in place, of a power of two. */
export function fourier(real: Numbers, imaginary: Numbers): void {
  reverseBits(real);
  for (let size = 2; size <= real.length; size *= 2)
    for (let step = 0; step < size / 2; step += 1) {
      const turn = (-2 * Math.PI * step) / size;
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      for (let one = step; one < real.length; one += size) {
        const other = one + size / 2;
        const [r, i] = [real[other] ?? 0, imaginary[other] ?? 0];
        const [turnedR, turnedI] = [r * cos - i * sin, r * sin + i * cos];
        real[other] = (real[one] ?? 0) - turnedR;
        imaginary[other] = (imaginary[one] ?? 0) - turnedI;
        real[one] = (real[one] ?? 0) + turnedR;
        imaginary[one] = (imaginary[one] ?? 0) + turnedI;
      }
    }
}

function reverseBits(values: Numbers): void {
  for (let at = 1, other = 0; at < values.length; at += 1) {
    let bit = values.length >> 1;
    for (; other & bit; bit >>= 1) other ^= bit;
    other ^= bit;
    if (at < other) [values[at], values[other]] = [values[other] ?? 0, values[at] ?? 0];
  }
}
