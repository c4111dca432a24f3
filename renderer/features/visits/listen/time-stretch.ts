/**
 * Changes the speed of speech and keeps its pitch (WSOLA: pieces are laid over one another where
 * they fit best).
 */

/** Samples at 16 kHz: 15 ms of each piece are laid over the piece before. */
const HOP = 240;
/** How far a piece may be moved to fit; 10 ms. */
const SEEK = 160;
/** Every second sample and place is compared: enough for speech, and a quarter of the work. */
const STEP = 2;
/** Pieces between two pauses: the page stays free. */
const SLICE = 150;

/** Yields now and then; returns the sound at `speed`. */
export function* stretch(sound: Float32Array, speed: number): Generator<void, Float32Array> {
  const length = Math.max(1, Math.round(sound.length / speed));
  const result = new Float32Array(length);
  // Sound that would follow the last piece without a change of speed.
  let tail = sound.subarray(0, HOP);
  for (let at = 0, count = 1; at < length; at += HOP, count++) {
    const wanted = Math.round(at * speed);
    const from = at === 0 ? 0 : bestPlace(sound, tail, wanted);
    lay(result, at, tail, sound.subarray(from, from + HOP));
    tail = sound.subarray(from + HOP, from + 2 * HOP);
    if (count % SLICE === 0) yield;
  }
  return result;
}

/** Fades from one piece into the other. */
function lay(result: Float32Array, at: number, tail: Float32Array, head: Float32Array): void {
  const end = Math.min(HOP, result.length - at);
  for (let index = 0; index < end; index++) {
    const share = index / HOP;
    result[at + index] = (tail[index] ?? 0) * (1 - share) + (head[index] ?? 0) * share;
  }
}

/** The place near `wanted` whose sound is most like `tail`. */
function bestPlace(sound: Float32Array, tail: Float32Array, wanted: number): number {
  const last = Math.max(0, sound.length - HOP);
  const from = Math.max(0, Math.min(last, wanted - SEEK));
  const to = Math.min(last, wanted + SEEK);
  let best = Math.max(from, Math.min(to, wanted));
  let most = Number.NEGATIVE_INFINITY;
  for (let place = from; place <= to; place += STEP) {
    let like = 0;
    let power = 1e-9;
    for (let index = 0; index < tail.length; index += STEP) {
      const one = sound[place + index] ?? 0;
      like += one * (tail[index] ?? 0);
      power += one * one;
    }
    const fit = like / Math.sqrt(power);
    if (fit > most) {
      most = fit;
      best = place;
    }
  }
  return best;
}
